package review

import (
	"fmt"
	"slices"
	"testing"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/vendors"
)

// found is a finding on ports of leaf1.
func found(severity vendors.Severity, text string, ports ...string) check.Finding {
	f := check.Finding{Code: "C01", Severity: severity, Text: text}
	for _, port := range ports {
		f.Where = append(f.Where, check.Place{Device: "leaf1", Port: port})
	}
	return f
}

func TestCompare(t *testing.T) {
	const e, w = vendors.Error, vendors.Warning
	hidden := found(vendors.Info, "not checked: no data", "1")
	hidden.NotChecked = true
	tests := []struct {
		name          string
		before, after []check.Finding
		want          []string
	}{
		{"as before", []check.Finding{found(e, "a", "1", "2")}, []check.Finding{found(e, "a", "1", "2")}, []string{"stays error [1 2]: a"}},
		{"on more places", []check.Finding{found(e, "a", "1")}, []check.Finding{found(e, "a", "1", "2")}, []string{"worse error [2]: a", "stays error [1]: a"}},
		{"on fewer", []check.Finding{found(e, "a", "1", "2")}, []check.Finding{found(e, "a", "2")}, []string{"stays error [2]: a", "mended error [1]: a"}},
		{"more severe", []check.Finding{found(w, "a", "1")}, []check.Finding{found(e, "a", "1")}, []string{"worse error [1]: a"}},
		{"less severe", []check.Finding{found(e, "a", "1")}, []check.Finding{found(w, "a", "1")}, []string{"stays warning [1]: a"}},
		{"with other numbers", []check.Finding{found(e, "needs 151,552 B: 500 m at 7 %", "1")}, []check.Finding{found(e, "needs 90,112 B: 1.5 km at 12 %", "1")},
			[]string{"stays error [1]: needs 90,112 B: 1.5 km at 12 %"}},
		{"about another code point, besides", []check.Finding{found(e, "DSCP 26 is lost", "1")},
			[]check.Finding{found(e, "DSCP 26 is lost", "1"), found(e, "DSCP 30 is lost", "1")},
			[]string{"worse error [1]: DSCP 30 is lost", "stays error [1]: DSCP 26 is lost"}},
		{"as something else", []check.Finding{found(e, "none and 3,4", "1")}, []check.Finding{found(e, "3 and 3,4", "1")}, []string{"stays error [1]: 3 and 3,4"}},
		{"as something worse", []check.Finding{found(w, "late", "1")}, []check.Finding{found(e, "lost", "1")},
			[]string{"worse error [1]: lost", "mended warning [1]: late"}},
		{"what is the same goes first", []check.Finding{found(e, "a", "1"), found(e, "b", "1")}, []check.Finding{found(e, "b", "1"), found(e, "c", "1")},
			[]string{"stays error [1]: b", "stays error [1]: c"}},
		{"not checked", []check.Finding{found(e, "a", "1")}, []check.Finding{hidden}, []string{"stays not checked [1]: no data", "mended error [1]: a"}},
		{"checked again", []check.Finding{hidden}, nil, nil},
	}
	for _, test := range tests {
		var got []string
		for _, f := range compare(test.before, test.after) {
			got = append(got, fmt.Sprintf("%s %s %v: %s", f.Change, f.Severity, f.Where[0].Ports, f.Text))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\n%q\nwant\n%q", test.name, got, test.want)
		}
	}
}

// TestPlaces: ports of one switch are one place, and so are those that lead to hosts of one kind; each cable is one.
func TestPlaces(t *testing.T) {
	got := fmt.Sprint(places([]check.Place{
		{Device: "leaf1"}, {Device: "leaf2", Port: "1"}, {Device: "leaf2", Port: "2"}, {Device: "leaf2", Port: "3", Far: "host cx7"},
		{Device: "leaf2", Port: "4", Far: "host cx7"}, {Device: "leaf2", Port: "5", Far: "spine1:1"}, {Device: "leaf2", Port: "6", Far: "spine1:2"},
	}))
	if want := "[{leaf1 [] } {leaf2 [1 2] } {leaf2 [3 4] host cx7} {leaf2 [5] spine1:1} {leaf2 [6] spine1:2}]"; got != want {
		t.Errorf("got %s", got)
	}
}

// TestSharedSwitches: switches that do the same are one, whatever the lines that say so; others are not.
func TestSharedSwitches(t *testing.T) {
	s := newShared()
	c := example(t, "pod1")
	one := s.of(c.work.Units[0].Fitted)
	if s.of(c.work.Units[1].Fitted) != one {
		t.Error("two leaves that do the same are two")
	}
	if s.of(c.work.Units[5].Fitted) == one || s.of(does(c.work.Units[0].Fitted, silent)) == one {
		t.Error("what does something else is the same")
	}
	if p := &one.Ports[0]; p.PFC.Priorities.At.Line > 1 || p.Classify.DSCPAt[26] != 0 {
		t.Errorf("lines are kept: %+v", p.PFC.Priorities.At)
	}
}
