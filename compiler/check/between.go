package check

import (
	"slices"

	"github.com/weft-net/weft/compiler/check/deadlock"
	"github.com/weft-net/weft/qos"
)

// between knows the hosts that packets over a hop are between.
type between struct {
	ways     *deadlock.Ways
	switches []*Switch // with hosts, in natural order
	index    map[*Switch]int
	takes    map[qos.Queue][]bool        // by priority: which of the switches have hosts of the class
	pauses   map[qos.Queue][]bool        // and which of them pause it at a host
	over     map[[2]int][]deadlock.Pairs // by the switches that links join
	reach    map[*Switch][]int
	names    map[string][]string // of sets of switches, so that equal ones are one
}

func newBetween(n *Net, b *buffers, lanes []*lane) *between {
	w := &between{
		index: map[*Switch]int{}, takes: map[qos.Queue][]bool{}, pauses: map[qos.Queue][]bool{}, over: map[[2]int][]deadlock.Pairs{},
		reach: map[*Switch][]int{}, names: map[string][]string{},
	}
	with, real := make([]qos.QueueSet, len(n.Switches)), make([]qos.QueueSet, len(n.Switches))
	for _, l := range lanes {
		for _, some := range l.hosts {
			p := &some[0]
			with[p.Switch.index] |= qos.Queues(l.priority)
			real[p.Switch.index] |= p.Lossless() | p.hostLossless()
		}
	}
	var nodes []int
	for i, s := range n.Switches {
		if with[i] == 0 {
			continue
		}
		w.index[s] = len(nodes)
		nodes, w.switches = append(nodes, i), append(w.switches, s)
		for _, l := range lanes {
			w.takes[l.priority] = append(w.takes[l.priority], with[i].Has(l.priority))
			w.pauses[l.priority] = append(w.pauses[l.priority], real[i].Has(l.priority))
		}
	}
	routing := deadlock.ShortestPath
	if n.Routing == "valley-free" && !b.broken {
		routing = deadlock.ValleyFree
	}
	w.ways = deadlock.NewWays(b.Net, routing, nodes)
	return w
}

// fill tells of each fault the hosts that it is between: several faults where they are no two sets. A hop without any is none.
func (w *between) fill(broken []pathFault) (list []pathFault) {
	for i := range broken {
		f := broken[i]
		for _, pairs := range w.pairs(f.port) {
			from, to := w.named(w.takes[f.Priority], pairs.From), w.named(w.sides(f.Priority, pairs.From), pairs.To)
			if len(from) == 0 || len(to) == 0 {
				continue
			}
			if len(from) > len(to) || len(from) == len(to) && qos.ComparePorts(from[0], to[0]) > 0 {
				from, to = to, from
			}
			f.From, f.To = from, to
			list = append(list, f)
		}
	}
	return list
}

// pairs are the switches that packets over the hop at a port are between, by their indexes.
func (w *between) pairs(p *Port) []deadlock.Pairs {
	s := p.Switch
	if p.Far == nil {
		reach, known := w.reach[s]
		if !known {
			reach = w.ways.From(w.index[s])
			w.reach[s] = reach
		}
		return []deadlock.Pairs{{From: []int{w.index[s]}, To: reach}}
	}
	key := [2]int{min(s.index, p.Far.Switch.index), max(s.index, p.Far.Switch.index)}
	pairs, known := w.over[key]
	if !known {
		pairs = w.ways.Over(key[0], key[1])
		w.over[key] = pairs
	}
	return pairs
}

// sides are the switches that the class can be lossless to from some others: those with hosts of it, and where the others do not pause it
// at any host, those that do.
func (w *between) sides(q qos.Queue, from []int) []bool {
	if slices.ContainsFunc(from, func(i int) bool { return w.pauses[q][i] }) {
		return w.takes[q]
	}
	return w.pauses[q]
}

// named are those of some switches that are in a set, by name.
func (w *between) named(set []bool, indexes []int) []string {
	key := make([]byte, 0, 2*len(indexes))
	for _, i := range indexes {
		if set[i] {
			key = append(key, byte(i), byte(i>>8))
		}
	}
	if names, known := w.names[string(key)]; known {
		return names
	}
	names := make([]string, 0, len(key)/2)
	for _, i := range indexes {
		if set[i] {
			names = append(names, w.switches[i].Name)
		}
	}
	w.names[string(key)] = names
	return names
}
