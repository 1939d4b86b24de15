package nxos

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// classifier turns the classes of a policy, of which the first that matches a frame counts, into tables by code point, and
// into rules where code points alone do not say it.
type classifier struct {
	out     qos.Classify
	classes []*class
	left    qos.CodePoints // what no class has taken yet
}

func newClassifier() *classifier {
	c := &classifier{left: qos.CodePoints{DSCP: ^uint64(0), PCP: 0xff, Other: true}}
	c.out.Trust = qos.Is(qos.TrustNone)
	for d := range c.out.RewriteDSCP {
		c.out.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.out.RewritePCP {
		c.out.RewritePCP[q] = qos.Keep
	}
	return c
}

// unknown makes the classification unknown. The first reason counts.
func (c *classifier) unknown(why string, line int32) {
	if c.out.Trust.Known() {
		c.out.Trust = qos.NotRead[qos.Trust](why, line)
	}
}

// class takes the next class of the policy, and with it what it matches of what is left.
func (c *classifier) class(k *class) {
	if k.unknown != "" {
		c.unknown(k.unknown, k.at)
	}
	if k.all {
		k.taken, c.left = c.left, qos.CodePoints{}
	} else {
		k.taken = qos.CodePoints{DSCP: k.dscp & c.left.DSCP, PCP: k.pcp & c.left.PCP}
		c.left.DSCP &^= k.dscp
		c.left.PCP &^= k.pcp
	}
	c.classes = append(c.classes, k)
}

// finish fills the tables and writes the rules.
func (c *classifier) finish() *qos.Classify {
	trust := c.trust()
	if c.out.Trust.Known() {
		c.out.Trust = qos.Is(trust)
	}
	for _, k := range c.classes {
		c.fill(k)
	}
	c.rewriteDSCP(trust)
	c.rewritePCP()
	c.rules(trust)
	return &c.out
}

// trust is the field that decides. With both, a tagged IP packet falls to the first class that matches either of its fields:
// DSCP wins only if every DSCP has a class before the first priority does.
func (c *classifier) trust() qos.Trust {
	var dscp uint64
	var pcp uint8
	first := true // DSCP had every packet so far
	for _, k := range c.classes {
		if k.pcp != 0 && dscp != ^uint64(0) {
			first = false
		}
		dscp |= k.dscp
		pcp |= k.pcp
	}
	switch {
	case dscp == 0 && pcp == 0:
		return qos.TrustNone
	case pcp == 0:
		return qos.TrustDSCP
	case dscp == 0:
		return qos.TrustPCP
	case first:
		return qos.TrustDSCPElsePCP
	}
	return qos.TrustMixed
}

// fill gives what a class took its queue.
func (c *classifier) fill(k *class) {
	for d := range c.out.DSCP {
		if k.taken.DSCP>>d&1 == 1 {
			c.out.DSCP[d], c.out.DSCPAt[d] = k.queue, k.lineOf(k.dscpAt[d])
		}
	}
	for p := range c.out.PCP {
		if k.taken.PCP>>p&1 == 1 {
			c.out.PCP[p], c.out.PCPAt[p] = k.queue, k.lineOf(k.pcpAt[p])
		}
	}
	if k.taken.Other {
		c.out.Other = k.queue
	}
	if k.queued && !k.all && c.out.Names[k.queue] == "" {
		c.out.Names[k.queue] = k.name
	}
}

// lineOf is the line that decides a code point: the one that matches it, or what class-default does.
func (k *class) lineOf(match int32) int32 {
	if match == 0 {
		return k.line
	}
	return match
}

// idle tells whether no frame can get into the class.
func (k *class) idle() bool { return k.taken.Empty() && len(k.lists) == 0 }

// rewriteDSCP fills the table of code points that packets leave with. Where the table cannot say it, a rule will.
func (c *classifier) rewriteDSCP(trust qos.Trust) {
	if mark, one := c.oneMark(); one && trust == qos.TrustPCP {
		for d := range c.out.RewriteDSCP {
			c.out.RewriteDSCP[d] = mark
		}
		return
	}
	byDSCP := trust != qos.TrustPCP && trust != qos.TrustMixed
	for _, k := range c.classes {
		switch {
		case k.setDSCP == qos.Keep:
		case byDSCP && len(k.lists) == 0:
			for set := k.taken.DSCP; set != 0; set &= set - 1 {
				c.out.RewriteDSCP[bits.TrailingZeros64(set)] = k.setDSCP
			}
		default:
			k.does = append(k.does, "leave with DSCP "+strconv.Itoa(int(k.setDSCP)))
		}
	}
}

// oneMark is the DSCP that all classes set, if they do and leave no frame out.
func (c *classifier) oneMark() (mark int8, one bool) {
	if !c.left.Empty() {
		return qos.Keep, false
	}
	for i, k := range c.classes {
		if i > 0 && k.setDSCP != mark {
			return qos.Keep, false
		}
		mark = k.setDSCP
	}
	return mark, true
}

// rewritePCP fills the table of priorities that frames of a queue leave with, where all classes of the queue agree.
func (c *classifier) rewritePCP() {
	var seen, split [qos.NumQueues]bool
	note := func(q qos.Queue, value int8) {
		split[q] = split[q] || seen[q] && c.out.RewritePCP[q] != value
		seen[q], c.out.RewritePCP[q] = true, value
	}
	for _, k := range c.classes {
		if !k.idle() {
			note(k.queue, k.setPCP)
		}
	}
	if !c.left.Empty() {
		note(0, qos.Keep)
	}
	for _, k := range c.classes {
		if split[k.queue] && k.setPCP != qos.Keep {
			k.does = append(k.does, "leave with priority "+strconv.Itoa(int(k.setPCP)))
		}
	}
	for q := range split {
		if split[q] {
			c.out.RewritePCP[q] = qos.Keep
		}
	}
}

// rules writes what the tables cannot say: classes that do more, and every class up to the last whose place in the order
// decides about frames that the tables know nothing of.
func (c *classifier) rules(trust qos.Trust) {
	ordered := 0
	for i, k := range c.classes {
		if len(k.lists) > 0 || trust == qos.TrustMixed {
			ordered = i + 1
		}
	}
	for i, k := range c.classes {
		if i < ordered || len(k.does) > 0 && !k.idle() {
			c.out.Rules = append(c.out.Rules, qos.Rule{
				Match: k.words(i < ordered), Queue: k.queue, Does: strings.Join(k.does, " and "), Line: k.line,
			})
		}
	}
}

// words say what a class matches: by itself, or what it takes after those before it.
func (k *class) words(alone bool) string {
	if k.all {
		return "all other frames"
	}
	points := k.taken
	if alone {
		points = qos.CodePoints{DSCP: k.dscp, PCP: k.pcp}
	}
	var parts []string
	if !points.Empty() {
		parts = append(parts, "packets with "+points.String())
	}
	for _, list := range k.lists {
		parts = append(parts, "packets that access list "+list+" permits")
	}
	return strings.Join(parts, " or ")
}
