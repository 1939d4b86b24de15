package qos

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestComparePorts(t *testing.T) {
	ordered := []string{
		"", "25GE1/0/1", "100GE1/0/1", "100GE1/0/2", "100GE1/0/10", "Ethernet0", "Ethernet1", "Ethernet1/1", "Ethernet1/1/1",
		"Ethernet1/1/4", "Ethernet1/2", "Ethernet1/10", "Ethernet02", "Ethernet2", "Ethernet99999999999999999999999", "nve1",
	}
	for i, a := range ordered {
		for j, b := range ordered {
			want := 0
			switch {
			case i < j:
				want = -1
			case i > j:
				want = 1
			}
			if got := ComparePorts(a, b); got != want {
				t.Errorf("ComparePorts(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestComparePortsIsATotalOrder(t *testing.T) {
	name := rapid.StringMatching(`[a0-9/]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := name.Draw(t, "a"), name.Draw(t, "b"), name.Draw(t, "c")
		if ComparePorts(a, b) != -ComparePorts(b, a) || (ComparePorts(a, b) == 0) != (a == b) {
			t.Fatalf("%q and %q", a, b)
		}
		names := []string{a, b, c}
		slices.SortFunc(names, ComparePorts)
		if ComparePorts(names[0], names[2]) > 0 {
			t.Fatalf("not transitive: %q", names)
		}
	})
}
