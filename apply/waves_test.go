package apply

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestWaves divides switches as a rollout says.
func TestWaves(t *testing.T) {
	var names []string
	for i := range 10 {
		names = append(names, fmt.Sprintf("leaf%d", i+1))
	}
	apart := apartOf([]Switch{{Name: "leaf2", Apart: []string{"leaf3"}}})
	for _, c := range []struct {
		rollout Rollout
		want    string
	}{
		{Rollout{}, "leaf1 leaf2 leaf4 leaf5 leaf6 leaf7 leaf8 leaf9 leaf10 | leaf3"},
		{Rollout{Canary: []string{"leaf7"}, Waves: []string{"2", "50%", "100%"}}, "leaf7 / leaf1 / leaf2 leaf4 | leaf3 / leaf5 leaf6 leaf8 leaf9 leaf10"},
		{Rollout{Canary: []string{"leaf[23]"}, Waves: []string{"1%"}}, "leaf2 | leaf3 / leaf1 leaf4 leaf5 leaf6 leaf7 leaf8 leaf9 leaf10"},
		{Rollout{Waves: []string{"1%", "200"}}, "leaf1 / leaf2 leaf4 leaf5 leaf6 leaf7 leaf8 leaf9 leaf10 | leaf3"},
	} {
		waves, err := c.rollout.waves(names, apart)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(c.want, wavesText(waves)); diff != "" {
			t.Errorf("%+v:\n%s", c.rollout, diff)
		}
	}
	for _, wrong := range []Rollout{{Waves: []string{"many"}}, {Waves: []string{"0"}}, {Waves: []string{"120%"}}, {Canary: []string{"[a"}}} {
		if _, err := wrong.waves(names, nil); err == nil {
			t.Errorf("%+v is accepted", wrong)
		}
	}
}

func wavesText(waves []wave) string {
	var all []string
	for _, w := range waves {
		var parts []string
		for _, p := range w.parts {
			parts = append(parts, strings.Join(p, " "))
		}
		all = append(all, strings.Join(parts, " | "))
	}
	return strings.Join(all, " / ")
}

// five is a fabric of five switches.
func five(t *testing.T) *fabric {
	var models []model
	for i := range 5 {
		models = append(models, tuned(t, fmt.Sprintf("leaf%d", i+1)))
	}
	return fabricOf(models...)
}

func outcomes(r *Report) string {
	var all []string
	for _, s := range r.Switches {
		all = append(all, string(s.Outcome))
	}
	return strings.Join(all, " ")
}

// TestBudget leaves later waves untouched once more switches failed than may.
func TestBudget(t *testing.T) {
	for budget, want := range []string{"old untouched untouched untouched untouched", "old new old untouched untouched", "old new old new new"} {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f := five(t)
			for _, name := range []string{"leaf1", "leaf3"} {
				f.boxes[name].refuseOf = 1
			}
			o := f.options(dir)
			o.Rollout, o.Parallelism = Rollout{Waves: []string{"1", "3"}, Budget: budget}, 1
			r, err := Run(t.Context(), f.work, o)
			if err != nil {
				t.Fatal(err)
			}
			if got := outcomes(r); got != want || r.ExitCode() != 3 {
				t.Errorf("a budget of %d: %s", budget, got)
			}
		})
	}
}

// TestCanary stops at the first canary that fails, whatever the budget.
func TestCanary(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := five(t)
		f.boxes["leaf4"].refuseOf = 1
		o := f.options(dir)
		o.Rollout = Rollout{Canary: []string{"leaf4"}, Budget: 3}
		r, err := Run(t.Context(), f.work, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := outcomes(r); got != "untouched untouched untouched old untouched" {
			t.Error(got)
		}
	})
}

// TestForbidden: when the hours end, no other switch is started, and what was changed stays.
func TestForbidden(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := five(t)
		o := f.options(dir)
		o.Rollout = Rollout{Waves: []string{"2", "4"}, Soak: time.Hour}
		end := time.Now().Add(90 * time.Minute)
		o.Forbidden = func() string {
			if time.Now().After(end) {
				return "the hours have ended"
			}
			return ""
		}
		r, err := Run(t.Context(), f.work, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := outcomes(r); got != "new new new new untouched" || r.ExitCode() != 3 || !strings.Contains(r.Stopped, "the hours have ended") {
			t.Error(got, r.ExitCode(), r.Stopped)
		}
		end = time.Now()
		time.Sleep(time.Second)
		o.Run = "later"
		if _, err := Run(t.Context(), f.work, o); err == nil || !strings.Contains(err.Error(), "the hours have ended") {
			t.Error(err)
		}
	})
}

// TestParallelism never changes more switches at once than it may, and soaks between waves.
func TestParallelism(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := five(t)
		o := f.options(dir)
		o.Parallelism, o.Rollout = 2, Rollout{Waves: []string{"2"}, Soak: time.Hour}
		open, most := 0, 0
		o.Event = func(e Event) {
			switch {
			case e.Doing == "arm":
				open++
			case e.Outcome != "":
				open--
			}
			most = max(most, open)
		}
		start := time.Now()
		if _, err := Run(t.Context(), f.work, o); err != nil {
			t.Fatal(err)
		}
		if most > 2 || time.Since(start) < time.Hour || time.Since(start) > time.Hour+time.Minute {
			t.Errorf("%d at once, in %s", most, time.Since(start))
		}
	})
}

// TestInterrupt starts no other switch after the first interrupt, and brings those at work back after the second.
func TestInterrupt(t *testing.T) {
	for times, want := range map[int]string{1: "new untouched untouched untouched untouched", 2: "old untouched untouched untouched untouched"} {
		for _, at := range []string{"connect", "read", "arm", "push", "read back", "health"} {
			inVirtualTime(t, func(t *testing.T, dir string) {
				f := five(t)
				o := f.options(dir)
				o.Parallelism, o.Interrupt = 1, NewInterrupt()
				o.Event = func(e Event) {
					if e.Device == "leaf1" && e.Doing == at && e.Step == 0 && o.Interrupt.times == 0 {
						for range times {
							o.Interrupt.Interrupt()
						}
						time.Sleep(time.Second) // it is heard at once
					}
				}
				r, err := Run(t.Context(), f.work, o)
				if err != nil {
					t.Fatal(err)
				}
				got := outcomes(r)
				if times == 2 && slices.Contains([]string{"connect", "read"}, at) {
					got = strings.Replace(got, "untouched", "old", 1) // which is what it is
				}
				if got != want || r.ExitCode() != 130 {
					t.Errorf("%d times at %s: exit code %d, %s: %s", times, at, r.ExitCode(), got, r.Switches[0].Reason)
				}
				for _, wrong := range f.holds(t, r, true) {
					t.Error(wrong)
				}
			})
		}
	}
}
