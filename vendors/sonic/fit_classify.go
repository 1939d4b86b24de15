package sonic

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// srcMaps is where the rules of maps come from.
const srcMaps = "sonic-swss: orchagent/qosorch.cpp"

// fitClassify fits how frames get their class. It leaves tables in the form that tells what happens: the field that does not
// decide has the class of frames without it.
func (f *fitter) fitClassify(asked *qos.Classify) (*qos.Classify, notes) {
	var n notes
	c := *asked
	if len(c.Rules) > 0 {
		n.Impossible("classification", c.Rules[0].Match, "weft writes code points only", "design")
		c.Rules = nil
	}
	fitTrust(&c, &n)
	if c.Other != 0 {
		n.Impossible("default class", fmt.Sprintf("queue %d", c.Other), "a frame that no map decides is in traffic class 0", srcMaps)
	}
	f.fitRewriteDSCP(&c, &n)
	f.fitRewritePCP(&c, &n)
	return &c, n
}

// fitTrust fits the field that decides. A port has one map: with two it depends on the ASIC which of them wins.
func fitTrust(c *qos.Classify, n *notes) {
	switch trust := c.Trust.V; {
	case !c.Trust.Known():
		n.Impossible("trust", "nothing", "classification needs a field to trust", "design")
	case trust == qos.TrustDSCPElsePCP || trust == qos.TrustMixed:
		n.Impossible("trust", trust.String(), "a port with both a DSCP and a dot1p map does what its ASIC's vendor chose: trust dscp or pcp", srcMaps)
	}
	if c.Trust.V != qos.TrustDSCP {
		fillQueues(c.DSCP[:], c.Other)
	}
	if c.Trust.V != qos.TrustPCP {
		fillQueues(c.PCP[:], c.Other)
	}
}

func fillQueues(table []qos.Queue, q qos.Queue) {
	for i := range table {
		table[i] = q
	}
}

// classMarks is the DSCP that packets of each class leave with, or Keep for a class that no packet is in.
type classMarks [qos.NumQueues]int8

// switchMarks finds what packets of each class leave with, where any port asks for a rewrite. TC_TO_DSCP_MAP marks what leaves
// a port by its class, wherever it came in, so that the whole switch has one answer.
func (f *fitter) switchMarks() {
	var last *qos.Classify
	for i := range f.asked.Ports {
		c := f.asked.Ports[i].Classify
		if c == nil || c == last || !rewritesDSCP(c) {
			continue
		}
		last = c
		if f.marks == nil {
			f.marks = &classMarks{qos.Keep, qos.Keep, qos.Keep, qos.Keep, qos.Keep, qos.Keep, qos.Keep, qos.Keep}
		}
		for d, q := range c.DSCP {
			if f.marks[q] == qos.Keep {
				f.marks[q] = leavesAs(c, d)
			}
		}
	}
}

// rewritesDSCP tells whether any packet leaves with another DSCP.
func rewritesDSCP(c *qos.Classify) bool {
	for d := range c.RewriteDSCP {
		if int(leavesAs(c, d)) != d {
			return true
		}
	}
	return false
}

// leavesAs is what packets that came with a DSCP leave with.
func leavesAs(c *qos.Classify, d int) int8 {
	if to := c.RewriteDSCP[d]; to != qos.Keep {
		return to
	}
	return int8(d)
}

// fitRewriteDSCP checks that packets leave with the mark of their class, if any do on the switch.
func (f *fitter) fitRewriteDSCP(c *qos.Classify, n *notes) {
	switch {
	case f.marks == nil:
	case !f.train.marks:
		n.Impossible("rewrite", "dscp", "TC_TO_DSCP_MAP has no model in "+f.train.name+", so that the switch refuses every change of it", "sonic-yang-models: sonic-tc-dscp-map.yang")
		return
	case c.Trust.V != qos.TrustDSCP:
		n.Impossible("rewrite", "dscp", "what leaves is marked by its class, which the DSCP does not decide here", srcMaps)
		return
	default:
		f.checkMarks(c, n)
	}
	for d, q := range c.DSCP {
		c.RewriteDSCP[d] = qos.Keep
		if f.marks != nil {
			c.RewriteDSCP[d] = f.marks[q]
		}
	}
}

// checkMarks names the first packet of each class that is to leave with another mark than its class.
func (f *fitter) checkMarks(c *qos.Classify, n *notes) {
	var told qos.QueueSet
	for d, q := range c.DSCP {
		if leaves := leavesAs(c, d); leaves != f.marks[q] && !told.Has(q) {
			told |= qos.Queues(q)
			n.Impossible(f.class(q)+": mark", fmt.Sprintf("DSCP %d for what came with %d", leaves, d),
				fmt.Sprintf("what leaves is marked by its class, whatever port it came in by, and other packets of the class leave with %d", f.marks[q]), srcMaps)
		}
	}
}

// fitRewritePCP refuses to mark tagged frames.
func (f *fitter) fitRewritePCP(c *qos.Classify, n *notes) {
	reach := c.Reach()
	for q, to := range c.RewritePCP {
		if to != qos.Keep && reach.Has(qos.Queue(q)) {
			n.Impossible(f.class(qos.Queue(q))+": mark_pcp", fmt.Sprint(to), "TC_TO_DOT1P_MAP has no model in any release, so that the switch refuses every change of it", "sonic-yang-models")
		}
		c.RewritePCP[q] = qos.Keep
	}
}
