package check

import (
	"cmp"
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// endsAgree is C08: the two ends of every cable, hosts among them, pause the same priorities, class alike what is lossless, and take the
// same packets.
func endsAgree(j *judge) {
	for _, u := range j.net.Unread {
		j.unread(u)
	}
	for _, l := range j.net.Links {
		j.pauses(l)
		j.classes(l)
		j.packets(l)
		j.keys(l)
		j.negotiation(l)
	}
	for _, s := range j.net.Switches {
		j.eachOf(s, func(p *Port) {
			j.pausesNothing(p)
			j.linkPause(p)
			j.hostAgrees(p)
		})
		j.bundlesAlike(s)
	}
}

// unread tells of a switch of which it is not known what it runs.
func (j *judge) unread(u Unread) {
	why := "nothing is known of the switch: " + u.Why
	if u.Asked {
		why = "what the switch runs, which is judged as the intent asks: " + u.Why
	}
	f := j.group(notChecked(why))
	f.Where = append(f.Where, Place{Device: u.Name})
}

// pauses compares the priorities that the ends pause.
func (j *judge) pauses(l Link) {
	a, b := l.A.PFC.Priorities, l.B.PFC.Priorities
	switch {
	case !a.Known() || !b.Known():
		j.link(l, notChecked("which priorities an end pauses is not known"))
	case a.V != b.V:
		v := pausesDiffer(a.V, b.V)
		v.field, v.at = "traffic_class", a.At
		j.link(l, v)
	}
}

func pausesDiffer(a, b qos.QueueSet) verdict {
	return verdict{
		text: fmt.Sprintf("the first end pauses priorities %s and the second %s: what only one end knows as lossless is lost, or never paused", a, b),
		fix:  "pause the same priorities at both ends",
	}
}

// classes compares the queues of every DSCP that is lossless at an end.
func (j *judge) classes(l Link) {
	a, b := classOf(l.A), classOf(l.B)
	switch {
	case l.A.Lossless()|l.B.Lossless() == 0 || a != nil && a == b:
		return
	case a == nil || b == nil:
		j.link(l, notChecked("whether both ends have the same code points lossless: an end does not go by DSCP alone"))
		return
	}
	var differ, lossless uint64
	for d := range qos.NumDSCP {
		if a.DSCP[d] == b.DSCP[d] {
			continue
		}
		differ |= 1 << d
		if l.A.Lossless().Has(a.DSCP[d]) || l.B.Lossless().Has(b.DSCP[d]) {
			lossless |= 1 << d
		}
	}
	v := verdict{field: "trust", at: qos.Origin{Line: a.DSCPAt[firstBit(differ)]}, dscp: cmp.Or(lossless, differ), fix: "class every code point alike on all switches"}
	switch {
	case lossless != 0:
		v.text = fmt.Sprintf("%s: lossless at an end, and in another queue at the other (%s)", dscps(lossless), queuesOf(a, b, lossless))
	case differ != 0:
		v.severity = vendors.Info
		v.text = fmt.Sprintf("%s: lossy at both ends, in different queues (%s)", dscps(differ), queuesOf(a, b, differ))
	default:
		return
	}
	j.link(l, v)
}

// classOf is the classification of a port, where it goes by DSCP.
func classOf(p *Port) *qos.Classify {
	c := p.Classify
	if c == nil || !c.Trust.Known() || c.Trust.V == qos.TrustNone || c.Trust.V == qos.TrustPCP || len(c.Rules) > 0 {
		return nil
	}
	return c
}

// queuesOf tells the queues of the first code point of a set.
func queuesOf(a, b *qos.Classify, set uint64) string {
	d := firstBit(set)
	return fmt.Sprintf("DSCP %d is in queue %d and queue %d", d, a.DSCP[d], b.DSCP[d])
}

func firstBit(set uint64) int {
	for d := range qos.NumDSCP {
		if set>>d&1 == 1 {
			return d
		}
	}
	return 0
}

// packets compares the largest packets.
func (j *judge) packets(l Link) {
	a, b := l.A.MTU, l.B.MTU
	if a.Known() && b.Known() && a.V != b.V {
		j.link(l, verdict{field: "mtu", at: a.At,
			text: fmt.Sprintf("the first end takes packets of up to %d bytes and the second of up to %d: what the larger one sends, the smaller one drops", a.V, b.V),
			fix:  "give both ends one MTU"})
	}
}

// keys looks for an end that counts packets to a priority by their tag, on a link where there is none.
func (j *judge) keys(l Link) {
	for _, p := range []*Port{l.A, l.B} {
		if l.A.Lossless() != 0 && l.B.Lossless() != 0 && p.keyedByMissingTag() {
			j.port(p, tagMissing(p))
		}
	}
}

// keyedByMissingTag tells of a port that counts packets to a priority by their tag, and that packets have none on.
func (p *Port) keyedByMissingTag() bool {
	return p.Routed && p.PFC.Key.Known() && p.PFC.Key.V == qos.PFCByPCP
}

func tagMissing(p *Port) verdict {
	return verdict{field: "mode", at: p.PFC.Key.At,
		text: "PFC goes by the priority in the tag, and packets of a routed port have none: nothing is paused",
		fix:  "use a platform that keys PFC by DSCP there, or tag the link"}
}

// negotiation looks for an end that pauses only if its peer agrees, which never speaks.
func (j *judge) negotiation(l Link) {
	if a, b := l.A.PFC.Negotiated, l.B.PFC.Negotiated; l.A.Lossless()&l.B.Lossless() != 0 && a.Known() && a.V && b.Known() && b.V {
		j.link(l, notChecked("whether PFC is on: both ends negotiate it by DCBX, and what they agree on is in no configuration"))
		return
	}
	for _, ends := range [][2]*Port{{l.A, l.B}, {l.B, l.A}} {
		if waitsForMute(ends[0], ends[1]) {
			v := mutePeer(ends[0])
			v.far = ends[0].far()
			j.port(ends[0], v)
		}
	}
}

// waitsForMute tells of a port that pauses only if its peer agrees by DCBX, which that one is not set to send.
func waitsForMute(p, peer *Port) bool {
	asks, says := p.PFC.Negotiated, peer.PFC.Negotiated
	return p.Lossless() != 0 && asks.Known() && asks.V && peer.DCBX.State != qos.PlatformDefault &&
		says.Known() && !says.V && !(peer.DCBX.Known() && peer.DCBX.V == qos.DCBXAdvertise)
}

func mutePeer(p *Port) verdict {
	return verdict{severity: vendors.Warning, field: "dcbx", at: p.PFC.Negotiated.At,
		text: "PFC is on only if the other end agrees by DCBX, and that one is not set to send it",
		fix:  "switch PFC on at both ends, whatever the peer says"}
}

// pausesNothing tells of a port on which PFC is on and nothing is lossless.
func (j *judge) pausesNothing(p *Port) {
	if v := p.PFC.Priorities; meansToPause(v) {
		j.port(p, verdict{severity: vendors.Warning, field: "traffic_class", at: v.At, text: qos.NothingLossless(v)})
	}
}
