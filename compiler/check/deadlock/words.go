package deadlock

import (
	"fmt"
	"strings"
)

// Ring says which buffers wait for each other, and why each does.
func (n *Net) Ring(g *Graph) string {
	var way, why []string
	for i, w := range g.Ring {
		after := g.Ring[(i+1)%len(g.Ring)]
		way = append(way, n.Nodes[n.From(w.Buffer).Node].Name)
		why = append(why, fmt.Sprintf("%s waits for %s with packets from %s to %s",
			n.buffer(w), n.buffer(after), n.Nodes[w.Flow.Src].Name, n.Nodes[w.Flow.Dst].Name))
	}
	way = append(way, way[0])
	return fmt.Sprintf("%d buffers of priority %s can wait for each other for ever: %s; %s",
		len(g.Ring), g.Priorities, strings.Join(way, " > "), strings.Join(why, ", "))
}

// buffer names the buffer of a wait by where it is.
func (n *Net) buffer(w Wait) string { return n.end(n.To(w.Buffer)) }

// end names a port.
func (n *Net) end(e *End) string { return n.Nodes[e.Node].Name + ":" + e.Port }

// LinkName names a link by its ends.
func (n *Net) LinkName(link int) string {
	ends := &n.Links[link].Ends
	return n.end(&ends[0]) + " - " + n.end(&ends[1])
}

// Failures says how many sets of failed links open a ring, and names one.
func (n *Net) Failures(s *Sweep) string {
	sets := fmt.Sprintf("%d of %d", s.Rings, s.Tried)
	if !s.Exact {
		sets += fmt.Sprintf(" that were tried of %s", s.Sets)
	}
	failed, plural := "1 failed link", "links"
	if s.Failed > 1 {
		failed, plural = fmt.Sprintf("%d failed links", s.Failed), "sets of links"
	}
	text := fmt.Sprintf("%s let buffers wait for each other for ever in %s %s", failed, sets, plural)
	if s.First == nil {
		return text
	}
	names := make([]string, len(s.First))
	for i, link := range s.First {
		names[i] = n.LinkName(link)
	}
	return text + ", such as " + strings.Join(names, " with ")
}

// Swept says what a number of failed links was found to do: "k=1: 0 of 8 (all)", or of a sample "k=2: 0 of 31 (drawn from 130041856, seed 16128/2)".
func (s *Sweep) Swept() string {
	of := "all"
	if !s.Exact {
		of = fmt.Sprintf("drawn from %s, seed %d/%d", s.Sets, s.Links, s.Failed)
	}
	return fmt.Sprintf("k=%d: %d of %d (%s)", s.Failed, s.Rings, s.Tried, of)
}

// Needs says what breaks the rings.
func (t *Retag) Needs() string {
	if t.Priorities == 1 {
		return "no packet bounces on the rings: a priority more for each bounce does not break them"
	}
	bounces := "once"
	if t.Priorities > 2 {
		bounces = fmt.Sprintf("%d times", t.Priorities-1)
	}
	upTo, least := "up to ", ""
	if t.AtLeast {
		upTo, least = "", " or more"
	}
	return fmt.Sprintf("packets bounce %s%s%s on a path: %d%s lossless priorities, one more for each bounce, keep buffers from waiting in a ring",
		upTo, bounces, least, t.Priorities, least)
}
