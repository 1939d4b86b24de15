// Package intent is the language: it reads a directory of HCL files with its variables, evaluates it, and gives the fabric
// that the files describe, every value with its source range.
//
// It owns syntax, evaluation, formatting, and every rule that needs no knowledge of a vendor. It must never know a vendor's
// names, ranges or limits, nor what a switch runs now.
package intent
