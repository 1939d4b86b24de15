package check

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// TestPrioritiesOfPlatforms: what a fabric needs is compared with what its switches have, and a CloudEngine gets its lines.
func TestPrioritiesOfPlatforms(t *testing.T) {
	limit := func(n int) vendors.Limits {
		return vendors.Limits{Lossless: vendors.Bound[int]{V: n, Source: "S"}, Pausable: vendors.Bound[qos.QueueSet]{V: qos.Queues(0, 1, 2, 3, 4, 5), Source: "S"}}
	}
	const needs = "C07 info leaf1-4: packets bounce up to once on a path: 2 lossless priorities, one more for each bounce, keep buffers from waiting in a ring"
	tests := []struct {
		name     string
		platform vendors.Platform
		want     []string
	}{
		{"nobody says", vendors.Platform{Model: "T1"}, []string{needs + "; that makes 2 on this switch, and no source says how many T1 can have", "nothing is known of this switch that moves packets to another priority"}},
		{"enough", vendors.Platform{Model: "T1", Vendor: "nxos", Limits: limit(2)}, []string{
			needs + "; that makes 2 on this switch, of the 2 that T1 has (S)", "nothing is known of this switch that moves packets to another priority"}},
		{"too few", vendors.Platform{Model: "T1", Vendor: "cloudengine", Limits: limit(1)}, []string{
			"C07 warning leaf1-4: packets bounce up to once on a path", "; that makes 2 on this switch, and T1 has 1 (S)", "make fewer classes lossless"}},
		{"CloudEngine", vendors.Platform{Model: "T1", Vendor: "cloudengine", Release: "V300R023C00", Limits: limit(3)}, []string{
			"of the 3 that T1 has (S)",
			"dcb pfc uplink group bounced / adjust original-dscp 26 to priority 1 dscp 8 / adjust original-dscp 8 to priority 2 dscp 16 / group-member interface Port1 / group-member interface Port2",
		}},
		{"CloudEngine on V200", vendors.Platform{Model: "T1", Vendor: "cloudengine", Release: "V200R020C10", Limits: limit(3)}, []string{"nothing is known of this switch that moves packets to another priority"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := woven("shortest-path")
			for _, s := range n.Switches {
				s.Platform = test.platform
			}
			said := withFixes(n)
			for _, want := range test.want {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in\n%s", want, said)
				}
			}
		})
	}
}
