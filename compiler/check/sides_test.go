package check

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSides: what is said of pairs of switches covers those between which paths are broken, and no others.
func TestSides(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	port := &Port{Far: &Port{}}
	for range 200 {
		var faults []*pathFault
		want := map[[2]string]bool{}
		for range 1 + random.IntN(4) {
			f := &pathFault{port: port}
			f.From, f.To = someSwitches(random), someSwitches(random)
			faults = append(faults, f)
			enterPairs(want, f.From, f.To)
		}
		got := map[[2]string]bool{}
		for _, s := range sidesOf(faults) {
			enterPairs(got, s.from, s.to)
			if len(s.faults) == 0 {
				t.Errorf("no hop of %v and %v", s.from, s.to)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d pairs, want %d", len(got), len(want))
		}
		for pair := range want {
			if !got[pair] {
				t.Fatalf("%v is missing", pair)
			}
		}
	}
}

func someSwitches(random *rand.Rand) (names []string) {
	for i := range 70 {
		if random.IntN(9) == 0 {
			names = append(names, fmt.Sprintf("leaf%d", i))
		}
	}
	return append(names, "leaf99")
}

func enterPairs(pairs map[[2]string]bool, from, to []string) {
	for _, a := range from {
		for _, b := range to {
			if a != b {
				pairs[[2]string{a, b}], pairs[[2]string{b, a}] = true, true
			}
		}
	}
}

// TestSidesOfOne: paths between hosts of one switch are told once for all such switches.
func TestSidesOfOne(t *testing.T) {
	var faults []*pathFault
	for _, name := range []string{"leaf1", "leaf2"} {
		f := &pathFault{port: &Port{}}
		f.From, f.To = []string{name}, []string{name}
		faults = append(faults, f)
	}
	if got := sidesOf(faults); len(got) != 1 || got[0].hosts() != "hosts of one switch" || len(got[0].faults) != 2 {
		t.Errorf("%+v", got)
	}
	if got := sidesOf(faults[:1]); len(got) != 1 || got[0].hosts() != "hosts of leaf1" || !slices.Equal(got[0].faults, faults[:1]) {
		t.Errorf("%+v", got)
	}
}
