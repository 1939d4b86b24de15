package operating

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Console enters lines on a terminal and takes refusals for errors. Like the terminal it belongs to one goroutine.
type Console struct {
	terminal vendors.Terminal
	refusals []*regexp.Regexp
}

// NewConsole makes a console of a terminal. The patterns are those of the dialect: a bad one is a mistake in a vendor's data, and panics.
func NewConsole(t vendors.Terminal, d vendors.Dialect) *Console {
	c := &Console{terminal: t}
	for _, pattern := range d.Refusals {
		c.refusals = append(c.refusals, regexp.MustCompile(pattern))
	}
	return c
}

// Do enters a line that does something. A line of the answer that is a refusal makes the error a *vendors.RefusedError, and the
// answer is given all the same: its prompt says where the session stands.
func (c *Console) Do(ctx context.Context, e vendors.Entry) (vendors.Answer, error) {
	a, err := c.run(ctx, e)
	if err != nil {
		return a, err
	}
	return a, c.judge(e.Line, a.Text, allLines)
}

// Show enters a line that only prints. What it prints may hold texts of anybody that look like refusals, so that only its first
// lines can be one. What log lines came into is read again, because they may have broken a line in two; if they always do, the last
// reading counts: a broken line is then a difference that nobody wanted, which stops whatever goes on.
func (c *Console) Show(ctx context.Context, line string) (string, error) {
	for tries := 1; ; tries++ {
		a, err := c.run(ctx, vendors.Entry{Line: line})
		switch {
		case err != nil:
			return "", err
		case len(a.Messages) == 0, tries == readings:
			return a.Text, c.judge(line, a.Text, firstLines)
		}
	}
}

// readings is how often something is read that log lines come into.
const readings = 3

func (c *Console) run(ctx context.Context, e vendors.Entry) (vendors.Answer, error) {
	a, err := c.terminal.Run(ctx, e)
	if err != nil {
		return a, fmt.Errorf("%q: %w", vendors.RedactLine(e.Line), err)
	}
	return a, nil
}

// How many lines of an answer may be a refusal: the mark under the mistake and a word about it come first.
const (
	firstLines = 3
	allLines   = -1
)

// judge looks for a refusal among the lines of an answer that are not blank: among so many of them, or all.
func (c *Console) judge(line, text string, lines int) error {
	for said := range strings.Lines(text) {
		said = strings.TrimSpace(said)
		if said == "" {
			continue
		}
		if lines == 0 {
			return nil
		}
		lines--
		for _, r := range c.refusals {
			if r.MatchString(said) {
				return Refused(line, said)
			}
		}
	}
	return nil
}

// Refused is the error of a line that the switch did not do. Secrets are taken out of it.
func Refused(line, says string) *vendors.RefusedError {
	return &vendors.RefusedError{Step: -1, Line: vendors.RedactLine(line), Says: vendors.RedactLine(strings.TrimSpace(says))}
}

// Unsaid is the error of a line whose answer does not say what it says when it is done. It quotes the last line of the answer.
func Unsaid(line, text string) *vendors.RefusedError {
	if says := LastLine(text); says != "" {
		return Refused(line, says)
	}
	return Refused(line, "no word that it is done")
}

// LastLine is the last line of a text that is not blank.
func LastLine(text string) string {
	text = strings.TrimSpace(text)
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}

// Says tells whether a text has some words in it, whatever their case.
func Says(text, words string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(words))
}

// Left is how leaving a view ended. why is what went wrong in it, if anything did, and stays the error. A session that was not let out
// is of no use any more, so that a refusal to let it out is none that the session goes on from.
func Left(view string, why, err error) error {
	var refused *vendors.RefusedError
	switch {
	case err == nil:
		return why
	case errors.As(err, &refused) && why != nil:
		return fmt.Errorf("%v; then leaving %s: %v", why, view, err)
	case errors.As(err, &refused):
		return fmt.Errorf("leaving %s: %v", view, err)
	case why != nil:
		return why
	}
	return fmt.Errorf("leaving %s: %w", view, err)
}
