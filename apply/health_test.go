package apply

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// TestJudge holds each rule of a sign.
func TestJudge(t *testing.T) {
	steady := func(v string) vendors.Sign { return vendors.Sign{Port: "p", What: "oper", Value: v} }
	count := func(n uint64) vendors.Sign {
		return vendors.Sign{Port: "p", What: "drops", Rule: vendors.Counter, Count: n}
	}
	met := func(v string) vendors.Sign {
		return vendors.Sign{Port: "p", What: "pfc", Rule: vendors.Met, Value: v, Want: "3"}
	}
	hidden := vendors.Sign{Port: "p", What: "oper", Unchecked: "no such command"}
	for name, c := range map[string]struct {
		before, after   []vendors.Sign
		sick, unchecked int
	}{
		"as before":          {[]vendors.Sign{steady("up"), count(4), met("")}, []vendors.Sign{steady("up"), count(4), met("3")}, 0, 0},
		"port down":          {[]vendors.Sign{steady("up")}, []vendors.Sign{steady("down")}, 1, 0},
		"counter grew":       {[]vendors.Sign{count(4)}, []vendors.Sign{count(5)}, 1, 0},
		"counter cleared":    {[]vendors.Sign{count(4)}, []vendors.Sign{count(0)}, 0, 0},
		"not programmed":     {[]vendors.Sign{met("")}, []vendors.Sign{met("")}, 1, 0},
		"new sign that asks": {nil, []vendors.Sign{met("2")}, 1, 0},
		"new sign":           {nil, []vendors.Sign{steady("up")}, 0, 1},
		"gone":               {[]vendors.Sign{steady("up")}, nil, 1, 0},
		"hidden":             {[]vendors.Sign{steady("up")}, []vendors.Sign{hidden}, 0, 1},
		"hidden before":      {[]vendors.Sign{hidden}, []vendors.Sign{steady("down")}, 0, 1},
	} {
		if v := judge(c.before, c.after); len(v.sick) != c.sick || len(v.unchecked) != c.unchecked {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// TestUncheckedIsToldOnce tells what is not shown once, with its ports.
func TestUncheckedIsToldOnce(t *testing.T) {
	var after []vendors.Sign
	for _, port := range []string{"Ethernet1/1", "Ethernet1/2", "Ethernet1/32", ""} {
		after = append(after, vendors.Sign{Port: port, What: "LLDP", Unchecked: "no such command"})
	}
	v := judge(nil, append(after, vendors.Sign{What: "TCAM", Unchecked: "hidden"}))
	want := []string{"LLDP: no such command; on Ethernet1/1-2,32", "TCAM: hidden"}
	if got := v.uncheckedText(); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestUnhealthyGoesBack brings back a switch that took the change and is not well with it.
func TestUnhealthyGoesBack(t *testing.T) {
	for name, hurt := range map[string]func(*box){
		"not programmed": func(b *box) { b.unprogrammed = true },
		"port down":      func(b *box) { b.sick = true },
		"drops":          func(b *box) { b.drops++ },
	} {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f, b := one(fresh(t, "leaf1"), checkpoints)
			o := f.options(dir)
			o.Event = func(e Event) {
				if e.Doing == "read back" {
					hurt(b)
				}
			}
			r, err := Run(t.Context(), f.work, o)
			if err != nil {
				t.Fatal(err)
			}
			if s := r.Switches[0]; s.Outcome != Old || !strings.Contains(s.Reason, "not healthy") || r.ExitCode() != 3 {
				t.Errorf("%s: %+v", name, s)
			}
			for _, wrong := range f.holds(t, r, true) {
				t.Error(wrong)
			}
		})
	}
}
