package qos

import "strconv"

func (d *differ) egressChanges(b, a *Egress) []change {
	if b == nil || a == nil {
		return described(FacetEgress, b != nil, a != nil)
	}
	var changes []change
	for i := range b.Queues {
		if b.Queues[i] != a.Queues[i] {
			changes = append(changes, queueChanges(d.queue(Queue(i)), &b.Queues[i], &a.Queues[i])...)
		}
	}
	return changes
}

// queueChanges says what one queue does otherwise; name is how the sentences call it.
func queueChanges(name string, b, a *EgressQueue) []change {
	changes := ecnChanges(name, b.ECN, a.ECN)
	changes = append(changes, value(FacetEgress, scheduleChanged, name+": scheduling", b.Schedule, a.Schedule,
		Schedule.String, func(b, a Schedule) (kind, string) { return scheduleSentence(name, b, a) })...)
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
	case marks:
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

func scheduleSentence(name string, b, a Schedule) (k kind, text string) {
	switch {
	case b.Strict && !a.Strict:
		return strictLost, name + " is no longer strict priority; it shares " + a.Share.String()
	case a.Strict && !b.Strict:
		return strictGained, name + " turns strict priority; it shared " + b.Share.String()
	case a.Strict:
		return strictChanged, name + " is strict priority " + strconv.Itoa(int(a.Rank)) +
			" (was " + strconv.Itoa(int(b.Rank)) + ")"
	}
	return shareChanged, name + " shares " + a.Share.String() + " (was " + b.Share.String() + ")"
}

func (d *differ) ingressChanges(b, a *Ingress) []change {
	if b == nil || a == nil {
		return described(FacetIngress, b != nil, a != nil)
	}
	var changes []change
	for i := range b.Buffers {
		subject := "priority " + strconv.Itoa(i) + d.class(Queue(i))
		changes = append(changes, value(FacetIngress, bufferChanged, subject+": ingress buffer", b.Buffers[i], a.Buffers[i],
			Buffer.String, func(b, a Buffer) (kind, string) { return bufferSentence(subject, b, a) })...)
	}
	return changes
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

func (d *differ) classMTUChanges(b, a *ClassMTU) []change {
	if b == nil || a == nil {
		return described(FacetClassMTU, b != nil, a != nil)
	}
	var changes []change
	for i := range b.MTU {
		changes = append(changes, mtuChanges(FacetClassMTU, "largest packet of "+d.queue(Queue(i)), b.MTU[i], a.MTU[i])...)
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
