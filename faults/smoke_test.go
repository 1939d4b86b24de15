package faults

import (
	"strings"
	"testing"
	"time"
)

func TestSmoke(t *testing.T) {
	proof()
	for _, name := range names {
		for c := range numChanges {
			modelFor(t, name, c)
			inVirtualTime(t, func(t *testing.T, dir string) {
				s := newStage(t, dir, cast{Name: name, Change: c})
				from := time.Now()
				r, err := s.live(t.Context(), s.options(), s.apply)
				t.Log(name, c, err, "commands", len(s.nodes[name].sw.Commands()), s.gate.counts, time.Since(from))
				if err == nil && r.Switches[0].Outcome != "new" {
					t.Errorf("%+v", r)
					t.Log(strings.Join(s.told, "\n"))
				}
				must(s.close())
			})
		}
	}
}
