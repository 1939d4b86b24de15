package nxos

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// classifyOf reads how frames that arrive at a port get their class.
func (x *index) classifyOf(p *port, po *portLines) *qos.Classify {
	l := &p.lines
	bundle := &l.classify
	if po != nil {
		bundle = &po.classify
	}
	b, why := effective(&l.classify, bundle, l, po)
	switch {
	case why != "":
	case b.name == "" && (x.facts.systemQoS || isExtender(p.name)):
		b = x.globals.classify
		if x.globals.odd != nil {
			b, why = binding{line: x.globals.odd.Line}, notUnderstood(x.globals.odd)
		}
	case b.name == "" && x.globals.vlanPolicy != nil && !l.or(po).routed:
		b, why = binding{line: x.globals.vlanPolicy.Line}, "a policy on VLANs may classify what arrives at the port"
	}
	if why == "" {
		if c := x.classify.of(b.name, x.readClassify); c != nil {
			return c
		}
		why = "policy-map type qos " + b.name + " is bound and not defined"
	}
	return x.classify.of(unknownKey(why, b.line), func(string) *qos.Classify { return unknownClassify(why, b.line) })
}

// isExtender tells whether a port is of a fabric extender (FEX), whose number stands first and goes from 100. A policy under
// `system qos` classifies such ports on every family (S-COMM).
func isExtender(port string) bool {
	number, _, _ := strings.Cut(strings.TrimPrefix(port, "Ethernet"), "/")
	return len(number) >= 3
}

func unknownClassify(why string, line int32) *qos.Classify {
	c := newClassifier()
	c.unknown(why, line)
	return &c.out
}

// readClassify reads a policy-map type qos, nil when there is no such one. Without a policy every frame is in queue 0.
func (x *index) readClassify(policy string) *qos.Classify {
	c := newClassifier()
	if policy == "" {
		return &c.out
	}
	o, ok := x.objects["policy-map type qos "+policy]
	if !ok {
		return nil
	}
	for _, n := range o.kids {
		switch {
		case n.Kind == conf.Odd:
			c.unknown(notUnderstood(n), n.Line)
		case n.Kind == conf.In:
			c.class(x.readClass(n))
		}
	}
	return c.finish()
}

// class is a class of a policy-map type qos: what it matches and what it does.
type class struct {
	line    int32
	name    string
	dscp    uint64 // code points that it matches
	pcp     uint8
	dscpAt  [qos.NumDSCP]int32
	pcpAt   [qos.NumPCP]int32
	lists   []string       // access lists whose packets it matches
	all     bool           // class-default
	taken   qos.CodePoints // of what it matches, what no class before it does
	queue   qos.Queue
	queued  bool // a line says so
	setDSCP int8
	setPCP  int8
	does    []string // what else it does, in words
	unknown string
	at      int32 // the line that makes it unknown
}

func (x *index) readClass(n *conf.Node) *class {
	c := &class{line: n.Line, name: strings.TrimPrefix(n.Text, "class "), setDSCP: qos.Keep, setPCP: qos.Keep}
	if c.all = c.name == classDefault; !c.all {
		x.readMatches(c.name, c)
	}
	if again := twice(n.Kids); again != nil {
		c.unclear(saidTwice(again), again.Line)
	}
	for _, kid := range n.Kids {
		switch kid.Kind {
		case conf.Odd:
			c.unclear(notUnderstood(kid), kid.Line)
		case conf.In:
			c.action(kid)
		}
	}
	return c
}

func (c *class) unclear(why string, line int32) {
	if c.unknown == "" {
		c.unknown, c.at = why, line
	}
}

// readMatches reads a class-map. On this switch match-all does the same as match-any (S-CLS7X).
func (x *index) readMatches(name string, c *class) {
	o, ok := x.objects["class-map type qos match-any "+name]
	if !ok {
		o, ok = x.objects["class-map type qos match-all "+name]
	}
	if !ok {
		c.unclear("class-map type qos "+name+" is used and not defined", c.line)
		return
	}
	for _, n := range o.kids {
		switch n.Kind {
		case conf.Odd:
			c.unclear(notUnderstood(n), n.Line)
		case conf.In:
			x.readMatch(n, c)
		}
	}
}

func (x *index) readMatch(n *conf.Node, c *class) {
	criterion := strings.TrimPrefix(n.Text, "match ")
	if name, ok := strings.CutPrefix(criterion, "access-group name "); ok {
		c.lists = append(c.lists, name)
		if !x.hasAccessList(name) {
			c.unclear("access list "+name+" is used and not defined", n.Line)
		}
		return
	}
	kind, list, _ := strings.Cut(criterion, " ")
	switch kind {
	case "dscp":
		set, _ := listSet(list, dscps)
		c.matchDSCP(set, n.Line)
	case "precedence":
		set, _ := listSet(list, precs)
		for ; set != 0; set &= set - 1 {
			c.matchDSCP(0xff<<(8*bits.TrailingZeros64(set)), n.Line)
		}
	case "cos":
		set, _ := listSet(list, coses)
		for p := range c.pcpAt {
			if set>>p&1 == 1 {
				c.pcp |= 1 << p
				c.pcpAt[p] = n.Line
			}
		}
	}
}

func (c *class) matchDSCP(set uint64, line int32) {
	c.dscp |= set
	for ; set != 0; set &= set - 1 {
		c.dscpAt[bits.TrailingZeros64(set)] = line
	}
}

func (x *index) hasAccessList(name string) bool {
	for _, kind := range []string{"ip", "ipv6", "mac"} {
		if x.tree.Find(kind+" access-list "+name) != nil {
			return true
		}
	}
	return false
}

// action reads a line of a class.
func (c *class) action(n *conf.Node) {
	verb, rest, _ := strings.Cut(n.Text, " ")
	if verb == "police" {
		c.does = append(c.does, "are policed: "+rest)
		return
	}
	what, number, _ := strings.Cut(rest, " ")
	value, _ := strconv.Atoi(number)
	switch {
	case what == "qos-group" && value < qos.NumQueues:
		c.queue, c.queued = qos.Queue(value), true
		if c.all {
			c.line = n.Line
		}
	case what == "dscp":
		c.setDSCP = int8(value)
	case what == "cos" && value < qos.NumPCP:
		c.setPCP = int8(value)
	case what == "precedence" && value < qos.NumPCP:
		c.does = append(c.does, "leave with precedence "+number)
	default:
		c.unclear(notUnderstood(n), n.Line)
	}
}
