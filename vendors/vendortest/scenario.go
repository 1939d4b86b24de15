package vendortest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Scenarios are a vendor's files testdata/target/*.txtar. Each is a running and a desired configuration with options, and what has
// to come of them: the remarks, what is kept, the target as a difference, the commands there and back, and the way over a
// configuration in between where there is one. Both patches are also run on the model of the device: it has to accept every
// command and end at the other configuration, line by line.
type Scenarios struct {
	Vendor         vendors.Vendor
	Model, Release string            // of the switch, where the options say none
	Speed          qos.BitsPerSecond // of ports, where the options say none
	// Expand writes out what the files put short; nil where they put nothing short.
	Expand func(text string) string
	// SayDeltas and SaySteps write differences and steps as the files have them. SayDeltas may be nil.
	SayDeltas func([]vendors.Delta) string
	SaySteps  func([]vendors.Step) string
	// Check holds the target to more than all vendors have to hold; nil for nothing.
	Check func(t TB, s *Scenario, target vendors.Config)
}

// TB is a test, or one try of a property.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Run runs every file, or writes what it expects.
func (x *Scenarios) Run(t *testing.T, update bool) {
	files, err := filepath.Glob("testdata/target/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { x.run(t, file, update) })
	}
}

func (x *Scenarios) run(t *testing.T, file string, update bool) {
	archive, sections := Sections(t, file)
	got := x.New(t, sections).outcome(t)
	if update {
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

// Scenario is one set of inputs.
type Scenario struct {
	Vendor           vendors.Vendor
	Site             vendors.Site
	Scope            vendors.Scope
	Running, Desired vendors.Config

	all *Scenarios
}

// New makes a scenario of the sections "options", "running" and "desired".
func (x *Scenarios) New(t TB, sections map[string]string) *Scenario {
	t.Helper()
	s := &Scenario{Vendor: x.Vendor, all: x}
	s.Running, s.Desired = s.parse(t, sections["running"]), s.parse(t, sections["desired"])
	model, release := x.Model, x.Release
	s.Site = vendors.Site{Device: "leaf1", Prefix: "WEFT", Adopt: map[string]string{}}
	for line := range strings.Lines(sections["options"]) {
		words := strings.Fields(line)
		if words[0] == "platform" {
			if model = words[1]; len(words) > 2 {
				release = words[2]
			}
			continue
		}
		s.option(t, words)
	}
	p, err := x.Vendor.Platform(model, release)
	if err != nil {
		t.Fatalf("%v", err)
	}
	s.Site.Platform = p
	if s.Scope.Keep == nil && !s.Scope.TakeOver && !s.Scope.Destroy {
		s.Scope.Keep = s.satisfied(s.Running)
	}
	if widener, can := x.Vendor.(vendors.Widener); can {
		s.Scope = widener.Widen(s.Running, s.Desired, s.Site, s.Scope)
	}
	return s
}

// option reads one line of options: a flag, "prefix P", "port NAME [lag NAME] [l3] [SPEED]", or "adopt ROLE OBJECT". "platform MODEL
// [RELEASE]" is read before.
func (s *Scenario) option(t TB, words []string) {
	t.Helper()
	switch words[0] {
	case "take-over":
		s.Scope.TakeOver = true
	case "destroy":
		s.Scope.Destroy = true
	case "prune":
		s.Scope.Prune = true
	case "vxlan":
		s.Site.VXLAN = true
	case "prefix":
		s.Site.Prefix = words[1]
	case "adopt":
		s.Site.Adopt[words[1]] = strings.Join(words[2:], " ")
	case "port":
		s.ports(t, words[1], words[2:])
	default:
		t.Fatalf("option %q", words)
	}
}

func (s *Scenario) ports(t TB, spec string, words []string) {
	t.Helper()
	names, err := s.Vendor.ExpandPorts(vendors.Platform{}, spec, "")
	if err != nil {
		t.Fatalf("%v", err)
	}
	p := vendors.SitePort{SpeedBps: s.all.Speed, CableMetres: 3}
	for i, w := range words {
		p.Routed = p.Routed || w == "l3"
		if w == "lag" {
			p.LAG = words[i+1]
		}
		if gbps, err := strconv.Atoi(strings.TrimSuffix(w, "G")); err == nil {
			p.SpeedBps = qos.BitsPerSecond(gbps) * qos.Gbps
		}
	}
	for _, p.Name = range names {
		s.Site.Ports = append(s.Site.Ports, p)
	}
}

func (s *Scenario) parse(t TB, text string) vendors.Config {
	t.Helper()
	if s.all.Expand != nil {
		text = s.all.Expand(text)
	}
	c, diags := s.Vendor.Parse([]byte(text))
	if diags.HasErrors() {
		t.Fatalf("parse: %v", diags.Err())
	}
	return c
}

// satisfied is what plan tells Target: which facets of the named ports behave as desired.
func (s *Scenario) satisfied(c vendors.Config) map[string]qos.FacetSet {
	have, want := s.Vendor.Read(c, s.Site.Platform).Switch, s.Vendor.Read(s.Desired, s.Site.Platform).Switch
	keep := qos.Satisfies(have, want)
	shared := s.Site.Platform.SwitchWide
	lacks, _ := vendors.LacksOf(s.Vendor, c)
	for port := range keep {
		if port != "" {
			keep[port] |= lacks
			shared &= keep[port]
		}
	}
	keep[""] |= shared
	return keep
}

// outcome is everything that comes of a scenario.
func (s *Scenario) outcome(t TB) []txtar.File {
	target, kept, diags := s.Vendor.Target(s.Running, s.Desired, s.Site, s.Scope)
	files := []txtar.File{file("diags", sayDiags(diags)), file("kept", sayKept(kept))}
	if diags.HasErrors() {
		return files
	}
	s.inScope(t, target)
	s.settled(t, target)
	if s.all.Check != nil {
		s.all.Check(t, s, target)
	}
	files = append(files,
		file("target", s.SayDeltas(s.Vendor.Deltas(s.Running, target))),
		file("commands", s.Way(t, s.Running, target)), file("undo", s.Way(t, target, s.Running)),
	)
	if between := s.bridge(target); between != nil {
		files = append(files,
			file("bridge", s.SayDeltas(s.Vendor.Deltas(s.Running, between))),
			file("commands over the bridge", s.Way(t, s.Running, between)+s.Way(t, between, target)),
		)
	}
	return files
}

func file(name, text string) txtar.File { return txtar.File{Name: name, Data: []byte(text)} }

func (s *Scenario) bridge(target vendors.Config) vendors.Config {
	if bridger, can := s.Vendor.(vendors.Bridger); can {
		return bridger.Bridge(s.Running, target, s.Site)
	}
	return nil
}

// inScope checks that a target changes nothing that is not weft's to change.
func (s *Scenario) inScope(t TB, target vendors.Config) {
	t.Helper()
	for _, d := range s.Vendor.Deltas(s.Running, target) {
		if !s.Vendor.InScope(d, s.Site, s.Scope) {
			t.Errorf("outside weft's scope: %s", s.SayDeltas([]vendors.Delta{d}))
		}
	}
}

// settled checks that a target does what is desired, and that from there is nothing more to do.
func (s *Scenario) settled(t TB, target vendors.Config) {
	t.Helper()
	again := s.Scope
	if !again.TakeOver && !again.Destroy {
		again.Keep = s.satisfied(target)
		for port, met := range again.Keep {
			if missed := qos.PortFacets &^ met; port != "" && missed != 0 {
				t.Errorf("%s does not do what is desired (%s)", port, missed)
			}
		}
	}
	next, _, _ := s.Vendor.Target(target, s.Desired, s.Site, again)
	if deltas := s.Vendor.Deltas(target, next); len(deltas) > 0 {
		t.Errorf("once more the target would change:\n%s", s.SayDeltas(deltas))
	}
}

// Way finds the commands from one configuration to another, runs them on the model of the device, and says them.
func (s *Scenario) Way(t TB, from, to vendors.Config) string {
	t.Helper()
	steps := s.Steps(t, from, to)
	s.Prove(t, steps, from, to)
	return s.all.SaySteps(steps)
}

// Steps are the way from one configuration to another.
func (s *Scenario) Steps(t TB, from, to vendors.Config) []vendors.Step {
	t.Helper()
	ordered, err := plan.Order(s.Vendor.Changes(from, to, s.Site), nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s.Vendor.Sequence(from, ordered, s.Site)
}

// Prove runs steps on the model of the device: it takes them all, and ends where they are to end.
func (s *Scenario) Prove(t TB, steps []vendors.Step, from, to vendors.Config) {
	t.Helper()
	device := s.Vendor.Replay(from, s.Site.Platform, nil)
	for _, step := range steps {
		if _, err := device.Do(step); err != nil {
			t.Errorf("the device refuses %q: %v\n%s", step.Commands, err, s.all.SaySteps(steps))
			return
		}
	}
	if deltas := s.Vendor.Deltas(to, device.Config()); len(deltas) > 0 {
		t.Errorf("the steps end elsewhere:\n%s%s", s.SayDeltas(deltas), s.all.SaySteps(steps))
	}
}
