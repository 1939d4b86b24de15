package deadlock

import "slices"

// hostBuffers adds the buffers at both ends of the links of hosts to a graph. Hosts only send and drain, so that what they send
// into has rank 0, and what they drain the highest.
func (g *graph) hostBuffers(r *Graph, ranks []int32) []int32 {
	all := make([]int32, len(ranks))
	last := int32(1)
	for x := range all {
		all[x] = NoRank
		if g.in[x] {
			r.Vertices++
			all[x] = ranks[x]
			last = max(last, ranks[x]+1)
		}
	}
	for _, v := range g.sources {
		if len(g.hosts[v]) < 2 && !g.sends(v) {
			continue
		}
		senders := g.senders(v)
		for _, c := range senders {
			all[c] = 0
		}
		r.Vertices += len(senders)
		r.Edges += len(senders) * g.fedBuffers(v)
		for level := range g.levels {
			g.drain(r, v, level, senders, all, last)
		}
	}
	return all
}

// sends tells whether hosts of a switch send to others elsewhere.
func (g *graph) sends(v int) bool {
	return slices.ContainsFunc(g.out[v], func(c Channel) bool { return g.fed[c] })
}

// senders are the channels of hosts into a switch that pauses them.
func (g *graph) senders(v int) []Channel {
	var list []Channel
	for _, c := range g.hosts[v] {
		if in := c.back(); g.lossless(in, 0) {
			list = append(list, in)
		}
	}
	return list
}

// fedBuffers counts the buffers that the hosts of a switch send on to.
func (g *graph) fedBuffers(v int) int {
	n := 0
	for _, c := range g.out[v] {
		if g.fed[c] && g.in[c] {
			n++
		}
	}
	return n
}

// drain adds the buffers of hosts for what arrives after a number of changes.
func (g *graph) drain(r *Graph, v, level int, senders []Channel, all []int32, last int32) {
	arriving, arrives := 0, level == 0 && len(g.hosts[v]) > 1
	for _, c := range g.out[v] {
		x := g.vertex(c.back(), level)
		arrives = arrives || g.drained[x]
		if g.drained[x] && g.in[x] {
			arriving++
		}
	}
	for _, c := range g.hosts[v] {
		if !arrives || !g.lossless(c, level) {
			continue
		}
		local := 0
		if level == 0 {
			local = others(senders, c)
		}
		all[g.vertex(c, level)] = last
		r.Vertices++
		r.Edges += arriving + local
	}
}

// others counts the senders that are not the host at the end of a channel.
func others(senders []Channel, c Channel) int {
	n := len(senders)
	for _, s := range senders {
		if s == c.back() {
			n--
		}
	}
	return n
}
