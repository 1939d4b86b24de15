package check

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
)

// latencyBudget is C04: the queues of a path, each as deep as where it marks every packet, do not add up to more than is allowed.
func latencyBudget(j *judge) {
	if !j.net.LatencySLO.Set {
		return
	}
	g := &drains{net: j.net, hops: map[*Switch][]hop{}, host: map[*Switch]hop{}}
	g.collect()
	slo := j.net.LatencySLO.V
	for _, start := range g.starts() {
		path, total := g.worst(start)
		if total <= slo {
			continue
		}
		last := path[len(path)-1]
		j.port(last.from, verdict{
			field: last.from.Switch.field(last.queue, "ecn"), queues: queuesOn(path),
			text: fmt.Sprintf("full queues of one path add up to %s, and latency_slo is %s: %s", span(total), span(slo), told(path)),
			fix:  "lower the ecn max of the classes, which bounds how deep their queues get",
		})
	}
}

// queuesOn are the queues of a path.
func queuesOn(path []hop) (queues qos.QueueSet) {
	for i := range path {
		queues |= qos.Queues(path[i].queue)
	}
	return queues
}

// hop is one queue of a path: of a port, as deep as where it marks every packet.
type hop struct {
	from  *Port
	to    *Switch // nil towards a host
	queue qos.Queue
	drain time.Duration
}

// drains are the queues between switches, and of each switch the slowest one towards a host.
type drains struct {
	net  *Net
	hops map[*Switch][]hop // by the switch they lead to first
	host map[*Switch]hop
}

// drainOf is the lossless queue of a port that takes longest to empty.
func drainOf(p *Port) (h hop, ok bool) {
	for _, q := range p.Lossless().List() {
		e := p.queue(q)
		if e == nil || !e.ECN.Known() || !e.ECN.V.Marks() || p.Speed == 0 {
			continue
		}
		if d := Drain(e.ECN.V.Max, qos.BitsPerSecond(p.Speed)); !ok || d > h.drain {
			h, ok = hop{from: p, queue: q, drain: d}, true
		}
	}
	return h, ok
}

// Drain is how long a queue takes to empty at a port's speed.
func Drain(depth qos.Bytes, speed qos.BitsPerSecond) time.Duration {
	return time.Duration(float64(depth) * 8 / float64(speed) * float64(time.Second))
}

func (g *drains) collect() {
	for _, s := range g.net.Switches {
		for i := range s.Ports {
			p := &s.Ports[i]
			h, ok := drainOf(p)
			switch {
			case !ok:
			case p.Far != nil:
				h.to = p.Far.Switch
				g.hops[s] = slowest(g.hops[s], h)
			case h.drain > g.host[s].drain:
				g.host[s] = h
			}
		}
	}
}

// slowest keeps one hop to each neighbour.
func slowest(hops []hop, h hop) []hop {
	at := slices.IndexFunc(hops, func(other hop) bool { return other.to == h.to })
	switch {
	case at < 0:
		return append(hops, h)
	case h.drain > hops[at].drain:
		hops[at] = h
	}
	return hops
}

// starts are switches with hosts, one of each kind: with the same times on it and around it. From alike switches the worst path is
// taken to be as long.
func (g *drains) starts() []*Switch {
	kinds := map[string]bool{}
	var list []*Switch
	for _, s := range g.net.Switches {
		if _, has := g.host[s]; !has {
			continue
		}
		if kind := g.kind(s); !kinds[kind] {
			kinds[kind] = true
			list = append(list, s)
		}
	}
	return list
}

// kind is a switch by the times of its own queues and of those of its neighbours.
func (g *drains) kind(s *Switch) string {
	around := make([]string, 0, len(g.hops[s])+1)
	for _, h := range g.hops[s] {
		around = append(around, fmt.Sprint(h.drain, len(g.hops[h.to]), g.host[h.to].drain))
	}
	slices.Sort(around)
	return fmt.Sprint(g.host[s].drain, slices.Compact(around), len(g.hops[s]))
}

// walk is a search from one switch: how long each switch takes to reach by its slowest shortest path, and the last hop of that.
type walk struct {
	level []int // of each switch, 0 for one not reached
	drain []time.Duration
	last  []hop
}

// worst is the shortest path from a switch's hosts to others that takes longest, among shortest ones.
func (g *drains) worst(start *Switch) (path []hop, total time.Duration) {
	n := len(g.net.Switches)
	w := walk{make([]int, n), make([]time.Duration, n), make([]hop, n)}
	w.level[start.index] = 1
	end := start
	for depth, level := 1, []*Switch{start}; len(level) > 0; depth++ {
		for _, s := range level {
			if h, has := g.host[s]; has && w.drain[s.index]+h.drain > total {
				end, total = s, w.drain[s.index]+h.drain
			}
		}
		level = g.next(level, depth, &w)
	}
	path = []hop{g.host[end]}
	for s := end; s != start; s = path[len(path)-1].from.Switch {
		path = append(path, w.last[s.index])
	}
	slices.Reverse(path)
	return path, total
}

// next are the switches one hop further, each by its slowest way.
func (g *drains) next(level []*Switch, depth int, w *walk) (next []*Switch) {
	for _, s := range level {
		so := w.drain[s.index]
		for _, h := range g.hops[s] {
			to := h.to.index
			switch {
			case w.level[to] == 0:
				w.level[to] = depth + 1
				next = append(next, h.to)
			case w.level[to] <= depth || so+h.drain <= w.drain[to]:
				continue
			}
			w.drain[to], w.last[to] = so+h.drain, h
		}
	}
	return next
}

func told(path []hop) string {
	parts := make([]string, len(path))
	for i, h := range path {
		parts[i] = fmt.Sprintf("%s on %s:%s", span(h.drain), h.from.Switch.Name, h.from.Name)
	}
	return strings.Join(parts, " + ")
}
