package compiler

import (
	"fmt"

	"github.com/weft-net/weft/compiler/headroom"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// ingressKey is what decides the ingress buffers of a port.
type ingressKey struct {
	group *group
	cable float64
}

// ingressOf is the buffering of a port's lossless classes, or nil when it has none.
func (l *lowering) ingressOf(p *port) *qos.Ingress {
	key := ingressKey{p.group, p.cable}
	if in, done := l.ingress[key]; done {
		return in
	}
	in := l.buffers(key)
	l.ingress[key] = in
	return in
}

func (l *lowering) buffers(key ingressKey) *qos.Ingress {
	var in *qos.Ingress
	for i := range key.group.classes {
		c := &key.group.classes[i]
		if !c.Lossless.V {
			continue
		}
		if in == nil {
			in = &qos.Ingress{}
		}
		in.Buffers[c.Queue.V] = l.buffer(c, key)
	}
	return in
}

// buffer is the ingress buffer of a lossless class. What the intent gives is known. What is computed for the cable is the
// platform's to decide: the value is there for one that needs a number. Headroom with a threshold is known either way, since one
// cannot be set without the other.
func (l *lowering) buffer(c *intent.EffectiveClass, key ingressKey) qos.Value[qos.Buffer] {
	b := qos.Buffer{XOFF: c.Threshold.V.Bytes, AlphaNum: c.Threshold.V.AlphaNum, AlphaDen: c.Threshold.V.AlphaDen}
	if h := c.Headroom.V; h.AlphaDen != 0 {
		b.AlphaNum, b.AlphaDen = h.AlphaNum, h.AlphaDen
	}
	at := firstSet(c.Headroom.Range, c.Lossless.Range)
	if automatic(c) {
		b.Headroom = l.computed(c, key)
	} else {
		b.Headroom = c.Headroom.V.Bytes
		l.checkHeadroom(c, key)
	}
	v := knownAt(b, at)
	if leftToSwitch(c) {
		v.State = qos.PlatformDefault
	}
	return v
}

// checkHeadroom refuses headroom that cannot hold what arrives after a pause on any switch.
func (l *lowering) checkHeadroom(c *intent.EffectiveClass, key ingressKey) {
	given := c.Headroom.V.Bytes
	link := l.linkOf(key)
	if least := link.Least(); given > 0 && given < least {
		l.report(c.Headroom.Range, "Headroom below what arrives after a pause",
			"traffic_class %q has %d bytes. A frame of %d bytes that delays the pause, and what is on %g m of cable at %s, are %d already: give more, or \"auto\".",
			c.Name, given, link.PortMTU, key.cable, key.group.speed, least)
	}
}

// leftToSwitch tells whether the switch decides the buffer of a class.
func leftToSwitch(c *intent.EffectiveClass) bool {
	return automatic(c) && !c.Threshold.Set && c.Headroom.V.AlphaDen == 0
}

// headroomAsks are what lossless classes ask of headroom beside what a port has for itself.
func (n *node) headroomAsks() (asks []vendors.HeadroomAsk) {
	for _, g := range n.groups {
		for i := range g.classes {
			c := &g.classes[i]
			ask := vendors.HeadroomAsk{Class: c.Name, Pool: c.Headroom.V.Pool, Oversubscribe: c.Headroom.V.Oversubscribe}
			if leftToSwitch(c) && c.Headroom.V.Packets != "worst" {
				ask.Packets = c.Headroom.V.Packets
			}
			if !c.Lossless.V || ask.Pool == 0 && ask.Oversubscribe == 0 && ask.Packets == "" {
				continue
			}
			for _, p := range g.ports {
				ask.Ports = append(ask.Ports, p.name)
			}
			asks = append(asks, ask)
		}
	}
	return asks
}

// automatic tells whether a class's headroom is to be computed.
func automatic(c *intent.EffectiveClass) bool { return c.Headroom.V.Auto || !c.Headroom.Set }

// computed is the headroom for a cable, or 0 when the platform's table lacks a number for it.
func (l *lowering) computed(c *intent.EffectiveClass, key ingressKey) qos.Bytes {
	mix := c.Headroom.V.Packets
	if mix == "" {
		mix = "worst"
	}
	packets, err := headroom.PacketsNamed(mix)
	if err != nil {
		return 0
	}
	link := l.linkOf(key)
	link.Packets = packets
	terms, err := ChipOf(l.platform).Headroom(link)
	if err != nil {
		return 0
	}
	return terms.XOFF
}

// linkOf is what a lossless class of a port receives from, but for the packets.
func (l *lowering) linkOf(key ingressKey) headroom.Link {
	return headroom.Link{Speed: key.group.speed, Cable: headroom.Metres(key.cable), PortMTU: LargestFrame(l.platform, l.mtuOf(l.in, key.group))}
}

// needCables wants the length of the cable in every port whose headroom is computed: a wrong guess loses packets.
func (l *lowering) needCables() {
	for _, g := range l.groups {
		class := automaticClass(g)
		if class == nil {
			continue
		}
		var without []string
		for _, p := range g.ports {
			if p.cable == 0 {
				without = append(without, p.name)
			}
		}
		if without != nil {
			l.report(g.block.Range, fmt.Sprintf("No cable length for %s", qos.PortRanges(without)),
				"traffic_class %q is lossless there and its headroom depends on the cable. Write cable = \"3m\" in the ports block or in the link, or give headroom in bytes.", class.Name)
		}
	}
}

// automaticClass is a lossless class of a group whose headroom is computed, or nil.
func automaticClass(g *group) *intent.EffectiveClass {
	for i := range g.classes {
		if c := &g.classes[i]; c.Lossless.V && automatic(c) {
			return c
		}
	}
	return nil
}
