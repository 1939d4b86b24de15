package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/apply"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/vendors"
)

// TestOpensOnce: planning and changing speak to switches through one book, so that a command that prints a password runs once.
func TestOpensOnce(t *testing.T) {
	l := &live{}
	if err := l.open(&intent.Intent{}, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	first := l.book
	if err := l.open(&intent.Intent{}, t.TempDir()); err != nil || l.book != first {
		t.Errorf("it was opened again: %v", err)
	}
}

// TestLiveOptions: reading waits, and does so of many at once unless a person says how many. What was not said stays so, for changing.
func TestLiveOptions(t *testing.T) {
	p := &project{}
	if got := p.liveOptions().Parallelism; got != liveParallelism || p.parallelism != 0 {
		t.Errorf("%d, and %d is left for others", got, p.parallelism)
	}
	p.parallelism = 3
	if got := p.liveOptions().Parallelism; got != 3 {
		t.Errorf("%d", got)
	}
}

// TestDoubts: one changed host key, or too many refused logins, and no switch is touched.
func TestDoubts(t *testing.T) {
	for want, errs := range map[string][]error{
		"": append(repeat(vendors.ErrAuth, apply.MostShutOut), vendors.ErrUnreachable, nil, vendors.ErrHostKey), // an unknown key is only not read
		"4 switches let nobody in (leaf1-4): are the credentials right?": repeat(vendors.ErrAuth, apply.MostShutOut+1),
		"leaf2: " + vendors.ErrHostKeyChanged.Error():                    {nil, vendors.ErrHostKeyChanged},
	} {
		d := &doubts{}
		for i, err := range errs {
			if err != nil {
				err = fmt.Errorf("logging in: %w", err)
			}
			d.note(fmt.Sprintf("leaf%d", i+1), err)
		}
		got := ""
		if err := d.refuse(); err != nil {
			got = strings.Replace(err.Error(), "logging in: ", "", 1)
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func repeat(err error, n int) (all []error) {
	for range n {
		all = append(all, err)
	}
	return all
}
