// Package view shows a plan to people and programs: one tree, many faces.
//
// It owns the arrangement (worst first, alike changes told once with the list of where) and the faces. It must never decide
// anything: what a plan says is in the plan file, and every face says the same.
package view
