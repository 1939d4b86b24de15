package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/compiler/check/deadlock"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// mostFailed is how many links C06 lets fail at once.
const mostFailed = 2

// tiers are how far up switches of known roles are.
var tiers = map[string]int{"leaf": 1, "border": 1, "spine": 2, "superspine": 3}

// buffers is a fabric as package deadlock sees it. A port that pauses and is linked to no switch leads to a host.
type buffers struct {
	deadlock.Net
	switches []*Switch // the first nodes
	result   deadlock.Result
	// broken tells that valley-free routing leaves hosts without a path that have one, so that packets must take others.
	broken bool
}

// waits makes the graph of the fabric. An intent says how packets are routed; where nobody does, they can take every shortest path.
func (n *Net) waits() *buffers {
	b := n.graph()
	shortest := deadlock.Options{Routing: deadlock.ShortestPath, Failures: mostFailed}
	if n.Routing != "valley-free" {
		b.result = deadlock.Check(b.Net, shortest)
		return b
	}
	b.result = deadlock.Check(b.Net, deadlock.Options{})
	if cut := b.result.Cut; cut.Pairs > 0 {
		all := deadlock.Check(b.Net, deadlock.Options{Routing: deadlock.ShortestPath})
		if b.broken = all.Cut.Pairs < cut.Pairs; b.broken {
			b.result, b.result.Cut = all, cut
		}
	}
	return b
}

// graph is the fabric's switches, hosts and links.
func (n *Net) graph() *buffers {
	b := &buffers{switches: n.Switches}
	ports := 0
	for _, s := range n.Switches {
		ports += len(s.Ports)
	}
	b.Nodes, b.Links = make([]deadlock.Node, 0, len(n.Switches)+ports), make([]deadlock.Link, 0, ports)
	for _, s := range n.Switches {
		b.Nodes = append(b.Nodes, deadlock.Node{Name: s.Name, Tier: tiers[s.Role]})
	}
	for _, s := range n.Switches {
		for i := range s.Ports {
			if p := &s.Ports[i]; p.Far == nil && p.Lossless() != 0 && p.Role != "fabric" {
				b.addHost(p)
			}
		}
	}
	for _, l := range n.Links {
		b.addLink(end(l.A), end(l.B))
	}
	return b
}

func end(p *Port) deadlock.End {
	return deadlock.End{Node: p.Switch.index, Port: p.Name, Lossless: p.Lossless()}
}

// port is the port at an end of a link; nil at a host.
func (b *buffers) port(e *deadlock.End) *Port {
	if e.Node >= len(b.switches) {
		return nil
	}
	return b.switches[e.Node].port(e.Port)
}

func (b *buffers) addHost(p *Port) {
	far := deadlock.End{Node: len(b.Nodes), Lossless: p.Lossless()}
	b.Nodes = append(b.Nodes, deadlock.Node{Name: "the host at " + p.Switch.Name + ":" + p.Name, Host: true})
	b.addLink(end(p), far)
}

func (b *buffers) addLink(a, z deadlock.End) {
	b.Links = append(b.Links, deadlock.Link{Ends: [2]deadlock.End{a, z}})
}

// noRings is C05: no buffers of lossless traffic wait for each other in a ring.
func noRings(j *judge) {
	j.unlinked()
	b := j.waits()
	if b.broken {
		j.group(verdict{
			severity: vendors.Warning,
			text: "valley-free routing leaves " + b.Nodes[b.result.Cut.Src].Name + " without a path to " + b.Nodes[b.result.Cut.Dst].Name +
				", so that packets take other paths",
			fix: `say routing = "shortest-path", or give the switches their roles`,
		}).Where = []Place{j.placeOf(b, b.result.Cut.Src)}
	}
	for i := range b.result.Graphs {
		g := &b.result.Graphs[i]
		v := verdict{severity: vendors.Error, queues: g.Priorities, fix: "keep packets from going up or across after they came down: valley-free routing, such as one AS number for all spines"}
		if g.Ring != nil {
			v.text = b.Ring(g)
		} else if len(j.net.Links) > 0 {
			j.prove("proved", j.certified(g, b.result.AllFailures))
		}
		for _, w := range g.Ring {
			j.port(b.port(b.To(w.Buffer)), v)
		}
	}
}

// certified says what was proved of a graph without a ring.
func (j *judge) certified(g *deadlock.Graph, always bool) string {
	text := g.Certificate()
	if always {
		text += ", whatever links fail"
	}
	if !j.complete() {
		text += ", as far as the fabric is known"
	}
	return text
}

// placeOf is the port that a host is at.
func (j *judge) placeOf(b *buffers, host int) Place {
	for i := range b.Links {
		if ends := &b.Links[i].Ends; ends[1].Node == host {
			p := b.port(&ends[0])
			return Place{Device: p.Switch.Name, Port: p.Name, File: p.Switch.File}
		}
	}
	return Place{}
}

// unlinked tells of what is missing from the graph: switches, and what ports of the fabric lead to.
func (j *judge) unlinked() {
	for _, u := range j.net.Unread {
		j.unread(u)
	}
	uncabled := len(j.net.Links) == 0 && len(j.net.Switches) > 1
	for _, s := range j.net.Switches {
		j.eachOf(s, func(p *Port) {
			switch {
			case uncabled && p.Lossless() != 0:
				j.device(s, notChecked("whether buffers wait for each other in a ring: the cables between the switches are not given"))
			case p.Far != nil && !p.PFC.Priorities.Known():
				j.port(p, notChecked("whether buffers wait for each other over this port: which priorities it pauses is not known"))
			case p.Far == nil && p.Lossless() != 0 && p.Role == "fabric":
				j.port(p, notChecked("whether buffers wait for each other over this port: what it is linked to is not known"))
			}
		})
	}
}

// noRingsAfterFailures is C06: no ring comes from links that fail.
func noRingsAfterFailures(j *judge) {
	b := j.waits()
	if slices.ContainsFunc(b.result.Graphs, func(g deadlock.Graph) bool { return g.Ring != nil }) {
		return // there is one already
	}
	j.swept(b.result.Sweeps)
	for i := range b.result.Sweeps {
		s := &b.result.Sweeps[i]
		if s.Rings == 0 {
			j.sampled(s)
			continue
		}
		v := verdict{severity: vendors.Warning, text: b.Failures(s), fix: "keep packets from bouncing: valley-free routing, such as one AS number for all spines"}
		if s.Failed > 1 {
			v.severity = vendors.Info
		}
		for _, link := range s.First {
			ends := &b.Links[link].Ends
			j.link(Link{b.port(&ends[0]), b.port(&ends[1])}, v)
		}
	}
}

// swept tells what was tried.
func (j *judge) swept(sweeps []deadlock.Sweep) {
	if len(sweeps) == 0 || len(j.net.Links) == 0 {
		return
	}
	parts := make([]string, len(sweeps))
	for i := range sweeps {
		parts[i] = sweeps[i].Swept()
	}
	j.prove("tried", "sets of k failed links that open a ring: "+strings.Join(parts, ", "))
}

// sampled tells of a sweep without a ring that did not try everything.
func (j *judge) sampled(s *deadlock.Sweep) {
	if !s.Exact {
		j.device(j.net.Switches[0], notChecked(fmt.Sprintf(
			"rings with %d failed: of %s sets of links %d were tried, without one, and the fabric is too large for more", s.Failed, s.Sets, s.Tried)))
	}
}

// prioritiesForBounces is C07: how many lossless priorities would break the rings that C05 and C06 found, and whether switches have
// so many.
func prioritiesForBounces(j *judge) {
	b := j.waits()
	t := b.result.Retag
	if t == nil {
		return
	}
	for _, up := range t.Groups {
		v := b.bouncing(j.net.Switches[up.Node])
		if v.fix == "" {
			v.fix = b.retagging(j.net.Switches[up.Node], up)
		}
		j.device(j.net.Switches[up.Node], v)
	}
	if t.Flat == 0 && len(t.Groups) > 0 {
		return
	}
	for _, g := range b.rings() {
		for _, w := range g.Ring {
			s := b.port(b.To(w.Buffer)).Switch
			v := b.bouncing(s)
			v.fix = "switches of one tier are linked in a ring, which no uplink group covers: take it apart, or keep lossless traffic off it"
			j.device(s, v)
		}
	}
}

// bouncing is the verdict about a switch whose packets change to another priority where they bounce.
func (b *buffers) bouncing(s *Switch) verdict {
	t := b.result.Retag
	v := verdict{severity: vendors.Info, text: t.Needs()}
	more := (t.Priorities - 1) * b.ringed().Len()
	if more == 0 {
		return v
	}
	needs, can := s.paused().Len()+more, s.Platform.Limits.Lossless
	v.text += fmt.Sprintf("; that makes %d on this switch", needs)
	switch {
	case !can.Known():
		v.text += ", and no source says how many " + s.Platform.Model + " can have"
	case needs > can.V:
		v.severity = vendors.Warning
		v.text += fmt.Sprintf(", and %s has %d", s.Platform.Model, can.V) + sourceOf(can)
		v.fix = "keep packets from bouncing: valley-free routing, such as one AS number for all spines; or make fewer classes lossless"
	default:
		v.text += fmt.Sprintf(", of the %d that %s has", can.V, s.Platform.Model) + sourceOf(can)
	}
	return v
}

// paused are the priorities that some port of a switch pauses.
func (s *Switch) paused() (all qos.QueueSet) {
	for i := range s.Ports {
		all |= s.Ports[i].Lossless()
	}
	return all
}

// ringed are the priorities with a ring.
func (b *buffers) ringed() (all qos.QueueSet) {
	for _, g := range b.rings() {
		all |= g.Priorities
	}
	return all
}

// rings are the graphs with a ring: of the fabric as it is, or else with failed links.
func (b *buffers) rings() []*deadlock.Graph {
	var found []*deadlock.Graph
	for i := range b.result.Graphs {
		if b.result.Graphs[i].Ring != nil {
			found = append(found, &b.result.Graphs[i])
		}
	}
	for i := range b.result.Sweeps {
		if s := &b.result.Sweeps[i]; len(found) == 0 && s.Graph != nil {
			found = append(found, s.Graph)
		}
	}
	return found
}
