package check

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/vendors"
)

func ofPorts(device string, ports ...string) (list []Place) {
	for _, p := range ports {
		list = append(list, Place{Device: device, Port: p})
	}
	return list
}

func TestPlaces(t *testing.T) {
	join := func(lists ...[]Place) (all []Place) {
		for _, list := range lists {
			all = append(all, list...)
		}
		return all
	}
	for want, where := range map[string][]Place{
		"leaf1": {{Device: "leaf1"}}, "leaf1-3": {{Device: "leaf1"}, {Device: "leaf2"}, {Device: "leaf3"}},
		"leaf1:Port1-3":                                    ofPorts("leaf1", "Port1", "Port2", "Port3"),
		"Port1 of leaf1-2; leaf3:Port1-2":                  join(ofPorts("leaf1", "Port1"), ofPorts("leaf2", "Port1"), ofPorts("leaf3", "Port1", "Port2")),
		"leaf1:Port1 towards host x; leaf1:Port2":          {{Device: "leaf1", Port: "Port1", Far: "host x"}, {Device: "leaf1", Port: "Port2"}},
		"Port1-2 of leaf1-2 towards host x":                {{Device: "leaf1", Port: "Port1", Far: "host x"}, {Device: "leaf1", Port: "Port2", Far: "host x"}, {Device: "leaf2", Port: "Port1", Far: "host x"}, {Device: "leaf2", Port: "Port2", Far: "host x"}},
		"leaf1:Port1 - spine1:Port1":                       {{Device: "leaf1", Port: "Port1", Far: "spine1:Port1"}},
		"a:P; b:Q; c:R; d:S; e:T; f:U; and 2 more, of g,h": join(ofPorts("a", "P"), ofPorts("b", "Q"), ofPorts("c", "R"), ofPorts("d", "S"), ofPorts("e", "T"), ofPorts("f", "U"), ofPorts("g", "V"), ofPorts("h", "W")),
	} {
		if got := (&Finding{Where: where}).Places(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// report is one of each.
var report = &Report{
	Switches: 2,
	Findings: []Finding{
		{Code: "C08", Where: []Place{{Device: "leaf1", Port: "Port1", File: "leaf1.cfg"}, {Device: "leaf2", Port: "Port1", File: "leaf2.cfg", Line: 7}}, Text: "it differs", Fix: "make it one", Reason: "a lab",
			Range: hcl.Range{Filename: "main.hcl", Start: hcl.Pos{Line: 3}}},
		{Code: "C15", Severity: vendors.Warning, Where: ofPorts("leaf1", "Port2"), Text: "nobody watches"},
		{Code: "C09", Severity: vendors.Info, Where: ofPorts("leaf1", "Port2"), Text: "a stray"},
		{Code: "C01", Severity: vendors.Info, NotChecked: true, Where: ofPorts("leaf1", "Port2"), Text: "not checked: no data"},
	},
	Off: []Off{{"C11", "a lab"}},
}

func TestText(t *testing.T) {
	const want = `C08 error  Port1 of leaf1-2
    It differs.
    Make it one.
    See leaf2.cfg:7.
    By policy: a lab.
C15 warning  leaf1:Port2
    Nobody watches.
C09 info  leaf1:Port2
    A stray.
C01 not checked  leaf1:Port2
    No data.
C11 is off by policy: a lab.
`
	var got strings.Builder
	if err := Text(&got, report, 0); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
	if got, want := report.Summary(), "1 error, 1 warning, 1 info, 1 not checked"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTextIsWrapped: no line is longer than the width, and what is said stays.
func TestTextIsWrapped(t *testing.T) {
	long := &Report{
		Findings: []Finding{{Code: "C08", Where: ofPorts("leaf1", "Port1", "Port3", "Port5", "Port7x", "Port9x", "Port11x"), Text: strings.Repeat("it differs a lot ", 9) + "here",
			Fix: strings.Repeat("make it one ", 9) + "day"}},
		Proofs: []Proof{{Code: "C07", Word: "proved", Text: strings.Repeat("no ring ", 20) + "anywhere"}},
	}
	var wide, narrow strings.Builder
	if err := errors.Join(Text(&wide, long, 0), Text(&narrow, long, 60)); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(narrow.String()) {
		if len(strings.TrimSuffix(line, "\n")) > 60 {
			t.Errorf("longer than 60: %s", line)
		}
	}
	if got, want := strings.Join(strings.Fields(narrow.String()), ""), strings.Join(strings.Fields(wide.String()), ""); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDiagnostics(t *testing.T) {
	diags := report.Diagnostics()
	if len(diags) != 2 || diags[0].Severity != hcl.DiagError || diags[1].Severity != hcl.DiagWarning || diags[0].Subject.Start.Line != 3 || diags[1].Subject != nil {
		t.Fatalf("%+v", diags)
	}
	if got, want := diags[0].Summary, "C08: both ends of a cable agree"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := diags[0].Detail, "It differs. On Port1 of leaf1-2. Make it one. See leaf2.cfg:7. A policy makes this error: a lab."; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestJSON(t *testing.T) {
	var got strings.Builder
	if err := JSON(&got, report, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"severity": "error"`, `"severity": "not checked"`, `"intent": "main.hcl:3"`, `"line": 7`, `"reason": "a lab"`, `"switches": 2`} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("no %s in %s", want, got.String())
		}
	}
}
