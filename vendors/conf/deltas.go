package conf

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Deltas is the difference of two trees line by line, none when they have the same lines. Lines in scope are compared by
// Text: in a block for which ordered says so (nil is asked for the top) their order counts, elsewhere it does not. Lines out
// of scope, comments and blank lines among them, are compared byte for byte and in order, wherever they stand among the
// lines in scope; one that an edit made has no bytes and is compared by its command. Separators are no difference. It costs as much as what is not shared between the two trees.
func Deltas(from, to *Tree, ordered func(block *Node) bool) []vendors.Delta {
	d := differ{ordered: ordered, separates: to.separates}
	d.blocks(from.Top, to.Top, ordered(nil))
	return d.deltas
}

type differ struct {
	ordered   func(block *Node) bool
	separates func(line string) bool
	open      []string // headers of the blocks around
	path      []string // a copy of them that the deltas of a block share, or nil
	deltas    []vendors.Delta
}

// blocks compares two lists of kids.
func (d *differ) blocks(from, to []*Node, ordered bool) {
	from, to = trimShared(from, to)
	if alike(from, to) {
		return
	}
	d.runs(from, to)
	gone, partner := pairs(from, to, ordered)
	matched := make([]bool, len(to))
	for i, n := range from {
		switch {
		case n.Kind == Out:
		case gone[i]:
			d.whole('-', n)
		default:
			matched[partner[i]] = true
			d.pair(n, to[partner[i]])
		}
	}
	for i, n := range to {
		if n.Kind != Out && !matched[i] {
			d.whole('+', n)
		}
	}
}

// pair compares two nodes of the same text.
func (d *differ) pair(from, to *Node) {
	if from == to {
		return
	}
	d.enter(from)
	d.blocks(from.Kids, to.Kids, d.ordered(from))
	d.leave()
}

func (d *differ) enter(block *Node) { d.open, d.path = append(d.open, block.Text), nil }
func (d *differ) leave()            { d.open, d.path = d.open[:len(d.open)-1], nil }

// whole adds a line and all lines in it.
func (d *differ) whole(op byte, n *Node) {
	if n.Kind == Out {
		for _, line := range d.runLines([]*Node{n}) {
			d.add(op, line.number, line.text)
		}
		return
	}
	d.add(op, int(n.Line), n.Text)
	if len(n.Kids) == 0 {
		return
	}
	d.enter(n)
	for _, kid := range n.Kids {
		d.whole(op, kid)
	}
	d.leave()
}

func (d *differ) add(op byte, number int, text string) {
	if d.path == nil {
		d.path = slices.Clone(d.open)
	}
	line := vendors.Line{Number: number, Path: d.path, Text: strings.TrimSpace(text)}
	d.deltas = append(d.deltas, vendors.Delta{Op: op, Line: line})
}

// trimShared drops the nodes that both lists share at their start and at their end.
func trimShared(from, to []*Node) ([]*Node, []*Node) {
	for len(from) > 0 && len(to) > 0 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	for len(from) > 0 && len(to) > 0 && from[len(from)-1] == to[len(to)-1] {
		from, to = from[:len(from)-1], to[:len(to)-1]
	}
	return from, to
}

// alike tells whether two lists have the same lines in the same places.
func alike(from, to []*Node) bool {
	if len(from) != len(to) {
		return false
	}
	for i, n := range from {
		m := to[i]
		if n != m && (!same(n, m) || n.Kind == Out && n.raw != m.raw || !alike(n.Kids, m.Kids)) {
			return false
		}
	}
	return true
}

// pairs finds for each node in scope of from the node of to with the same text, or that it is gone.
func pairs(from, to []*Node, ordered bool) (gone []bool, partner []int) {
	if ordered {
		return pairsInOrder(from, to)
	}
	gone, partner = make([]bool, len(from)), make([]int, len(from))
	var places map[string][]int // where in to each text waits for a partner
	next := 0
	for i, n := range from {
		if n.Kind == Out {
			continue
		}
		for places == nil && next < len(to) && to[next].Kind == Out {
			next++
		}
		if places == nil && next < len(to) && same(n, to[next]) {
			partner[i] = next
			next++
			continue
		}
		if places == nil {
			places = placesOf(to, next)
		}
		if at := places[key(n)]; len(at) > 0 {
			partner[i], places[key(n)] = at[0], at[1:]
		} else {
			gone[i] = true
		}
	}
	return gone, partner
}

// pairsInOrder pairs the longest sequence of nodes in scope that the two lists have in common.
func pairsInOrder(from, to []*Node) (gone []bool, partner []int) {
	gone, partner = make([]bool, len(from)), make([]int, len(from))
	for i := range gone {
		gone[i] = true
	}
	a, b := inScope(from), inScope(to)
	for _, p := range common(len(a), len(b), func(i, j int) bool { return same(from[a[i]], to[b[j]]) }) {
		gone[a[p[0]]], partner[a[p[0]]] = false, b[p[1]]
	}
	return gone, partner
}

func same(n, m *Node) bool { return n.Kind == m.Kind && n.Text == m.Text }

// key is a node's text, told apart from the same text of another kind.
func key(n *Node) string {
	if n.Kind == Odd {
		return "?" + n.Text
	}
	return n.Text
}

func placesOf(nodes []*Node, from int) map[string][]int {
	places := make(map[string][]int, len(nodes)-from)
	for i := from; i < len(nodes); i++ {
		if nodes[i].Kind != Out {
			places[key(nodes[i])] = append(places[key(nodes[i])], i)
		}
	}
	return places
}

func inScope(nodes []*Node) []int {
	var at []int
	for i, n := range nodes {
		if n.Kind != Out {
			at = append(at, i)
		}
	}
	return at
}
