// Package sonic knows the QoS tables of community SONiC (CONFIG_DB, releases 202405 and later) in both directions: it parses
// and reads a whole running configuration, renders the rows that weft owns, finds the changes between two configurations, puts
// them into JSON patches and commands, and models what a switch and its configuration updater do with each.
//
// It owns every fact about SONiC: tables, fields, defaults, what the device derives by itself, platform rows, and what each
// release lets a live patch change. It must never know the intent language, another vendor, or how changes are ordered and
// proved; and within it, reading (parse, read), writing (render, target) and the model of the device (replay) share no code
// but the document and its editor.
package sonic
