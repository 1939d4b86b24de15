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
	// Bounces is the most often that a packet bounces on one path, over the sets with a ring.
	Bounces int
	// Turners are the switches at which packets bounce in First.
	Turners []int
}

// mostBounces is how many bounces on one path are counted.
const mostBounces = 16

const (
	listed  = 1 << 21 // sets that are all looked at; of more, a sample is taken
	drawn   = 1 << 12 // sets in a sample
	allowed = 1 << 27 // turns that a sweep may look at, where Options do not say how many runs
)

// outcome is what a set of failed links does.
type outcome struct {
	ring, cut bool
	bounces   int
}

// sweep tries sets of k failed links.
func (l *layout) sweep(o Options, k int) Sweep {
	var links []int
	for i := range l.net.Links {
		if l.between(Channel(2 * i)) {
			links = append(links, i)
		}
	}
	s := &sweeper{layout: l, options: o, links: links, known: map[string]outcome{}, twins: l.twins(o.Raise == nil), runs: o.Runs}
	if s.runs == 0 {
		each := 2*l.turns + len(l.base)*(len(l.places)/64+1) + 1
		s.runs = allowed / each
	}
	r := Sweep{Failed: k, Sets: new(big.Int).Binomial(int64(len(links)), int64(k))}
	if r.Sets.Cmp(big.NewInt(listed)) <= 0 && s.kinds(k) <= s.runs {
		r.Exact = true
		subsets(len(links), k, func(set []int) bool { s.try(&r, set); return true })
	} else {
		s.sample(&r, k)
	}
	if r.First != nil {
		r.Graph, r.Turners = s.show(r.First)
	}
	return r
}

type sweeper struct {
	*layout
	options Options
	links   []int // between switches
	twins   []int
	known   map[string]outcome // by what sets that mean the same have in common
	runs    int
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
	out.cut = f.cut.Pairs > 0
	chains := s.alike(0)
	if len(s.options.Chain) > 0 {
		chains = s.alike(qos.Queues(s.options.Chain...))
		out.ring = route(s.layout, s.options, len(s.options.Chain)).tangled(s.options.Chain)
	}
	for _, set := range chains {
		out.ring = out.ring || f.tangled(set.List()[:1])
	}
	if out.ring {
		out.bounces = s.bouncing(plain)
	}
	return out
}

// tangled tells whether the graph of a chain has a ring.
func (f *flows) tangled(chain []qos.Queue) bool {
	_, _, waiting := f.graph(chain).layers()
	return waiting > 0
}

// show makes the graph of a set with a ring, and finds where packets bounce.
func (s *sweeper) show(links []int) (*Graph, []int) {
	for _, i := range links {
		s.failed[i] = true
	}
	defer clear(s.failed)
	found, _ := s.graphs(s.options)
	var turners []int
	f := route(s.layout, Options{Routing: ShortestPath}, 1)
	for v := range s.out {
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
