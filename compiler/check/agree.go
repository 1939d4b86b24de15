package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
		j.speeds(l)
	}
	for _, s := range j.net.Switches {
		j.eachOf(s, func(p *Port) {
			j.pausesNothing(p)
			j.untagged(p)
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
	case !a.Known():
		j.link(l, pausesUnknown(a))
	case !b.Known():
		j.link(l, pausesUnknown(b))
	case a.V != b.V:
		v := pausesDiffer(a.V, b.V)
		v.field, v.at = "traffic_class", a.At
		j.link(l, v)
	case a.Why != b.Why && (meansMore(a) || meansMore(b)):
		j.link(l, verdict{field: "traffic_class", at: a.At, fix: "pause the same priorities at both ends",
			text: "one end has PFC on for a priority that neither pauses: " + moreMeant(a, b)})
	}
}

// pausesUnknown is a verdict for lack of what a port pauses.
func pausesUnknown(paused qos.Value[qos.QueueSet]) verdict {
	v := notChecked("which priorities an end pauses is not known" + after(paused.Why))
	v.at = paused.At
	return v
}

// after is a reason at the end of a sentence.
func after(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}

// meansMore tells of a port that pauses something, and on which PFC is on for more.
func meansMore(v qos.Value[qos.QueueSet]) bool {
	return v.Known() && v.V != 0 && strings.Contains(v.Why, ", but ")
}

// moreMeant is what the ends mean to pause beside what they do.
func moreMeant(ends ...qos.Value[qos.QueueSet]) string {
	var said []string
	for _, v := range ends {
		if meansMore(v) {
			said = append(said, v.Why)
		}
	}
	return strings.Join(said, "; ")
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
	case a == nil:
		j.link(l, l.A.unclassed(sameLossless))
		return
	case b == nil:
		j.link(l, l.B.unclassed(sameLossless))
		return
	}
	j.unlisted(l)
	var differ, lossless uint64
	for d := range qos.NumDSCP {
		if a.DSCP[d] == b.DSCP[d] || (a.Unlisted|b.Unlisted)>>d&1 == 1 {
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

// sameLossless is what C08 asks of the classes at the ends of a link, and C21 of each of them.
const sameLossless = "whether both ends have the same code points lossless"

// unlisted tells of code points that an end does not class.
func (j *judge) unlisted(l Link) {
	for _, p := range []*Port{l.A, l.B} {
		if p.Classify.Unlisted != 0 {
			j.link(l, p.unclassed(sameLossless))
			return
		}
	}
}

// classOf is the classification of a port, where the DSCP decides it or nothing does. Unlisted code points have no class.
func classOf(p *Port) *qos.Classify {
	c := p.Classify
	switch {
	case c == nil || len(c.Rules) > 0:
		return nil
	case c.Trust.State == qos.Unknown && c.Unlisted != 0:
		return c
	case !c.Trust.Known() || c.Trust.V == qos.TrustPCP || c.Trust.V == qos.TrustNone && !alikeClassed(c):
		return nil
	}
	return c
}

// alikeClassed tells whether every DSCP is in the queue of what nothing decides.
func alikeClassed(c *qos.Classify) bool {
	return !slices.ContainsFunc(c.DSCP[:], func(q qos.Queue) bool { return q != c.Other })
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
	for _, p := range []*Port{l.A, l.B} {
		if p.MTU.State == qos.Unknown {
			v := unreadable("whether both ends take packets of one size", p.MTU)
			v.field = "mtu"
			j.port(p, v)
		}
	}
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
	return verdict{field: "dcbx", at: p.PFC.Negotiated.At,
		text: "PFC is on only if the other end agrees by DCBX, and that one is not set to send it: PFC stays off, and nobody is told",
		fix:  "switch PFC on at both ends, whatever the peer says"}
}

// pausesNothing tells of a port on which PFC is on and nothing is lossless, or less than it is on for.
func (j *judge) pausesNothing(p *Port) {
	found := verdict{severity: vendors.Warning, field: "traffic_class", at: p.PFC.Priorities.At}
	switch v := p.PFC.Priorities; {
	case meansToPause(v):
		found.text = qos.NothingLossless(v)
	case meansMore(v):
		found.text = fmt.Sprintf("only priority %s is lossless: %s", v.V, v.Why)
	case v.Forbidden:
		found.text, found.fix = v.Why, "give class, queue and priority one number"
	default:
		return
	}
	j.port(p, found)
}

// untagged looks for a port that classes by the priority tag, where packets have none: all are in one queue.
func (j *judge) untagged(p *Port) {
	if c := p.Classify; p.Routed && p.byTag() && p.Lossless()&^qos.Queues(c.Other) != 0 {
		j.port(p, unseenTag(p))
	}
}

func unseenTag(p *Port) verdict {
	c := p.Classify
	return verdict{field: "trust", at: c.Trust.At, fix: `go by what packets carry: trust = "dscp"`,
		text: fmt.Sprintf("the port goes by the priority tag, and packets of a routed port have none: every one is in %s, and priority %s is paused", p.Switch.class(c.Other), p.Lossless())}
}

// speeds compares the speeds of the ends.
func (j *judge) speeds(l Link) {
	if a, b := l.A.Speed, l.B.Speed; a != 0 && b != 0 && a != b {
		j.link(l, verdict{field: "speed", text: fmt.Sprintf("the first end runs at %s and the second at %s: the link does not come up", a, b), fix: "set both ends to one speed"})
	}
}
