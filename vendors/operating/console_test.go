package operating_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// said answers every line with a text.
type said string

func (s said) Run(context.Context, vendors.Entry) (vendors.Answer, error) {
	return vendors.Answer{Text: string(s)}, nil
}

func TestRefusals(t *testing.T) {
	d := vendors.Dialect{Refusals: []string{`^% \w+`, `^Error:`}}
	for text, want := range map[string]struct{ done, shown bool }{
		"":                                 {true, true},
		"fine\n":                           {true, true},
		"   ^\n% Invalid command\n":        {false, false},
		"\r\n\r\nError: no\r\n":            {false, false},
		"a\nb\nc\nError: in a banner\n":    {false, true},
		"a\n\n\nb\nError: not far enough":  {false, false},
		"%SYSTEM-6-INFO: somebody came\n":  {true, true},
		"  % Permission denied for this\n": {false, false},
	} {
		c := operating.NewConsole(said(text), d)
		_, err := c.Do(t.Context(), vendors.Entry{Line: "key secret7"})
		if (err == nil) != want.done {
			t.Errorf("doing, %q: %v", text, err)
		}
		var refused *vendors.RefusedError
		if err != nil && (!errors.As(err, &refused) || refused.Step != -1 || refused.Line != "key <redacted>") {
			t.Errorf("%q: %#v", text, err)
		}
		if _, err := c.Show(t.Context(), "show"); (err == nil) != want.shown {
			t.Errorf("showing, %q: %v", text, err)
		}
	}
}

func TestAgain(t *testing.T) {
	errBusy, errOther := errors.New("busy"), errors.New("other")
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			errs   []error
			want   error
			passed time.Duration
		}{
			{[]error{nil}, nil, 0},
			{[]error{errBusy, nil}, nil, time.Second},
			{[]error{errBusy, errOther}, errOther, time.Second},
			{[]error{errBusy, errBusy, errBusy}, errBusy, 3 * time.Second},
		} {
			start, tries := time.Now(), 0
			err := operating.Again(t.Context(), []time.Duration{time.Second, 2 * time.Second}, func(err error) bool { return err == errBusy }, func() error {
				tries++
				return c.errs[tries-1]
			})
			if err != c.want || tries != len(c.errs) || time.Since(start) != c.passed {
				t.Errorf("%v: %v after %d tries and %s", c.errs, err, tries, time.Since(start))
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := operating.Sleep(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a sleep that is cut short: %v", err)
		}
	})
}

// TestLeft wants a session that was not let out of a view to be over, and what went wrong there to be told.
func TestLeft(t *testing.T) {
	refusal := operating.Refused("end", "no")
	inside := operating.Refused("mtu 9216", "no")
	over := errors.New("the connection was lost")
	for _, c := range []struct {
		why, err error
		says     string // empty for none
		answer   bool   // the session goes on
	}{
		{nil, nil, "", false},
		{inside, nil, "mtu 9216", true},
		{nil, refusal, "leaving the view", false},
		{inside, refusal, "mtu 9216", false},
		{inside, over, "mtu 9216", true},
		{nil, over, "the connection was lost", false},
	} {
		err := operating.Left("the view", c.why, c.err)
		var refused *vendors.RefusedError
		if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) || errors.As(err, &refused) != c.answer {
			t.Errorf("%v, %v: %v", c.why, c.err, err)
		}
	}
}
