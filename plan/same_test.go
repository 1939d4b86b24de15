package plan

import (
	"context"
	"slices"
	"testing"
)

// TestDiffersIn: what was edited in a plan is found, and what another reading of the switch explains is not taken for it.
func TestDiffersIn(t *testing.T) {
	made := func() *Plan {
		p, _ := Build(context.Background(), fleet(6), Meta{WeftVersion: "1"}, 1)
		return p
	}
	changing := -1
	for i, d := range made().Devices {
		if d.Status == Change {
			changing = i
		}
	}
	if changing < 0 {
		t.Fatal("no switch changes")
	}
	for want, edit := range map[string]func(*Device){
		"as it was":   func(*Device) {},
		"command":     func(d *Device) { d.Steps[0].Commands[0] += " " },
		"a step":      func(d *Device) { d.Steps = append(d.Steps, Step{Commands: []string{"reload"}}) },
		"undo":        func(d *Device) { d.Undo.Steps = d.Undo.Steps[1:] },
		"disruption":  func(d *Device) { d.Disruption = "flap" },
		"of a step":   func(d *Device) { d.Steps[0].Disruption = "reload" },
		"other hash":  func(d *Device) { d.RunningHash, d.Steps = "another", nil },
		"other lists": func(d *Device) { d.Steps[0].Ports = append([]string{}, d.Steps[0].Ports...) },
		"order":       func(d *Device) { slices.Reverse(d.Steps) },
	} {
		p := made()
		d := &p.Devices[changing]
		edit(d)
		found := p.DiffersIn(made()) == d.Name
		if innocent := want == "as it was" || want == "other hash" || want == "other lists" || want == "order"; found == innocent {
			t.Errorf("%s: found %v", want, found)
		}
	}
}

// TestOrderOfPatches: a patch is a set of operations, and nothing else of it is free.
func TestOrderOfPatches(t *testing.T) {
	a, b := `{"op":"add","path":"/A/b","value":"1"}`, `{"op":"remove","path":"/A/c"}`
	same := func(x, y string) bool {
		return sameSteps([]Step{{Commands: []string{x}}}, []Step{{Commands: []string{y}}})
	}
	if !same("["+a+","+b+"]", "["+b+","+a+"]") || same("["+a+"]", "["+b+"]") || same("["+a+","+b+"]", "["+a+"]") {
		t.Error("patches are not compared as sets of operations")
	}
}
