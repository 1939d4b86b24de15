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
			field: "traffic_class " + last.from.Switch.QoS.Names[last.queue] + ": ecn",
			text:  fmt.Sprintf("full queues of one path add up to %s, and latency_slo is %s: %s", span(total), span(slo), told(path)),
			fix:   "lower the ecn max of the classes, which bounds how deep their queues get",
		})
	}
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

// starts are switches with hosts, one of each kind: with the same roles and times around it. From alike switches the worst path is as
// long.
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
		around = append(around, fmt.Sprint(h.to.Role, h.drain, len(g.hops[h.to]), g.host[h.to].drain))
	}
	slices.Sort(around)
	return fmt.Sprint(g.host[s].drain, s.Role, slices.Compact(around), len(g.hops[s]))
}

// worst is the shortest path from a switch's hosts to others that takes longest, among shortest ones.
func (g *drains) worst(start *Switch) (path []hop, total time.Duration) {
	reached := map[*Switch][]hop{start: nil}
	for level := []*Switch{start}; len(level) > 0; {
		for _, s := range level {
			if h, has := g.host[s]; has && sum(reached[s])+h.drain > total {
				path = append(slices.Clone(reached[s]), h)
				total = sum(path)
			}
		}
		level = g.next(level, reached)
	}
	return path, total
}

// next are the switches one hop further, each by its slowest way.
func (g *drains) next(level []*Switch, reached map[*Switch][]hop) []*Switch {
	var next []*Switch
	way := map[*Switch][]hop{}
	for _, s := range level {
		for _, h := range g.hops[s] {
			if _, seen := reached[h.to]; seen {
				continue
			}
			old, found := way[h.to]
			if !found {
				next = append(next, h.to)
			}
			if !found || sum(reached[s])+h.drain > sum(old) {
				way[h.to] = append(slices.Clone(reached[s]), h)
			}
		}
	}
	for s, hops := range way {
		reached[s] = hops
	}
	return next
}

func sum(path []hop) (total time.Duration) {
	for _, h := range path {
		total += h.drain
	}
	return total
}

func told(path []hop) string {
	parts := make([]string, len(path))
	for i, h := range path {
		parts[i] = fmt.Sprintf("%s on %s:%s", span(h.drain), h.from.Switch.Name, h.from.Name)
	}
	return strings.Join(parts, " + ")
}
