package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/plan"
)

// judged is a plan without changes, and what the rules say of it.
func judged() *plan.Plan {
	at := func(device string, ports ...string) plan.Place { return plan.Place{Device: device, Ports: ports} }
	cable := plan.Place{Device: "leaf1", Ports: []string{"Ethernet1/31"}, Far: "spine1:Ethernet1/1"}
	return &plan.Plan{
		Devices: []plan.Device{{Name: "leaf1", Status: plan.Unchanged}},
		Fabric:  &plan.Fabric{Switches: []plan.FabricSwitch{{Name: "leaf1"}, {Name: "leaf2"}, {Name: "leaf3"}}},
		Checks: &plan.Checks{
			Findings: []plan.Finding{
				{Code: "C08", Severity: "error", Change: plan.Worse, Text: "the ends disagree", Fix: "make them agree", Where: []plan.Place{cable}},
				{Code: "C15", Severity: "warning", Change: plan.Worse, Text: "nothing guards it", Reason: "a lab",
					Where: []plan.Place{at("leaf1", ports(1, 4)...), at("leaf2", ports(1, 4)...)}},
				{Code: "C10", Severity: "info", Change: plan.Worse, Text: "no cap", Where: []plan.Place{at("leaf1")}},
				{Code: "C12", Severity: "error", Change: plan.Stays, Text: "it starves", Where: []plan.Place{at("leaf2", "Ethernet1/1")}},
				{Code: "C09", Severity: "warning", Change: plan.Stays, Text: "stray", Where: []plan.Place{at("leaf2")}},
				{Code: "C01", Severity: "not checked", Change: plan.Stays, Text: "no data", Where: []plan.Place{at("leaf2")}},
				{Code: "C03", Severity: "error", Change: plan.Mended, Text: "marks late", Where: []plan.Place{at("leaf1")}},
				{Code: "C03", Severity: "info", Change: plan.Mended, Text: "marks early", Where: []plan.Place{at("leaf1")}},
			},
			Paths: []plan.Path{{Class: "roce", From: []string{"leaf1"}, To: []string{"leaf2", "leaf3"}, Change: plan.Breaks, Hop: cable, Why: "PFC is off"}},
		},
	}
}

func TestChecks(t *testing.T) {
	const brief = `This change makes the fabric worse:
  C08 error leaf1:Ethernet1/31 - spine1:Ethernet1/1:
      ! the ends disagree
  C15 warning Ethernet1/1-4 of leaf1-2:
      ! nothing guards it
        By policy: a lab.

Stays wrong:
  C12 error leaf2:Ethernet1/1:
      ! it starves

The fabric as a whole: 1 info (C10) gets worse (-v shows); 1 error (C03) mended; 1 warning (C09) as before (-v shows).

No changes.

Not in this plan, and judged by the checks of the whole fabric as they stand: leaf2-3.

`
	if got := faceOf(t, judged(), Options{}); !strings.HasPrefix(got, brief) {
		t.Errorf("got:\n%s", got)
	}
	got := faceOf(t, judged(), Options{Verbose: true})
	for _, want := range []string{
		"        Make them agree.\n", "  C10 info leaf1:\n", "C09 warning leaf2:\n", "C01 not checked leaf2:\n", "Mended:\n  C03 error leaf1:\n      + marks late\n",
		"the lossless path of roce from hosts of leaf1 to hosts of leaf2-3 breaks at leaf1:Ethernet1/31 - spine1:Ethernet1/1: PFC is off\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
}

// TestNothingToSay: where all is well, or nobody looked, nothing is said of it.
func TestNothingToSay(t *testing.T) {
	for _, checks := range []*plan.Checks{nil, {}} {
		p := judged()
		p.Checks, p.Fabric = checks, nil
		if got := faceOf(t, p, Options{}); !strings.HasPrefix(got, "No changes.") {
			t.Errorf("got:\n%s", got)
		}
	}
}

// TestPathsTogether: lossless paths that break for the same reason are told together, and no switch is lost of sight.
func TestPathsTogether(t *testing.T) {
	c := &plan.Checks{}
	add := func(from string, to []string, hop plan.Place) {
		c.Paths = append(c.Paths, plan.Path{Class: "roce", From: []string{from}, To: to, Change: plan.Breaks, Hop: hop, Why: "PFC is off"})
	}
	at := func(device, port, far string) plan.Place {
		return plan.Place{Device: device, Ports: []string{port}, Far: far}
	}
	all := []string{"leaf1", "leaf2", "leaf3", "leaf4"}
	for _, leaf := range []string{"leaf1", "leaf4"} {
		for _, port := range ports(1, 8) {
			add(leaf, all, at(leaf, port, "host cx7"))
		}
	}
	add("leaf1", all[1:], at("leaf1", "Ethernet1/31", "spine1:Ethernet1/1"))
	add("leaf4", all[:3], at("leaf4", "Ethernet1/31", "spine1:Ethernet1/4"))
	for _, far := range []string{"far1", "far2"} {
		for _, port := range ports(1, 8) {
			add(far, []string{far}, at(far, port, "host cx7"))
		}
	}
	add("leaf9", []string{"leaf8"}, at("leaf9", "Ethernet1/1", ""))
	var got []string
	for _, p := range PathsThat(c, plan.Breaks) {
		got = append(got, p.Sentence())
	}
	want := []string{
		"the lossless path of roce from hosts of leaf1,4 to hosts of leaf1-4 breaks at Ethernet1/1-8 of leaf1,4 towards host cx7: PFC is off",
		"the lossless path of roce from hosts of leaf1,4 to hosts of the others of leaf1-4 breaks at leaf1:Ethernet1/31 - spine1:Ethernet1/1; leaf4:Ethernet1/31 - spine1:Ethernet1/4: PFC is off",
		"the lossless path of roce between hosts of each of far1-2 breaks at Ethernet1/1-8 of far1-2 towards host cx7: PFC is off",
		"the lossless path of roce from hosts of leaf9 to hosts of leaf8 breaks at leaf9:Ethernet1/1: PFC is off",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if healed := PathsThat(c, plan.Heals); len(healed) > 0 {
		t.Errorf("none heals, but %v", healed)
	}
}

// faceOf is the text face of a plan.
func faceOf(t *testing.T, p *plan.Plan, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := Text(&b, Of(p), o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
