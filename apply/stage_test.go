package apply

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/lab"
	"github.com/weft-net/weft/qos"
)

// staged is a change on a switch whose intent accepts dual-stage commits.
func staged(t testing.TB, m model) model {
	t.Helper()
	m.in.Site.Accept = map[string]bool{"nxos.dual-stage": true}
	return m
}

// The behaviours of dual-stage commits that no source confirms.
const (
	stageQoS     = "nxos.dual-stage-qos"
	stageTimer   = "nxos.dual-stage-timer"
	stageConfirm = "nxos.dual-stage-confirm"
)

// run changes the switch, and looks at it hours later.
func (w *wired) run(t *testing.T, dir string) SwitchReport {
	t.Helper()
	f := fabricOf(w.m)
	o := f.options(dir)
	o.Connector = w
	r, err := Run(t.Context(), f.work, o)
	time.Sleep(3 * time.Hour)
	w.tells(t, r, err)
	if err != nil {
		t.Fatal(err)
	}
	return r.Switches[0]
}

// TestDualStage changes a switch of every reading of what no source confirms. It is new where that can be relied on, and else old.
func TestDualStage(t *testing.T) {
	for _, c := range []struct {
		qos, timer, confirm int
		outcome             Outcome
		why                 string
	}{
		{0, 0, 0, New, ""},
		{0, 0, 1, Old, "what it did changed all the same"},
		{0, 1, 0, New, ""},
		{0, 1, 1, New, ""}, // the timer ended with the session that committed
		{0, 2, 0, Old, "does not run what it was to run"},
		{0, 2, 1, Old, "does not run what it was to run"},
		{1, 0, 0, Old, "not supported in dual-stage mode"},
	} {
		for _, make := range []func(testing.TB, string) model{tuned, fresh, moved} {
			m := staged(t, make(t, "leaf1"))
			inVirtualTime(t, func(t *testing.T, dir string) {
				w := wire(t, m, dir, map[string]int{stageQoS: c.qos, stageTimer: c.timer, stageConfirm: c.confirm})
				defer w.served.Wait()
				defer w.sw.Close()
				s := w.run(t, dir)
				if s.Outcome != c.outcome || !strings.Contains(s.Reason, c.why) {
					t.Errorf("%+v: %s: %s", c, s.Outcome, s.Reason)
				}
				if reverts := strings.Contains(s.Net, "takes back by itself"); reverts != (c.qos == 0) {
					t.Errorf("%+v: %s", c, s.Net)
				}
			})
		}
	}
}

// TestDualStageUntried has the switch refuse each line with which the mode is tried: the change goes line by line, and the report says so.
func TestDualStageUntried(t *testing.T) {
	m := staged(t, tuned(t, "leaf1"))
	for _, line := range []string{"configure dual-stage", "show configuration", "commit"} {
		inVirtualTime(t, func(t *testing.T, dir string) {
			w := wire(t, m, dir, nil)
			defer w.served.Wait()
			defer w.sw.Close()
			if err := w.sw.Inject(lab.Fault{Name: lab.FaultRefuse, Match: line}); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			s := w.run(t, dir)
			if s.Outcome != New || !strings.Contains(s.Net, "no lost-connection protection (nxos.dual-stage: the switch refused \""+line) {
				t.Errorf("refusing %q: %s: %s: %s", line, s.Outcome, s.Reason, s.Net)
			}
			if took := time.Since(start) - 3*time.Hour; took > 5*time.Minute {
				t.Errorf("refusing %q: a timer that nothing started was waited for: %s", line, took)
			}
		})
	}
}

// TestDualStageLeft has nobody come back after the commit: the switch goes back by itself, and a person who mends what kept weft out finds
// it old, which resuming says.
func TestDualStageLeft(t *testing.T) {
	m := staged(t, tuned(t, "leaf1"))
	inVirtualTime(t, func(t *testing.T, dir string) {
		w := wire(t, m, dir, nil)
		defer w.served.Wait()
		defer w.sw.Close()
		f := fabricOf(m)
		o := f.options(dir)
		o.Connector = w
		o.Event = func(e Event) {
			if e.Doing == "read back" {
				if at := w.state(w.sw.Running()); at != "new" {
					t.Errorf("after the commit it runs %s", at)
				}
				if err := w.sw.Inject(lab.Fault{Name: lab.FaultPassword}); err != nil {
					t.Error(err)
				}
			}
		}
		r, err := Run(t.Context(), f.work, o)
		if err != nil || r.Switches[0].Outcome != Between || !strings.Contains(fmt.Sprint(r.Switches[0].Lines), "it goes back by itself at") {
			t.Fatalf("%v: %+v", err, r)
		}
		time.Sleep(time.Hour)
		if at := w.state(w.sw.Running()); at != "old" {
			t.Errorf("an hour later it runs %s", at)
		}
		w.sw.Heal()
		o.Event = nil
		r, err = Resume(t.Context(), "", o)
		w.tells(t, r, err)
	})
}

// TestDualStageFaults strikes such a change with each fault of the lab at the lines of the transaction, whatever the readings.
func TestDualStageFaults(t *testing.T) {
	m := staged(t, tuned(t, "leaf1"))
	turn := 0
	for _, name := range lab.Faults() {
		if strings.HasPrefix(name, "gnmi") || name == lab.FaultForeign {
			continue
		}
		for _, after := range []int{0, 21, 23, 25, 27, 28, 31, 32, 35, 36, 37, 43, 50, 52, 54, 55, 57, 60} {
			for range 1 + 5*strings.Count("drop cut", name) {
				readings := map[string]int{stageTimer: turn % 3, stageConfirm: turn / 3 % 2}
				turn++
				t.Run(fmt.Sprintf("%s:%d:%d%d", name, after, readings[stageTimer], readings[stageConfirm]), func(t *testing.T) {
					inVirtualTime(t, func(t *testing.T, dir string) {
						labFault(t, wire(t, m, dir, readings), dir, lab.Fault{Name: name, After: after})
					})
				})
			}
		}
	}
}

// TestDualStageFeature has a change that needs a feature: it is committed before the rest, and goes again where the rest is refused.
func TestDualStageFeature(t *testing.T) {
	sw := leaf(950 << 10)
	for i := range sw.Ports {
		sw.Ports[i].DCBX = qos.Is(qos.DCBXAdvertise)
	}
	m := staged(t, modelOf(t, "leaf1", sw, []byte(strings.ReplaceAll(bare, "NAME", "leaf1"))))
	for refuses, outcome := range []Outcome{New, Old} {
		inVirtualTime(t, func(t *testing.T, dir string) {
			w := wire(t, m, dir, map[string]int{stageQoS: refuses})
			defer w.served.Wait()
			defer w.sw.Close()
			s := w.run(t, dir)
			if s.Outcome != outcome {
				t.Errorf("%s: %s", s.Outcome, s.Reason)
			}
			typed := w.sw.Commands()
			feature := slices.Index(typed, "feature lldp")
			if feature < 0 || typed[feature+1] != "commit" || slices.Contains(typed, "no feature lldp") != (outcome == Old) {
				t.Errorf("typed %q", typed)
			}
		})
	}
}
