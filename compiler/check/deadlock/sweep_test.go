package deadlock

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"pgregory.net/rapid"
)

// Looking at sets of links that mean the same once changes no count: with a function of the caller's every set is looked at.
func TestTwins(t *testing.T) {
	each := func(_, _ Channel) bool { return false }
	rapid.Check(t, func(t *rapid.T) {
		n := fabrics(t, []qos.QueueSet{qos.Queues(3), qos.Queues(3), qos.Queues(3, 4)}, true)
		once := Check(n, Options{Routing: ShortestPath, Failures: 2})
		all := Check(n, Options{Routing: ShortestPath, Failures: 2, Raise: each})
		for k := range once.Sweeps {
			a, b := once.Sweeps[k], all.Sweeps[k]
			if !a.Exact || a.Tried != b.Tried || a.Rings != b.Rings || a.Cut != b.Cut || a.Bounces != b.Bounces || !slices.Equal(a.First, b.First) {
				t.Fatalf("%d failed: %+v, and one by one %+v", k+1, a, b)
			}
		}
	})
}

// A sample is smaller, says so, and is the same each time.
func TestSample(t *testing.T) {
	n := fatTree(4, 1).Net
	o := Options{Routing: ShortestPath, Failures: 2, Runs: 3}
	a, b := Check(n, o), Check(n, o)
	if s := a.Sweeps[1]; s.Exact || s.Tried == 0 || s.Sets.Int64() != 496 {
		t.Errorf("%+v", s)
	}
	if !reflect.DeepEqual(a, b) {
		t.Error("two runs differ")
	}
}

// However many hosts there are, the links that fail are called by their own names.
func TestNamesOfFailedLinks(t *testing.T) {
	n := spineLeaf(2, 4, 3).Net
	s := Check(n, Options{Routing: ShortestPath, Failures: 2}).Sweeps[1]
	if got := n.Failures(&s); s.Rings != 12 || !strings.HasSuffix(got, "such as A:S1 - S1:A with B:S2 - S2:B") {
		t.Errorf("%d rings: %s", s.Rings, got)
	}
}

// Where there is a ring already nobody asks what failures add.
func TestNoSweepOfRings(t *testing.T) {
	if r := Check(spineLeaf(2, 4, 1).without("S1-B", "S2-A").Net, Options{Routing: ShortestPath, Failures: 2}); r.Sweeps != nil || r.Retag.Priorities != 2 {
		t.Errorf("%+v, %+v", r.Sweeps, r.Retag)
	}
}

// On a long way round packets bounce more often than is counted.
func TestManyBounces(t *testing.T) {
	b := newBuilder()
	for i := range 40 {
		b.leaf(leafName(i), 1)
	}
	for i := range 40 {
		b.link(leafName(i), leafName((i+1)%40))
	}
	r := Check(b.Net, Options{Routing: ShortestPath, Failures: 1})
	const want = "packets bounce 16 times or more on a path: 17 or more lossless priorities"
	if !r.Retag.AtLeast || !strings.HasPrefix(r.Retag.Needs(), want) {
		t.Errorf("%+v: %s", r.Retag, r.Retag.Needs())
	}
}
