package deadlock

import "slices"

// explain gives a flow for each buffer of a ring that goes on into the next.
func (g *graph) explain(ring []int32) []Wait {
	waits := make([]Wait, len(ring))
	for i, x := range ring {
		c, level := g.split(x)
		d, _ := g.split(ring[(i+1)%len(ring)])
		j := slices.Index(g.out[g.net.To(c).Node], d)
		p := int(g.via[level*g.turns+g.base[c]+j]) - 1
		waits[i] = Wait{Buffer: c, Priority: g.chain[level], Flow: g.witness(p, x, d)}
	}
	return waits
}

// witness is a flow to a place that goes through a buffer and then over a channel.
func (g *graph) witness(p int, x int32, d Channel) Flow {
	g.only(p)
	path := g.comeTo(x)
	flow := Flow{Dst: g.places[p].host}
	first := g.net.From(path[0]).Node
	source := g.hosts[first][0].back()
	flow.Src = g.net.From(source).Node
	flow.Path = append([]Channel{source}, path...)
	flow.Path = append(flow.Path, d)
	last := g.net.To(d).Node
	for g.here[last] == 0 {
		at := g.onward(last)
		if slices.Contains(flow.Path, at) { // next hops that lead round for ever
			return flow
		}
		flow.Path = append(flow.Path, at)
		last = g.net.To(at).Node
	}
	i := slices.IndexFunc(g.hosts[last], func(c Channel) bool { return g.net.To(c).Node == flow.Dst })
	flow.Path = append(flow.Path, g.hosts[last][i])
	return flow
}

// only makes a batch of one place.
func (g *graph) only(p int) {
	all := g.places
	g.places, g.first = all[p:p+1], 0
	g.start()
	if g.next == nil {
		g.shortest()
	} else {
		g.told()
	}
	g.places = all
}

// onward is the first channel from a switch to the place of the batch.
func (g *graph) onward(v int) Channel {
	i := slices.IndexFunc(g.out[v], func(c Channel) bool { return g.toward[c] != 0 })
	return g.out[v][i]
}

// comeTo is a way from a switch with hosts to a buffer, among those to the place of the batch, with the fewest links.
func (g *graph) comeTo(target int32) []Channel {
	from := map[int32]int32{}
	var queue []int32
	add := func(y, x int32) {
		if _, seen := from[y]; !seen {
			from[y] = x
			queue = append(queue, y)
		}
	}
	for _, v := range g.sources {
		for _, c := range g.out[v] {
			if g.here[v] == 0 && g.toward[c] != 0 {
				add(int32(c), -1)
			}
		}
	}
	for i := 0; from[target] == 0 && i < len(queue); i++ {
		x := queue[i]
		c, level := g.split(x)
		v := g.net.To(c).Node
		for _, d := range g.out[v] {
			if to := g.after(level, c, d); g.here[v] == 0 && g.toward[d] != 0 && to < g.levels {
				add(g.vertex(d, to), x)
			}
		}
	}
	var path []Channel
	for x := target; x >= 0; x = from[x] {
		c, _ := g.split(x)
		path = append(path, c)
	}
	slices.Reverse(path)
	return path
}
