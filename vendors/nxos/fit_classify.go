package nxos

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// fitClassify fits how frames get their class. It leaves tables in the form that tells what happens: the field that does not
// decide has the class of frames without it.
func (f *fitter) fitClassify(asked *qos.Classify) (*qos.Classify, notes) {
	var n notes
	c := *asked
	if len(c.Rules) > 0 {
		n.Impossible("classification", c.Rules[0].Match, "weft writes code points only", "design")
		c.Rules = nil
	}
	f.fitTrust(&c, &n)
	for _, q := range c.Reach().List() {
		f.fitQueueNumber(q, &n)
	}
	f.fitRewriteDSCP(&c, &n)
	for q := range c.RewritePCP {
		if !c.Reach().Has(qos.Queue(q)) {
			c.RewritePCP[q] = qos.Keep
		}
	}
	return &c, n
}

func (f *fitter) fitTrust(c *qos.Classify, n *notes) {
	switch {
	case !c.Trust.Known():
		n.Impossible("trust", "nothing", "classification needs a field to trust", "design")
	case c.Trust.V == qos.TrustDSCP:
		fillQueues(c.PCP[:], c.Other)
	case c.Trust.V == qos.TrustPCP:
		fillQueues(c.DSCP[:], c.Other)
	case c.Trust.V == qos.TrustNone:
		fillQueues(c.DSCP[:], c.Other)
		fillQueues(c.PCP[:], c.Other)
	default:
		n.Impossible("trust", "dscp_else_pcp",
			"match cos also matches IP packets, so that the DSCP of a tagged one does not win: trust dscp or pcp", "S-CLS7X")
	}
}

func fillQueues(table []qos.Queue, q qos.Queue) {
	for i := range table {
		table[i] = q
	}
}

// fitQueueNumber refuses a class whose queue the platform does not have.
func (f *fitter) fitQueueNumber(q qos.Queue, n *notes) {
	if int(q) < f.row.queues() {
		return
	}
	reason := fmt.Sprintf("there are %d queues, 0 to %d: override the queue of a lossy class on this device", f.row.queues(), f.row.queues()-1)
	if f.noDrop.Has(q) {
		reason = fmt.Sprintf("there are %d queues, 0 to %d, and a lossless class has one number in the whole fabric", f.row.queues(), f.row.queues()-1)
	}
	n.Impossible(f.class(q)+": queue", fmt.Sprint(q), reason, "S-CHKPT2")
}

// fitRewriteDSCP makes the rewrite one value a class, which is what `set dscp` can do.
func (f *fitter) fitRewriteDSCP(c *qos.Classify, n *notes) {
	for q := range qos.Queue(qos.NumQueues) {
		mark, uniform := markOf(c, q)
		if !uniform {
			n.Impossible(f.class(q)+": mark", "several code points", "set dscp takes one value for all packets of a class", "S-ANN")
		}
		for d := range c.DSCP {
			if c.DSCP[d] == q {
				c.RewriteDSCP[d] = mark
			}
		}
	}
}

// markOf is the code point that all IP packets of a class leave with, or Keep, and whether one value can say it. A packet
// that already carries that value may as well be said to keep its own.
func markOf(c *qos.Classify, q qos.Queue) (mark int8, uniform bool) {
	mark = qos.Keep
	for d, to := range c.RewriteDSCP {
		if c.DSCP[d] == q && to != qos.Keep && int(to) != d {
			mark = to
			break
		}
	}
	if mark == qos.Keep {
		return mark, true
	}
	for d, to := range c.RewriteDSCP {
		if to == qos.Keep {
			to = int8(d)
		}
		if c.DSCP[d] == q && to != mark {
			return mark, false
		}
	}
	return mark, true
}
