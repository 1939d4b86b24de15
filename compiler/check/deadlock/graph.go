package deadlock

import "github.com/weft-net/weft/qos"

// graph is the buffers of one priority, or of one chain of them, and which waits for which.
type graph struct {
	*flows
	chain []qos.Queue
	in    []bool // by vertex: it is a buffer that lossless traffic reaches
}

// graph makes the graph of a chain of priorities.
func (f *flows) graph(chain []qos.Queue) *graph {
	g := &graph{flows: f, chain: chain, in: make([]bool, len(f.reached))}
	for x, reached := range f.reached {
		c, level := f.split(int32(x))
		g.in[x] = reached && !f.failed[c.Link()] && g.lossless(c, level)
	}
	return g
}

// judge makes a certificate or a ring of the graph of a chain of priorities.
func (f *flows) judge(chain []qos.Queue, set qos.QueueSet) Graph {
	g := f.graph(chain)
	r := Graph{Priorities: set, channels: len(f.base)}
	ranks, edges, waiting := g.layers()
	r.Edges = edges
	hosts := g.hostBuffers(&r, ranks)
	if waiting == 0 {
		r.Ranks = hosts
		return r
	}
	knots := g.knots(ranks)
	for _, k := range knots {
		r.Knots = append(r.Knots, len(k))
	}
	ring, proven := g.smallest(knots)
	r.Ring, r.Smallest = g.explain(ring), proven
	return r
}

// lossless tells whether a channel's buffer is paused in the priority that packets have after a number of changes.
func (g *graph) lossless(c Channel, level int) bool { return g.net.To(c).Lossless.Has(g.chain[level]) }

// behind appends the buffers that a buffer waits for.
func (g *graph) behind(x int32, list []int32) []int32 {
	c, level := g.split(x)
	for i, d := range g.out[g.net.To(c).Node] {
		if !g.makes(c, level, i) {
			continue
		}
		if y := g.vertex(d, g.after(level, c, d)); g.in[y] {
			list = append(list, y)
		}
	}
	return list
}

// layers ranks the buffers between switches: each one more than the highest that waits for it, from 1. What rings keep from being
// ranked stays 0, and is counted.
func (g *graph) layers() (ranks []int32, edges, waiting int) {
	ranks, before := make([]int32, len(g.in)), make([]int32, len(g.in))
	var list, queue []int32
	for x, in := range g.in {
		if in {
			waiting++
			list = g.behind(int32(x), list[:0])
			edges += len(list)
			for _, y := range list {
				before[y]++
			}
		}
	}
	for x, in := range g.in {
		if in && before[x] == 0 {
			ranks[x] = 1
			queue = append(queue, int32(x))
		}
	}
	for i := 0; i < len(queue); i++ {
		list = g.behind(queue[i], list[:0])
		for _, y := range list {
			if before[y]--; before[y] == 0 {
				ranks[y] = ranks[queue[i]] + 1
				queue = append(queue, y)
			}
		}
	}
	return ranks, edges, waiting - len(queue)
}
