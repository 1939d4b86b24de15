package view

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/apply"
)

func TestText(t *testing.T) {
	r := &apply.Report{
		Run: "20261130-101500", Stopped: "2 switches failed, and 1 may", Warnings: []string{"the journal was slow"},
		Switches: []apply.SwitchReport{
			{Name: "leaf1", Outcome: apply.New, Net: "a checkpoint", Unchecked: []string{"LLDP neighbours: no output is documented"}},
			{Name: "leaf2", Outcome: apply.New, Net: "a checkpoint", Unchecked: []string{"LLDP neighbours: no output is documented"}},
			{Name: "leaf3", Outcome: apply.Old, Failed: true, Reason: "sending step 2 of 9:\nthe switch refused \"mtu 9216\"", WayBack: "undo",
				Others: []string{"+ vlan 12"}, Warnings: []string{"it was slow"}},
			{Name: "leaf4", Outcome: apply.Between, Failed: true, Reason: "it cannot be reached",
				Lines: []string{"+ interface Ethernet1/1 / mtu 9216"}, Commands: []string{"configure terminal", "interface Ethernet1/1", "no mtu 9216"}},
			{Name: "leaf5", Outcome: apply.Untouched, Reason: "the run stopped: 2 switches failed, and 1 may"},
			{Name: "spine1", Outcome: apply.Unreachable, Reason: "connection refused"},
		},
	}
	var b strings.Builder
	if err := Text(&b, r); err != nil {
		t.Fatal(err)
	}
	want := `leaf4: BETWEEN old and new
  because: it cannot be reached
  lines by which it is not old:
    + interface Ethernet1/1 / mtu 9216
  to bring it back, enter:
    configure terminal
    interface Ethernet1/1
    no mtu 9216
leaf3: old: back to what it ran before, running and saved
  because: sending step 2 of 9:
    the switch refused "mtu 9216"
  way back: undo
  warning: it was slow
  somebody else changed:
    + vlan 12
spine1: unreachable, untouched
  because: connection refused
leaf5: untouched
  because: the run stopped: 2 switches failed, and 1 may
leaf1: new: changed, healthy and saved
leaf2: new: changed, healthy and saved
not checked: LLDP neighbours: no output is documented (leaf1, leaf2)
net: a checkpoint (leaf1, leaf2)
warning: the journal was slow
The run stopped: 2 switches failed, and 1 may. Switches that it had not reached are untouched.
Run 20261130-101500: 2 switches new, 1 old, 1 between, 1 untouched, 1 unreachable.
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestTextOfRollback: what is new to the run is old to the reader.
func TestTextOfRollback(t *testing.T) {
	var b strings.Builder
	r := &apply.Report{Run: "b", Rolls: "a", Switches: []apply.SwitchReport{
		{Name: "leaf1", Outcome: apply.New}, {Name: "leaf2", Outcome: apply.Old, Reason: "it hung"},
	}}
	if err := Text(&b, r); err != nil {
		t.Fatal(err)
	}
	want := `leaf2: not taken back: still as run a left it, running and saved
  because: it hung
leaf1: taken back to what it ran before run a, healthy and saved
Run b: 1 switch taken back, 1 not taken back.
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestSummaryOfNothing(t *testing.T) {
	if got := Summary(&apply.Report{Run: "r"}); got != "Run r: 0 switches new." {
		t.Error(got)
	}
}

func TestLine(t *testing.T) {
	for want, e := range map[string]apply.Event{
		"wave 2 of 3":                       {Wave: 2, Doing: "wave", Text: "2 of 3"},
		"waiting 1m0s before the next wave": {Wave: 1, Doing: "soak", Text: time.Minute.String()},
		"leaf1: connecting":                 {Device: "leaf1", Doing: "connect"},
		"leaf1: way back: undo":             {Device: "leaf1", Doing: "way back: undo"},
		"leaf1: step 3 of 9: mtu 9216":      {Device: "leaf1", Doing: "push", Step: 3, Of: 9, Text: "mtu 9216"},
		"leaf1: done, healthy and saved":    {Device: "leaf1", Outcome: apply.New},
		"leaf1: untouched: the run stopped": {Device: "leaf1", Outcome: apply.Untouched, Text: "the run stopped"},
	} {
		if got := Line(e); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
