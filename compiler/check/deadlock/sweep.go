package deadlock

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/weft-net/weft/qos"
)

// Sweep is what a number of links that fail at once does to the graph.
type Sweep struct {
	Failed int // links
	Links  int // between switches: of these so many fail
	Sets   *big.Int
	// Tried are the sets that were looked at, or are known to be the same as one that was. Exact: these are all; otherwise they are a
	// sample, the same each time.
	Tried int
	Exact bool
	Rings int // of those tried, how many have a ring
	Cut   int // of those tried, how many leave two places without a path
	// First is the first set with a ring, by the links' indexes, and Graph the graph that it makes.
	First []int
	Graph *Graph
	// Bounces is the most often that a packet bounces on one path, over the sets with a ring: all of them in a small fabric, the first ones
	// in a large one.
	Bounces int
	// Turners are the switches at which packets bounce in First.
	Turners []int
}

// mostBounces is how many bounces on one path are counted.
const mostBounces = 16

const (
	listed  = 1 << 18 // sets that are all looked at; of more, a sample is taken
	drawn   = 1 << 12 // sets in a sample
	allowed = 1 << 25 // turns that a sweep may look at, where Options do not say how many runs
	bounced = 16      // one in so many runs may count bounces, which takes longer than to look for a ring
)

// outcome is what a set of failed links does.
type outcome struct {
	ring, cut bool
	bounces   int
}

// sweeps tries sets of failed links, for every number of them that is asked for.
func (l *layout) sweeps(o Options) []Sweep {
	s := &sweeper{layout: l, options: o, names: make([]int, len(l.net.Links))}
	for i := range s.names {
		s.names[i] = i
	}
	if o.Raise == nil { // the caller's function knows the channels of this fabric only
		s.layout, s.names = l.bare()
	}
	for i := range s.net.Links {
		if s.between(Channel(2 * i)) {
			s.links = append(s.links, i)
		}
	}
	s.twins = s.layout.twins(o.Raise == nil)
	if s.runs = o.Runs; s.runs == 0 {
		s.run(nil)
		s.runs = allowed / (s.looked + 2*s.turns + 1)
	}
	list := make([]Sweep, o.Failures)
	for k := range list {
		list[k] = s.sweep(l, k+1)
	}
	return list
}

// bare is the same switches and links between them, with one host for each place: what fails between switches makes the same rings. Links
// keep their order, and the second result tells which each was.
func (l *layout) bare() (*layout, []int) {
	n := &Net{}
	var names []int
	at := make([]int, len(l.net.Nodes))
	kept := make([]bool, len(l.net.Nodes))
	for _, p := range l.places {
		kept[p.host] = true
	}
	for v, node := range l.net.Nodes {
		if at[v] = len(n.Nodes); !node.Host || kept[v] {
			node.Tier = l.tiers[v]
			n.Nodes = append(n.Nodes, node)
		}
	}
	for i, link := range l.net.Links {
		a, b := link.Ends[0].Node, link.Ends[1].Node
		if l.net.Nodes[a].Host && !kept[a] || l.net.Nodes[b].Host && !kept[b] {
			continue
		}
		link.Ends[0].Node, link.Ends[1].Node = at[a], at[b]
		n.Links = append(n.Links, link)
		names = append(names, i)
	}
	return newLayout(n), names
}

// sweep tries sets of k failed links of a fabric, of which the sweeper may have a bare one.
func (s *sweeper) sweep(l *layout, k int) Sweep {
	s.known, s.counted = map[string]outcome{}, 0
	r := Sweep{Failed: k, Links: len(s.links), Sets: new(big.Int).Binomial(int64(len(s.links)), int64(k))}
	if r.Sets.Cmp(big.NewInt(listed)) <= 0 && s.kinds(k) <= s.runs {
		r.Exact = true
		subsets(len(s.links), k, func(set []int) bool { s.try(&r, set); return true })
	} else {
		s.sample(&r, k)
	}
	if r.First != nil {
		for i, link := range r.First {
			r.First[i] = s.names[link]
		}
		r.Graph, r.Turners = l.show(s.options, r.First)
	}
	return r
}

type sweeper struct {
	*layout
	options Options
	names   []int // by link: which of the whole fabric it is
	links   []int // between switches
	twins   []int
	known   map[string]outcome // by what sets that mean the same have in common
	runs    int
	counted int // runs that counted bounces
	looked  int // turns that a run looked at
}

// kinds counts the sets that do not mean the same; not further than it matters.
func (s *sweeper) kinds(k int) int {
	seen := map[string]bool{}
	subsets(len(s.links), k, func(set []int) bool {
		seen[s.keyOf(set)] = true
		return len(seen) <= s.runs
	})
	return len(seen)
}

// sample tries sets that chance picks, always the same.
func (s *sweeper) sample(r *Sweep, k int) {
	if k > len(s.links) {
		return
	}
	chance := rand.New(rand.NewPCG(uint64(len(s.links)), uint64(k)))
	set := make([]int, k)
	for range drawn {
		pick(chance, len(s.links), set)
		if _, known := s.known[s.keyOf(set)]; known || len(s.known) < s.runs {
			s.try(r, set)
		}
	}
}

// try counts one set, given by its places in links.
func (s *sweeper) try(r *Sweep, set []int) {
	key := s.keyOf(set)
	out, known := s.known[key]
	if !known {
		out = s.run(set)
		s.known[key] = out
	}
	r.Tried++
	if out.cut {
		r.Cut++
	}
	if !out.ring {
		return
	}
	r.Rings++
	r.Bounces = max(r.Bounces, out.bounces)
	if r.First == nil {
		for _, i := range set {
			r.First = append(r.First, s.links[i])
		}
	}
}

// run looks at a fabric with a set of failed links.
func (s *sweeper) run(set []int) (out outcome) {
	for _, i := range set {
		s.failed[s.links[i]] = true
	}
	defer clear(s.failed)
	plain := s.options
	plain.Chain = nil
	f := route(s.layout, plain, 1)
	s.looked = f.looked
	out.cut = f.cut.Pairs > 0
	chains := s.alike(0)
	if len(s.options.Chain) > 0 {
		chains = s.alike(qos.Queues(s.options.Chain...))
		out.ring = route(s.layout, s.options, len(s.options.Chain)).tangled(s.options.Chain)
	}
	for _, set := range chains {
		out.ring = out.ring || f.tangled(set.List()[:1])
	}
	if out.ring && s.counted <= s.runs/bounced {
		s.counted++
		out.bounces, _ = s.bouncing(plain)
	}
	return out
}

// tangled tells whether the graph of a chain has a ring.
func (f *flows) tangled(chain []qos.Queue) bool {
	_, _, waiting := f.graph(chain).layers()
	return waiting > 0
}

// show makes the graph of a set with a ring, and finds where packets bounce.
func (l *layout) show(o Options, links []int) (*Graph, []int) {
	for _, i := range links {
		l.failed[i] = true
	}
	defer clear(l.failed)
	found, _ := l.graphs(o)
	var turners []int
	f := route(l, Options{Routing: ShortestPath}, 1)
	for v := range l.out {
		if f.turnsAt(v) {
			turners = append(turners, v)
		}
	}
	for i := range found {
		if found[i].Ring != nil {
			return &found[i], turners
		}
	}
	return nil, turners
}

// turnsAt tells whether packets bounce at a switch.
func (f *flows) turnsAt(v int) bool {
	for _, c := range f.out[v] {
		in := c.back()
		for i, d := range f.out[v] {
			if f.via[f.base[in]+i] != 0 && f.bounces(in, d) {
				return true
			}
		}
	}
	return false
}

// subsets gives the sets of k of the numbers below n in lexicographic order, until one is refused.
func subsets(n, k int, each func([]int) bool) {
	if k > n {
		return
	}
	set := make([]int, k)
	for i := range set {
		set[i] = i
	}
	for each(set) {
		i := k - 1
		for i >= 0 && set[i] == n-k+i {
			i--
		}
		if i < 0 {
			return
		}
		for set[i]++; i+1 < k; i++ {
			set[i+1] = set[i] + 1
		}
	}
}

// pick fills set with different numbers below n, ascending (R. Floyd's way to draw without replacement).
func pick(chance *rand.Rand, n int, set []int) {
	drawn := set[:0]
	for j := n - len(set); j < n; j++ {
		t := chance.IntN(j + 1)
		if slices.Contains(drawn, t) {
			t = j
		}
		drawn = append(drawn, t)
	}
	slices.Sort(drawn)
}
