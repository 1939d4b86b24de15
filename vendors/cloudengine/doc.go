// Package cloudengine knows the QoS language of Huawei CloudEngine switches (VRP8, releases V200 and V300) in both
// directions: it parses and reads a whole running configuration, renders what weft owns, finds the changes between two
// configurations, puts them into commands of one candidate, and models what a switch does with each command.
//
// It owns every fact about CloudEngine: syntax, defaults, printing rules, platform rows. It must never know the intent
// language, another vendor, or how changes are ordered and proved; and within it, reading (parse, canon, read), writing
// (render, target) and the model of the device (replay) share no code but the tree and the built-in names.
package cloudengine
