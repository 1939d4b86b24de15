package compiler

import (
	"slices"

	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// egressOf is what the queues of a port do. Of two strict classes the higher queue is served first. Nothing is said of a queue
// that no class uses.
func egressOf(g *group) *qos.Egress {
	e := &qos.Egress{}
	var rank uint8
	for i := range slices.Backward(g.classes) {
		c := &g.classes[i]
		if c.Strict.V {
			rank++
		}
		e.Queues[c.Queue.V] = qos.EgressQueue{
			Schedule: scheduleOf(c, rank),
			Min:      rateOf(c.Min, g.speed),
			Max:      rateOf(c.Max, g.speed),
			ECN:      ecnOf(c),
			Limit:    limitOf(c),
		}
	}
	return e
}

func scheduleOf(c *intent.EffectiveClass, rank uint8) qos.Value[qos.Schedule] {
	if c.Strict.V {
		return knownAt(qos.Schedule{Strict: true, Rank: rank}, c.Strict.Range)
	}
	return knownAt(qos.Schedule{Share: qos.Permille(c.Bandwidth.V) * 10}, c.Bandwidth.Range)
}

// rateOf is a bound of a shaper: bits per second, or a percentage of the port's speed.
func rateOf(r intent.Opt[intent.Rate], speed qos.BitsPerSecond) qos.Value[qos.BitsPerSecond] {
	switch {
	case !r.Set:
		return qos.Value[qos.BitsPerSecond]{}
	case r.V.Percent != 0:
		return knownAt(speed*qos.BitsPerSecond(r.V.Percent)/100, r.Range)
	}
	return knownAt(r.V.BitsPerSecond, r.Range)
}

// ecnOf is the marking curve for the port's speed; a class without one is not marked.
func ecnOf(c *intent.EffectiveClass) qos.Value[qos.ECN] {
	e, marks := c.ECN[""]
	if !marks {
		return qos.Is(qos.ECN{})
	}
	return knownAt(qos.ECN{On: true, Min: e.Min.V, Max: e.Max.V, Probability: e.Probability.V}, e.Range)
}

// limitOf is the queue limit of a lossy class. The threshold of a lossless one is where it pauses.
func limitOf(c *intent.EffectiveClass) qos.Value[qos.Limit] {
	if c.Lossless.V || !c.Threshold.Set {
		return qos.Value[qos.Limit]{}
	}
	t := c.Threshold.V
	return knownAt(qos.Limit{Bytes: t.Bytes, AlphaNum: t.AlphaNum, AlphaDen: t.AlphaDen}, c.Threshold.Range)
}

// nonECT is what happens to packets without ECN in a queue that marks: one answer for the whole switch, dropping them unless a
// class says otherwise. Without such a queue nothing is said.
func (l *lowering) nonECT() qos.Value[qos.NonECT] {
	var answer qos.Value[qos.NonECT]
	var said *intent.Opt[qos.NonECT]
	for _, g := range l.groups {
		for i := range g.classes {
			e, marks := g.classes[i].ECN[""]
			switch {
			case !marks:
			case !e.NonECT.Set:
				if said == nil {
					answer = known(e.NonECT)
				}
			case said == nil:
				answer, said = known(e.NonECT), &e.NonECT
			case said.V != e.NonECT.V:
				l.report(e.NonECT.Range, "Two treatments of packets without ECN", "A switch has one for all its queues: non_ect is %q here and %q at %s.",
					e.NonECT.V, said.V, place(said.Range))
				return answer
			}
		}
	}
	return answer
}
