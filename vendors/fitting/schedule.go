package fitting

import (
	"fmt"
	"slices"

	"github.com/weft-net/weft/qos"
)

// RankStrict checks that the strict queues of a port are served from the highest number down, wherever they stand, and ranks
// them so. class is what the intent calls a queue, source where the rule is stated.
func RankStrict(e *qos.Egress, class func(qos.Queue) string, source string, n *Notes) {
	rank, above := uint8(0), uint8(0)
	for q := qos.NumQueues - 1; q >= 0; q-- {
		s := &e.Queues[q].Schedule
		if !s.Known() || !s.V.Strict {
			continue
		}
		if s.V.Rank <= above {
			n.Impossible(class(qos.Queue(q))+": strict", fmt.Sprintf("before queues above %d", q), "of two strict queues the higher number is served first", source)
		}
		above = s.V.Rank
		rank++
		s.V.Rank = rank
	}
}

// Shares are what the queues of a port share the rest of the bandwidth by.
type Shares struct {
	Of     [qos.NumQueues]int // of a strict queue, and of one that is not scheduled, 0
	Queues qos.QueueSet       // that share
	Sum    int
}

// SharesOf finds the shares of a port.
func SharesOf(e *qos.Egress) (s Shares) {
	for q := range e.Queues {
		if v := e.Queues[q].Schedule; v.Known() && !v.V.Strict {
			s.Queues |= qos.Queues(qos.Queue(q))
			s.Of[q] = int(v.V.Share)
			s.Sum += s.Of[q]
		}
	}
	return s
}

// Text is the share of a queue as it was asked for: thousandths of the whole, or a part of a sum.
func (s Shares) Text(q qos.Queue) string {
	if s.Sum == 1000 {
		return qos.Permille(s.Of[q]).String()
	}
	return fmt.Sprintf("%d of %d", s.Of[q], s.Sum)
}

// The weights that a switch with weights of its own gives queues are percentages, so that they say what is meant.
const (
	leastWeight = 1
	mostWeight  = 100
)

// Weigh makes the shares of a port weights from 1 to 100. class and source are as for RankStrict.
func Weigh(e *qos.Egress, class func(qos.Queue) string, source string, n *Notes) {
	s := SharesOf(e)
	if s.Sum == 0 {
		if s.Queues != 0 {
			n.Impossible("bandwidth", "0 % for every class that is not strict", "a weight is at least 1", source)
		}
		return
	}
	weights := s.weights()
	for _, q := range s.Queues.List() {
		if weights[q]*s.Sum != s.Of[q]*mostWeight {
			n.Rounding(class(q)+": bandwidth", s.Text(q), fmt.Sprintf("weight %d", weights[q]), "a weight is a whole number from 1 to 100", source)
		}
		e.Queues[q].Schedule.V.Share = qos.Permille(weights[q] * 10)
	}
}

// weights divides 100 among the queues that share, at least 1 to each: what is missing the largest gives.
func (s Shares) weights() []int {
	weights := qos.Shares(s.Of[:], mostWeight)
	for _, q := range s.Queues.List() {
		if weights[q] < leastWeight {
			weights[slices.Index(weights, slices.Max(weights))] -= leastWeight
			weights[q] = leastWeight
		}
	}
	return weights
}
