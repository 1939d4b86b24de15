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
		name   string
		code   string
		at     check.Place
		queues qos.QueueSet
		dscp   uint64
		want   bool
	}{
		{"here", "C03", here, 0, 0, true},
		{"another port", "C03", check.Place{Device: "leaf1", Port: "Ethernet1/2"}, 0, 0, false},
		{"another switch", "C03", check.Place{Device: "leaf2", Port: "Ethernet1/1"}, 0, 0, false},
		{"the switch as a whole", "C17", check.Place{Device: "leaf1"}, 0, 0, true},
		{"the other end", "C08", check.Place{Device: "spine1", Port: "Ethernet1/1", Far: "leaf1:Ethernet1/1"}, 0, 0, true},
		{"other code points at the other end", "C08", check.Place{Device: "spine1", Port: "Ethernet1/1", Far: "leaf1:Ethernet1/1"}, 0, 1 << 40, false},
		{"notifications", "C10", here, 0, 1 << 48, false},
		{"its queue among others", "C12", here, qos.Queues(1, 3), 0, true},
		{"other queues", "C14", here, qos.Queues(6, 7), 0, false},
		{"its code point", "C09", here, 0, 1<<24 | 1<<26, true},
		{"other code points", "C09", here, 0, 1<<24 | 1<<25, false},
		{"its queue, whatever its code point", "C21", here, qos.Queues(3), 1 << 24, true},
		{"its code point, whatever its queue", "C21", here, qos.Queues(4), 1 << 26, true},
	}
	packet, _ := NewPacket(26, Absent)
	r := report(t, operated())
	for _, test := range tests {
		f := check.Finding{Code: test.code, Text: "queue 5, DSCP 9", Where: []check.Place{test.at}, Queues: test.queues, DSCP: test.dscp}
		if got := r.concerns(packet, &f); got != test.want {
			t.Errorf("%s: %t", test.name, got)
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
		{Code: "C14", Severity: vendors.Error, Text: "cannot mark", Field: "traffic_class roce: ecn"},
		{Code: "C14", Severity: vendors.Error, Text: "too many", Field: "traffic_class"},
		{Code: "C21", Severity: vendors.Error, Text: "broken"},
	} {
		r.attach(&f)
	}
	var got []string
	for _, fact := range r.Facts {
		for _, c := range fact.Checks {
			got = append(got, fmt.Sprintf("%s: %s %s %s", fact.Subject, c.Code, c.Severity, c.Text))
		}
	}
	if want := []string{
		"pfc: C14 error too many", "pfc: C21 error broken", "watchdog: C15 warning slow",
		"ecn: C03 error marks late", "ecn: C14 error cannot mark", "checks: C13 not checked no tunnels",
	}; !slices.Equal(got, want) {
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
