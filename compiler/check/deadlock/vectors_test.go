package deadlock

import (
	"slices"
	"testing"

	"github.com/weft-net/weft/qos"
)

var shortest = Options{Routing: ShortestPath}

func TestGraphs(t *testing.T) {
	tests := []struct {
		name            string
		net             *builder
		options         Options
		vertices, edges int
		knots           []int
		ring            int
	}{
		{"2 spine x 2 leaf", spineLeaf(2, 2, 1), shortest, 12, 12, nil, 0},
		{"2 spine x 4 leaf", spineLeaf(2, 4, 1), shortest, 24, 40, nil, 0},
		{"S1-B down", spineLeaf(2, 4, 1).without("S1-B"), shortest, 22, 32, nil, 0},
		{"S1-B and S2-A down", spineLeaf(2, 4, 1).without("S1-B", "S2-A"), shortest, 20, 28, []int{4, 4}, 4},
		{"3 leaves", spineLeaf(2, 3, 1).without("S1-B", "S2-A"), shortest, 14, 14, nil, 0},
		{"fat-tree", fatTree(4, 1), shortest, 80, 160, nil, 0},
		{"ring of 3", ring(3), shortest, 12, 12, nil, 0},
		{"ring of 3 clockwise", ring(3), clockwise(3), 9, 9, []int{3}, 3},
		{"ring of 4", ring(4), shortest, 16, 24, []int{4, 4}, 4},
		{"ring of 5", ring(5), shortest, 20, 30, []int{5, 5}, 5},
		{"ring of 6", ring(6), shortest, 24, 36, []int{6, 6}, 6},
		{"2x2 mesh", mesh(2, 2), shortest, 16, 24, []int{4, 4}, 4},
		{"3x3 mesh, adaptive", mesh(3, 3), shortest, 42, 92, []int{24}, 4},
		{"3x3 mesh, XY", mesh(3, 3), xy(3), 42, 76, nil, 0},
		{"full mesh of 4", fullMesh(4), shortest, 20, 24, nil, 0},
		{"dragonfly 3 x 2", dragonfly(3, 2), shortest, 24, 36, []int{6, 6}, 6},
		{"dragonfly 4 x 3", dragonfly(4, 3), shortest, 60, 120, []int{36}, 0},
		{"formula", spineLeaf(2, 4, 1), Options{}, 24, 40, nil, 0},
		{"formula, large", spineLeaf(64, 128, 64), Options{}, 32768, 2605056, nil, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := Check(test.net.Net, test.options)
			g := r.Graphs[0]
			if g.Vertices != test.vertices || g.Edges != test.edges {
				t.Errorf("%d vertices, %d edges; want %d, %d", g.Vertices, g.Edges, test.vertices, test.edges)
			}
			if !slices.Equal(g.Knots, test.knots) || test.ring != 0 && len(g.Ring) != test.ring {
				t.Errorf("knots %v, ring of %d; want %v, %d", g.Knots, len(g.Ring), test.knots, test.ring)
			}
			if (g.Ranks == nil) != (test.knots != nil) || (g.Ring != nil) != (test.knots != nil) {
				t.Errorf("certificate %v, ring %v", g.Ranks, g.Ring)
			}
		})
	}
}

func clockwise(n int) Options {
	b := ring(n)
	return Options{Routing: NextHops, Next: func(at, host int) []int {
		for i := range b.Links {
			if b.Links[i].Ends[0].Node == at && !b.Nodes[b.Links[i].Ends[1].Node].Host {
				return []int{i}
			}
		}
		return nil
	}}
}

// xy goes along the row first.
func xy(w int) Options {
	b := mesh(w, w)
	where := func(node int) int { return node / 2 } // a switch and its host follow each other
	return Options{Routing: NextHops, Next: func(at, host int) []int {
		a, d := where(at), where(host)
		to := a
		switch {
		case d%w > a%w:
			to = a + 1
		case d%w < a%w:
			to = a - 1
		case d > a:
			to = a + w
		default:
			to = a - w
		}
		for i := range b.Links {
			ends := b.Links[i].Ends
			if ends[0].Node == at && ends[1].Node == 2*to || ends[1].Node == at && ends[0].Node == 2*to {
				return []int{i}
			}
		}
		return nil
	}}
}

// paused makes every link of a net pause these priorities.
func paused(b *builder, queues ...qos.Queue) *builder {
	for i := range b.Links {
		b.Links[i].Ends[0].Lossless, b.Links[i].Ends[1].Lossless = qos.Queues(queues...), qos.Queues(queues...)
	}
	return b
}

// Changing priority at bounces, or after a dragonfly's links between groups, breaks the rings.
func TestGraphsOfChains(t *testing.T) {
	d := paused(dragonfly(4, 3), 3, 4)
	betweenGroups := func(in, _ Channel) bool { return d.From(in).Node/6 != d.To(in).Node/6 }
	tests := []struct {
		name            string
		net             *builder
		raise           func(in, out Channel) bool
		vertices, edges int
	}{
		{"bounces", paused(spineLeaf(2, 4, 1).without("S1-B", "S2-A"), 3, 4), nil, 28, 34},
		{"dragonfly", d, betweenGroups, 108, 180},
	}
	for _, test := range tests {
		r := Check(test.net.Net, Options{Routing: ShortestPath, Chain: []qos.Queue{3, 4}, Raise: test.raise})
		if g := r.Graphs[0]; len(r.Graphs) != 1 || g.Vertices != test.vertices || g.Edges != test.edges || g.Ring != nil || g.Ranks == nil {
			t.Errorf("%s: %d graphs, %d vertices, %d edges, ring %v", test.name, len(r.Graphs), g.Vertices, g.Edges, g.Ring)
		}
	}
}

// The ring of the bounced paths is the one that the graph's own vector names.
func TestRingOfBounces(t *testing.T) {
	b := spineLeaf(2, 4, 1).without("S1-B", "S2-A")
	var ring []string
	for _, w := range Check(b.Net, shortest).Graphs[0].Ring {
		ring = append(ring, name(&b.Net, w.Buffer))
	}
	if want := []string{"C>S1", "S1>D", "D>S2", "S2>C"}; !slices.Equal(ring, want) {
		t.Errorf("%v, want %v", ring, want)
	}
}

func TestSweeps(t *testing.T) {
	tests := []struct {
		name string
		net  *builder
		k    int
		want []int
	}{
		{"2 x 4", spineLeaf(2, 4, 1), 3, []int{0, 8, 12, 28, 0, 56}},
		{"2 x 3", spineLeaf(2, 3, 1), 2, []int{0, 6, 0, 15}},
		{"4 x 4", spineLeaf(4, 4, 1), 4, []int{0, 16, 0, 120, 0, 560, 84, 1820}},
		{"fat-tree", fatTree(4, 1), 2, []int{0, 32, 56, 496}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := Check(test.net.Net, Options{Routing: ShortestPath, Failures: test.k})
			var got []int
			for _, s := range r.Sweeps {
				got = append(got, s.Rings, s.Tried)
				if !s.Exact || s.Sets.Int64() != int64(s.Tried) || (s.First == nil) != (s.Rings == 0) {
					t.Errorf("%+v", s)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}
