package cloudengine

import (
	"fmt"
	"slices"

	"github.com/weft-net/weft/qos"
)

// classifyKey is what decides the classification of a port.
type classifyKey struct {
	asked  *qos.Classify
	routed bool
}

// fitClassify fits how frames get their class. It leaves tables in the form that tells what happens: the field that does not
// decide has the class of frames without it.
func (f *fitter) fitClassify(key classifyKey) (*qos.Classify, notes) {
	var n notes
	c := *key.asked
	if len(c.Rules) > 0 {
		n.Impossible("classification", c.Rules[0].Match, "weft writes code points only", "design")
		c.Rules = nil
	}
	f.fitTrust(&c, key.routed, &n)
	fitRest(&c, key.routed, &n)
	f.fitRewriteDSCP(&c, &n)
	f.fitRewritePCP(&c, &n)
	return &c, n
}

func (f *fitter) fitTrust(c *qos.Classify, routed bool, n *notes) {
	trust := c.Trust.V
	switch {
	case !c.Trust.Known():
		n.Impossible("trust", "nothing", "classification needs a field to trust", "design")
	case routed && (trust == qos.TrustPCP || trust == qos.TrustDSCPElsePCP):
		n.Impossible("trust", trust.String(), "a routed port classifies by DSCP and takes no trust command", "D300, rule 14")
	case trust == qos.TrustMixed:
		n.Impossible("trust", trust.String(), "weft writes one field that decides", "design")
	case trust == qos.TrustDSCPElsePCP && !f.row.tagForOther:
		n.Impossible("trust", trust.String(), "no source says that trust dscp classifies frames without DSCP by their tag on this family: trust dscp or pcp", "D300")
	}
	if trust == qos.TrustPCP || trust == qos.TrustNone {
		fillQueues(c.DSCP[:], c.Other)
	}
	if trust == qos.TrustDSCP || trust == qos.TrustNone {
		fillQueues(c.PCP[:], c.Other)
	}
}

func fillQueues(table []qos.Queue, q qos.Queue) {
	for i := range table {
		table[i] = q
	}
}

// fitRest checks that frames with neither field get their class. An untagged frame has the priority of its port, so that some
// priority has to be of that class; a routed port has no such priority.
func fitRest(c *qos.Classify, routed bool, n *notes) {
	switch {
	case routed && c.Other != 0:
		n.Impossible("default class", fmt.Sprintf("queue %d", c.Other), "what a routed port cannot classify is in queue 0", "D300")
	case !routed && portPriority(c) < 0:
		n.Impossible("default class", fmt.Sprintf("queue %d", c.Other), "untagged frames have the priority of their port, and no pcp is in that class", "D300")
	}
}

// portPriority is the least priority whose class is that of frames with neither field, or -1.
func portPriority(c *qos.Classify) int { return slices.Index(c.PCP[:], c.Other) }

// fitRewriteDSCP makes the rewrite one value a class: what leaves is marked by its class, and a class that is not to be marked
// is left alone only where every class is.
func (f *fitter) fitRewriteDSCP(c *qos.Classify, n *notes) {
	if !rewritesDSCP(c) {
		for d := range c.RewriteDSCP {
			c.RewriteDSCP[d] = qos.Keep
		}
		return
	}
	if c.Trust.V == qos.TrustPCP {
		n.Impossible("rewrite", "dscp", "what leaves is marked by its class, which the priority decides and not the DSCP", "D300")
		return
	}
	for q := range qos.Queue(qos.NumQueues) {
		mark, uniform := leavesAs(c, q)
		if !uniform {
			n.Impossible(f.class(q)+": mark", "several code points", "what leaves is marked by its class: all of a class get one value", "D300")
		}
		for d := range c.DSCP {
			if c.DSCP[d] == q {
				c.RewriteDSCP[d] = mark
			}
		}
	}
}

// rewritesDSCP tells whether any packet leaves with another DSCP.
func rewritesDSCP(c *qos.Classify) bool {
	for d, to := range c.RewriteDSCP {
		if to != qos.Keep && int(to) != d {
			return true
		}
	}
	return false
}

// leavesAs is the DSCP that packets of a class leave with, and whether it is one value; Keep for a class without DSCPs.
func leavesAs(c *qos.Classify, q qos.Queue) (mark int8, uniform bool) {
	mark = qos.Keep
	for d, to := range c.RewriteDSCP {
		if c.DSCP[d] != q {
			continue
		}
		if to == qos.Keep {
			to = int8(d)
		}
		if mark != qos.Keep && mark != to {
			return mark, false
		}
		mark = to
	}
	return mark, true
}

// fitRewritePCP fits the priority that tagged frames leave with. Most families write it by class; the built-in value is the
// class's own number.
func (f *fitter) fitRewritePCP(c *qos.Classify, n *notes) {
	reach := c.Reach()
	asks, keeps := false, false
	for q, to := range c.RewritePCP {
		asks = asks || to != qos.Keep && reach.Has(qos.Queue(q))
		keeps = keeps || to == qos.Keep && reach.Has(qos.Queue(q))
	}
	built := ownNumber
	if f.row.keepsPCP && !asks {
		built = func(qos.Queue) int8 { return qos.Keep }
	} else if keeps {
		n.ByPlatform("rewrite: pcp", "keep", "the number of the class", "the priority of tagged frames is written on the way out, by class", "D300")
	}
	for q, to := range c.RewritePCP {
		if to == qos.Keep || !reach.Has(qos.Queue(q)) {
			c.RewritePCP[q] = built(qos.Queue(q))
		}
	}
}

func ownNumber(q qos.Queue) int8 { return int8(q) }
