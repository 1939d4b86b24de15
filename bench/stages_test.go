package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

var (
	sizes  = []int{64, 128, 256, 512}
	states = []string{done, drifted, blank}
)

// TestMain gives the benchmarks the garbage collector of weft itself.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	m.Run()
}

// one is a single generated switch.
func one(b *testing.B, vendor dialect, ports int, state string) plan.Input {
	b.Helper()
	return fabricOf(b, spec{vendor: vendor, switches: 1, ports: ports, state: state})[0]
}

// ofEach runs a benchmark for every vendor.
func ofEach(b *testing.B, run func(b *testing.B, vendor dialect)) {
	for _, vendor := range dialects {
		b.Run(vendor.name, func(b *testing.B) { run(b, vendor) })
	}
}

func fabricOf(b *testing.B, s spec) []plan.Input {
	b.Helper()
	dir := b.TempDir()
	s.writeIntent(b, dir)
	inputs, err := s.inputs(dir)
	if err != nil {
		b.Fatal(err)
	}
	return inputs
}

func (s spec) writeIntent(b *testing.B, dir string) {
	b.Helper()
	for name, text := range s.intent() {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCompile lowers, fits, renders and reads back the intent of one switch.
func BenchmarkCompile(b *testing.B) { ofEach(b, benchmarkCompile) }

func benchmarkCompile(b *testing.B, vendor dialect) {
	for _, ports := range sizes {
		b.Run(fmt.Sprintf("ports=%d", ports), func(b *testing.B) {
			dir := b.TempDir()
			spec{vendor: vendor, switches: 1, ports: ports}.writeIntent(b, dir)
			in, diags := intent.Load(dir, intent.Options{})
			if diags.HasErrors() {
				b.Fatal(diags)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, diags := compiler.Compile(in, compiler.Options{Dir: dir}); diags.HasErrors() {
					b.Fatal(diags)
				}
			}
		})
	}
}

// BenchmarkPlan is the whole offline plan of one switch: parse, read, target, changes, order, sequence, proof, undo.
func BenchmarkPlan(b *testing.B) { ofEach(b, benchmarkPlan) }

func benchmarkPlan(b *testing.B, vendor dialect) {
	for _, state := range states {
		for _, ports := range sizes {
			b.Run(fmt.Sprintf("%s/ports=%d", state, ports), func(b *testing.B) {
				in := one(b, vendor, ports, state)
				b.SetBytes(int64(len(in.Running)))
				b.ReportAllocs()
				for b.Loop() {
					if res := plan.Make(in); res.Device.Status == plan.Refused {
						b.Fatal(res.Device.Reason)
					}
				}
			})
		}
	}
}

// BenchmarkStage times each stage apart, on a switch that differs and on one that has nothing configured yet.
func BenchmarkStage(b *testing.B) { ofEach(b, benchmarkStage) }

func benchmarkStage(b *testing.B, vendor dialect) {
	for _, state := range []string{drifted, blank} {
		for _, ports := range sizes {
			s := newStages(b, one(b, vendor, ports, state))
			for _, stage := range s.list() {
				b.Run(fmt.Sprintf("%s/%s/ports=%d", state, stage.name, ports), func(b *testing.B) {
					b.SetBytes(int64(len(s.in.Running)))
					b.ReportAllocs()
					for b.Loop() {
						stage.run()
					}
				})
			}
		}
	}
}

// stages holds what each stage starts from.
type stages struct {
	in              plan.Input
	running, target vendors.Config
	changes         []vendors.Change
	ordered         []vendors.Change
	steps           []vendors.Step
}

type stage struct {
	name string
	run  func()
}

func newStages(b *testing.B, in plan.Input) *stages {
	b.Helper()
	s := &stages{in: in}
	s.running, _ = in.Vendor.Parse(in.Running)
	target, _, diags := in.Vendor.Target(s.running, in.Desired, in.Site, vendors.Scope{})
	if diags.HasErrors() {
		b.Fatal(diags.Err())
	}
	s.target = target
	s.changes = in.Vendor.Changes(s.running, target, in.Site)
	ordered, err := plan.Order(s.changes, nil)
	if err != nil {
		b.Fatal(err)
	}
	s.ordered = ordered
	s.steps = in.Vendor.Sequence(s.running, ordered, in.Site)
	return s
}

func (s *stages) list() []stage {
	v, p := s.in.Vendor, s.in.Site.Platform
	return []stage{
		{"parse", func() { v.Parse(s.in.Running) }},
		{"read", func() { v.Read(s.running, p) }},
		{"target", func() { v.Target(s.running, s.in.Desired, s.in.Site, vendors.Scope{}) }},
		{"changes", func() { v.Changes(s.running, s.target, s.in.Site) }},
		{"order", func() { _, _ = plan.Order(s.changes, nil) }},
		{"sequence", func() { v.Sequence(s.running, s.ordered, s.in.Site) }},
		{"replay", func() {
			d := v.Replay(s.running, p, nil)
			for _, step := range s.steps {
				_, _ = d.Do(step)
			}
		}},
	}
}

// BenchmarkFabric plans a fabric of 200 switches with what the machine has, without loading the intent.
func BenchmarkFabric(b *testing.B) { ofEach(b, benchmarkFabric) }

func benchmarkFabric(b *testing.B, vendor dialect) {
	for _, state := range states {
		b.Run(state, func(b *testing.B) {
			inputs := fabricOf(b, spec{vendor: vendor, switches: 200, ports: 64, state: state})
			b.ReportAllocs()
			for b.Loop() {
				plan.Build(context.Background(), inputs, plan.Meta{}, 0)
			}
			b.ReportMetric(float64(len(inputs))*float64(b.N)/b.Elapsed().Seconds(), "switches/s")
		})
	}
}

// TestGeneratedFabric holds what the benchmarks assume: the three states plan as they are named, and a switch has its size.
func TestGeneratedFabric(t *testing.T) {
	for _, vendor := range dialects {
		t.Run(vendor.name, func(t *testing.T) {
			for _, state := range states {
				holdsItsState(t, spec{vendor: vendor, switches: 2, ports: 64, state: state})
			}
		})
	}
}

func holdsItsState(t *testing.T, s spec) {
	dir := t.TempDir()
	if err := s.write(dir); err != nil {
		t.Fatal(err)
	}
	inputs, err := s.inputs(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]plan.Status{blank: plan.Change, done: plan.Unchanged, drifted: plan.Change}[s.state]
	for _, in := range inputs {
		res := plan.Make(in)
		if res.Device.Status != want {
			t.Errorf("%s: %s is %s: %s", s.state, in.Name, res.Device.Status, res.Device.Reason)
		}
		onDisk, err := os.ReadFile(filepath.Join(dir, "backups", in.Name+vendors.ExtensionOf(in.Vendor)))
		if err != nil || !bytes.Equal(onDisk, in.Running) {
			t.Errorf("%s: the backup of %s is not its running configuration: %v", s.state, in.Name, err)
		}
		if s.state == drifted && len(res.Device.LineDiff) != 2 {
			t.Errorf("one threshold drifted, and %d lines differ", len(res.Device.LineDiff))
		}
	}
	if size, want := len(inputs[0].Running), s.vendor.size; s.state == blank && (size < want*9/10 || size > want*11/10) {
		t.Errorf("a 64-port switch has %d bytes, not about %d", size, want)
	}
}
