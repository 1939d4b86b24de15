package vendortest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
)

// Talk is a switch that was written down: lines that have to be entered, each with its answer. It is a Terminal and a Store. A line that
// is not the next one of the talk fails the test.
//
// A talk has a line entered behind "> ", and the answer below it. Lines in brackets say what cannot be seen:
//
//	[prompt leaf1(config)#]  what prompt stands there then
//	[input TEXT]             what a shell command has to read; [line TEXT] is a whole line of it
//	[asks TEXT]              a question, which has to be expected; [says TEXT] is the answer to it
//	[errors TEXT]            what a shell command writes to its error output
//	[exit N]                 its exit status
//	[within N]               how many seconds the switch may take
//	[after N]                how many seconds it takes
//	[lost]                   the session ends
//	[refused TEXT]           what a Store answers to a Set
type Talk struct {
	t     TB
	turns []turn
	next  int
}

// turn is one line and its answer.
type turn struct {
	line, input string
	within      time.Duration
	after       time.Duration
	asks, says  string
	lost        bool
	refused     string
	answer      vendors.Answer
}

// NewTalk reads a talk.
func NewTalk(t TB, text string) *Talk {
	t.Helper()
	talk := &Talk{t: t}
	for line := range strings.Lines(text) {
		if entered, ok := strings.CutPrefix(line, "> "); ok {
			talk.turns = append(talk.turns, turn{line: strings.TrimSuffix(entered, "\n")})
			continue
		}
		if len(talk.turns) == 0 {
			t.Fatalf("the talk begins with an answer: %s", line)
		}
		last := &talk.turns[len(talk.turns)-1]
		if !last.mark(t, strings.TrimSuffix(line, "\n")) {
			last.answer.Text += line
		}
	}
	return talk
}

// mark reads a line in brackets, if it is one.
func (u *turn) mark(t TB, line string) bool {
	t.Helper()
	inner, open := strings.CutPrefix(line, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	word, rest, _ := strings.Cut(inner, " ")
	if !open || !closed {
		return false
	}
	switch word {
	case "prompt":
		u.answer.Prompt = rest
	case "input":
		u.input = rest
	case "line":
		u.input += rest + "\n"
	case "asks":
		u.asks = rest
	case "says":
		u.says = rest
	case "errors":
		u.answer.Errors += rest + "\n"
	case "exit":
		u.answer.Exit = number(t, rest)
	case "within":
		u.within = time.Duration(number(t, rest)) * time.Second
	case "after":
		u.after = time.Duration(number(t, rest)) * time.Second
	case "lost":
		u.lost = true
	case "refused":
		u.refused = rest
	default:
		return false
	}
	return true
}

func number(t TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return n
}

// ErrLost is the end of a session that a talk has.
var ErrLost = errors.New("the session has ended")

// errSilent ends a talk that went wrong: the test has failed already.
var errSilent = errors.New("the talk has no answer")

// Run enters a line.
func (k *Talk) Run(ctx context.Context, e vendors.Entry) (vendors.Answer, error) {
	u, err := k.take(ctx, e.Line)
	switch {
	case err != nil:
		return vendors.Answer{}, err
	case u.input != string(e.Input):
		k.t.Errorf("%q reads %q, and not %q", e.Line, e.Input, u.input)
	case u.within != 0 && u.within != e.Within:
		k.t.Errorf("%q may take %s, and not %s", e.Line, e.Within, u.within)
	}
	if u.asks != "" && !k.replies(e, u) {
		return vendors.Answer{}, fmt.Errorf("%q asks %q", e.Line, u.asks)
	}
	return u.answer, nil
}

// replies tells whether a question was expected.
func (k *Talk) replies(e vendors.Entry, u *turn) bool {
	for _, r := range e.Replies {
		if strings.Contains(u.asks, r.Question) {
			if r.Answer != u.says {
				k.t.Errorf("%q asks %q: the answer is %q, and not %q", e.Line, u.asks, r.Answer, u.says)
			}
			return true
		}
	}
	return false
}

// take is the next turn, if it is about the line.
func (k *Talk) take(ctx context.Context, line string) (*turn, error) {
	if k.next == len(k.turns) {
		k.t.Errorf("entered behind the end of the talk: %q", line)
		return nil, errSilent
	}
	u := &k.turns[k.next]
	if u.line != line {
		k.t.Errorf("entered: %q\n   talk: %q", line, u.line)
		return nil, errSilent
	}
	k.next++
	select {
	case <-time.After(u.after):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if u.lost {
		return nil, ErrLost
	}
	return u, nil
}

// Get reads a path; what is not there is written as [exit 1].
func (k *Talk) Get(ctx context.Context, path string) ([]byte, error) {
	u, err := k.take(ctx, "get "+path)
	switch {
	case err != nil:
		return nil, err
	case u.answer.Exit != 0:
		return nil, vendors.ErrNotFound
	}
	return []byte(u.answer.Text), nil
}

// Set sends a request.
func (k *Talk) Set(ctx context.Context, request []byte) error {
	u, err := k.take(ctx, "set "+string(request))
	if err == nil && u.refused != "" {
		return &vendors.RefusedError{Step: -1, Line: "Set", Says: u.refused}
	}
	return err
}

// End fails the test when lines were not entered.
func (k *Talk) End() {
	if k.next < len(k.turns) {
		k.t.Errorf("never entered: %q", k.turns[k.next].line)
	}
}

// Echo is a terminal that answers every line with the same text, for those that feed readers with anything.
type Echo string

// Run answers.
func (e Echo) Run(context.Context, vendors.Entry) (vendors.Answer, error) {
	return vendors.Answer{Text: string(e)}, nil
}
