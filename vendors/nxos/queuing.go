package nxos

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// queuing is what an output queuing policy does for its queues: marking, priority, and shares in percent.
type queuing struct {
	marked, strict qos.QueueSet
	shares         [qos.NumQueues]int64
}

// queuingOf reads a policy. Without one, the highest queue is strict and queue 0 has all that is left (nxos.md 1.3).
func queuingOf(s *survey, o mqc, r *row) (does queuing) {
	policy := s.nodes[o]
	if policy == nil {
		does.strict = 1 << (r.queues() - 1)
		does.shares[0] = 100
		return does
	}
	for _, class := range policy.Kids {
		c, _ := classOf("queuing", class.Text)
		if q, known := queueOf(s, c); known && isClass(class) {
			does.read(q, class)
		}
	}
	return does
}

func (does *queuing) read(q qos.Queue, class *conf.Node) {
	for _, line := range class.Kids {
		switch {
		case line.Kind != conf.In:
		case strings.HasPrefix(line.Text, "random-detect ") && marks(line.Text):
			does.marked |= 1 << q
		case strings.HasPrefix(line.Text, "priority "):
			does.strict |= 1 << q
		case strings.HasPrefix(line.Text, "bandwidth "):
			does.shares[q] = numberOf(line.Text, 0)
		}
	}
}

// served are the queues that get a turn whatever the others do.
func (does *queuing) served() qos.QueueSet {
	set := does.strict
	for q, share := range does.shares {
		if share > 0 {
			set |= 1 << q
		}
	}
	return set
}

// boundOutput is the policy of an output line of an interface; without a line it is that of the whole switch.
func boundOutput(s *survey, line string) mqc {
	o, ok := policyOf(line)
	if !ok {
		o, _ = systemPolicy(s.tree, "queuing", "output ")
	}
	return o
}

// share is what a queue has of the bandwidth before, between and after, in percent.
type share struct{ old, between, now int64 }

// divide finds what each queue has while traffic moves: enough to be served wherever it is served before or after, and 100
// percent in all. A queue that traffic leaves keeps its share; one that is entered has it already; where there is not enough
// for both, each has the half. Where no queue is left nothing has to wait.
func divide(shares []share) {
	leaves, enters := false, false
	for i := range shares {
		s := &shares[i]
		s.between = min(s.old, s.now)
		leaves = leaves || s.old > 0 && s.now == 0
		enters = enters || s.old == 0 && s.now > 0
		if s.between == 0 {
			s.between = max(s.old, s.now)
		}
	}
	if !leaves {
		for i := range shares {
			shares[i].between = shares[i].now
		}
		return
	}
	if enters && total(shares) > 100 {
		halve(shares)
	}
	for total(shares) > 100 {
		if most := largest(shares); most.between > 1 {
			most.between--
		} else {
			return
		}
	}
}

// halve halves the shares of queues that are left or entered.
func halve(shares []share) {
	for i := range shares {
		if s := &shares[i]; s.old == 0 || s.now == 0 {
			s.between = (s.between + 1) / 2
		}
	}
}

func total(shares []share) (sum int64) {
	for i := range shares {
		sum += shares[i].between
	}
	return sum
}

func largest(shares []share) *share {
	most := &shares[0]
	for i := range shares {
		if shares[i].between > most.between {
			most = &shares[i]
		}
	}
	return most
}
