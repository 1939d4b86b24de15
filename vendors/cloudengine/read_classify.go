package cloudengine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// classify reads how frames that arrive at a port get their class, and what packets that leave by it leave with. A sub-interface
// goes by its own lines, or by the built-in map where it has none (1.3, 2.12): what the port does is known where all of them
// do the same.
func (r *portReader) classify(subs []sub) {
	c := r.classified(r.outer, r.routed)
	for _, s := range subs {
		if other := r.classified(s.lines, !s.l2); c.Trust.Known() && !sameClasses(c, other) {
			apart := *c
			apart.Trust = qos.NotRead[qos.Trust](r.apart(&s, other), s.at())
			c = &apart
		}
	}
	r.out.Classify = c
}

// sameClasses tells whether two classifications do the same to every frame.
func sameClasses(a, b *qos.Classify) bool {
	return a.Trust.Equal(b.Trust) && a.DSCP == b.DSCP && a.PCP == b.PCP && a.Other == b.Other &&
		a.RewriteDSCP == b.RewriteDSCP && a.RewritePCP == b.RewritePCP &&
		slices.EqualFunc(a.Rules, b.Rules, func(x, y qos.Rule) bool { return x.Match == y.Match && x.Queue == y.Queue && x.Does == y.Does })
}

// apart is the reason why a port with such a sub-interface has no one classification.
func (r *portReader) apart(s *sub, c *qos.Classify) string {
	if !c.Trust.Known() {
		return s.name + ": " + c.Trust.Why
	}
	domain, n := s.lines.last("trust upstream ")
	if n == nil {
		domain = "default"
	}
	return fmt.Sprintf("frames of %s are classified otherwise than those of the port: by %s in domain %s", s.name, c.Trust.V, domain)
}

// at is the line that first says something of the classes of a sub-interface: its header, where none does.
func (s *sub) at() int32 {
	for _, n := range s.lines {
		if n.Kind == conf.In && strings.HasPrefix(n.Text, "trust ") || n.Kind == conf.Odd {
			return n.Line
		}
	}
	return s.line
}

// classified reads the classification by the lines of an interface.
func (r *portReader) classified(lines section, routed bool) *qos.Classify {
	name, line := "default", int32(0)
	if upstream, n := lines.last("trust upstream "); n != nil {
		name, line = upstream, n.Line
	}
	c := r.trust(lines, routed, name, line)
	if n := lines.unclear(qos.FacetClassify); n != nil {
		c.unknown(notUnderstood(n), n.Line)
	}
	for _, k := range r.policies(lines, routed) {
		c.class(k)
	}
	c.writesDSCP = lines.find("qos phb marking dscp enable") != nil && name != "none"
	c.writesPCP = name != "none" && lines.find("qos phb marking 8021p disable") == nil &&
		(!r.x.facts.keepsPCP || lines.find("qos phb marking 8021p enable") != nil)
	r.others(c, lines)
	return c.finish()
}

// trust starts with what the interface does without policies: a routed one looks at DSCP, another at the priority of the outer
// tag unless a line says otherwise (1.3). What has neither field is in the class of the port's own priority, and without a
// domain everything is.
func (r *portReader) trust(lines section, routed bool, upstream string, bound int32) *classifier {
	own := int64(0)
	if words, n := lines.last("port priority "); n != nil && !routed {
		own = numberOf(words)
	}
	if upstream == "none" {
		return newClassifier(builtinDomain(), byNothing, own, bound)
	}
	d := r.x.shared.domainOf(upstream, bound)
	field, n := trusted(lines)
	c := newClassifier(d, r.fields(field, routed), own, lineOf(n))
	if field == "8021p inner" {
		c.extra = append(c.extra, qos.Rule{
			Match: "frames with two tags", Queue: c.other.queue, Does: "are classified by the inner tag", Line: n.Line,
		})
	}
	if d.unknown != "" {
		c.unknown(d.unknown, d.at)
	}
	return c
}

// trusted is the field that the last line names: dscp, 8021p outer or 8021p inner; empty without a line.
func trusted(lines section) (field string, line *conf.Node) {
	for _, n := range lines.all("trust ") {
		if f := n.Text[len("trust "):]; !strings.HasPrefix(f, "upstream ") {
			field, line = f, n
		}
	}
	return field, line
}

// fields are those that decide, by the trust that a line says.
func (r *portReader) fields(field string, routed bool) fields {
	if field == "" && routed {
		field = "dscp"
		if !r.x.facts.v300 {
			r.assumed |= assumedRoutedTrust
		}
	}
	switch {
	case field == "dscp" && r.x.facts.tagForOther:
		return byBoth
	case field == "dscp":
		return byDSCP
	}
	return byPCP
}

// others adds what lines do beside the classes: rates of the whole interface, policies on the way out, and the deadlock
// prevention of uplinks.
func (r *portReader) others(c *classifier, lines section) {
	add := func(n *conf.Node, match, does string) {
		c.extra = append(c.extra, qos.Rule{Match: match, Queue: c.other.queue, Does: does, Line: n.Line})
	}
	for _, n := range lines.all("qos car ") {
		add(n, "all frames", "are policed: "+n.Text[len("qos car "):])
	}
	for _, n := range lines.all("qos lr ") {
		if strings.HasSuffix(n.Text, " inbound") {
			add(n, "all frames", "are policed: "+n.Text[len("qos lr "):])
		}
	}
	for _, n := range lines.all("traffic-policy ") {
		if policy, out := strings.CutSuffix(n.Text[len("traffic-policy "):], " outbound"); out {
			add(n, "packets that leave by the port", "go through traffic policy "+policy)
		}
	}
	for _, group := range r.x.uplinksOf(r.name) {
		for _, n := range group.all("adjust original-dscp ") {
			w := wordsOf(n.Text) // adjust original-dscp D to priority P dscp X
			c.extra = append(c.extra, qos.Rule{
				Match: "packets with DSCP " + w[2] + " that go back to another uplink", Queue: qos.Queue(numberOf(w[5])),
				Does: "leave with DSCP " + w[7], Line: n.Line,
			})
		}
	}
}

// uplinksOf are the groups for deadlock prevention that a port is in.
func (x *index) uplinksOf(port string) []section {
	var groups []section
	for _, g := range x.shared.uplinks {
		if g.find("group-member interface "+port) != nil {
			groups = append(groups, g)
		}
	}
	return groups
}
