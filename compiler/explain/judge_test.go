package explain

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/docs/schematest"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// report follows DSCP 26 through a switch.
func report(t *testing.T, sw *qos.Switch) *Report {
	t.Helper()
	p, _ := NewPacket(26, Absent)
	r, err := follow(sw, "leaf1", "Ethernet1/1", p, lines{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestConcerns: a finding is told where it is about this switch, port, queue and code point.
func TestConcerns(t *testing.T) {
	here := check.Place{Device: "leaf1", Port: "Ethernet1/1"}
	tests := []struct {
		code, text string
		at         check.Place
		want       bool
	}{
		{"C03", "lossless queues mark late", here, true},
		{"C03", "lossless queues mark late", check.Place{Device: "leaf1", Port: "Ethernet1/2"}, false},
		{"C03", "lossless queues mark late", check.Place{Device: "leaf2", Port: "Ethernet1/1"}, false},
		{"C17", "not as the others", check.Place{Device: "leaf1"}, true},
		{"C08", "the ends disagree: 4", check.Place{Device: "spine1", Port: "Ethernet1/1", Far: "leaf1:Ethernet1/1"}, true},
		{"C10", "congestion notifications (DSCP 48) are in queue 7", here, false},
		{"C12", "queues 1,3 starve", here, true},
		{"C09", "DSCP 24-26,48 are lossless here alone", here, true},
		{"C09", "DSCP 24-25 are lossless here alone", here, false},
	}
	packet, _ := NewPacket(26, Absent)
	r := report(t, operated())
	for _, test := range tests {
		f := check.Finding{Code: test.code, Text: test.text, Where: []check.Place{test.at}}
		if got := r.concerns(packet, &f); got != test.want {
			t.Errorf("%s %s on %s: %t", test.code, test.text, test.at, got)
		}
	}
	lossy := operated()
	lossy.Ports[0].PFC.Priorities = qos.Is(qos.QueueSet(0))
	if f := (check.Finding{Code: "C03", Text: "lossless queues mark late", Where: []check.Place{here}}); report(t, lossy).concerns(packet, &f) {
		t.Error("a lossy packet is told of lossless queues")
	}
}

// TestAttached: a finding stands at the decision that it is about, or else at the end.
func TestAttached(t *testing.T) {
	r := report(t, operated())
	for _, f := range []check.Finding{
		{Code: "C03", Severity: vendors.Error, Text: "marks late"}, {Code: "C15", Severity: vendors.Warning, Text: "slow"},
		{Code: "C13", NotChecked: true, Text: "not checked: no tunnels"},
	} {
		r.attach(&f)
	}
	var got []string
	for _, fact := range r.Facts {
		for _, c := range fact.Checks {
			got = append(got, fmt.Sprintf("%s: %s %s %s", fact.Subject, c.Code, c.Severity, c.Text))
		}
	}
	if want := []string{"watchdog: C15 warning slow", "ecn: C03 error marks late", "checks: C13 not checked no tunnels"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestDiff: what is the same has no sign, what only one side tells has one.
func TestDiff(t *testing.T) {
	before := operated()
	before.Ports[0].PFC.Priorities = qos.Is(qos.QueueSet(0))
	d := Between(report(t, before), report(t, operated()))
	var subjects []string
	for _, row := range d.Changed {
		subjects = append(subjects, row.Subject)
	}
	if !slices.Equal(subjects, []string{"pfc", "headroom", "watchdog", "action", "detect"}) {
		t.Errorf("%q", subjects)
	}
	var text, js bytes.Buffer
	if err := DiffText(&text, d); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n  class     queue 3", "\n- pfc       lossy", "\n+ pfc       lossless", "\n+ headroom  by the", "\n  ecn       ECN marks"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in:\n%s", want, text.String())
		}
	}
	if err := DiffJSON(&js, d); err != nil {
		t.Fatal(err)
	}
	schema := schematest.Read(t, "../../docs/explain-diff.schema.json")
	schema.Match(t, reflect.TypeFor[diffDocument]())
	for _, fault := range schema.Validate(js.Bytes()) {
		t.Error(fault)
	}
	back := Between(report(t, operated()), report(t, before))
	if got := back.subjects(); !slices.Equal(got[:6], []string{"class", "pfc", "headroom", "watchdog", "action", "detect"}) {
		t.Errorf("what only the first tells is out of place: %q", got)
	}
	text.Reset()
	if err := DiffText(&text, Between(report(t, before), report(t, before))); err != nil || !strings.Contains(text.String(), "Nothing changes") {
		t.Errorf("%s, %v", text.String(), err)
	}
}
