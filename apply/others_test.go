package apply

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestOthersChangeStays has another weft make the same change while this one arms: it does not take back what it did not send.
func TestOthersChangeStays(t *testing.T) {
	for kind := range netKinds {
		if kind == trials {
			continue // there nobody else comes in
		}
		inVirtualTime(t, func(t *testing.T, dir string) {
			f, b := one(tuned(t, "leaf1"), kind)
			o := f.options(dir)
			o.Event = func(e Event) {
				if e.Doing == "arm" {
					b.mu.Lock()
					defer b.mu.Unlock()
					b.running, b.saved = b.m.result.Predicted.Bytes(), b.m.result.Predicted.Bytes()
					b.snaps["weft-another000"] = b.running
				}
			}
			r, err := Run(t.Context(), f.work, o)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Hour)
			s := r.Switches[0]
			if b.hash(b.running) != b.new || s.Outcome != Untouched || !s.Failed || !strings.Contains(strings.Join(s.Warnings, ";"), "somebody else changed it") {
				t.Errorf("kind %d: it runs %s: %+v", kind, b.name(b.hash(b.running)), s)
			}
			if b.snaps[TxID(o.Run, "leaf1")] != nil {
				t.Error("its own snapshot is left")
			}
		})
	}
}

// TestLeftOutIsResumed wants the report of a run that was killed to have the switches too that it left out from the start.
func TestLeftOutIsResumed(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(tuned(t, "leaf1"), tuned(t, "leaf2"))
		f.boxes["leaf2"].snaps["weft-another000"] = f.boxes["leaf2"].running
		if at := killedWith(t, f, dir); !at {
			t.Fatal("it was not killed")
		}
		r, err := Resume(t.Context(), "", f.options(dir))
		if err != nil {
			t.Fatal(err)
		}
		if got := outcomes(r); got != "old refused" {
			t.Errorf("%s: %+v", got, r.Switches)
		}
	})
}

// killedWith ends weft when leaf1 is armed.
func killedWith(t *testing.T, f *fabric, dir string) (reached bool) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := f.options(dir)
	o.Event = func(e Event) {
		if e.Device == "leaf1" && e.Doing == "arm" {
			reached = true
			f.crashed.Store(true)
			cancel()
		}
	}
	if _, err := Run(ctx, f.work, o); err != nil {
		t.Fatal(err)
	}
	f.crashed.Store(false)
	return reached
}

// TestNotTakenUp interrupts a run that is resumed before it has looked at any switch: whoever reads the report is told what to do.
func TestNotTakenUp(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(tuned(t, "leaf1"))
		killedWith(t, f, dir)
		o := f.options(dir)
		o.Interrupt = NewInterrupt()
		o.Interrupt.Interrupt()
		r, err := Resume(t.Context(), "", o)
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Switches[0]; s.Outcome != Between || len(s.Lines) == 0 || len(s.Commands) == 0 || r.ExitCode() != 130 {
			t.Errorf("exit code %d, %+v", r.ExitCode(), s)
		}
		resumesTo(t, f, dir, Old)
	})
}
