package qos

import (
	"cmp"
	"maps"
	"slices"
)

// Fault is one thing that is wrong with what a switch does, in words, on all ports where it is the same.
type Fault struct {
	Kind  string   // a code of FaultKinds
	Ports []string // in natural order
	// Queues and Points are those that it is about, by what the switch does now; empty where it is about none in particular.
	Queues QueueSet
	Points CodePoints
	Text   string // a sentence: "nothing is lossless: PFC is on, but no class is no-drop"
	Weight int    // larger is worse
}

// Faults says what is wrong with what a switch does, on the ports that want names, worst first. It judges by code points and
// queues alone, whoever configured them. What want itself asks for is not wrong, what it says nothing about is not judged, nor
// is what cannot be read.
func Faults(have, want *Switch) []Fault {
	at := locate(want.Ports, have.Ports)
	j := &judge{
		guard:   &Guard{listed: true},
		compare: NewComparer(Reach(want) | reachAt(have.Ports, at)),
		names:   want.Names,
		groups:  map[finding]*faulty{},
	}
	for i := range want.Ports {
		if at[i] >= 0 {
			j.port(&have.Ports[at[i]], &want.Ports[i])
		}
	}
	return j.sorted()
}

// finding is a fault without its ports; faulty is one on all ports where it is the same.
type finding struct {
	kind   faultKind
	text   string
	queues QueueSet
	points CodePoints
}

type faulty struct {
	finding
	ports []string
}

// judge collects faults. What a pair of ports with the same facets gives is found once.
type judge struct {
	guard   *Guard
	compare *Comparer
	names   [NumQueues]string
	known   memo[pairOfSides, []*faulty]
	groups  map[finding]*faulty
}

type pairOfSides struct{ have, want judged }

// judged is what the judgement of a port hangs on.
type judged struct {
	classify *Classify
	egress   *Egress
	classMTU *ClassMTU
	paused   Value[QueueSet]
	watched  Value[bool]
}

func judgedOf(p *Port) judged {
	j := judged{p.Classify, p.Egress, p.ClassMTU, p.PFC.Priorities, p.Watchdog.On}
	j.paused.At, j.watched.At = Origin{}, Origin{}
	return j
}

// port adds what is wrong with one port.
func (j *judge) port(have, want *Port) {
	key := pairOfSides{judgedOf(have), judgedOf(want)}
	found, ok := j.known.get(key)
	if !ok {
		found = j.known.put(key, j.findings(have, want))
	}
	for _, f := range found {
		f.ports = append(f.ports, have.Name)
	}
}

func (j *judge) findings(have, want *Port) []*faulty {
	h, w := j.side(have), j.side(want)
	var found []*faulty
	for _, judgement := range judgements {
		for _, f := range judgement(j, h, w) {
			group := j.groups[f]
			if group == nil {
				group = &faulty{finding: f}
				j.groups[f] = group
			}
			found = append(found, group)
		}
	}
	return found
}

func (j *judge) sorted() []Fault {
	groups := slices.SortedFunc(maps.Values(j.groups), func(a, b *faulty) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), ComparePorts(a.text, b.text), cmp.Compare(a.queues, b.queues), cmp.Compare(a.points.DSCP, b.points.DSCP))
	})
	list := make([]Fault, len(groups))
	for i, g := range groups {
		row := &faultKinds[g.kind]
		list[i] = Fault{Kind: row.Code, Ports: g.ports, Queues: g.queues, Points: g.points, Text: g.text, Weight: row.Weight}
	}
	return list
}

// side is what a port does, or shall do, as the judgements see it. The sets are of queues of which it is known.
type side struct {
	*Protections
	port     *Port
	strict   QueueSet
	builtin  QueueSet // strict although nobody configured it
	starved  QueueSet // shares nothing of what others share
	unmarked QueueSet // neither marks nor drops early
	early    QueueSet // drops early and does not mark
}

func (j *judge) side(p *Port) *side {
	s := &side{Protections: j.guard.Of(p), port: p}
	if p.Egress == nil {
		return s
	}
	var sharing QueueSet
	for i := range p.Egress.Queues {
		s.queue(&p.Egress.Queues[i], 1<<i, &sharing)
	}
	if sharing == 0 { // equal shares of nothing
		s.starved = 0
	}
	return s
}

// queue notes what is known of one queue. sharing collects those that have a share.
func (s *side) queue(e *EgressQueue, bit QueueSet, sharing *QueueSet) {
	if e.Schedule.Known() {
		switch {
		case !e.Schedule.V.Strict && e.Schedule.V.Share == 0:
			s.starved |= bit
		case !e.Schedule.V.Strict:
			*sharing |= bit
		default:
			s.strict |= bit
			if e.Schedule.At.BuiltIn {
				s.builtin |= bit
			}
		}
	}
	if e.ECN.Known() && !e.ECN.V.Marks() {
		if e.ECN.V.DropOnly {
			s.early |= bit
		} else {
			s.unmarked |= bit
		}
	}
}
