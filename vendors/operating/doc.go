// Package operating is what the operators of the vendors share: entering a line and taking a refusal for an error, trying again what a
// busy switch turns away, reading the tables that switches print for people, and turning what a switch showed into signs of health.
//
// It must never know a command, a pattern or a port name of a vendor.
package operating
