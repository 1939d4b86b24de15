package deadlock

import (
	"reflect"
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
			if !a.Exact || a.Tried != b.Tried || a.Rings != b.Rings || a.Cut != b.Cut || a.Bounces != b.Bounces {
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
