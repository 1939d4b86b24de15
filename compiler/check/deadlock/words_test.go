package deadlock

import (
	"testing"

	"github.com/weft-net/weft/qos"
)

func TestWords(t *testing.T) {
	b := spineLeaf(2, 4, 1).without("S1-B", "S2-A")
	r := Check(b.Net, shortest)
	healthy := spineLeaf(2, 4, 1)
	swept := Check(healthy.Net, Options{Routing: ShortestPath, Failures: 2})
	sampled := swept.Sweeps[1]
	sampled.Exact, sampled.Tried, sampled.Rings = false, 20, 9
	tests := []struct{ got, want string }{
		{b.Ring(&r.Graphs[0]), "4 buffers of priority 3 can wait for each other for ever: C > S1 > D > S2 > C; " +
			"S1:C waits for D:S1 with packets from hC0 to hD0, D:S1 waits for S2:D with packets from hA0 to hB0, " +
			"S2:D waits for C:S2 with packets from hD0 to hC0, C:S2 waits for S1:C with packets from hB0 to hA0"},
		{swept.Graphs[0].Certificate(), "priority 3: 24 buffers, 40 waits: acyclic, ranks 0..3"},
		{healthy.Failures(&swept.Sweeps[0]), "1 failed link let buffers wait for each other for ever in 0 of 8 links"},
		{healthy.Failures(&swept.Sweeps[1]), "2 failed links let buffers wait for each other for ever in 12 of 28 sets of links, such as A:S1 - S1:A with B:S2 - S2:B"},
		{healthy.Failures(&sampled), "2 failed links let buffers wait for each other for ever in 9 of 20 that were tried of 28 sets of links, such as A:S1 - S1:A with B:S2 - S2:B"},
		{swept.Sweeps[1].Swept(), "k=2: 12 of 28 (all)"},
		{sampled.Swept(), "k=2: 9 of 20 (drawn from 28, seed 8/2)"},
		{(&Graph{Priorities: qos.Queues(3)}).Certificate(), "priority 3: no buffers, since nobody sends to anybody"},
		{swept.Retag.Needs(), "packets bounce up to once on a path: 2 lossless priorities, one more for each bounce, keep buffers from waiting in a ring"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s\nwant\n%s", test.got, test.want)
		}
	}
}
