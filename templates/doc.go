// Package templates holds the text templates that vendors write their configurations with, a folder a vendor, and lays a
// house's own over them.
//
// It owns the files and their loading. It must never hold logic: what a template gets to print is decided by the vendor that
// executes it, and what its output means is judged by reading it back.
package templates
