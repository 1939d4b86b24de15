package deadlock

import (
	"math/bits"
	"slices"
)

// Ways are the paths between switches: of those that the routing rule allows the shortest. Valley-free routing has near ones, which
// only go up, beside all others.
type Ways struct {
	l    *layout
	free bool    // valley-free
	ends []int   // nodes
	near []steps // from each end, by node
	all  []steps
}

// steps are how many links lead to each node; away for one that nothing leads to.
type steps []uint8

const away = ^uint8(0)

// NewWays finds the paths between some switches, ascending. ShortestPath and ValleyFree are the rules that it knows.
func NewWays(n Net, r Routing, ends []int) *Ways {
	w := &Ways{l: newLayout(&n), free: r == ValleyFree, ends: ends, near: make([]steps, len(ends)), all: make([]steps, len(ends))}
	nodes := len(n.Nodes)
	for nodes > 0 && n.Nodes[nodes-1].Host {
		nodes-- // nothing is asked of hosts, and there can be many
	}
	for i := range ends {
		w.all[i] = slices.Repeat(steps{away}, nodes)
		if w.near[i] = w.all[i]; w.free {
			w.near[i] = slices.Clone(w.all[i])
		}
	}
	front := newFront(nodes)
	for first := 0; first < len(ends); first += 64 {
		w.walk(first, front)
	}
	return w
}

// phase is how far a path is: rising while it only went up, and after that falling.
type phase int

const (
	rising phase = iota
	falling
)

// front is how far the paths from 64 ends have come, a bit for each.
type front struct {
	seen, now, next [2][]uint64
	nodes           []int // with something in next
}

func newFront(nodes int) *front {
	f := &front{}
	for _, of := range []*[2][]uint64{&f.seen, &f.now, &f.next} {
		of[rising], of[falling] = make([]uint64, nodes), make([]uint64, nodes)
	}
	return f
}

func (f *front) enter(p phase, v int, ends uint64) {
	if ends &^= f.seen[p][v]; ends == 0 {
		return
	}
	if f.next[rising][v]|f.next[falling][v] == 0 {
		f.nodes = append(f.nodes, v)
	}
	f.next[p][v] |= ends
}

// walk follows all paths from the ends behind the first, a link further each round.
func (w *Ways) walk(first int, f *front) {
	for _, of := range f.seen {
		clear(of)
	}
	start := falling
	if w.free {
		start = rising
	}
	for i, v := range w.ends[first:min(first+64, len(w.ends))] {
		f.enter(start, v, 1<<i)
	}
	for step := uint8(0); len(f.nodes) > 0 && step < away; step++ {
		nodes := f.nodes
		f.nodes = nil
		for _, v := range nodes {
			w.arrive(first, v, step, f)
		}
		for _, v := range nodes {
			w.leave(v, f)
		}
	}
}

// arrive notes how many links lead to a node.
func (w *Ways) arrive(first, v int, step uint8, f *front) {
	for p := rising; p <= falling; p++ {
		of := f.next[p][v]
		f.now[p][v], f.next[p][v] = of, 0
		f.seen[p][v] |= of
		for ; of != 0; of &= of - 1 {
			end := first + bits.TrailingZeros64(of)
			w.all[end][v] = min(w.all[end][v], step)
			if p == rising {
				w.near[end][v] = step
			}
		}
	}
}

// leave goes on from a node.
func (w *Ways) leave(v int, f *front) {
	up, down := f.now[rising][v], f.now[falling][v]
	for _, c := range w.l.out[v] {
		to, way := w.l.net.To(c).Node, w.l.ways[c]
		switch {
		case !w.free:
			f.enter(falling, to, down)
		case way > 0:
			f.enter(rising, to, up)
		case way == 0:
			f.enter(falling, to, up)
		default:
			f.enter(falling, to, up|down)
		}
	}
}

// Pairs are two sets of ends, by their indexes: each of the first has paths to each of the second, both ways.
type Pairs struct{ From, To []int }

// Over finds the ends between which paths lead over a link between two switches.
func (w *Ways) Over(u, v int) (list []Pairs) {
	if w.l.tiers[u] > w.l.tiers[v] {
		u, v = v, u
	}
	beyond := w.all
	if w.l.tiers[u] == w.l.tiers[v] {
		beyond = w.near
	}
	behind := w.within(beyond, v, u)
	for _, a := range w.within(w.near, u, v) {
		var to []int
		for _, b := range behind {
			if int(w.near[a][u])+1+int(beyond[b][v]) == int(w.all[a][w.ends[b]]) {
				to = append(to, b)
			}
		}
		if to != nil {
			list = joined(list, a, to)
		}
	}
	return list
}

// within are the ends with a path to a node that can go on to another. A part of a shortest path is one itself, where any is allowed.
func (w *Ways) within(of []steps, v, next int) (list []int) {
	for i := range of {
		if of[i][v] != away && (w.free || of[i][next] == of[i][v]+1) {
			list = append(list, i)
		}
	}
	return list
}

// joined adds an end to those with paths to the same others.
func joined(list []Pairs, a int, to []int) []Pairs {
	for i := range list {
		if slices.Equal(list[i].To, to) {
			list[i].From = append(list[i].From, a)
			return list
		}
	}
	return append(list, Pairs{[]int{a}, to})
}

// From are the ends that one has a path to, and itself.
func (w *Ways) From(end int) (list []int) {
	for i, v := range w.ends {
		if w.all[end][v] != away {
			list = append(list, i)
		}
	}
	return list
}
