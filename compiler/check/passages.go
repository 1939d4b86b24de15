package check

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// passage is one way over a hop, for packets of a class.
type passage struct {
	lane    *lane
	out, in *Port  // that packets leave by and arrive at; nil at the end of a host
	points  uint64 // the DSCPs that they carry
}

// flaws are what can be wrong with a passage, and the rule that has more on it: each gives the port that is to blame, or nil.
var flaws = [...]struct {
	rule string
	find func(*passage) (*Port, verdict)
}{
	{"C08", (*passage).paused}, {"C08", (*passage).host}, {"C08", (*passage).classed}, {"C08", (*passage).keyed}, {"C08", (*passage).sized},
	{"C08", (*passage).classSized}, {"C01", (*passage).room}, {"C03", (*passage).early}, {"C12", (*passage).served}, {"C08", (*passage).negotiated},
	{"C03", (*passage).marked}, {"C10", (*passage).notified},
}

// paused wants the port that packets arrive at to pause the class. The other way over the hop asks the same of the port they leave by.
func (w *passage) paused() (*Port, verdict) {
	if w.in == nil {
		return nil, verdict{}
	}
	v := w.in.PFC.Priorities
	switch {
	case !v.Known():
		return w.in, pausesUnknown(v)
	case v.V.Has(w.lane.priority):
		return nil, verdict{}
	case meansToPause(v):
		return w.in, verdict{field: "traffic_class", at: v.At, text: "nothing is lossless: " + v.Why}
	}
	return w.in, verdict{field: "traffic_class", at: v.At, fix: "pause the same priorities at both ends",
		text: fmt.Sprintf("priority %d is not paused here (paused: %s%s): what only one end knows as lossless is lost, or never paused", w.lane.priority, v.V, after(v.Why))}
}

// host wants the host to pause what the port pauses, and to send RoCE with a code point that is lossless.
func (w *passage) host() (*Port, verdict) {
	p := w.in
	if p == nil || p.NIC == nil || !p.NIC.PFC.Known() || p.NIC.PFC.V.Has(w.lane.priority) {
		return nil, verdict{}
	}
	return p, verdict{field: "host_nic: pfc", text: fmt.Sprintf("the host pauses priorities %s, and not %d", p.NIC.PFC.V, w.lane.priority), fix: "pause the same priorities at both ends"}
}

// classed wants packets to arrive in the queue that they left by. Where only some of the code points do not, the others stay lossless.
func (w *passage) classed() (*Port, verdict) {
	if w.in == nil {
		return nil, verdict{}
	}
	switch c := w.in.Classify; {
	case c == nil || len(c.Rules) > 0:
	case c.Trust.State == qos.Unknown && c.Unlisted != 0:
		return w.byDSCP(c)
	case !c.Trust.Known():
	case c.Trust.V == qos.TrustDSCP || c.Trust.V == qos.TrustDSCPElsePCP:
		return w.byDSCP(c)
	case c.Trust.V == qos.TrustPCP:
		return w.byPCP(c)
	case c.Trust.V == qos.TrustNone:
		return w.untrusted(c)
	}
	return w.in, w.in.unclassed(sameLossless)
}

func (w *passage) byDSCP(c *qos.Classify) (*Port, verdict) {
	wrong := w.points &^ inQueue(c, w.lane.priority) &^ c.Unlisted
	switch open := w.points & c.Unlisted; {
	case wrong == 0 && (open != 0 || w.points == 0 && c.Unlisted != 0):
		return w.in, w.in.unclassed(sameLossless)
	case wrong == 0:
		return nil, verdict{}
	}
	d := firstBit(wrong)
	v := verdict{field: "trust", at: qos.Origin{Line: c.DSCPAt[d]}, fix: "class every code point alike on all switches",
		text: fmt.Sprintf("%s: lossless up to here, and then in another queue (DSCP %d is in %s)", dscps(wrong), d, w.in.Switch.class(c.DSCP[d]))}
	if stays := w.points &^ wrong &^ c.Unlisted; stays != 0 {
		v.severity = vendors.Warning
		v.text += fmt.Sprintf("; %s stays lossless", dscps(stays))
	}
	return w.in, v
}

// byPCP looks at a port that goes by the priority in the tag: a host can send any, a switch sends the one it writes.
func (w *passage) byPCP(c *qos.Classify) (*Port, verdict) {
	if w.in.Routed && c.Other != w.lane.priority {
		return w.in, unseenTag(w.in)
	}
	tags := tagsOf(w.out, w.lane.priority)
	for pcp, q := range c.PCP {
		switch in := q == w.lane.priority; {
		case tags>>pcp&1 == 1 && !in:
			return w.in, verdict{field: "trust", at: qos.Origin{Line: c.PCPAt[pcp]}, fix: "class every code point alike on all switches",
				text: fmt.Sprintf("PCP %d: lossless up to here, and then in another queue (%s)", pcp, w.in.Switch.class(q))}
		case tags == 0 && in:
			if w.out == nil {
				return nil, verdict{}
			}
			return w.in, notChecked("with which priority tag packets arrive")
		}
	}
	if tags != 0 {
		return nil, verdict{}
	}
	return w.in, verdict{field: "trust", at: c.Trust.At, text: fmt.Sprintf("the port goes by the priority tag, and none leads to %s", w.in.Switch.class(w.lane.priority))}
}

// tagsOf are the priority tags that packets of a queue leave a switch with; none where it does not write them.
func tagsOf(out *Port, q qos.Queue) (tags uint8) {
	if out == nil {
		return 0
	}
	for i := range out.Switch.Ports {
		if c := out.Switch.Ports[i].Classify; c != nil {
			if c.RewritePCP[q] == qos.Keep {
				return 0
			}
			tags |= 1 << c.RewritePCP[q]
		}
	}
	return tags
}

func (w *passage) untrusted(c *qos.Classify) (*Port, verdict) {
	if c.Other == w.lane.priority {
		return nil, verdict{}
	}
	return w.in, verdict{field: "trust", at: c.Trust.At, text: fmt.Sprintf("the port trusts neither DSCP nor tag: every packet is in %s", w.in.Switch.class(c.Other)),
		fix: `go by what packets carry: trust = "dscp"`}
}

// keyed wants PFC to count packets by something that they have.
func (w *passage) keyed() (*Port, verdict) {
	if p := w.in; p != nil && p.keyedByMissingTag() {
		return p, tagMissing(p)
	}
	return nil, verdict{}
}

// sized wants the port that packets arrive at to take the largest ones.
func (w *passage) sized() (*Port, verdict) {
	if w.in == nil {
		return nil, verdict{}
	}
	return w.takes(w.in.MTU, "the port takes packets of up to %d bytes")
}

// classSized wants the switch to pass the largest packets of the class.
func (w *passage) classSized() (*Port, verdict) {
	p := w.in
	if p == nil || p.ClassMTU == nil {
		return nil, verdict{}
	}
	return w.takes(p.ClassMTU.MTU[w.lane.priority], "the largest packet of "+p.Switch.class(w.lane.priority)+" is %d bytes")
}

// takes compares a limit of the port that packets arrive at with the largest of them.
func (w *passage) takes(mtu qos.Value[qos.Bytes], text string) (*Port, verdict) {
	if !mtu.Known() || mtu.V >= w.lane.largest+vxlanOverhead {
		return nil, verdict{}
	}
	largest, sent := w.lane.largestAt(w.in)
	if mtu.V >= largest {
		return nil, verdict{}
	}
	return w.in, verdict{field: "mtu", at: mtu.At, fix: "give all ports one MTU, hosts none larger, and what tunnels add to the ports between switches",
		text: fmt.Sprintf(text, mtu.V) + ", and " + sent}
}

// room wants headroom for what still arrives after a pause, where both numbers are known.
func (w *passage) room() (*Port, verdict) {
	p := w.in
	if p == nil || !p.Lossless().Has(w.lane.priority) {
		return nil, verdict{}
	}
	b := p.buffer(w.lane.priority)
	if b.State == qos.Unknown || unset(b) {
		return nil, verdict{} // C01 says so
	}
	key := needs{p.Speed, p.CableMetres, p.MTU.V, p.Switch.Platform.Cell}
	need, known := w.lane.needs[key]
	if !known {
		need, _ = needOf(p)
		w.lane.needs[key] = need
	}
	if b.V.Headroom >= need.bytes {
		return nil, verdict{}
	}
	v := verdict{field: p.Switch.field(w.lane.priority, "headroom"), at: b.At, fix: "give it as much, or use a shorter cable",
		text: fmt.Sprintf("%s has %s of headroom and needs %s", p.Switch.class(w.lane.priority), octets(b.V.Headroom), octets(need.bytes))}
	if b.State == qos.PlatformDefault {
		v.severity = vendors.Warning
	}
	return p, v
}

// early wants the queue that packets leave by to drop none early.
func (w *passage) early() (*Port, verdict) {
	e := w.egress()
	if e == nil || !e.ECN.Known() || !e.ECN.V.DropOnly {
		return nil, verdict{}
	}
	return w.out, verdict{field: w.out.Switch.field(w.lane.priority, "ecn"), at: e.ECN.At, text: "packets are dropped early instead of being marked", fix: "mark instead: ECN"}
}

// egress is the queue that packets leave by; nil where nothing is said of it.
func (w *passage) egress() *qos.EgressQueue {
	if w.out == nil {
		return nil
	}
	return w.out.queue(w.lane.priority)
}

// served wants the queue to have a share of what others share.
func (w *passage) served() (*Port, verdict) {
	e := w.egress()
	if e == nil || !e.Schedule.Known() || e.Schedule.V.Strict || e.Schedule.V.Share > 0 || !sharing(w.out.Egress) {
		return nil, verdict{}
	}
	return w.out, verdict{field: w.out.Switch.field(w.lane.priority, "bandwidth"), at: e.Schedule.At,
		text: "no guaranteed share in " + w.out.Switch.class(w.lane.priority), fix: "give it a share of the bandwidth"}
}

// sharing tells whether some queue has a share.
func sharing(e *qos.Egress) bool {
	for q := range e.Queues {
		if s := &e.Queues[q].Schedule; s.Known() && !s.V.Strict && s.V.Share > 0 {
			return true
		}
	}
	return false
}

// negotiated wants a peer that speaks where PFC is on only if it agrees.
func (w *passage) negotiated() (*Port, verdict) {
	if w.in != nil && w.out != nil && waitsForMute(w.in, w.out) {
		return w.in, mutePeer(w.in)
	}
	return nil, verdict{}
}

// marked wants the queue that packets leave by to mark.
func (w *passage) marked() (*Port, verdict) {
	e := w.egress()
	if e == nil || !e.ECN.Known() || e.ECN.V.Marks() || e.ECN.V.DropOnly {
		return nil, verdict{}
	}
	return w.out, verdict{severity: vendors.Warning, field: w.out.Switch.field(w.lane.priority, "ecn"), at: e.ECN.At,
		text: "packets are not marked by ECN: only PFC slows senders down", fix: "mark them: congestion control and ECN do not conflict"}
}

// notified wants congestion notifications to get back: not paused, and served first.
func (w *passage) notified() (*Port, verdict) {
	p := w.in
	if p == nil {
		p = w.out
	}
	v, wrong := notificationsAt(p, w.lane.cnp)
	if !wrong || v.severity == vendors.Info {
		return nil, verdict{}
	}
	return p, v
}
