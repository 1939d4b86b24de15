package cloudengine

import (
	"slices"
	"strconv"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// strictGroup is the priority group that is served before all others.
const strictGroup = 15

// etsProfile is a scheduler of two levels: groups share by weight, but for the strict one, and the queues of each are strict or
// share in turn (2.4).
type etsProfile struct {
	group  [qos.NumQueues]int      // of each queue
	weight [qos.NumQueues]int      // of each group but the strict one; 0 where none is set
	within [qos.NumQueues]int      // of each queue in its group; 0 where it is strict there
	last   qos.QueueSet            // queues that their group serves after those that share
	rate   [qos.NumQueues][]string // shaping, in words
	named  qos.QueueSet            // queues that a line says something of
	at     [qos.NumQueues]int32

	unknown string // why it is not known, else empty
	line    int32
}

// ets reads the queues of a port with an ETS profile.
func (r *portReader) ets(e *qos.Egress, name string, bound int32) {
	lines, defined := r.x.shared.objects["dcb ets-profile "+name]
	p := readETS(lines)
	if !defined && name != "default" {
		p.unknown, p.line = "dcb ets-profile "+name+" is bound and not defined", bound
	}
	shares := p.shares()
	for q := range e.Queues {
		queue := &e.Queues[q]
		if queue.Schedule = p.schedule(q); queue.Schedule.Known() && !queue.Schedule.V.Strict {
			queue.Schedule.V.Share = shares[q]
		}
		if p.rate[q] != nil {
			queue.Min, queue.Max = rates(p.rate[q], speedOf(r.name), p.at[q])
		}
	}
}

// readETS reads a profile. Without lines, queue 3 is in a group of its own, 6 and 7 are in the strict one, and the others in
// group 0; groups 0 and 1 have the same weight, and every queue is strict in its group.
func readETS(lines section) *etsProfile {
	p := &etsProfile{
		group:  [qos.NumQueues]int{3: 1, 6: strictGroup, 7: strictGroup},
		weight: [qos.NumQueues]int{50, 50},
	}
	for _, n := range lines {
		switch words := wordsOf(n.Text); {
		case n.Kind == conf.Odd:
			p.unclear(notUnderstood(n), n.Line)
		case n.Kind == conf.Out:
		case words[0] == "priority-group":
			p.groupLine(words[1:], n)
		default:
			p.queueLine(words[1:], n)
		}
	}
	return p
}

func (p *etsProfile) unclear(why string, line int32) {
	if p.unknown == "" {
		p.unknown, p.line = why, line
	}
}

// groupLine reads what stands after `priority-group`: a group alone or with pq, its queues, its weight, its rate.
func (p *etsProfile) groupLine(words []string, n *conf.Node) {
	group := int(numberOf(words[0]))
	switch {
	case group >= qos.NumQueues && group != strictGroup:
		p.unclear("`"+n.Text+"`: there is no such priority group", n.Line)
	case len(words) < 3 || words[1] == "renumber":
	case words[1] == "shaping":
		p.unclear("`"+n.Text+"` bounds a group of queues, which weft does not know", n.Line)
	case words[1] == "drr" && group < qos.NumQueues:
		p.weight[group] = int(numberOf(words[3]))
	case words[1] == "queue":
		set, _ := queuesOf(words[2:])
		for _, q := range set.List() {
			p.group[q], p.at[q] = group, n.Line
		}
		p.named |= set
	}
}

// queueLine reads what stands after `queue`: queues and how they are served in their group, or their rate.
func (p *etsProfile) queueLine(words []string, n *conf.Node) {
	ranges := countWhile(words, func(w string) bool { return isNumber(w) || w == "to" })
	set, _ := queuesOf(words[:ranges])
	words, p.named = words[ranges:], p.named|set
	for _, q := range set.List() {
		switch p.at[q] = n.Line; words[0] {
		case "shaping":
			p.rate[q] = words[1:]
			continue
		case "drr":
			p.within[q], p.last = int(numberOf(words[2])), p.last&^(1<<q)
		case "lpq":
			p.within[q], p.last = 0, p.last|1<<q
		default:
			p.within[q], p.last = 0, p.last&^(1<<q)
		}
	}
}

// members are the queues of a group.
func (p *etsProfile) members(group int) qos.QueueSet {
	var set qos.QueueSet
	for q, g := range p.group {
		if g == group {
			set |= 1 << q
		}
	}
	return set
}

// schedule is the place of a queue, its share left out.
func (p *etsProfile) schedule(q int) qos.Value[qos.Schedule] {
	group := p.group[q]
	members := p.members(group)
	strict, shares := true, true // all members are so within the group
	for _, m := range members.List() {
		strict = strict && p.within[m] == 0 && !p.last.Has(m)
		shares = shares && p.within[m] != 0
	}
	alone := members.Len() == 1
	switch {
	case p.unknown != "":
		return qos.NotRead[qos.Schedule](p.unknown, p.line)
	case group == strictGroup && (strict || alone):
		return placed(p.named.Has(qos.Queue(q)), qos.Schedule{Strict: true, Rank: uint8(qos.NumQueues - q)}, p.at[q])
	case group != strictGroup && (shares || alone) && p.weight[group] != 0:
		return qos.IsAt(qos.Schedule{}, p.at[q])
	case group != strictGroup && p.weight[group] == 0:
		return qos.NotRead[qos.Schedule]("no source says what weight priority group "+strconv.Itoa(group)+" has", p.at[q])
	}
	return qos.NotRead[qos.Schedule](
		"queues "+members.String()+" of priority group "+strconv.Itoa(group)+" are scheduled among themselves in a way that weft does not know", p.at[q])
}

// shares are the shares of all queues, in proportion: a group's weight goes to its queues by their own.
func (p *etsProfile) shares() (shares [qos.NumQueues]qos.Permille) {
	own := func(q int) int { // weight of a queue in its group; alone it has all
		if p.members(p.group[q]).Len() == 1 {
			return 1
		}
		return max(p.within[q], 1)
	}
	total := func(group int) int { // of the weights within a group
		sum := 0
		for _, q := range p.members(group).List() {
			sum += own(int(q))
		}
		return max(sum, 1)
	}
	common := 1 // a multiple of every total
	for group := range p.weight {
		common *= total(group) / gcd(common, total(group))
	}
	weights := make([]int, qos.NumQueues)
	for q, group := range p.group {
		if group < qos.NumQueues {
			weights[q] = p.weight[group] * own(q) * (common / total(group))
		}
	}
	if weights = qos.Reduced(weights); slices.Max(weights) >= 1<<16 {
		weights = qos.Shares(weights, 1<<15)
	}
	for q, w := range weights {
		shares[q] = qos.Permille(w)
	}
	return shares
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
