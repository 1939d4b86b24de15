package lab

import (
	"errors"
	"strings"
)

// commandLine is one session on the command line of a switch.
type commandLine interface {
	prompt() string
	// run does a line and gives what the switch says to it, in lines that end in line feeds. It may ask on the way. errOver ends the session.
	run(line string, v verdict) (answer string, err error)
	// press does what a key asks for that ended a line. errOver ends the session.
	press(key keyError) error
}

// converse has a client type at a command line until one of them ends the session.
func (s *session) converse(t *tty, c commandLine) error {
	for {
		line, err := t.readLine(c.prompt())
		var key keyError
		switch {
		case errors.As(err, &key):
			err = c.press(key)
		case err == nil && strings.TrimSpace(line) != "":
			err = s.converseOnce(t, c, strings.TrimSpace(line))
		}
		if errors.Is(err, errOver) {
			return t.flush()
		}
		if err != nil {
			return err
		}
	}
}

// converseOnce does one line, with what faults make of it.
func (s *session) converseOnce(t *tty, c commandLine, line string) error {
	v, err := s.begin(line)
	if err != nil {
		return err
	}
	answer := s.sw.kind.refusal() + "\n"
	var over error
	if !v.refuse {
		if answer, over = c.run(line, v); over != nil && !errors.Is(over, errOver) {
			return over
		}
	}
	if err := s.end(v); err != nil {
		return err
	}
	if err := t.print(v.spoilt(answer)); err != nil {
		return err
	}
	return over
}
