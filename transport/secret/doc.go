// Package secret fetches what weft logs in with from where the intent says it is: an environment variable, a file, what a command
// prints, or the intent itself.
//
// It owns the type that a secret is carried in, which no print, log or encoder shows. It must never write a secret anywhere or
// put one into an error.
package secret
