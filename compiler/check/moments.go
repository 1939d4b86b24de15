package check

import (
	"slices"
	"sync"
)

// Beside tells a fabric that another is the same at another moment. Where their buffers wait for each other alike, the two share what is
// found of that. Both can then be judged at once.
func (n *Net) Beside(other *Net) {
	if waitAlike(n, other) {
		n.beside = sync.OnceValue(n.waits)
		other.beside = n.beside
	}
}

// waitsOnce is the graph of the fabric, made when it is first asked for.
func (n *Net) waitsOnce() func() *buffers {
	return sync.OnceValue(func() *buffers {
		if n.beside == nil {
			return n.waits()
		}
		own := *n.beside()
		own.switches = n.Switches
		return &own
	})
}

// waitAlike tells whether two fabrics have the same graph: all that the graph is made of is the same.
func waitAlike(a, b *Net) bool {
	return a.Routing == b.Routing && slices.EqualFunc(a.Switches, b.Switches, func(a, b *Switch) bool {
		return a.Name == b.Name && a.Role == b.Role && slices.EqualFunc(a.Ports, b.Ports, pausesAlike)
	}) && slices.EqualFunc(a.Links, b.Links, func(a, b Link) bool { return sameEnd(a.A, b.A) && sameEnd(a.B, b.B) })
}

func pausesAlike(a, b Port) bool {
	return a.Name == b.Name && a.Role == b.Role && a.Lossless() == b.Lossless()
}

func sameEnd(a, b *Port) bool { return a.Switch.index == b.Switch.index && a.Name == b.Name }
