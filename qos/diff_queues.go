package qos

import (
	"slices"
	"strconv"
	"strings"
)

func (d *differ) egressChanges(b, a *Egress) []change {
	if b == nil || a == nil {
		return described(FacetEgress, b != nil, a != nil)
	}
	changes := d.shareChanges(b, a)
	for i := range b.Queues {
		if b.Queues[i] != a.Queues[i] {
			changes = append(changes, queueChanges(d.queue(Queue(i)), &b.Queues[i], &a.Queues[i])...)
		}
	}
	return changes
}

// shareChanges says in one sentence which queues that share bandwidth get another share of it.
func (d *differ) shareChanges(b, a *Egress) []change {
	var before, after, both []string
	for i := range b.Queues {
		was, is := b.Queues[i].Schedule, a.Queues[i].Schedule
		if !shares(was) || !shares(is) || was.V == is.V {
			continue
		}
		name := d.queue(Queue(i)) + " "
		before = append(before, name+was.V.String())
		after = append(after, name+is.V.String())
		both = append(both, name+is.V.String()+" (was "+was.V.String()+")")
	}
	if both == nil {
		return nil
	}
	return []change{{kind: shareChanged, facet: FacetEgress, before: strings.Join(before, ", "), after: strings.Join(after, ", "),
		text: "shares: " + strings.Join(both, ", ")}}
}

// shares tells whether a queue is known to share bandwidth.
func shares(s Value[Schedule]) bool { return s.Known() && !s.V.Strict }

// queueChanges says what one queue does otherwise, but for its share; name is how the sentences call it.
func queueChanges(name string, b, a *EgressQueue) []change {
	changes := ecnChanges(name, b.ECN, a.ECN)
	if !shares(b.Schedule) || !shares(a.Schedule) {
		changes = append(changes, value(FacetEgress, scheduleChanged, name+": scheduling", b.Schedule, a.Schedule,
			Schedule.String, func(b, a Schedule) (kind, string) { return scheduleSentence(name, b, a) })...)
	}
	changes = append(changes, value(FacetEgress, shapingChanged, name+": minimum rate", b.Min, a.Min,
		BitsPerSecond.String, nil)...)
	changes = append(changes, value(FacetEgress, shapingChanged, name+": maximum rate", b.Max, a.Max,
		BitsPerSecond.String, nil)...)
	return append(changes, value(FacetEgress, limitChanged, name+": queue limit", b.Limit, a.Limit,
		Limit.String, nil)...)
}

// ecnChanges says when marking begins, ends or moves. A queue whose marking is not known does not mark for certain.
func ecnChanges(name string, b, a Value[ECN]) []change {
	changes := value(FacetEgress, ecnChanged, name+": ECN", b, a, ECN.String, nil)
	if changes == nil {
		return nil
	}
	c := &changes[0]
	switch marked, marks := b.Known() && b.V.Marks(), a.Known() && a.V.Marks(); {
	case marked && marks:
		c.text = curveSentence(name, b.V, a.V)
	case marks && b.State != Unknown:
		c.kind, c.text = ecnGained, name+" gains ECN marking, "+a.V.curve()
	case marked && a.State != Unknown:
		c.kind, c.text = ecnLost, name+" loses ECN marking"
		if a.Known() && a.V.DropOnly {
			c.text += " and drops early instead"
		}
	}
	return changes
}

// curveSentence compares two marking curves, with the probability only where it changes.
func curveSentence(name string, b, a ECN) string {
	before, after := b.between(), a.between()
	if b.Probability != a.Probability {
		before, after = b.curve(), a.curve()
	}
	return name + ": ECN marks " + after + " (was " + before + ")"
}

// scheduleSentence is about a queue that is or was strict.
func scheduleSentence(name string, b, a Schedule) (k kind, text string) {
	switch {
	case !a.Strict:
		return strictLost, name + " is no longer strict priority; it shares " + a.Share.String()
	case !b.Strict:
		return strictGained, name + " turns strict priority; it shared " + b.Share.String()
	}
	return strictChanged, name + " is strict priority " + strconv.Itoa(int(a.Rank)) + " (was " + strconv.Itoa(int(b.Rank)) + ")"
}

func (d *differ) ingressChanges(b, a *Ingress) []change {
	if b == nil || a == nil {
		return described(FacetIngress, b != nil, a != nil)
	}
	var changes []change
	for i := range b.Buffers {
		subject := "priority " + strconv.Itoa(i) + d.class(Queue(i))
		if follows := bufferFollows(subject, b.Buffers[i], a.Buffers[i]); follows != nil {
			changes = append(changes, follows...)
			continue
		}
		changes = append(changes, value(FacetIngress, bufferChanged, subject+": ingress buffer", b.Buffers[i], a.Buffers[i],
			Buffer.String, func(b, a Buffer) (kind, string) { return bufferSentence(subject, b, a) })...)
	}
	return changes
}

// bufferFollows is the change of a buffer that the device sets aside by its own rule for what is lossless, and frees again; nil
// when it is another change.
func bufferFollows(subject string, b, a Value[Buffer]) []change {
	c := change{kind: headroomFollows, facet: FacetIngress, before: say(b, Buffer.String), after: say(a, Buffer.String)}
	switch {
	case b.State == NotApplicable && a.State == PlatformDefault:
		c.text = subject + ": the device sets an ingress buffer aside by its own rule"
	case b.State == PlatformDefault && a.State == NotApplicable:
		c.text = subject + ": nothing lossless needs the ingress buffer any more that the device had set aside"
	default:
		return nil
	}
	return []change{c}
}

func bufferSentence(subject string, b, a Buffer) (k kind, text string) {
	k, text = bufferChanged, subject+": "+a.String()+" (was "+b.String()+")"
	switch {
	case a.Headroom < b.Headroom:
		k = headroomShrinks
	case a.Headroom > b.Headroom && sameThreshold(a, b):
		k = headroomGrows
	}
	return k, text
}

func sameThreshold(a, b Buffer) bool {
	a.Headroom = b.Headroom
	return a == b
}

// classMTUChanges says together for which queues the largest packet changes alike.
func (d *differ) classMTUChanges(b, a *ClassMTU) []change {
	if b == nil || a == nil {
		return described(FacetClassMTU, b != nil, a != nil)
	}
	var changes []change
	var all QueueSet
	var alike []QueueSet // the queues of each change
	for i := range b.MTU {
		if b.MTU[i].State != NotApplicable || a.MTU[i].State != NotApplicable {
			all |= 1 << i
		}
		for _, c := range mtuChanges(FacetClassMTU, "", b.MTU[i], a.MTU[i]) {
			at := slices.Index(changes, c)
			if at < 0 {
				at = len(changes)
				changes, alike = append(changes, c), append(alike, 0)
			}
			alike[at] |= 1 << i
		}
	}
	for i := range changes {
		changes[i].text = "largest packet of " + queueNames(alike[i], all, d.names) + changes[i].text
	}
	return changes
}

func mtuChanges(f Facet, subject string, b, a Value[Bytes]) []change {
	return value(f, mtuChanged, subject, b, a, octets, func(b, a Bytes) (kind, string) {
		if a < b {
			return mtuShrinks, subject + " falls from " + octets(b) + " to " + octets(a)
		}
		return mtuGrows, subject + " rises from " + octets(b) + " to " + octets(a)
	})
}

// octets prints an MTU as people write it, without a unit.
func octets(b Bytes) string { return strconv.FormatInt(int64(b), 10) }
