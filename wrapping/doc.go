// Package wrapping breaks prose into lines for a terminal.
//
// It owns where a line may break. It must never touch lines of configurations, nor know what the prose is about.
package wrapping
