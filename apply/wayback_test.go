package apply

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// one is a fabric of one switch.
func one(m model, kind netKind) (*fabric, *box) {
	f := fabricOf(m)
	b := f.boxes[m.in.Name]
	b.kind = kind
	return f, b
}

// TestRefusedAtEveryStep refuses step k of the push, for every k, while somebody else adds something that weft reads, and wants the
// switch back at what it ran, with what was added.
func TestRefusedAtEveryStep(t *testing.T) {
	for name, m := range map[string]model{"fresh": fresh(t, "leaf1"), "moved": moved(t, "leaf1")} {
		for kind := range netKinds {
			for _, what := range []fault{fine, theirsIn} {
				for k := range m.result.Device.Steps {
					inVirtualTime(t, func(t *testing.T, dir string) {
						f, b := one(m, kind)
						b.refuseAt, b.refuseOf, b.faults = k, len(m.result.Device.Steps), map[int]fault{8: what}
						r, err := Run(t.Context(), f.work, f.options(dir))
						if err != nil {
							t.Fatal(err)
						}
						if s := r.Switches[0]; s.Outcome != Old || !s.Failed || !strings.Contains(s.Reason, "ERROR: no") || r.ExitCode() != 3 {
							t.Errorf("%s, step %d: exit code %d, %+v", name, k, r.ExitCode(), s)
						}
						for _, wrong := range f.holds(t, r, true) {
							t.Errorf("%s, step %d: %s", name, k, wrong)
						}
					})
				}
			}
		}
	}
}

// TestEveryWayRefused is a switch that stops in the middle and refuses whatever else would change it.
func TestEveryWayRefused(t *testing.T) {
	m := fresh(t, "leaf1")
	inVirtualTime(t, func(t *testing.T, dir string) {
		f, b := one(m, checkpoints)
		b.refuseAt, b.refuseOf = 30, len(m.result.Device.Steps)
		o := f.options(dir)
		o.Event = func(e Event) { b.hushed = b.hushed || e.Step == 30 }
		r, err := Run(t.Context(), f.work, o)
		if err != nil {
			t.Fatal(err)
		}
		s := r.Switches[0]
		if s.Outcome != Between || len(s.Lines) == 0 || len(s.Commands) == 0 || r.ExitCode() != 3 || r.Stopped == "" {
			t.Errorf("%+v", s)
		}
		if !slices.ContainsFunc(s.Commands, func(c string) bool { return strings.HasPrefix(c, "no ") }) {
			t.Errorf("the commands for a person take nothing back: %q", s.Commands)
		}
		b.hushed, b.refuseOf = false, 0
		resumesTo(t, f, dir, Old)
	})
}

// resumesTo resumes and wants the one switch to be something then.
func resumesTo(t *testing.T, f *fabric, dir string, want Outcome) {
	t.Helper()
	r, err := Resume(t.Context(), "", f.options(dir))
	if err != nil {
		t.Fatal(err)
	}
	if r.Switches[0].Outcome != want {
		t.Errorf("resumed to %+v", r.Switches[0])
	}
	for _, wrong := range f.holds(t, r, true) {
		t.Error(wrong)
	}
}

// TestGoneForGood loses a switch after the push and finds it again at the next resume: put back by its own timer where it has one.
func TestGoneForGood(t *testing.T) {
	for kind := range netKinds {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f, b := one(fresh(t, "leaf1"), kind)
			o := f.options(dir)
			o.Event = func(e Event) { b.dead = b.dead || e.Step > 0 && e.Step == e.Of }
			start := time.Now()
			r, err := Run(t.Context(), f.work, o)
			if err != nil {
				t.Fatal(err)
			}
			s := r.Switches[0]
			if s.Outcome != Between || !strings.Contains(s.Reason, "contact was lost") || r.ExitCode() != 3 {
				t.Errorf("%+v", s)
			}
			if waited := time.Since(start); kind != checkpoints && waited < 10*time.Minute || waited > time.Hour {
				t.Errorf("waited for %s", waited)
			}
			b.dead = false
			resumesTo(t, f, dir, map[netKind]Outcome{checkpoints: New, deadMan: Old, trials: Old}[kind])
		})
	}
}

// TestAwayUntilTheTimer loses a switch for so long that it goes back by itself, and says what is there then.
func TestAwayUntilTheTimer(t *testing.T) {
	for _, kind := range []netKind{deadMan, trials} {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f, b := one(tuned(t, "leaf1"), kind)
			o := f.options(dir)
			o.Limits.Timer = time.Hour
			o.Event = func(e Event) {
				if e.Step > 0 && e.Step == e.Of && b.down.IsZero() {
					b.down = time.Now().Add(65 * time.Minute)
				}
			}
			r, err := Run(t.Context(), f.work, o)
			if err != nil {
				t.Fatal(err)
			}
			if s := r.Switches[0]; s.Outcome != Old {
				t.Errorf("%+v", s)
			}
			for _, wrong := range f.holds(t, r, true) {
				t.Error(wrong)
			}
		})
	}
}

// TestUndoComesFirst goes back by the undo that the plan proved, and keeps what somebody else changed, in what weft reads and beside it.
func TestUndoComesFirst(t *testing.T) {
	for _, what := range []fault{fine, theirsOut, theirsIn} {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f, b := one(fresh(t, "leaf1"), checkpoints)
			o := f.options(dir)
			o.Event = func(e Event) {
				if e.Doing == "health" && !b.sick {
					b.sick = true
					b.meddle(what)
				}
			}
			r, err := Run(t.Context(), f.work, o)
			if err != nil {
				t.Fatal(err)
			}
			if s := r.Switches[0]; s.Outcome != Old || s.WayBack != "the undo" || len(s.Others) == 0 {
				t.Errorf("%s: %+v", what, s)
			}
			for _, wrong := range f.holds(t, r, true) {
				t.Error(wrong)
			}
		})
	}
}

// TestSnapshotOnlyAlone uses the switch's own snapshot when no command leads back, and not when somebody else changed something.
func TestSnapshotOnlyAlone(t *testing.T) {
	m := fresh(t, "leaf1")
	for _, meddled := range []bool{false, true} {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f, b := one(m, checkpoints)
			o := f.options(dir)
			b.refuses = "no policy-map type qos"
			o.Event = func(e Event) {
				if e.Doing == "health" && !b.sick {
					if b.sick = true; meddled {
						b.meddle(theirsOut)
					}
				}
			}
			r, err := Run(t.Context(), f.work, o)
			if err != nil {
				t.Fatal(err)
			}
			want := map[bool]string{false: "the switch's own snapshot", true: finishing}[meddled]
			if s := r.Switches[0]; s.WayBack != want || !s.Failed {
				t.Errorf("%+v", s)
			}
			for _, wrong := range f.holds(t, r, true) {
				t.Error(wrong)
			}
		})
	}
}

// TestTrialEnds ends a trial rather than undoing it, and undoes what is no trial any more.
func TestTrialEnds(t *testing.T) {
	for want, hurt := range map[string]func(*box){
		"ending the trial": func(b *box) { b.sick = true },
		"the undo":         func(b *box) { b.unsaving = true },
	} {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f, b := one(fresh(t, "leaf1"), trials)
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
			if s := r.Switches[0]; s.Outcome != Old || s.WayBack != want || b.did("revert") != (want == "ending the trial") {
				t.Errorf("%+v", s)
			}
			for _, wrong := range f.holds(t, r, true) {
				t.Error(wrong)
			}
		})
	}
}

// TestAcknowledgedOnly finds that nothing was done before it confirms anything.
func TestAcknowledgedOnly(t *testing.T) {
	for kind := range netKinds {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f, b := one(tuned(t, "leaf1"), kind)
			b.deaf = true
			r, err := Run(t.Context(), f.work, f.options(dir))
			if err != nil {
				t.Fatal(err)
			}
			if s := r.Switches[0]; s.Outcome != Old || !strings.Contains(s.Reason, "does not run what it was to run") {
				t.Errorf("%+v", s)
			}
		})
	}
}

// TestRefusedAtEveryStepBack refuses step k of the undo, for every k, while somebody else adds something that weft reads.
func TestRefusedAtEveryStepBack(t *testing.T) {
	m := moved(t, "leaf1")
	for _, what := range []fault{fine, theirsIn} {
		for k := range m.result.Device.Undo.Steps {
			inVirtualTime(t, func(t *testing.T, dir string) {
				f, b := one(m, checkpoints)
				o := f.options(dir)
				o.Event = func(e Event) {
					switch {
					case e.Doing == "health" && !b.sick:
						b.sick = true
						b.meddle(what)
					case e.Doing == "way back: the undo" && e.Step == 0:
						b.refuseAt, b.refuseOf = k, len(m.result.Device.Undo.Steps)
					}
				}
				r, err := Run(t.Context(), f.work, o)
				if err != nil {
					t.Fatal(err)
				}
				if s := r.Switches[0]; s.Outcome != Old || s.WayBack == "the undo" {
					t.Errorf("step %d: %+v", k, s)
				}
				for _, wrong := range f.holds(t, r, true) {
					t.Errorf("%s, step %d: %s", what, k, wrong)
				}
			})
		}
	}
}
