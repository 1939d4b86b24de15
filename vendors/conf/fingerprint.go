package conf

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Fingerprint covers the text of every line in scope with the blocks it stands in. Neither a line out of scope changes it nor
// the order of lines, except in a block for which ordered says that it counts.
func Fingerprint(t *Tree, ordered func(block *Node) bool) string {
	f := fingerprint{text: make([]byte, 0, 1<<14), nodes: make([]*Node, 0, 2*len(t.Top)), ordered: ordered}
	f.set(t.Top, 0)
	sum := sha256.Sum256(f.text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// fingerprint writes a tree in the one order that all equal trees have.
type fingerprint struct {
	text    []byte
	nodes   []*Node // room to sort in
	ordered func(block *Node) bool

	last     []*Node // the lines of the block that was written last
	depth    int     // how deep it stood
	from, to int     // where it is in text
}

// set writes nodes whose order does not count. Blocks of one header are one block.
func (f *fingerprint) set(nodes []*Node, depth int) {
	start := len(f.nodes)
	for _, n := range nodes {
		if n.Kind != Out {
			f.nodes = append(f.nodes, n)
		}
	}
	sorted := f.nodes[start:]
	slices.SortStableFunc(sorted, byLength)
	for i := 0; i < len(sorted); {
		kids := sorted[i].Kids
		next := i + 1
		for ; next < len(sorted) && len(sorted[next].Kids) > 0 && sorted[next].Text == sorted[i].Text; next++ {
			kids = slices.Concat(kids, sorted[next].Kids)
		}
		f.node(sorted[i], kids, depth)
		i = next
	}
	f.nodes = f.nodes[:start]
}

// block writes what stands in a block. Ports in a row mostly say the same: it is written as it was for the last one.
func (f *fingerprint) block(kids []*Node, depth int) {
	start := len(f.text)
	if f.last != nil && sameFlat(kids, f.last) && depth == f.depth {
		f.text = append(f.text, f.text[f.from:f.to]...)
		return
	}
	f.set(kids, depth)
	f.last, f.depth, f.from, f.to = kids, depth, start, len(f.text)
}

// sameFlat tells whether two blocks have the same lines in scope in the same order, and nothing in them.
func sameFlat(a, b []*Node) bool {
	if len(a) != len(b) {
		return false
	}
	for i, n := range a {
		if n.Kind != b[i].Kind || n.Kind != Out && (n.Text != b[i].Text || len(n.Kids)+len(b[i].Kids) > 0) {
			return false
		}
	}
	return true
}

// byLength is an order of lines in which those of a switch mostly stand already: that of ports in a row.
func byLength(a, b *Node) int {
	return cmp.Or(cmp.Compare(len(a.Text), len(b.Text)), strings.Compare(a.Text, b.Text))
}

// node writes a node and what stands in it.
func (f *fingerprint) node(n *Node, kids []*Node, depth int) {
	for range depth {
		f.text = append(f.text, ' ')
	}
	if n.Kind == Odd {
		f.text = append(f.text, '?')
	}
	f.text = append(append(f.text, n.Text...), '\n')
	if !f.ordered(n) {
		f.block(kids, depth+1)
		return
	}
	for _, kid := range kids {
		if kid.Kind != Out {
			f.node(kid, kid.Kids, depth+1)
		}
	}
}
