package sonic

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// shell runs commands and takes an exit status for a refusal.
type shell struct{ console *operating.Console }

// ask runs a command that has to succeed, and gives what it printed.
func (s *shell) ask(ctx context.Context, e vendors.Entry) (string, error) {
	a, err := s.console.Do(ctx, e)
	if err != nil {
		return "", err
	}
	if a.Exit != 0 {
		return "", operating.Refused(e.Line, reasonIn(a))
	}
	return a.Text, nil
}

// exists tells whether a file is there. The answer is what is printed: what a command complains of by the way, as sudo does of names it
// cannot resolve, says nothing.
func (s *shell) exists(ctx context.Context, file string) (bool, error) {
	line := root + "sh -c 'test -e " + file + " && echo yes || echo no'"
	text, err := s.ask(ctx, vendors.Entry{Line: line})
	if err != nil {
		return false, err
	}
	switch strings.TrimSpace(text) {
	case "yes":
		return true, nil
	case "no":
		return false, nil
	}
	return false, operating.Unsaid(line, text)
}

// free tells whether nobody holds a lock.
func (s *shell) free(ctx context.Context, lock string) (bool, error) {
	line := fmt.Sprintf("%sflock -n -E %d %s true", root, exitLocked, lock)
	a, err := s.console.Do(ctx, vendors.Entry{Line: line})
	switch {
	case err != nil || a.Exit == 0:
		return err == nil, err
	case a.Exit == exitLocked:
		return false, nil
	}
	return false, operating.Refused(line, reasonIn(a))
}

// reasonIn is why a command failed. The updater says it on a line of its own, among what the libraries below it print (5.4). What sudo
// says of passwords would fall to those who look for secrets.
func reasonIn(a vendors.Answer) string {
	if strings.Contains(a.Errors, "sudo: a password is required") {
		return "sudo would have to ask: the account needs root without being asked"
	}
	for _, text := range []string{a.Errors, a.Text} {
		if reason := reasonOf(text); reason != "" {
			return reason
		}
	}
	return "exit status " + strconv.Itoa(a.Exit)
}

// reasonOf is the line of a text that says why something failed: the one about a scope (5.4), the last that begins as one that does,
// or the last.
func reasonOf(text string) string {
	said, scopes := "", false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if scope, of := strings.CutPrefix(line, "- "); of && scopes {
			return scope
		}
		scopes = strings.HasSuffix(line, "scopes:")
		if strings.HasPrefix(line, "Error:") || strings.HasPrefix(line, "Failed to ") {
			said = line
		}
	}
	if said == "" {
		said = operating.LastLine(text)
	}
	return said
}
