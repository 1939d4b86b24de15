// Package explain tells what a switch does with one packet, and which line of the intent or of a running configuration says so.
//
// It owns the sentences and their order. It must never change anything, and it works on qos.Switch alone: what it tells of an
// operator's own configuration is as good as what it tells of weft's.
package explain
