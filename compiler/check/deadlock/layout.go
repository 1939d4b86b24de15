package deadlock

import (
	"cmp"
	"fmt"
	"slices"
)

// layout is a Net indexed. Turns are pairs of channels between switches, one into a switch and one out of it; they are numbered.
type layout struct {
	net     *Net
	tiers   []int
	out     [][]Channel // by switch: its channels to other switches
	hosts   [][]Channel // by switch: its channels to hosts
	ways    []int8      // by channel: which way it leads: 1 up, 0 across, -1 down; hosts are below
	base    []int       // by channel between switches: the number of its first turn; those after it follow out
	turns   int
	places  []place // where hosts are, in the order of their first hosts
	sources []int   // switches with hosts
	failed  []bool  // by link
	guessed bool
}

// place is the switches that a host is linked to, and the first host that is linked to just these.
type place struct {
	switches []int
	host     int
}

func newLayout(n *Net) *layout {
	l := &layout{
		net: n, tiers: make([]int, len(n.Nodes)), out: make([][]Channel, len(n.Nodes)), hosts: make([][]Channel, len(n.Nodes)),
		ways: make([]int8, 2*len(n.Links)), base: make([]int, 2*len(n.Links)), failed: make([]bool, len(n.Links)),
	}
	for c := range Channel(2 * len(n.Links)) {
		l.enter(c)
	}
	for c := range Channel(2 * len(n.Links)) {
		if l.between(c) {
			l.base[c] = l.turns
			l.turns += len(l.out[n.To(c).Node])
		}
	}
	for v := range n.Nodes {
		if len(l.hosts[v]) > 0 {
			l.sources = append(l.sources, v)
		}
	}
	l.findPlaces()
	l.findTiers()
	for c := range l.ways {
		from, to := n.From(Channel(c)).Node, n.To(Channel(c)).Node
		l.ways[c] = int8(cmp.Compare(l.tiers[to], l.tiers[from]))
	}
	return l
}

// enter puts a channel where it belongs. What leaves a host, or joins a node with itself, belongs nowhere.
func (l *layout) enter(c Channel) {
	from, to := l.net.From(c).Node, l.net.To(c).Node
	switch {
	case from == to || l.net.Nodes[from].Host:
	case l.net.Nodes[to].Host:
		l.hosts[from] = append(l.hosts[from], c)
	default:
		l.out[from] = append(l.out[from], c)
	}
}

// between tells whether a channel joins two switches.
func (l *layout) between(c Channel) bool {
	from, to := l.net.From(c).Node, l.net.To(c).Node
	return from != to && !l.net.Nodes[from].Host && !l.net.Nodes[to].Host
}

// findPlaces gathers hosts by the switches that they are linked to.
func (l *layout) findPlaces() {
	attached := make([][]int, len(l.net.Nodes))
	for i, v := range l.sources {
		for _, c := range l.hosts[v] {
			if h := l.net.To(c).Node; attached[h] == nil {
				attached[h] = l.sources[i : i+1 : i+1]
			} else {
				attached[h] = append(attached[h], v)
			}
		}
	}
	alone, known := make([]bool, len(l.net.Nodes)), map[string]bool{}
	for h, at := range attached {
		switch at = slices.Compact(at); len(at) { // they ascend
		case 0:
			continue
		case 1: // most hosts of a large fabric
			if alone[at[0]] {
				continue
			}
			alone[at[0]] = true
		default:
			key := fmt.Sprint(at)
			if known[key] {
				continue
			}
			known[key] = true
		}
		l.places = append(l.places, place{at, h})
	}
}

// findTiers gives every switch without a tier one: 1 with hosts, and one more than the lowest neighbour without.
func (l *layout) findTiers() {
	var queue []int
	for v, node := range l.net.Nodes {
		l.tiers[v] = node.Tier
		if node.Host {
			continue
		}
		if node.Tier == 0 {
			l.guessed = true
			if len(l.hosts[v]) > 0 {
				l.tiers[v] = 1
			}
		}
		if l.tiers[v] > 0 {
			queue = append(queue, v)
		}
	}
	slices.SortStableFunc(queue, func(a, b int) int { return l.tiers[a] - l.tiers[b] })
	for ; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, c := range l.out[v] {
			if w := l.net.To(c).Node; l.tiers[w] == 0 {
				l.tiers[w] = l.tiers[v] + 1
				queue = append(queue, w)
			}
		}
	}
}

// bounces tells whether a turn is none of valley-free routing: up or across after down or across.
func (l *layout) bounces(in, out Channel) bool { return l.ways[in] <= 0 && l.ways[out] >= 0 }
