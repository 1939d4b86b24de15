package apply

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// TestStale touches nothing when one switch runs something else than its plan was made from, or leaves that one out.
func TestStale(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(fresh(t, "leaf1"), fresh(t, "leaf2"))
		f.boxes["leaf1"].meddle(theirsOut) // which is none of weft's business
		f.boxes["leaf2"].meddle(theirsIn)
		o := f.options(dir)
		if _, err := Run(t.Context(), f.work, o); !errors.Is(err, plan.ErrStale) || !strings.Contains(err.Error(), "leaf2") {
			t.Errorf("got %v", err)
		}
		if b := f.boxes["leaf1"]; b.hash(b.running) != b.old {
			t.Error("leaf1 was touched")
		}
		o.SkipStale = true
		r, err := Run(t.Context(), f.work, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Switches[0].Outcome != New || r.Switches[1].Outcome != Refused || r.ExitCode() != 6 {
			t.Errorf("exit code %d, %+v", r.ExitCode(), r.Switches)
		}
	})
}

// TestStaleLater leaves a switch untouched that changes between the look at all and its turn.
func TestStaleLater(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f, b := one(fresh(t, "leaf1"), checkpoints)
		o := f.options(dir)
		o.Event = func(e Event) {
			if e.Doing == "wave" {
				b.meddle(theirsIn)
			}
		}
		r, err := Run(t.Context(), f.work, o)
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Switches[0]; s.Outcome != Untouched || !s.Failed || r.ExitCode() != 3 {
			t.Errorf("%+v", s)
		}
	})
}

// TestTwoRuns lets one run at a time work in a directory, and says who has it.
func TestTwoRuns(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(fresh(t, "leaf1"))
		o := f.options(dir)
		var second error
		o.Event = func(e Event) {
			if e.Doing == "push" && e.Step == 0 {
				other := f.options(dir)
				other.Run = "another"
				_, second = Run(t.Context(), f.work, other)
			}
		}
		if _, err := Run(t.Context(), f.work, o); err != nil {
			t.Fatal(err)
		}
		if !errors.Is(second, ErrLocked) || !strings.Contains(second.Error(), o.Run) {
			t.Errorf("got %v", second)
		}
	})
}

// TestClaims refuses a switch that another transaction is on, and clears what a dead one left.
func TestClaims(t *testing.T) {
	cases := map[string]struct {
		kind netKind
		put  func(*box, string)
		want Outcome
	}{
		"a live trial": {trials, func(b *box, _ string) { b.snaps["weft-aaaaaaaaaa"], b.trial = b.running, "weft-aaaaaaaaaa" }, Refused},
		"a timer": {deadMan, func(b *box, _ string) {
			b.snaps["weft-aaaaaaaaaa"], b.timers["weft-aaaaaaaaaa"] = b.running, time.Now().Add(time.Hour)
		}, Refused},
		"an unknown checkpoint": {checkpoints, func(b *box, _ string) { b.snaps["weft-aaaaaaaaaa"] = b.running }, Refused},
		"one of an ended run":   {checkpoints, func(b *box, run string) { b.snaps[TxID(run, "leaf1")] = b.running }, New},
	}
	for name, c := range cases {
		inVirtualTime(t, func(t *testing.T, dir string) {
			first, _ := one(fresh(t, "leaf1"), checkpoints)
			o := first.options(dir)
			if _, err := Run(t.Context(), first.work, o); err != nil {
				t.Fatal(err)
			}
			f, b := one(fresh(t, "leaf1"), c.kind)
			c.put(b, o.Run)
			time.Sleep(time.Second)
			r, err := Run(t.Context(), f.work, f.options(dir))
			if err != nil {
				t.Fatal(err)
			}
			if s := r.Switches[0]; s.Outcome != c.want {
				t.Errorf("%s: %+v", name, s)
			}
		})
	}
}

// TestTwoMachines lets neither of two runs on that arm the same switch at the same time.
func TestTwoMachines(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f, b := one(fresh(t, "leaf1"), checkpoints)
		o := f.options(dir)
		o.Event = func(e Event) {
			if e.Doing == "arm" {
				b.snaps["weft-aaaaaaaaaa"] = b.running
			}
		}
		r, err := Run(t.Context(), f.work, o)
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Switches[0]; s.Outcome != Old || len(b.snaps) != 1 || !strings.Contains(s.Reason, "weft-aaaaaaaaaa") {
			t.Errorf("%d snapshots, %+v", len(b.snaps), s)
		}
	})
}

// shut is a fabric that lets nobody in.
type shut struct {
	*fabric
	why error
	who string
}

func (s *shut) Connect(ctx context.Context, site vendors.Site) (Session, error) {
	if strings.HasPrefix(site.Device, s.who) {
		return nil, s.why
	}
	return s.fabric.Connect(ctx, site)
}

// TestNotLetIn stops before touching anything when switches do not prove who they are or let nobody in.
func TestNotLetIn(t *testing.T) {
	var models []model
	for _, name := range []string{"leaf1", "leaf2", "leaf3", "leaf4", "leaf5"} {
		models = append(models, fresh(t, name))
	}
	for _, c := range []struct {
		why   error
		who   string
		stops bool
	}{
		{vendors.ErrHostKeyChanged, "leaf3", true}, {vendors.ErrHostKey, "leaf3", false}, {vendors.ErrAuth, "leaf3", false}, {vendors.ErrAuth, "leaf", true},
	} {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f := &shut{fabricOf(models...), c.why, c.who}
			o := f.options(dir)
			o.Connector, o.Parallelism = f, 1
			r, err := Run(t.Context(), f.work, o)
			if c.stops != (err != nil) {
				t.Fatalf("%v: %v", c.why, err)
			}
			if err == nil && (r.ExitCode() != 6 || r.Switches[2].Outcome != Unreachable) {
				t.Errorf("%v: exit code %d, %+v", c.why, r.ExitCode(), r.Switches)
			}
			if c.stops && f.boxes["leaf5"].calls > 0 {
				t.Errorf("%v: it went on to others", c.why)
			}
		})
	}
}

// TestNothingPlanned reports the switches that a plan does not change.
func TestNothingPlanned(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf()
		f.work.Plan = plan.Assemble([]plan.Device{{Name: "a", Status: plan.Refused, Reason: "r"}, {Name: "b", Status: plan.NotPlanned}, {Name: "c", Status: plan.Unchanged}}, plan.Meta{})
		r, err := Run(t.Context(), f.work, f.options(dir))
		if err != nil || len(r.Switches) != 2 || r.ExitCode() != 6 {
			t.Errorf("%v, %+v", err, r)
		}
	})
}

// TestDisruption refuses a plan that does more than is allowed.
func TestDisruption(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(fresh(t, "leaf1"))
		o := f.options(dir)
		o.MaxDisruption = vendors.None
		r, err := Run(t.Context(), f.work, o)
		if err != nil || r.Switches[0].Outcome != Refused || r.ExitCode() != 6 {
			t.Errorf("%v, %+v", err, r)
		}
	})
}

// TestSameTwice gives the same report and the same journal for the same events.
func TestSameTwice(t *testing.T) {
	var texts [2]string
	for i := range texts {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f := fabricOf(fresh(t, "leaf1"), tuned(t, "leaf2"))
			f.boxes["leaf1"].faults = map[int]fault{9: lostAfter}
			o := f.options(dir)
			o.Parallelism = 1
			r, err := Run(t.Context(), f.work, o)
			if err != nil {
				t.Fatal(err)
			}
			report, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			journal, err := os.ReadFile(filepath.Join(o.Dir, runsDir, o.Run, journalFile))
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(report) + string(journal)
		})
	}
	if texts[0] != texts[1] {
		t.Errorf("first\n%s\nthen\n%s", texts[0], texts[1])
	}
}
