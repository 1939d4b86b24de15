package apply

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
)

// TestAppliedOnce refuses a saved plan that was carried out, also when what it did was taken back, and takes another of the same switches.
func TestAppliedOnce(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(fresh(t, "leaf1"), fresh(t, "leaf2"))
		o := f.options(dir)
		o.PlanFile = Digest([]byte("a plan"))
		first := o.Run
		if _, err := Run(t.Context(), f.work, o); err != nil {
			t.Fatal(err)
		}
		o.Run, o.PlanFile = "20261130T100000Z-0000", ""
		if _, err := Rollback(t.Context(), first, o); err != nil {
			t.Fatal(err)
		}
		o.Run, o.PlanFile = "20261130T110000Z-0000", Digest([]byte("a plan"))
		if _, err := Run(t.Context(), f.work, o); !errors.Is(err, ErrApplied) || !strings.Contains(err.Error(), first) {
			t.Errorf("again: %v", err)
		}
		if b := f.boxes["leaf1"]; b.hash(b.running) != b.old {
			t.Error("leaf1 was touched")
		}
		o.PlanFile = Digest([]byte("another plan"))
		if _, err := Run(t.Context(), f.work, o); err != nil {
			t.Errorf("another plan: %v", err)
		}
	})
}

// TestAppliedInPart lets a plan be carried out on a switch that it did not change the first time.
func TestAppliedInPart(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(fresh(t, "leaf1"), fresh(t, "leaf2"))
		whole := f.work
		o := f.options(dir)
		o.PlanFile = Digest([]byte("a plan"))
		for run, name := range map[string]string{"20261130T100000Z-0000": "leaf1", "20261130T110000Z-0000": "leaf2"} {
			o.Run, f.work = run, only(whole, name)
			if _, err := Run(t.Context(), f.work, o); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// TestAppliedInVain lets a plan be carried out again that left its switch as it was.
func TestAppliedInVain(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f, b := one(fresh(t, "leaf1"), checkpoints)
		o := f.options(dir)
		o.PlanFile = Digest([]byte("a plan"))
		o.Event = func(e Event) {
			if e.Doing == "wave" {
				b.meddle(theirsIn)
			}
		}
		r, err := Run(t.Context(), f.work, o)
		if err != nil || r.Switches[0].Outcome != Untouched {
			t.Fatalf("%+v, %v", r, err)
		}
		b.running, o.Run, o.Event = b.ours(b.running), "20261130T110000Z-0000", nil
		if r, err = Run(t.Context(), f.work, o); err != nil || r.Switches[0].Outcome != New {
			t.Errorf("again: %+v, %v", r, err)
		}
	})
}

// only is the part of some work that is on one switch.
func only(w Work, name string) Work {
	part := Work{Plan: plan.Assemble(nil, plan.Meta{IntentHash: w.Plan.IntentHash}), Switches: w.Switches}
	for _, d := range w.Plan.Devices {
		if d.Name == name {
			part.Plan = plan.Assemble([]plan.Device{d}, plan.Meta{IntentHash: w.Plan.IntentHash})
		}
	}
	return part
}
