package nxos

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Fingerprint covers the canonical form of every line in scope with the blocks it stands in. Neither the order of lines,
// where it does not count, nor a line out of scope changes it.
func (NXOS) Fingerprint(c vendors.Config) string {
	top := treeOf(c).Top
	f := fingerprint{text: make([]byte, 0, 1<<14), nodes: make([]*conf.Node, 0, 2*len(top))}
	f.set(top, 0)
	sum := sha256.Sum256(f.text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// fingerprint writes a tree in the one order that all equal trees have.
type fingerprint struct {
	text  []byte
	nodes []*conf.Node // room to sort in
}

// set writes nodes whose order does not count. Blocks of one header are one block.
func (f *fingerprint) set(nodes []*conf.Node, depth int) {
	start := len(f.nodes)
	for _, n := range nodes {
		if n.Kind != conf.Out {
			f.nodes = append(f.nodes, n)
		}
	}
	sorted := f.nodes[start:]
	slices.SortStableFunc(sorted, func(a, b *conf.Node) int { return strings.Compare(a.Text, b.Text) })
	for i := 0; i < len(sorted); {
		kids := sorted[i].Kids
		next := i + 1
		for ; next < len(sorted) && len(kids) > 0 && sorted[next].Text == sorted[i].Text; next++ {
			kids = slices.Concat(kids, sorted[next].Kids)
		}
		f.node(sorted[i], kids, depth)
		i = next
	}
	f.nodes = f.nodes[:start]
}

// node writes a node and what stands in it.
func (f *fingerprint) node(n *conf.Node, kids []*conf.Node, depth int) {
	for range depth {
		f.text = append(f.text, ' ')
	}
	if n.Kind == conf.Odd {
		f.text = append(f.text, '?')
	}
	f.text = append(append(f.text, n.Text...), '\n')
	if !orderCounts(n) {
		f.set(kids, depth+1)
		return
	}
	for _, kid := range kids {
		if kid.Kind != conf.Out {
			f.node(kid, kid.Kids, depth+1)
		}
	}
}
