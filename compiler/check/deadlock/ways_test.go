package deadlock

import (
	"fmt"
	"slices"
	"testing"
)

// walks are the paths between two switches that a rule allows, the shortest of them, each as the nodes on it. They are found by trying.
func walks(n *Net, r Routing, tiers []int, from, to int) (shortest [][]int) {
	next := map[int][]int{}
	for i := range n.Links {
		a, b := n.Links[i].Ends[0].Node, n.Links[i].Ends[1].Node
		if !n.Nodes[a].Host && !n.Nodes[b].Host {
			next[a], next[b] = append(next[a], b), append(next[b], a)
		}
	}
	var walk func(path []int, fell bool)
	walk = func(path []int, fell bool) {
		at := path[len(path)-1]
		if len(shortest) > 0 && len(path) > len(shortest[0]) {
			return
		}
		if at == to {
			if len(shortest) > 0 && len(path) < len(shortest[0]) {
				shortest = nil
			}
			shortest = append(shortest, slices.Clone(path))
			return
		}
		for _, v := range next[at] {
			rises := tiers[v] > tiers[at]
			if slices.Contains(path, v) || r == ValleyFree && fell && (rises || tiers[v] == tiers[at]) {
				continue
			}
			walk(append(path, v), fell || !rises)
		}
	}
	walk([]int{from}, false)
	return shortest
}

// TestWays: which ends have paths over a link is what trying all paths finds.
func TestWays(t *testing.T) {
	for name, b := range map[string]*builder{
		"leaves and spines": spineLeaf(2, 4, 1), "failed links": spineLeaf(2, 4, 1).without("S1-B", "S2-A"), "fat-tree": fatTree(4, 1),
		"ring": ring(5), "mesh": mesh(3, 2), "dragonfly": dragonfly(3, 2), "apart": spineLeaf(1, 3, 1).without("S1-C"),
	} {
		n := b.Net
		tiers := newLayout(&n).tiers
		for _, r := range []Routing{ValleyFree, ShortestPath} {
			ends := newLayout(&n).sources
			want := map[string]bool{}
			for i := range ends {
				for j := range ends {
					for _, path := range walks(&n, r, tiers, ends[i], ends[j]) {
						for k := range path[1:] {
							want[fmt.Sprint(min(path[k], path[k+1]), max(path[k], path[k+1]), i, j)] = true
						}
					}
				}
			}
			if got := over(&n, r, ends); !equal(got, want) {
				t.Errorf("%s, rule %d: %d uses of links, want %d", name, r, len(got), len(want))
			}
		}
	}
}

// over are the uses of all links, each pair in both orders.
func over(n *Net, r Routing, ends []int) map[string]bool {
	got := map[string]bool{}
	w := NewWays(*n, r, ends)
	for i := range n.Links {
		u, v := n.Links[i].Ends[0].Node, n.Links[i].Ends[1].Node
		if n.Nodes[u].Host || n.Nodes[v].Host {
			continue
		}
		for _, pairs := range w.Over(u, v) {
			for _, a := range pairs.From {
				for _, b := range pairs.To {
					got[fmt.Sprint(min(u, v), max(u, v), a, b)] = true
					got[fmt.Sprint(min(u, v), max(u, v), b, a)] = true
				}
			}
		}
	}
	return got
}

func equal(a, b map[string]bool) bool {
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestWaysOfManyEnds: there are more ends than fit into one word.
func TestWaysOfManyEnds(t *testing.T) {
	b := spineLeaf(2, 70, 1)
	ends := newLayout(&b.Net).sources
	w := NewWays(b.Net, ValleyFree, ends)
	pairs := w.Over(b.index["L69"], b.index["S1"])
	if len(pairs) != 1 || !slices.Equal(pairs[0].From, []int{69}) || len(pairs[0].To) != 69 || len(w.From(0)) != 70 {
		t.Errorf("%v, %v", pairs, w.From(0))
	}
}
