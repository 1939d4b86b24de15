package deadlock

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"pgregory.net/rapid"
)

// oracle works the graph out again from a Net alone, with nothing of the package but its plain types: it walks every path there is.
type oracle struct {
	net   Net
	chain []qos.Queue
	next  func(at int, dst int) []Channel
	edges map[buffer]map[buffer]bool
}

// buffer is a vertex as the oracle knows it.
type buffer struct {
	channel  Channel
	priority qos.Queue
}

func (o *oracle) ends(c Channel) (from, to End) {
	link := o.net.Links[c/2]
	if c%2 == 0 {
		return link.Ends[0], link.Ends[1]
	}
	return link.Ends[1], link.Ends[0]
}

func (o *oracle) leaving(v int) []Channel {
	var list []Channel
	for c := range Channel(2 * len(o.net.Links)) {
		if from, to := o.ends(c); from.Node == v && to.Node != v {
			list = append(list, c)
		}
	}
	return list
}

const far = 1 << 20

// distances to a host; hosts forward nothing.
func (o *oracle) distances(dst int) []int {
	dist := make([]int, len(o.net.Nodes))
	for v := range dist {
		dist[v] = far
	}
	dist[dst] = 0
	for range dist {
		for c := range Channel(2 * len(o.net.Links)) {
			from, to := o.ends(c)
			if to.Node == dst || !o.net.Nodes[to.Node].Host {
				dist[from.Node] = min(dist[from.Node], dist[to.Node]+1)
			}
		}
	}
	return dist
}

// shortest makes next from distances. A host sends over any of its links.
func (o *oracle) shortest() {
	dist := map[int][]int{}
	o.next = func(at, dst int) []Channel {
		if dist[dst] == nil {
			dist[dst] = o.distances(dst)
		}
		return slices.DeleteFunc(o.leaving(at), func(c Channel) bool {
			_, to := o.ends(c)
			if o.net.Nodes[at].Host {
				return dist[dst][to.Node] >= far
			}
			return o.net.Nodes[to.Node].Host && to.Node != dst || dist[dst][to.Node] != dist[dst][at]-1
		})
	}
}

// walkAll walks from every host to every other.
func (o *oracle) walkAll() {
	o.edges = map[buffer]map[buffer]bool{}
	for src, s := range o.net.Nodes {
		for dst, d := range o.net.Nodes {
			if !s.Host || !d.Host || src == dst {
				continue
			}
			for _, c := range o.next(src, dst) {
				o.walk(c, dst, 0, nil)
			}
		}
	}
}

// walk is at the beginning of a channel with a packet that has changed priority so often.
func (o *oracle) walk(c Channel, dst, changes int, before *buffer) {
	_, to := o.ends(c)
	var here *buffer
	if changes < len(o.chain) && to.Lossless.Has(o.chain[changes]) {
		here = &buffer{c, o.chain[changes]}
		if o.edges[*here] == nil {
			o.edges[*here] = map[buffer]bool{}
		}
		if before != nil {
			o.edges[*before][*here] = true
		}
	}
	if to.Node == dst {
		return
	}
	for _, d := range o.next(to.Node, dst) {
		n := changes
		if len(o.chain) > 1 && o.bounces(c, d) {
			n++
		}
		o.walk(d, dst, n, here)
	}
}

// bounces: after the first link that does not go up, only down.
func (o *oracle) bounces(c, d Channel) bool {
	tier := func(v int) int {
		if o.net.Nodes[v].Host {
			return 0
		}
		return o.net.Nodes[v].Tier
	}
	a, b := o.ends(c)
	_, e := o.ends(d)
	return tier(b.Node) <= tier(a.Node) && tier(e.Node) >= tier(b.Node)
}

func (o *oracle) size() (vertices, edges int) {
	for _, to := range o.edges {
		edges += len(to)
	}
	return len(o.edges), edges
}

// girth is the size of the smallest ring; 0 when there is none.
func (o *oracle) girth() int {
	best := 0
	for start := range o.edges {
		seen := map[buffer]bool{}
		near := []buffer{start}
		for length := 1; len(near) > 0; length++ {
			var far []buffer
			for _, x := range near {
				for y := range o.edges[x] {
					if y == start && (best == 0 || length < best) {
						best = length
					}
					if !seen[y] {
						seen[y] = true
						far = append(far, y)
					}
				}
			}
			near = far
		}
	}
	return best
}

// certificate checks ranks against every edge.
func (o *oracle) certificate(g *Graph) error {
	rank := func(b buffer) int32 { return g.Rank(b.channel, slices.Index(o.chain, b.priority)) }
	for x, to := range o.edges {
		for y := range to {
			if rank(x) < 0 || rank(x) >= rank(y) {
				return fmt.Errorf("%v waits for %v, and their ranks are %d and %d", x, y, rank(x), rank(y))
			}
		}
	}
	return nil
}

// ring checks a ring and its flows.
func (o *oracle) ring(g *Graph) error {
	seen := map[buffer]bool{}
	for i, w := range g.Ring {
		after := g.Ring[(i+1)%len(g.Ring)]
		x, y := buffer{w.Buffer, w.Priority}, buffer{after.Buffer, after.Priority}
		if !o.edges[x][y] || seen[x] {
			return fmt.Errorf("%v does not wait for %v, or is there twice", x, y)
		}
		seen[x] = true
		if err := o.flow(w.Flow, w.Buffer, after.Buffer); err != nil {
			return err
		}
	}
	return nil
}

func (o *oracle) flow(f Flow, x, y Channel) error {
	at := f.Src
	for _, c := range f.Path {
		if !slices.Contains(o.next(at, f.Dst), c) {
			return fmt.Errorf("%v does not go over %d", f, c)
		}
		_, to := o.ends(c)
		at = to.Node
	}
	if i := slices.Index(f.Path, x); at != f.Dst || i < 0 || f.Path[i+1] != y {
		return fmt.Errorf("%v does not go from %d to %d", f, x, y)
	}
	return nil
}

// judge holds a graph to everything that the oracle knows.
func (o *oracle) judge(g *Graph) error {
	o.walkAll()
	v, e := o.size()
	girth := o.girth()
	switch {
	case g.Vertices != v || g.Edges != e:
		return fmt.Errorf("%d vertices and %d edges, there are %d and %d", g.Vertices, g.Edges, v, e)
	case (g.Ranks == nil) == (g.Ring == nil):
		return fmt.Errorf("a certificate and a ring, or neither")
	case len(g.Ring) != girth:
		return fmt.Errorf("a ring of %d, the smallest is of %d", len(g.Ring), girth)
	case girth == 0:
		return o.certificate(g)
	}
	return o.ring(g)
}

// fabrics draws nets of a few switches. Hosts have one link each, unless several is set.
func fabrics(t *rapid.T, sets []qos.QueueSet, several bool) Net {
	var n Net
	switches := rapid.IntRange(2, 8).Draw(t, "switches")
	for i := range switches {
		n.Nodes = append(n.Nodes, Node{Name: fmt.Sprint(i), Tier: rapid.IntRange(1, 3).Draw(t, "tier")})
	}
	lossless := rapid.SampledFrom(sets)
	link := func(a, b int) {
		n.Links = append(n.Links, Link{[2]End{
			{Node: a, Lossless: lossless.Draw(t, "lossless")}, {Node: b, Lossless: lossless.Draw(t, "lossless")}}})
	}
	for range rapid.IntRange(1, 14).Draw(t, "links") {
		if a, b := rapid.IntRange(0, switches-1).Draw(t, "from"), rapid.IntRange(0, switches-1).Draw(t, "to"); a != b {
			link(a, b)
		}
	}
	for range rapid.IntRange(0, 8).Draw(t, "hosts") {
		n.Nodes = append(n.Nodes, Node{Host: true})
		at := rapid.IntRange(0, switches-1).Draw(t, "at")
		link(at, len(n.Nodes)-1)
		if other := rapid.IntRange(0, switches-1).Draw(t, "and at"); several && other != at {
			link(other, len(n.Nodes)-1)
		}
	}
	return n
}

// Whatever the fabric, there is a certificate or a ring, and it is right.
func TestShortestPath(t *testing.T) {
	sets := []qos.QueueSet{qos.Queues(3), qos.Queues(3), qos.Queues(3), qos.Queues(3, 4), 0}
	rapid.Check(t, func(t *rapid.T) {
		n := fabrics(t, sets, false)
		for _, g := range Check(n, shortest).Graphs {
			for _, q := range g.Priorities.List() {
				o := &oracle{net: n, chain: []qos.Queue{q}}
				o.shortest()
				if err := o.judge(&g); err != nil {
					t.Fatalf("priority %d: %v", q, err)
				}
			}
		}
	})
}

// With a priority more for each bounce there is never a ring; with fewer, what is found is right.
func TestChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := fabrics(t, []qos.QueueSet{qos.Queues(3, 4, 5), qos.Queues(3, 4, 5), qos.Queues(3, 4)}, false)
		chain := []qos.Queue{3, 4, 5}[:rapid.IntRange(2, 3).Draw(t, "length")]
		g := Check(n, Options{Routing: ShortestPath, Chain: chain}).Graphs[0]
		o := &oracle{net: n, chain: chain}
		o.shortest()
		if err := o.judge(&g); err != nil || g.Ring != nil {
			t.Fatalf("%v, ring %v", err, g.Ring)
		}
	})
}

// A changed chain that does not help leaves rings over several priorities.
func TestUselessChain(t *testing.T) {
	b := ring(4)
	b.lossless = qos.Queues(3, 4)
	for i := range b.Links {
		b.Links[i].Ends[0].Lossless, b.Links[i].Ends[1].Lossless = b.lossless, b.lossless
	}
	g := Check(b.Net, Options{Routing: ShortestPath, Chain: []qos.Queue{3, 4}, Raise: func(_, _ Channel) bool { return false }}).Graphs[0]
	if len(g.Ring) != 4 || g.Ring[0].Priority != 3 {
		t.Errorf("%v", g.Ring)
	}
}

// Hosts with several links: every edge that there is rises in rank, and every ring is one.
func TestSeveralLinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := fabrics(t, []qos.QueueSet{qos.Queues(3), qos.Queues(3), qos.Queues(3), 0}, true)
		for _, g := range Check(n, shortest).Graphs {
			o := &oracle{net: n, chain: []qos.Queue{3}}
			o.shortest()
			o.walkAll()
			if len(g.Ring) != o.girth() {
				t.Fatalf("a ring of %d, the smallest is of %d", len(g.Ring), o.girth())
			}
			if g.Ring != nil {
				if err := o.ring(&g); err != nil {
					t.Fatal(err)
				}
			} else if err := o.certificate(&g); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Valley-free routing has a certificate in every fabric, and it holds for the paths that are left when links fail.
func TestValleyFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := fabrics(t, []qos.QueueSet{qos.Queues(3), qos.Queues(3), 0}, true)
		r := Check(n, Options{})
		for _, g := range r.Graphs {
			o := &oracle{net: n, chain: []qos.Queue{3}, edges: map[buffer]map[buffer]bool{}}
			for h, node := range n.Nodes {
				for _, c := range o.leaving(h) {
					if node.Host {
						o.roam(c, nil, map[Channel]bool{})
					}
				}
			}
			if err := o.certificate(&g); err != nil || g.Ring != nil || !r.AllFailures {
				t.Fatalf("%v, ring %v", err, g.Ring)
			}
		}
	})
}

// roam walks every path without a bounce, wherever it leads.
func (o *oracle) roam(c Channel, before *buffer, seen map[Channel]bool) {
	_, to := o.ends(c)
	var here *buffer
	if to.Lossless.Has(3) {
		here = &buffer{c, 3}
		if o.edges[*here] == nil {
			o.edges[*here] = map[buffer]bool{}
		}
		if before != nil {
			o.edges[*before][*here] = true
		}
	}
	if seen[c] || o.net.Nodes[to.Node].Host {
		return
	}
	seen[c] = true
	from, _ := o.ends(c)
	for _, d := range o.leaving(to.Node) {
		if _, next := o.ends(d); next.Node != from.Node && !o.bounces(c, d) {
			o.roam(d, here, seen)
		}
	}
}

// TestCertify: the oracle checks a certificate as it is written, line by line, and finds a rank that is wrong.
func TestCertify(t *testing.T) {
	n := spineLeaf(2, 4, 1).Net
	g := Check(n, Options{Routing: ShortestPath}).Graphs[0]
	var text strings.Builder
	if err := n.Certify(&text, &g); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text.String(), "# priority 3: 24 buffers, 40 waits: acyclic, ranks 0..3\n0 3 host A:hA0\n") {
		t.Errorf("%s", text.String())
	}
	o := &oracle{net: n, chain: []qos.Queue{3}}
	o.shortest()
	o.walkAll()
	if err := o.read(text.String()); err != nil {
		t.Error(err)
	}
	if err := o.read(strings.Replace(text.String(), "\n3 ", "\n1 ", 1)); err == nil {
		t.Error("a wrong rank is not found")
	}
	if err := o.read(strings.Replace(text.String(), "\n0 3 host A:hA0", "", 1)); err == nil {
		t.Error("a missing buffer is not found")
	}
}

// read checks a written certificate against the edges that the oracle walked.
func (o *oracle) read(text string) error {
	ranks := map[string]int{}
	for line := range strings.Lines(text) {
		var rank, priority int
		var from, to string
		if line[0] == '#' {
			continue
		}
		if _, err := fmt.Sscan(line, &rank, &priority, &from, &to); err != nil {
			return err
		}
		ranks[from+" "+to] = rank
	}
	if len(ranks) != len(o.edges) {
		return fmt.Errorf("%d buffers, want %d", len(ranks), len(o.edges))
	}
	for x, waits := range o.edges {
		for y := range waits {
			if a, b := o.named(x.channel), o.named(y.channel); ranks[a] >= ranks[b] {
				return fmt.Errorf("%s has rank %d and waits for %s with %d", a, ranks[a], b, ranks[b])
			}
		}
	}
	return nil
}

func (o *oracle) named(c Channel) string {
	from, to := o.ends(c)
	name := func(e End) string {
		if o.net.Nodes[e.Node].Host {
			return "host"
		}
		return o.net.Nodes[e.Node].Name + ":" + e.Port
	}
	return name(from) + " " + name(to)
}
