// Package plan turns a running configuration and a desired one into an ordered, proved list of steps, with its undo, and
// keeps it in the plan file.
//
// It owns the order of changes, the replay proof, protections, the behavioural summary, and the plan document. It must never
// know a vendor's syntax or the intent language, and never show a patch that failed its proof as applicable.
package plan
