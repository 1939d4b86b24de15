// Package reach opens sessions with the switches of a fabric: it knows where each one is, whose secret opens it, which host keys
// are believed, and whether it is spoken to over SSH or gNMI.
//
// It owns the choice of the transport, how many sessions log in at once, and how often one is tried. It must never look into
// a configuration, change a switch, or accept a host key that is not on record.
package reach
