package compiler

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// mtuOf is the largest IP packet that the ports of a group forward: what the intent says, and what VXLAN adds in the underlay.
func (n *node) mtuOf(in *intent.Intent, g *group) qos.Bytes {
	mtu := g.settings.MTU.V
	if g.block.Role.V == fabricRole {
		mtu += overhead(vxlanOf(in, n.device))
	}
	return mtu
}

// mtuRange is where the MTU of a group was decided.
func mtuRange(in *intent.Intent, g *group) hcl.Range {
	switch {
	case g.settings.MTU.Set:
		return g.settings.MTU.Range
	case in.Fabric.MTU.Set:
		return in.Fabric.MTU.Range
	}
	return in.Fabric.Range
}

// mtus are the MTUs of a switch's ports and classes.
type mtus struct {
	port  map[*group]qos.Value[qos.Bytes]
	class map[*group]*qos.ClassMTU
}

func (m mtus) of(p *port) (qos.Value[qos.Bytes], *qos.ClassMTU) {
	return m.port[p.group], m.class[p.group]
}

// mtus finds the MTU of every group. A class takes what its port takes; where classes have one MTU for the whole switch, what the
// port with the largest takes.
func (l *lowering) mtus() mtus {
	m := mtus{map[*group]qos.Value[qos.Bytes]{}, map[*group]*qos.ClassMTU{}}
	var largest qos.Value[qos.Bytes]
	for _, g := range l.groups {
		mtu := knownAt(l.mtuOf(l.in, g), mtuRange(l.in, g))
		l.checkMTU(g, mtu.V)
		m.port[g] = mtu
		if mtu.V > largest.V {
			largest = mtu
		}
	}
	one := classMTU(largest)
	for _, g := range l.groups {
		m.class[g] = one
		if !l.platform.SwitchWide.Has(qos.FacetClassMTU) {
			m.class[g] = classMTU(m.port[g])
		}
	}
	return m
}

func classMTU(mtu qos.Value[qos.Bytes]) *qos.ClassMTU {
	c := &qos.ClassMTU{}
	for q := range c.MTU {
		c.MTU[q] = mtu
	}
	return c
}

func (l *lowering) checkMTU(g *group, mtu qos.Bytes) {
	most := l.platform.MaxPacket
	if most == 0 || mtu <= most {
		return
	}
	asked := g.settings.MTU.V
	if mtu == asked {
		l.report(mtuRange(l.in, g), "MTU above the platform's limit", "%s takes packets of up to %d bytes, not %d.", l.platform.Model, most, mtu)
		return
	}
	l.report(mtuRange(l.in, g), "MTU above the platform's limit",
		"VXLAN adds %d bytes in the underlay, which makes %d on %s; %s takes up to %d. Make it at most %d.",
		mtu-asked, mtu, g.block.Label(), l.platform.Model, most, most-(mtu-asked))
}
