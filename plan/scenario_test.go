package plan

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

var update = flag.Bool("update", false, "write what is printed into the golden files")

// toyInput is the plan's input for a switch of the toy vendor. The intent names the ports of desired.
func toyInput(v *toy, running, desired string) Input {
	want, _ := v.Parse([]byte(desired))
	in := Input{
		Name: "leaf1", Vendor: v, Running: []byte(running), Desired: want,
		Fitted:  v.Read(want, vendors.Platform{}).Switch,
		Options: Options{MaxDisruption: vendors.Recarve},
		Site:    vendors.Site{Device: "leaf1", Prefix: "W", Platform: vendors.Platform{Vendor: "toy", Model: "T1", Release: "1", SwitchWide: qos.FacetSet(0).With(qos.FacetPFC)}},
	}
	in.Fitted.Names = [qos.NumQueues]string{0: "best_effort", 3: "roce"}
	for _, p := range in.Fitted.Ports {
		in.Site.Ports = append(in.Site.Ports, vendors.SitePort{Name: p.Name})
	}
	return in
}

// TestScenarios plans the switch of each file under testdata and compares the plan with the one in the file.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { scenario(t, file) })
	}
}

func scenario(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]*txtar.File{}
	for i := range archive.Files {
		parts[archive.Files[i].Name] = &archive.Files[i]
	}
	v := newToy()
	in := toyInput(v, string(parts["running"].Data), string(parts["desired"].Data))
	for _, option := range strings.Fields(string(archive.Comment)) {
		setOption(&in, option)
	}
	result := Make(in)
	checkLaws(t, in, result)
	got := dump(&result)
	if *update {
		parts["plan"].Data = got
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(parts["plan"].Data), string(got)); diff != "" {
		t.Errorf("the plan differs (-golden +got):\n%s", diff)
	}
}

// setOption reads the words of a scenario's comment that are options.
func setOption(in *Input, word string) {
	switch word {
	case "--take-over":
		in.Options.TakeOver = true
	case "--destroy":
		in.Options.Destroy = true
	case "--allow-unnamed":
		in.Options.AllowUnnamed = "rack 7 is empty"
	case "--max-disruption=none":
		in.Options.MaxDisruption = vendors.None
	}
}

// checkLaws holds every plan: what is shown as applicable was proved, and planning again from its end is empty.
func checkLaws(t *testing.T, in Input, r Result) {
	t.Helper()
	applicable := r.Device.Status == Change
	if proved := r.Device.Proof != nil && r.Device.Proof.OK && r.Device.Undo != nil && r.Device.Undo.Proof.OK; applicable && !proved {
		t.Error("a plan that was not proved is shown as applicable")
	}
	if !applicable && (len(r.Device.Steps) > 0 || r.Device.Undo != nil) {
		t.Errorf("a switch with status %s has steps", r.Device.Status)
	}
	if !applicable {
		return
	}
	in.Running = r.Predicted.Bytes()
	if again := Make(in); again.Device.Status != Unchanged {
		t.Errorf("the plan after the plan is %s: %s", again.Device.Status, again.Device.Reason)
	}
}

// dump prints a plan for a golden file.
func dump(r *Result) []byte {
	var b bytes.Buffer
	d := &r.Device
	fmt.Fprintf(&b, "%s, disruption %s\n", d.Status, d.Disruption)
	each := func(title string, lines []string) {
		for _, l := range lines {
			fmt.Fprintf(&b, "%s: %s\n", title, l)
		}
	}
	if d.Reason != "" {
		each("reason", strings.Split(d.Reason, "\n"))
	}
	for _, f := range d.Today {
		fmt.Fprintf(&b, "today: %s: %s (%s, weight %d)\n", where(f.Where), f.Text, f.Kind, f.Weight)
	}
	dumpBehaviour(&b, "behaviour", d.Behaviour)
	dumpBehaviour(&b, "unnamed", d.Unnamed)
	for _, k := range d.Kept {
		fmt.Fprintf(&b, "kept: %s: %s\n", Ranges(k.Ports), k.Text)
	}
	each("warning", d.Warnings)
	for _, l := range d.Unread {
		fmt.Fprintf(&b, "unread: line %d: %s\n", l.Number, l.Text)
	}
	for _, l := range d.LineDiff {
		fmt.Fprintf(&b, "diff: %s %s\n", l.Op, strings.Join(append(l.Path, l.Text), " > "))
	}
	dumpSteps(&b, "step", d.Steps)
	if d.Proof != nil {
		each("gap", d.Proof.Gaps)
	}
	for _, a := range d.Assumptions {
		fmt.Fprintf(&b, "assumption: %s %s (%s)\n", a.Question, a.Assumed, a.ID)
	}
	if d.Undo != nil {
		dumpSteps(&b, "undo", d.Undo.Steps)
		each("undo gap", d.Undo.Proof.Gaps)
	}
	if r.Predicted != nil {
		fmt.Fprintf(&b, "predicted:\n%s", r.Predicted.Bytes())
	}
	return b.Bytes()
}

func dumpBehaviour(b *bytes.Buffer, title string, behaviour []Behaviour) {
	for _, x := range behaviour {
		fmt.Fprintf(b, "%s: %s: %s (%s, weight %d)\n", title, where(x.Where), x.Text, x.Kind, x.Weight)
	}
}

func dumpSteps(b *bytes.Buffer, title string, steps []Step) {
	for _, s := range steps {
		fmt.Fprintf(b, "%s: %s (%s)\n", title, strings.Join(s.Commands, " ; "), s.Disruption)
	}
}
