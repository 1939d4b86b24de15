// Package visible writes what cannot be seen so that it can: control characters, those that turn the direction of reading, and those that
// have no width.
//
// It owns which characters these are and how they are written. It must never change what can be seen, nor decide what is refused
// because of such a character.
package visible
