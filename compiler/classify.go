package compiler

import (
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// classifyOf is how a port gives arriving frames their class. Trust decides which of a class's lists counts; the default class
// takes what no class names.
func (l *lowering) classifyOf(g *group) *qos.Classify {
	trust := g.settings.Trust.V
	c := &qos.Classify{Trust: known(g.settings.Trust)}
	for i := range g.classes {
		class := &g.classes[i]
		if class.Default {
			setAll(c, class.Queue.V)
		}
	}
	for i := range g.classes {
		class := &g.classes[i]
		if trust == qos.TrustDSCP || trust == qos.TrustDSCPElsePCP {
			for _, d := range class.DSCP.V {
				c.DSCP[d], c.DSCPAt[d] = class.Queue.V, int32(class.DSCP.Range.Start.Line)
			}
		}
		if trust == qos.TrustPCP || trust == qos.TrustDSCPElsePCP {
			for _, p := range class.PCP.V {
				c.PCP[p], c.PCPAt[p] = class.Queue.V, int32(class.PCP.Range.Start.Line)
			}
		}
	}
	l.rewrite(g, c)
	return c
}

// setAll gives everything the default class and leaves every header as it is.
func setAll(c *qos.Classify, q qos.Queue) {
	c.Other = q
	for d := range c.DSCP {
		c.DSCP[d], c.RewriteDSCP[d] = q, qos.Keep
	}
	for p := range c.PCP {
		c.PCP[p] = q
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = qos.Keep
	}
}

// rewrite marks what leaves with the class's own code points, where the port asks for it.
func (l *lowering) rewrite(g *group, c *qos.Classify) {
	if g.settings.Rewrite.V != "class" {
		return
	}
	if g.settings.Trust.V == qos.TrustPCP {
		l.report(g.settings.Rewrite.Range, "Rewrite needs DSCP",
			"The port trusts pcp, so a packet's DSCP says nothing about its class and cannot be rewritten by it. Trust dscp, or keep.")
		return
	}
	for i := range g.classes {
		class := &g.classes[i]
		mark := markOf(class)
		for d, q := range c.DSCP {
			if q == class.Queue.V {
				c.RewriteDSCP[d] = mark
			}
		}
		if class.MarkPCP.Set {
			c.RewritePCP[class.Queue.V] = int8(class.MarkPCP.V)
		}
	}
}

// markOf is the DSCP that packets of a class leave with: its mark, the first of its list, or for a default class without either
// 0. Those of another class keep theirs.
func markOf(c *intent.EffectiveClass) int8 {
	switch {
	case c.Mark.Set:
		return int8(c.Mark.V)
	case len(c.DSCP.V) > 0:
		return int8(c.DSCP.V[0])
	case c.Default:
		return 0
	}
	return qos.Keep
}
