// Package gnmi speaks gNMI with a switch whose configuration is a database, on gnmic's API package.
//
// It owns the connection: TLS that proves who the switch is, deadlines, limits of messages, which reads are tried again, and what
// went wrong in words. It must never know a table of a database, and never send a Set twice: a Set whose answer was lost may
// have been done.
package gnmi
