package apply

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/weft-net/weft/plan"
)

// TestRollback brings the switches of a run back, and with another rollback forth again. A switch that was changed since is stale.
func TestRollback(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(fresh(t, "leaf1"), tuned(t, "leaf2"), fresh(t, "leaf3"))
		f.boxes["leaf3"].refuseOf, f.boxes["leaf3"].refuseAt = len(f.boxes["leaf3"].m.result.Device.Steps), 3
		o := f.options(dir)
		first := o.Run
		if _, err := Run(t.Context(), f.work, o); err != nil {
			t.Fatal(err)
		}
		for i, state := range []func(*box) string{func(b *box) string { return b.old }, func(b *box) string { return b.new }} {
			time.Sleep(time.Minute)
			o.Run = RunID(time.Now())
			r, err := Rollback(t.Context(), first, o)
			if err != nil {
				t.Fatal(err)
			}
			if outcomes(r) != "new new" || r.ExitCode() != 0 {
				t.Errorf("rollback %d: %+v", i, r.Switches)
			}
			for _, s := range r.Switches {
				b := f.boxes[s.Name]
				if b.hash(b.running) != state(b) || b.hash(b.saved) != state(b) {
					t.Errorf("rollback %d: %s runs %s", i, s.Name, b.name(b.hash(b.running)))
				}
			}
			first = o.Run
		}
		f.boxes["leaf1"].meddle(theirsIn)
		o.Run = "later"
		if _, err := Rollback(t.Context(), first, o); !errors.Is(err, plan.ErrStale) {
			t.Errorf("got %v", err)
		}
	})
}

// TestRollbackOfNothing names a run that does not exist.
func TestRollbackOfNothing(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(fresh(t, "leaf1"))
		if _, err := Rollback(t.Context(), "never", f.options(dir)); !errors.Is(err, ErrNoRun) {
			t.Errorf("got %v", err)
		}
		if _, err := Resume(t.Context(), "", f.options(dir)); !errors.Is(err, ErrNoRun) {
			t.Errorf("got %v", err)
		}
	})
}

// TestKilledAtEveryRecord ends weft at each record of the journal and resumes: each switch is old or new, and both runs say so.
func TestKilledAtEveryRecord(t *testing.T) {
	m := tuned(t, "leaf1")
	for kind := range netKinds {
		for what := crashBefore; what < diskFaults; what++ {
			for at := 2; ; at++ {
				reached := false
				inVirtualTime(t, func(t *testing.T, dir string) {
					f, _ := one(m, kind)
					reached = killedAt(t, f, dir, at, what)
				})
				if !reached {
					break
				}
			}
		}
	}
}

func killedAt(t *testing.T, f *fabric, dir string, at int, what diskFault) (reached bool) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := f.options(dir)
	o.Wrap = func(d Disk) Disk {
		return &brittle{Disk: d, at: at, what: what, crash: func() {
			reached = true
			f.crashed.Store(true)
			cancel()
		}}
	}
	if _, err := Run(ctx, f.work, o); err != nil && !reached {
		t.Fatal(err)
	}
	f.crashed.Store(false)
	if runs, err := Runs(o.Dir); err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	} else if runs[0].Ended {
		return reached
	}
	if _, err := Run(t.Context(), f.work, f.options(dir)); !errors.Is(err, ErrUnfinished) {
		t.Errorf("killed at record %d, another run began: %v", at, err)
	}
	r, err := Resume(t.Context(), "", f.options(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range f.holds(t, r, true) {
		t.Errorf("killed at record %d: %s", at, wrong)
	}
	if isNew := r.Switches[0].Outcome == New; isNew != (r.ExitCode() == 0) {
		t.Errorf("killed at record %d: the switch is %s, and the exit code %d", at, r.Switches[0].Outcome, r.ExitCode())
	}
	if runs, _ := Runs(o.Dir); !runs[0].Ended {
		t.Errorf("killed at record %d: the run has no end after it was resumed", at)
	}
	return reached
}

// TestResumedWithDifferentSigns holds what a switch shows after a crash against what it showed before the change.
func TestResumedWithDifferentSigns(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f, b := one(tuned(t, "leaf1"), checkpoints)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o := f.options(dir)
		o.Event = func(e Event) {
			if e.Doing == "read back" {
				b.sick = true
				f.crashed.Store(true)
				cancel()
			}
		}
		if _, err := Run(ctx, f.work, o); err != nil {
			t.Fatal(err)
		}
		f.crashed.Store(false)
		resumesTo(t, f, dir, Old)
	})
}
