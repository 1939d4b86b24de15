package main

import (
	"context"
	"errors"
	"fmt"
)

// The exit codes.
const (
	exitOK          = 0
	exitError       = 1
	exitChanges     = 2   // plan --detailed-exitcode: there is something to do; audit: something is wrong
	exitUnformatted = 3   // fmt --check: files are not in canonical form
	exitStale       = 4   // apply: a switch runs something else than the plan was made from; nothing was touched
	exitDeclined    = 5   // apply: a person did not say yes
	exitPartly      = 6   // some switches could not be read or were refused; the rest is complete
	exitUsage       = 64  // the command line is wrong
	exitInterrupted = 130 // Ctrl-C
)

// ended is how a command ends other than well: an exit code, and what is still to be said about it, if anything.
type ended struct {
	code int
	err  error
}

// Error is what is still to be said.
func (e ended) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

// Unwrap gives the cause.
func (e ended) Unwrap() error { return e.err }

// failed is the end of a command that could not do its work.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return ended{exitError, err}
}

// silently ends with a code when everything has been said already.
func silently(code int) error {
	if code == exitOK {
		return nil
	}
	return ended{code: code}
}

// codeOf is the exit code of a command's error. An error that no command made comes from the command line's parser.
func codeOf(ctx context.Context, err error) int {
	var end ended
	switch {
	case err == nil:
		return exitOK
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, &end):
		return end.code
	}
	return exitUsage
}
