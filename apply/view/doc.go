// Package view words what a run does and did, for a person: a line for each event, and the report.
//
// It must never decide anything: what a switch is, and the exit code, are in the report.
package view
