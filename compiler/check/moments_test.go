package check

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBeside: two moments of a fabric, judged with what they share, have what each has by itself.
func TestBeside(t *testing.T) {
	shared := 0
	for seed := range uint64(60) {
		fabric := func(moment uint64) *Net {
			n := pod(rand.New(rand.NewPCG(seed, 0)))
			for k := range moment { // the second moment is another, and mostly not in what is paused
				differences[(seed+k)%uint64(len(differences))](&n.Switches[0].Ports[7])
			}
			return n
		}
		before, after := fabric(0), fabric(1)
		after.Beside(before)
		if after.beside != nil {
			shared++
		}
		for moment, n := range []*Net{before, after} {
			got, want := Run(n), Run(fabric(uint64(moment)))
			if diff := cmp.Diff(want.Findings, got.Findings); diff != "" {
				t.Fatalf("fabric %d: by itself (-), beside another (+):\n%s", seed, diff)
			}
			if diff := cmp.Diff(want.Proofs, got.Proofs); diff != "" {
				t.Fatalf("fabric %d: by itself (-), beside another (+):\n%s", seed, diff)
			}
		}
	}
	if shared == 0 || shared == 60 {
		t.Errorf("%d of 60 fabrics share a graph with another moment", shared)
	}
}
