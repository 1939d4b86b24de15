package deadlock

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
)

// Certificate says in short what was proved of a graph without a ring: "priority 3: 24 buffers, 40 waits: acyclic, ranks 0..3".
func (g *Graph) Certificate() string {
	if g.Vertices == 0 {
		return fmt.Sprintf("priority %s: no buffers, since nobody sends to anybody", g.Priorities)
	}
	return fmt.Sprintf("priority %s: %d buffers, %d waits: acyclic, ranks 0..%d", g.Priorities, g.Vertices, g.Edges, slices.Max(g.Ranks))
}

// Certify writes the ranks of a graph for others to check, one buffer a line: rank, priorities, the port that sends into the buffer and the
// port that it is at. A host is a port named "host". Who knows the cables and the routing checks that every buffer has a rank, and that each
// waits only for such of higher rank; nothing of how the ranks were found is to be trusted. Of a graph with a ring it writes the ring.
func (n *Net) Certify(w io.Writer, g *Graph) error {
	out := bufio.NewWriter(w)
	if g.Ring != nil {
		fmt.Fprintf(out, "# priority %s: no ranks: %s\n", g.Priorities, n.Ring(g))
		return out.Flush()
	}
	fmt.Fprintf(out, "# %s\n", g.Certificate())
	for _, c := range g.byRank() {
		fmt.Fprintf(out, "%d %s %s %s\n", g.Ranks[c], g.Priorities, n.port(n.From(c)), n.port(n.To(c)))
	}
	return out.Flush()
}

// byRank are the buffers of a graph, lowest rank first.
func (g *Graph) byRank() []Channel {
	var list []Channel
	for c := range Channel(g.channels) {
		if g.Rank(c, 0) != NoRank {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b Channel) int { return cmp.Compare(g.Ranks[a], g.Ranks[b]) })
	return list
}

// port names an end in one word.
func (n *Net) port(e *End) string {
	if n.Nodes[e.Node].Host {
		return "host"
	}
	return n.end(e)
}
