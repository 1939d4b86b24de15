package nxos_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/nxos"
)

var updateTargets = flag.Bool("update-targets", false, "write what testdata/target/*.txtar expect")

// TestTarget runs the scenarios of testdata/target. Each is a running and a desired configuration with options, and what has
// to come of them: the remarks, what is kept, the target as a difference, the commands there and back, and the way over a
// configuration in between where there is one. Both patches are
// also run on the model of the device: it has to accept every command and end at the other configuration, line by line.
func TestTarget(t *testing.T) {
	files, err := filepath.Glob("testdata/target/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { runScenario(t, file) })
	}
}

func runScenario(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, f := range archive.Files {
		sections[f.Name] = string(f.Data)
	}
	s := newScenario(t, sections)
	got := s.outcome(t)
	if *updateTargets {
		archive.Files = append(inputs(archive.Files), got...)
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, f := range got {
		if diff := cmp.Diff(sections[f.Name], string(f.Data)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f.Name, diff)
		}
	}
}

func inputs(files []txtar.File) []txtar.File {
	var in []txtar.File
	for _, f := range files {
		switch f.Name {
		case "options", "running", "desired":
			in = append(in, f)
		}
	}
	return in
}

// scenario is one set of inputs.
type scenario struct {
	vendor           nxos.NXOS
	site             vendors.Site
	scope            vendors.Scope
	running, desired vendors.Config
}

// tb is a test, or one try of a property.
type tb interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

func newScenario(t tb, sections map[string]string) *scenario {
	t.Helper()
	s := &scenario{vendor: nxos.New()}
	s.running, s.desired = s.parse(t, sections["running"]), s.parse(t, sections["desired"])
	model := "N9K-C9332D-GX2B"
	s.site = vendors.Site{Device: "leaf1", Prefix: "WEFT", Adopt: map[string]string{}}
	for line := range strings.Lines(sections["options"]) {
		s.option(t, strings.Fields(line), &model)
	}
	p, err := s.vendor.Platform(model, "10.4(3)")
	if err != nil {
		t.Fatalf("%v", err)
	}
	s.site.Platform = p
	if s.scope.Keep == nil && !s.scope.TakeOver && !s.scope.Destroy {
		s.scope.Keep = s.satisfied(s.running)
	}
	s.scope = s.vendor.Widen(s.running, s.desired, s.site, s.scope)
	return s
}

// option reads one line of options: a flag, "prefix P", "platform MODEL", "port NAME [lag NAME] [l3]", or "adopt ROLE OBJECT".
func (s *scenario) option(t tb, words []string, model *string) {
	t.Helper()
	switch words[0] {
	case "take-over":
		s.scope.TakeOver = true
	case "destroy":
		s.scope.Destroy = true
	case "prune":
		s.scope.Prune = true
	case "vxlan":
		s.site.VXLAN = true
	case "prefix":
		s.site.Prefix = words[1]
	case "platform":
		*model = words[1]
	case "adopt":
		s.site.Adopt[words[1]] = strings.Join(words[2:], " ")
	case "port":
		names, err := s.vendor.ExpandPorts(vendors.Platform{}, words[1], "")
		if err != nil {
			t.Fatalf("%v", err)
		}
		for _, name := range names {
			p := vendors.SitePort{Name: name, SpeedBps: 400 * qos.Gbps, CableMetres: 3}
			for i, w := range words {
				p.Routed = p.Routed || w == "l3"
				if w == "lag" {
					p.LAG = words[i+1]
				}
			}
			s.site.Ports = append(s.site.Ports, p)
		}
	default:
		t.Fatalf("option %q", words)
	}
}

func (s *scenario) parse(t tb, text string) vendors.Config {
	t.Helper()
	c, diags := s.vendor.Parse([]byte(text))
	if diags.HasErrors() {
		t.Fatalf("parse: %v", diags.Err())
	}
	return c
}

// satisfied is what plan tells Target: which facets of the named ports behave as desired.
func (s *scenario) satisfied(c vendors.Config) map[string]qos.FacetSet {
	have, want := s.vendor.Read(c, s.site.Platform).Switch, s.vendor.Read(s.desired, s.site.Platform).Switch
	keep := qos.Satisfies(have, want)
	shared := s.site.Platform.SwitchWide
	for port, met := range keep {
		if port != "" {
			shared &= met
		}
	}
	keep[""] |= shared
	return keep
}

// outcome is everything that comes of a scenario.
func (s *scenario) outcome(t tb) []txtar.File {
	target, kept, diags := s.vendor.Target(s.running, s.desired, s.site, s.scope)
	files := []txtar.File{
		{Name: "diags", Data: []byte(sayDiags(diags))},
		{Name: "kept", Data: []byte(sayKept(kept))},
	}
	if diags.HasErrors() {
		return files
	}
	files = append(files,
		txtar.File{Name: "target", Data: []byte(sayDeltas(s.vendor.Deltas(s.running, target)))},
		txtar.File{Name: "commands", Data: []byte(s.way(t, s.running, target))},
		txtar.File{Name: "undo", Data: []byte(s.way(t, target, s.running))},
	)
	if between := s.vendor.Bridge(s.running, target, s.site); between != nil {
		files = append(files,
			txtar.File{Name: "bridge", Data: []byte(sayDeltas(s.vendor.Deltas(s.running, between)))},
			txtar.File{Name: "commands over the bridge", Data: []byte(s.way(t, s.running, between) + s.way(t, between, target))},
		)
	}
	return files
}

// way finds the commands from one configuration to another, runs them on the model of the device, and says them.
func (s *scenario) way(t tb, from, to vendors.Config) string {
	t.Helper()
	steps := s.steps(t, from, to)
	s.prove(t, steps, from, to)
	return saySteps(steps)
}

func (s *scenario) steps(t tb, from, to vendors.Config) []vendors.Step {
	t.Helper()
	ordered, err := plan.Order(s.vendor.Changes(from, to, s.site), nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s.vendor.Sequence(from, ordered, s.site)
}

func (s *scenario) prove(t tb, steps []vendors.Step, from, to vendors.Config) {
	t.Helper()
	device := s.vendor.Replay(from, s.site.Platform, nil)
	for _, step := range steps {
		if _, err := device.Do(step); err != nil {
			t.Errorf("the device refuses %q: %v\n%s", step.Commands, err, saySteps(steps))
			return
		}
	}
	if deltas := s.vendor.Deltas(to, device.Config()); len(deltas) > 0 {
		t.Errorf("the steps end elsewhere:\n%s%s", sayDeltas(deltas), saySteps(steps))
	}
}

func sayDiags(diags vendors.Diagnostics) string {
	var b strings.Builder
	for _, d := range diags {
		fmt.Fprintf(&b, "%s: %s", [...]string{"error", "warning", "info"}[d.Severity], d)
		if d.Ports != nil {
			fmt.Fprintf(&b, " (%s)", strings.Join(d.Ports, ", "))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func sayKept(kept []vendors.Kept) string {
	var b strings.Builder
	for _, k := range kept {
		fmt.Fprintf(&b, "%s: %s on %s\n", k.Facet, k.Object, strings.Join(k.Ports, ", "))
	}
	return b.String()
}

// sayDeltas writes a difference. Of an object that came or went as a whole only the header is said.
func sayDeltas(deltas []vendors.Delta) string {
	var b strings.Builder
	whole := ""
	for _, d := range deltas {
		if len(d.Path) == 0 {
			whole = d.Text
		} else if d.Path[0] == whole {
			continue
		}
		fmt.Fprintf(&b, "%c %s\n", d.Op, strings.Join(append(d.Path, d.Text), " / "))
	}
	return b.String()
}

// saySteps writes the transcript, a line a step, with what it does to traffic at its end. Of an object that is made only the
// first command is said.
func saySteps(steps []vendors.Step) string {
	var b strings.Builder
	for _, s := range steps {
		if object, inside, _ := strings.Cut(s.Text, ","); strings.HasPrefix(s.Text, "create ") && inside != "" || strings.Contains(object, ": ") && strings.HasPrefix(s.Text, "create ") {
			continue
		}
		b.WriteString(strings.Join(s.Commands, " ; "))
		if s.Disruption != vendors.None {
			where := strings.Join(s.Ports, ",")
			if where == "" {
				where = "all"
			}
			fmt.Fprintf(&b, "  [%s %s]", s.Disruption, where)
		}
		if s.Exchange != "" {
			b.WriteString("  [exchange]")
		}
		b.WriteString("\n")
	}
	return b.String()
}
