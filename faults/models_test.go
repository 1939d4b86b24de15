package faults

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
	_ "github.com/weft-net/weft/vendors/cloudengine"
	_ "github.com/weft-net/weft/vendors/nxos"
	_ "github.com/weft-net/weft/vendors/sonic"
)

// model is a planned change of one switch: what switches of the lab are made from.
type model struct {
	in      plan.Input
	result  plan.Result
	via     string          // "ssh" or "gnmi"
	foreign map[string]bool // lines that others change
}

// change is one of the changes that every switch of the tests has a plan for.
type change int

const (
	fresh change = iota // weft comes to a switch that others configured
	tuned               // a threshold moves
	gone                // weft leaves
	numChanges
)

// String is the name of a change.
func (c change) String() string { return [...]string{"fresh", "tuned", "gone"}[c] }

// example is the fabric of the tests: a switch of NX-OS, two of CloudEngine and one of SONiC, which is there twice: "leaf4" is
// reached over SSH, "leaf5" over gNMI. "leaf7" is the one of NX-OS again, whose intent accepts dual-stage commits.
const example = "../examples/mixed"

// names are the switches of the tests.
var names = []string{"leaf1", "leaf2", "leaf3", "leaf4", "leaf5", "leaf6", "leaf7"}

// secrets are in the configurations of the switches or open them, and must be nowhere else.
var secrets = []string{"mixed-example-community", "ExampleHashOnly", password}

// models are the plans of every switch by its name and change. They are made once: nothing writes to them.
var models = sync.OnceValues(func() (map[string][numChanges]*model, error) {
	dir, err := os.MkdirTemp("", "weft-faults")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var units [3]map[string]*compiler.Unit // as the example has it, tuned, and with nothing adopted
	for i, edit := range [][2]string{{}, {`"1500KiB"`, `"2000KiB"`}, {`adopt "WRED_PROFILE|AZURE_LOSSLESS" {
    as = "ecn:roce"
  }`, ""}} {
		if units[i], err = compiled(filepath.Join(dir, strconv.Itoa(i)), edit); err != nil {
			return nil, err
		}
	}
	all := map[string][numChanges]*model{}
	for _, name := range names {
		from, asked := exampleOf(name), units[0]
		if name == "leaf6" {
			asked = units[2]
		}
		file := filepath.Join(example, "backups", from+vendors.ExtensionOf(asked[from].Vendor))
		running, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if name == "leaf6" {
			running = withoutWatchdog(running)
		}
		first := modelOf(name, asked[from], running, plan.Options{})
		after := first.end()
		other := modelOf(name, units[1][from], after, plan.Options{})
		last := modelOf(name, asked[from], after, plan.Options{Destroy: true})
		if last.result.Device.Status != plan.Change { // it has nothing of its own there
			last = modelOf(name, asked[from], other.end(), plan.Options{})
		}
		for _, m := range []*model{first, other, last} {
			if m.foreign, err = m.foreigner(); err != nil {
				return nil, err
			}
		}
		all[name] = [numChanges]*model{first, other, last}
	}
	return all, nil
})

// exampleOf is the switch of the example that one of the tests is.
func exampleOf(name string) string {
	switch {
	case name == "leaf7":
		return "leaf1"
	case name > "leaf4":
		return "leaf4"
	}
	return name
}

// withoutWatchdog is a switch of SONiC on which nobody ever started the PFC watchdog.
func withoutWatchdog(running []byte) []byte {
	return regexp.MustCompile(`(?s)\s*"PFC_WD": \{.*?\n    \},`).ReplaceAll(running, nil)
}

// compiled are the switches of the example by name, with one text of it replaced.
func compiled(dir string, edit [2]string) (map[string]*compiler.Unit, error) {
	if err := os.CopyFS(dir, os.DirFS(example)); err != nil {
		return nil, err
	}
	for _, name := range []string{"devices.hcl", "fabric.hcl"} {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), edit[0], edit[1], 1)), 0o600); err != nil {
			return nil, err
		}
	}
	in, diags := intent.Load(dir, intent.Options{})
	if diags.HasErrors() {
		return nil, diags
	}
	result, diags := compiler.Compile(in, compiler.Options{Dir: dir})
	if diags.HasErrors() {
		return nil, diags
	}
	units := map[string]*compiler.Unit{}
	for _, u := range result.Units {
		units[u.Device.Name] = u
	}
	return units, nil
}

func modelOf(name string, u *compiler.Unit, running []byte, o plan.Options) *model {
	o.MaxDisruption = vendors.Reload
	m := &model{via: "ssh", in: plan.Input{
		Name: name, Vendor: u.Vendor, Site: u.Site, Fitted: u.Fitted, Deviations: u.Deviations, Desired: u.Desired, Running: running, Options: o,
	}}
	m.in.Site.Device = name
	switch name {
	case "leaf5":
		m.via = "gnmi"
	case "leaf7":
		m.in.Site.Accept = maps.Clone(m.in.Site.Accept)
		if m.in.Site.Accept == nil {
			m.in.Site.Accept = map[string]bool{}
		}
		m.in.Site.Accept["nxos.dual-stage"] = true
	}
	m.result = plan.Make(m.in)
	return m
}

// end is what the switch runs after the change; nil when there is none.
func (m *model) end() []byte {
	if m.result.Predicted == nil {
		return nil
	}
	return m.result.Predicted.Bytes()
}

// modelFor is a change of a switch.
func modelFor(t testing.TB, name string, c change) *model {
	t.Helper()
	all, err := models()
	if err != nil {
		t.Fatal(err)
	}
	return all[name][c]
}

// TestModels wants every change of every switch to be planned.
func TestModels(t *testing.T) {
	for _, name := range names {
		for c := range numChanges {
			m := modelFor(t, name, c)
			d := &m.result.Device
			if d.Status != plan.Change {
				t.Errorf("%s, %s: %s: %s", name, c, d.Status, d.Reason)
			}
			commands := 0
			for _, s := range d.Steps {
				commands += len(s.Commands)
			}
			t.Logf("%s, %s: %d steps of %d commands, disruption %s", name, c, len(d.Steps), commands, d.Disruption)
		}
	}
}
