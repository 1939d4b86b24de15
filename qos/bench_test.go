package qos

import (
	"fmt"
	"testing"
)

// benchPair is a switch before and after a change to the facets that its ports share; every eighth port differs.
func benchPair(ports int) (before, after *Switch) {
	before, after = roceSwitch(benchPorts(ports)...), roceSwitch(benchPorts(ports)...)
	changed := roce("")
	changed.Classify.DSCP[26] = 0
	changed.Egress.Queues[3].ECN.V.Min *= 2
	changed.MTU = Is(Bytes(1500))
	for i := 0; i < ports; i += 8 {
		p := &after.Ports[i]
		p.Classify, p.Egress, p.MTU = changed.Classify, changed.Egress, changed.MTU
	}
	return before, after
}

func benchPorts(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("Ethernet1/%d", i+1)
	}
	return names
}

func benchSizes(b *testing.B, run func(before, after *Switch)) {
	for _, ports := range []int{64, 512} {
		before, after := benchPair(ports)
		b.Run(fmt.Sprintf("ports=%d", ports), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				run(before, after)
			}
		})
	}
}

func BenchmarkSatisfies(b *testing.B) {
	benchSizes(b, func(before, after *Switch) { Satisfies(before, after) })
}

func BenchmarkComparer(b *testing.B) {
	benchSizes(b, func(before, after *Switch) {
		c := NewComparer(Reach(before) | Reach(after))
		for i := range before.Ports {
			c.Port(&before.Ports[i], &after.Ports[i])
		}
	})
}

func BenchmarkDiff(b *testing.B) {
	benchSizes(b, func(before, after *Switch) { Diff(before, after) })
}

func BenchmarkCanonical(b *testing.B) {
	benchSizes(b, func(before, _ *Switch) { before.Canonical() })
}

func BenchmarkProtections(b *testing.B) {
	benchSizes(b, func(before, after *Switch) {
		g := NewGuard()
		for i := range before.Ports {
			was, is := g.Of(&before.Ports[i]), g.Of(&after.Ports[i])
			Lost(was, is, was)
		}
	})
}
