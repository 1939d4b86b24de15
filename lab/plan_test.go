package lab

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/vendortest"
)

// TestPlansOfExamples types every plan of the examples, line by line, at a switch that runs the backup: it ends at what the plan
// predicts, and the undo takes it back.
func TestPlansOfExamples(t *testing.T) {
	typed := map[string]int{}
	for _, dir := range []string{"../examples/pod1", "../examples/mixed"} {
		in, diags := intent.Load(dir, intent.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		compiled, diags := compiler.Compile(in, compiler.Options{Dir: dir})
		if diags.HasErrors() {
			t.Fatal(diags.Errs())
		}
		for _, u := range compiled.Units {
			if kinds[u.Vendor.Name()] == nil || u.Vendor.Name() == "sonic" {
				continue
			}
			t.Run(filepath.Base(dir)+"/"+u.Device.Name, func(t *testing.T) {
				running, err := os.ReadFile(filepath.Join(dir, "backups", u.Device.Name+".cfg"))
				if err != nil {
					t.Skip(err)
				}
				typed[u.Vendor.Name()] += typePlan(t, plan.Input{
					Name: u.Device.Name, Vendor: u.Vendor, Site: u.Site, Fitted: u.Fitted, Deviations: u.Deviations, Desired: u.Desired,
					Running: running, Options: plan.Options{MaxDisruption: vendors.Reload},
				})
			})
		}
	}
	for _, vendor := range []string{"nxos", "cloudengine"} {
		if typed[vendor] == 0 {
			t.Errorf("no line was typed at a switch of %s", vendor)
		}
	}
}

// TestPlansOfScenarios does the same with the scenarios of the vendors.
func TestPlansOfScenarios(t *testing.T) {
	for vendor, of := range map[string]vendortest.Scenarios{
		"nxos":        {Model: nexus.platform, Release: nexus.release, Speed: 400 * qos.Gbps},
		"cloudengine": {Model: "CE8855", Release: "V300R023C00", Speed: 100 * qos.Gbps},
	} {
		of.Vendor, _ = vendors.Lookup(vendor)
		files, err := filepath.Glob("../vendors/" + vendor + "/testdata/target/*.txtar")
		if err != nil || len(files) == 0 {
			t.Fatalf("no scenarios of %s: %v", vendor, err)
		}
		typed, lines := 0, 0
		for _, file := range files {
			t.Run(vendor+"/"+strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
				if n := typeScenario(t, &of, file); n > 0 {
					typed, lines = typed+1, lines+n
				}
			})
		}
		t.Logf("%s: %d of %d scenarios typed, %d lines", vendor, typed, len(files), lines)
		if typed < 10 {
			t.Errorf("%s: only %d of %d scenarios were typed", vendor, typed, len(files))
		}
	}
}

func typeScenario(t *testing.T, of *vendortest.Scenarios, file string) (lines int) {
	_, sections := vendortest.Sections(t, file)
	s := of.New(t, sections)
	return typePlan(t, plan.Input{
		Name: s.Site.Device, Vendor: s.Vendor, Site: s.Site, Fitted: s.Vendor.Read(s.Desired, s.Site.Platform).Switch, Desired: s.Desired,
		Running: []byte(sections["running"]),
		Options: plan.Options{MaxDisruption: vendors.Reload, TakeOver: s.Scope.TakeOver, Destroy: s.Scope.Destroy, Prune: s.Scope.Prune},
	})
}

// typePlan types the plan of a switch and its undo. It gives the number of lines, 0 when there is nothing to type.
func typePlan(t *testing.T, in plan.Input) (lines int) {
	res := plan.Make(in)
	if res.Device.Status != plan.Change || restarts(res.Device.Steps) {
		return 0
	}
	synctest.Test(t, func(t *testing.T) {
		sw, err := New(Config{
			Name: in.Name, Vendor: in.Vendor, Platform: in.Site.Platform, Running: in.Running,
			Users: []User{{Name: "admin", Password: secret}},
		})
		if err != nil {
			t.Fatal(err)
		}
		c := dial(t, sw)
		c.shell(0)
		c.types("terminal length 0", "screen-length 0 temporary")
		lines += typeSteps(t, c, in.Vendor, res.Device.Steps)
		sameConfig(t, in.Vendor, "after the plan", sw.Running(), res.Predicted.Bytes())
		lines += typeSteps(t, c, in.Vendor, res.Device.Undo.Steps)
		sameConfig(t, in.Vendor, "after the undo", sw.Running(), in.Running)
		c.close()
		if err := sw.Close(); err != nil {
			t.Fatal(err)
		}
	})
	return lines
}

// restarts tells whether a plan restarts the switch.
func restarts(steps []plan.Step) bool {
	return slices.ContainsFunc(steps, func(s plan.Step) bool { return slices.Contains(s.Commands, "reload") })
}

// typeSteps types steps as the vendor wants them.
func typeSteps(t *testing.T, c *client, vendor vendors.Vendor, steps []plan.Step) (lines int) {
	before, after := "configure terminal", []string{"end"}
	if vendor.Name() == "cloudengine" {
		before, after = "system-view", []string{"commit", "return"}
	}
	c.types(before)
	for i, s := range steps {
		for _, command := range s.Commands {
			lines++
			said := c.types(command)
			if strings.Contains(said, "ERROR") || strings.Contains(said, "Error") || strings.Contains(said, "% ") {
				t.Fatalf("step %d: %s", i, said)
			}
		}
		if vendor.Name() == "cloudengine" {
			if said := c.types("commit"); !strings.Contains(said, "done.") {
				t.Fatalf("step %d: %s", i, said)
			}
		}
	}
	c.types(after...)
	return lines
}

// sameConfig compares configurations line by line.
func sameConfig(t *testing.T, vendor vendors.Vendor, when string, got, want []byte) {
	t.Helper()
	is, _ := vendor.Parse([]byte(bodyOf(string(got)))) // without the comments at its beginning
	shall, _ := vendor.Parse([]byte(bodyOf(string(want))))
	for _, d := range vendor.Deltas(shall, is) {
		t.Errorf("%s: %c %s > %s", when, d.Op, strings.Join(d.Path, " > "), d.Text)
	}
}
