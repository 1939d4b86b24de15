package explain

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// rules tells what may decide before any code point does.
func (t *teller) rules() {
	if t.port.Classify == nil {
		return
	}
	for _, r := range t.port.Classify.Rules {
		text := fmt.Sprintf("%s go to %s", r.Match, t.queueName(r.Queue))
		if r.Does != "" {
			text += " and " + r.Does
		}
		t.add("before", "classification", qos.Origin{Line: r.Line}, "%s", text)
	}
}

// decision is what gave the packet its class.
type decision struct {
	queue qos.Queue
	by    string
	field string // of the class, in the intent
	line  int32
}

// classify tells the packet's class; false when it cannot be told.
func (t *teller) classify() (qos.Queue, bool) {
	c := t.port.Classify
	switch {
	case c == nil:
		t.add("class", "classification", qos.Origin{}, "not said")
		return 0, false
	case c.Trust.State == qos.Unknown && !t.lists(c):
		t.add("class", "trust", c.Trust.At, "%s", qos.Say(c.Trust, qos.Trust.String))
		return 0, false
	}
	first, second := t.decisions(c)
	if second != nil && first.queue != second.queue {
		t.add("class", "classification", qos.Origin{Line: first.line}, "%s by %s, or %s by %s: the first that the policy matches decides",
			t.queueName(first.queue), first.by, t.queueName(second.queue), second.by)
		return 0, false
	}
	t.queue = first.queue
	t.add("class", t.class(first.field), qos.Origin{Line: first.line}, "%s, by %s", t.queueName(first.queue), first.by)
	return first.queue, true
}

// lists tells whether a map that leaves code points out has that of the packet.
func (t *teller) lists(c *qos.Classify) bool {
	return c.Unlisted != 0 && t.packet.DSCP != nil && c.Unlisted>>*t.packet.DSCP&1 == 0
}

// decisions are what decides about the packet: one field, or two where a policy mixes them and either may match first.
func (t *teller) decisions(c *qos.Classify) (first decision, second *decision) {
	trust := c.Trust.V
	dscp, hasDSCP := t.byDSCP(c)
	pcp, hasPCP := t.byPCP(c)
	other := decision{queue: c.Other, by: "default: nothing else takes it"}
	switch {
	case c.Unlisted != 0:
		return dscp, nil
	case trust == qos.TrustNone:
		other.by, other.line = "default: no field decides", c.Trust.At.Line
		return other, nil
	case trust == qos.TrustMixed && hasDSCP && hasPCP && dscp.queue != c.Other && pcp.queue != c.Other:
		return dscp, &pcp
	case trust == qos.TrustMixed && hasPCP && pcp.queue != c.Other, trust == qos.TrustPCP && hasPCP:
		return pcp, nil
	case trust == qos.TrustPCP:
		other.by = "default: the port trusts PCP, and the packet has no tag"
		return other, nil
	case hasDSCP:
		return dscp, nil
	case hasPCP && trust != qos.TrustDSCP:
		return pcp, nil
	}
	return other, nil
}

func (t *teller) byDSCP(c *qos.Classify) (decision, bool) {
	if t.packet.DSCP == nil {
		return decision{}, false
	}
	d := *t.packet.DSCP
	return decision{queue: c.DSCP[d], by: fmt.Sprintf("DSCP %d", d), field: "dscp", line: c.DSCPAt[d]}, true
}

func (t *teller) byPCP(c *qos.Classify) (decision, bool) {
	if t.packet.PCP == nil {
		return decision{}, false
	}
	p := *t.packet.PCP
	return decision{queue: c.PCP[p], by: fmt.Sprintf("PCP %d", p), field: "pcp", line: c.PCPAt[p]}, true
}

// rewrite tells which code points the packet leaves with, where a field changes.
func (t *teller) rewrite() {
	c := t.port.Classify
	if t.packet.DSCP != nil {
		d := *t.packet.DSCP
		if to := c.RewriteDSCP[d]; to != qos.Keep && int(to) != int(d) {
			t.add("rewrite", "rewrite", qos.Origin{}, "leaves with DSCP %d", to)
		}
	}
	if to := c.RewritePCP[t.queue]; t.packet.PCP != nil && to != qos.Keep && int(to) != int(*t.packet.PCP) {
		t.add("rewrite", "rewrite", qos.Origin{}, "leaves with PCP %d", to)
	}
}
