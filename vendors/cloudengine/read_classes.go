package cloudengine

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// fields are the header fields that decide about what no policy takes.
type fields uint8

const (
	byNothing fields = iota
	byDSCP
	byPCP
	byBoth // DSCP, and the priority of frames that are no IP packets
)

// classifier turns a domain and the classes of policies, of which the first that takes a frame counts, into tables by code
// point, and into rules where code points alone do not say it.
type classifier struct {
	out    qos.Classify
	domain *domain
	base   fields
	dscp   [qos.NumDSCP]point
	pcp    [qos.NumPCP]point
	other  point

	classes []*class
	left    qos.CodePoints // what no class has taken yet
	based   qos.CodePoints // what is in the class of its fields
	extra   []qos.Rule

	writesDSCP, writesPCP bool // on the way out
}

// newClassifier starts with what a domain does, by the fields that decide. own is the priority of frames without any.
func newClassifier(d *domain, base fields, own int64, line int32) *classifier {
	all := qos.CodePoints{DSCP: ^uint64(0), PCP: 0xff, Other: true}
	c := &classifier{domain: d, base: base, other: d.pcp[own], left: all, based: all}
	c.out.Trust = qos.IsAt(qos.TrustNone, line)
	for i := range c.dscp {
		c.dscp[i], c.out.RewriteDSCP[i] = c.other, qos.Keep
	}
	for i := range c.pcp {
		c.pcp[i], c.out.RewritePCP[i] = c.other, qos.Keep
	}
	if base == byDSCP || base == byBoth {
		c.dscp, c.out.DSCPAt = d.dscp, d.dscpAt
	}
	if base == byPCP || base == byBoth {
		c.pcp, c.out.PCPAt = d.pcp, d.pcpAt
	}
	return c
}

// unknown makes the classification unknown. The first reason counts.
func (c *classifier) unknown(why string, line int32) {
	if c.out.Trust.Known() {
		c.out.Trust = qos.NotRead[qos.Trust](why, line)
	}
}

// class takes the next class of the policies in force, and with it what it matches of what is left.
func (c *classifier) class(k *class) {
	if k.unknown != "" {
		c.unknown(k.unknown, k.at)
	}
	k.taken = qos.CodePoints{DSCP: k.dscp & c.left.DSCP, PCP: k.pcp & c.left.PCP}
	if k.all {
		k.taken = c.left
	}
	take(&c.left, k.taken)
	c.classes = append(c.classes, k)
	if k.queued {
		take(&c.based, k.taken)
		c.fill(k)
	}
}

// take takes code points out of a set.
func take(from *qos.CodePoints, points qos.CodePoints) {
	from.DSCP &^= points.DSCP
	from.PCP &^= points.PCP
	from.Other = from.Other && !points.Other
}

// fill puts what a class took into its class.
func (c *classifier) fill(k *class) {
	for set := k.taken.DSCP; set != 0; set &= set - 1 {
		d := bits.TrailingZeros64(set)
		c.dscp[d], c.out.DSCPAt[d] = k.to, k.line
	}
	for p := range c.pcp {
		if k.taken.PCP>>p&1 == 1 {
			c.pcp[p], c.out.PCPAt[p] = k.to, k.line
		}
	}
	if k.taken.Other {
		c.other = k.to
	}
	c.out.Names[k.to.queue] = k.name
}

// finish fills the tables and writes the rules.
func (c *classifier) finish() *qos.Classify {
	trust := c.trust()
	if c.out.Trust.Known() {
		c.out.Trust.V = trust
	}
	if line := c.takesAll(); trust == qos.TrustNone && line != 0 {
		c.out.Trust.At.Line = line
	}
	for d, p := range c.dscp {
		c.out.DSCP[d] = p.queue
	}
	for i, p := range c.pcp {
		c.out.PCP[i] = p.queue
	}
	c.out.Other = c.other.queue
	c.rewriteDSCP(trust)
	c.rewritePCP()
	c.rules(trust)
	c.out.Rules = append(c.out.Rules, c.extra...)
	return &c.out
}

// takesAll is where a class says what becomes of every packet that none before it takes, 0 for nowhere.
func (c *classifier) takesAll() int32 {
	for _, k := range c.classes {
		if k.queued && k.all {
			return k.line
		}
	}
	return 0
}

// trust is the field that decides in the end. With both, DSCP wins only if every DSCP has its class before the first priority
// does.
func (c *classifier) trust() qos.Trust {
	var dscp uint64
	pcp, first := false, true // DSCP had every packet so far
	decide := func(d uint64, p bool) {
		dscp |= d
		first = first && (!p || dscp == ^uint64(0))
		pcp = pcp || p
	}
	for _, k := range c.classes {
		if k.queued {
			decide(k.dscp, k.pcp != 0)
		}
	}
	if !c.based.Empty() {
		switch c.base {
		case byDSCP:
			decide(^uint64(0), false)
		case byPCP:
			decide(0, true)
		case byBoth:
			decide(^uint64(0), true)
		}
	}
	switch {
	case dscp == 0 && !pcp:
		return qos.TrustNone
	case !pcp:
		return qos.TrustDSCP
	case dscp == 0:
		return qos.TrustPCP
	case first:
		return qos.TrustDSCPElsePCP
	}
	return qos.TrustMixed
}

// rewriteDSCP fills the table of code points that packets leave with. What the port writes on the way out beats what a class
// sets (2.9). Where the table cannot say it, a rule will.
func (c *classifier) rewriteDSCP(trust qos.Trust) {
	if c.writesDSCP {
		c.writeDSCP(trust)
		return
	}
	byTag := false // a class before has taken packets by their tag
	for _, k := range c.classes {
		byTag = byTag || k.pcp != 0
		switch {
		case k.setDSCP == qos.Keep:
		case byTag || len(k.lists) > 0:
			k.does = append(k.does, "leave with DSCP "+strconv.Itoa(int(k.setDSCP)))
		default:
			for set := k.taken.DSCP; set != 0; set &= set - 1 {
				c.out.RewriteDSCP[bits.TrailingZeros64(set)] = k.setDSCP
			}
		}
	}
}

// writeDSCP is what the domain writes for each class and colour.
func (c *classifier) writeDSCP(trust qos.Trust) {
	out := c.domain.outDSCP
	for d, p := range c.dscp {
		c.out.RewriteDSCP[d] = out[p.queue][p.colour]
	}
	if trust != qos.TrustPCP && trust != qos.TrustMixed {
		return
	}
	one := out[c.other.queue][c.other.colour]
	var parts []string
	for i, p := range c.pcp {
		if to := out[p.queue][p.colour]; to != one {
			parts = append(parts, "priority "+strconv.Itoa(i)+" with "+strconv.Itoa(int(to)))
		}
	}
	if parts != nil {
		c.extra = append(c.extra, qos.Rule{
			Match: "packets that leave by the port", Queue: c.other.queue,
			Does: "leave with the DSCP of their class: " + strings.Join(parts, ", ") + ", others with " + strconv.Itoa(int(one)),
		})
	}
}

// rewritePCP is what the domain writes into tags, by class; packets of a class with another colour have a rule if that makes a
// difference.
func (c *classifier) rewritePCP() {
	if !c.writesPCP {
		return
	}
	out := c.domain.outPCP
	for q := range out {
		c.out.RewritePCP[q] = out[q][0]
	}
	var otherwise [qos.NumPCP]qos.CodePoints // by the priority that they leave with
	for d, p := range c.dscp {
		if to := out[p.queue][p.colour]; to != out[p.queue][0] {
			otherwise[to].DSCP |= 1 << d
		}
	}
	for i, p := range c.pcp {
		if to := out[p.queue][p.colour]; to != out[p.queue][0] {
			otherwise[to].PCP |= 1 << i
		}
	}
	for to, points := range otherwise {
		if !points.Empty() {
			c.extra = append(c.extra, qos.Rule{
				Match: "packets with " + points.String(), Queue: c.other.queue, Does: "keep their class and leave with priority " + strconv.Itoa(to),
			})
		}
	}
}

// rules writes what the tables cannot say: classes that do more, and every class up to the last whose place in the order
// decides about frames that the tables know nothing of.
func (c *classifier) rules(trust qos.Trust) {
	ordered := 0
	for i, k := range c.classes {
		if k.acts() && (len(k.lists) > 0 || trust == qos.TrustMixed) {
			ordered = i + 1
		}
	}
	for i, k := range c.classes {
		idle := k.taken.Empty() && len(k.lists) == 0
		if i < ordered || len(k.does) > 0 && !idle {
			c.out.Rules = append(c.out.Rules, k.rule(i < ordered, c.other.queue))
		}
	}
}
