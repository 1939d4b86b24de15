package plan

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// faultyToy is a toy whose switch takes no step that leaves the line "map BAD 1:1", unless all steps are loaded at once and lead back to
// where that was.
type faultyToy struct{ *toy }

const badLine = "map BAD 1:1"

func (faultyToy) Faults(c vendors.Config, _ vendors.Platform) (diags vendors.Diagnostics) {
	if c.(toyConfig).has("", badLine) {
		diags.Errorf(1, "map BAD is bad")
	}
	return diags
}

func (v faultyToy) Load(from vendors.Config, ordered []vendors.Change, site vendors.Site, why string) []vendors.Step {
	load := vendors.Step{Commands: []string{"load"}, Disruption: vendors.Reload, Text: "load: " + why}
	for _, s := range v.Sequence(from, ordered, site) {
		load.Commands = append(load.Commands, s.Commands...)
	}
	return []vendors.Step{load}
}

func (v faultyToy) Replay(c vendors.Config, p vendors.Platform, readings map[string]int) vendors.Device {
	return &faultyDevice{Device: v.toy.Replay(c, p, readings)}
}

type faultyDevice struct {
	vendors.Device
	returns bool
}

func (d *faultyDevice) Returning() { d.returns = true }

func (d *faultyDevice) Do(s vendors.Step) (vendors.Effect, error) {
	loads := s.Commands[0] == "load"
	if loads {
		s.Commands = s.Commands[1:]
	}
	effect, err := d.Device.Do(s)
	if bad := d.Config().(toyConfig).has("", badLine); err == nil && bad && (!loads || !d.returns) {
		return effect, errors.New("what it ends with is bad")
	}
	return effect, err
}

// TestFaulty: a switch that runs what it takes from nobody is mended, and has a way back; what a patch cannot end is said by its line.
func TestFaulty(t *testing.T) {
	plan := func(mends bool) Result {
		v := faultyToy{newToy()}
		if mends {
			v.target = func(c toyConfig) toyConfig { return c.without("", badLine) }
			v.scope = func(vendors.Delta) bool { return true }
		}
		in := toyInput(v.toy, badLine+"\n"+runningOld, desiredNew)
		in.Vendor, in.Options.MaxDisruption = v, vendors.Reload
		return Make(in)
	}
	r := plan(true)
	if r.Device.Status != Change {
		t.Fatalf("status %s: %s", r.Device.Status, r.Device.Reason)
	}
	for _, steps := range [][]Step{r.Device.Steps, r.Device.Undo.Steps} {
		if len(steps) != 1 || steps[0].Text != "load: what it ends with is bad" || steps[0].Disruption != "reload" {
			t.Errorf("steps are %+v, want one load", steps)
		}
	}
	if last := r.Device.Undo.Steps[0].Commands; !strings.Contains(strings.Join(last, ";"), badLine) {
		t.Errorf("the way back leaves the fault out: %q", last)
	}
	if warnings := strings.Join(r.Device.Warnings, "\n"); strings.Count(warnings, "line 1: map BAD is bad") != 1 {
		t.Errorf("warnings are %q, want the fault once", warnings)
	}

	r = plan(false)
	wantRefusal(t, r, "correct this on it, and plan again:\nline 1: map BAD is bad")
	if strings.Contains(r.Device.Reason, "refuses") {
		t.Errorf("the reason speaks of the patch: %s", r.Device.Reason)
	}
}

// TestLongCommandIsNotQuoted: a message says what a long command does.
func TestLongCommandIsNotQuoted(t *testing.T) {
	long := strings.Repeat("x", longestCommand+1)
	for _, test := range []struct {
		step vendors.Step
		want string
	}{
		{vendors.Step{Commands: []string{"a", "b"}, Text: "does"}, `"a ; b"`},
		{vendors.Step{Commands: []string{long}, Text: "does"}, "does"},
		{vendors.Step{Commands: []string{long}}, `"` + long[1:] + `" and more`},
	} {
		if got := commandText(&test.step); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
