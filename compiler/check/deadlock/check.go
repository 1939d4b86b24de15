package deadlock

import (
	"slices"

	"github.com/weft-net/weft/qos"
)

// Check judges a fabric. The indexes of its links must be right. The same fabric and options give the same result.
func Check(n Net, o Options) Result {
	l := newLayout(&n)
	r := Result{TiersFound: l.guessed, Tiers: l.tiers, AllFailures: o.Routing == ValleyFree}
	r.Graphs, r.Cut = l.graphs(o)
	ring := slices.ContainsFunc(r.Graphs, func(g Graph) bool { return g.Ring != nil })
	if o.Routing == ShortestPath && o.Failures > 0 && !ring {
		r.Sweeps = l.sweeps(o)
	}
	r.Retag = l.retag(o, &r)
	return r
}

// graphs judges the priorities of a chain together, and the others by themselves.
func (l *layout) graphs(o Options) (all []Graph, cut Cut) {
	chain := qos.Queues(o.Chain...)
	if chain != 0 {
		all = append(all, route(l, o, len(o.Chain)).judge(o.Chain, chain))
	}
	o.Chain = nil
	f := route(l, o, 1)
	for _, alike := range l.alike(chain) {
		all = append(all, f.judge(alike.List()[:1], alike))
	}
	slices.SortFunc(all, func(a, b Graph) int { return int(a.Priorities.List()[0]) - int(b.Priorities.List()[0]) })
	return all, f.cut
}

// alike groups the priorities that some end pauses by where they are paused, without those that are left out.
func (l *layout) alike(without qos.QueueSet) []qos.QueueSet {
	var used qos.QueueSet
	var differ [qos.NumQueues]qos.QueueSet // priorities that some end treats otherwise
	for i := range l.net.Links {
		for _, end := range l.net.Links[i].Ends {
			used |= end.Lossless
			for _, q := range end.Lossless.List() {
				differ[q] |= ^end.Lossless
			}
		}
	}
	var groups []qos.QueueSet
	for left := used &^ without; left != 0; {
		first := left.List()[0]
		group := qos.Queues(first)
		for _, q := range left.List() {
			if !differ[first].Has(q) && !differ[q].Has(first) {
				group |= qos.Queues(q)
			}
		}
		groups = append(groups, group)
		left &^= group
	}
	return groups
}
