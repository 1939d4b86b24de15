package qos

import "slices"

// PortFacets and SwitchFacets are the facets of a port and those of the switch as a whole.
const (
	SwitchFacets = FacetSet(1<<FacetTunnel | 1<<FacetNonECT)
	PortFacets   = AllFacets &^ SwitchFacets
)

// Equal tells whether two switches do the same: the same ports by name, and every facet of each in canonical form, for the
// queues that something reaches on either of them. It is strict both ways: what one of them leaves not applicable the other
// must leave too.
func Equal(a, b *Switch) bool {
	if len(a.Ports) != len(b.Ports) {
		return false
	}
	c := newComparer(Reach(a)|Reach(b), true)
	if c.Switch(a, b) != 0 {
		return false
	}
	for i := range a.Ports {
		if a.Ports[i].Name != b.Ports[i].Name || c.Port(&a.Ports[i], &b.Ports[i]) != 0 {
			return false
		}
	}
	return true
}

// Satisfies returns, for each port that want names, the facets in which have already does what want asks. Facets of the
// switch as a whole are under the key "". A port that have lacks satisfies none. have may have more ports: they are not
// looked at.
//
// A value that want leaves not applicable, or a facet that it leaves nil, is not judged. Shaping is the exception: a queue
// with a schedule and no rate is wanted without shaping.
//
// The queues compared are those that something reaches on either switch through the ports that want names.
func Satisfies(have, want *Switch) map[string]FacetSet {
	at := locate(want.Ports, have.Ports)
	c := NewComparer(Reach(want) | reachAt(have.Ports, at))
	met := make(map[string]FacetSet, len(want.Ports)+1)
	met[""] = SwitchFacets &^ c.Switch(have, want)
	for i := range want.Ports {
		w := &want.Ports[i]
		met[w.Name] = 0
		if at[i] >= 0 {
			met[w.Name] = PortFacets &^ c.Port(&have.Ports[at[i]], w)
		}
	}
	return met
}

// locate returns, for each port of some, its index in all, or -1. Both are in natural order.
func locate(some, all []Port) []int {
	at := make([]int, len(some))
	j := 0
	for i := range some {
		for j < len(all) && ComparePorts(all[j].Name, some[i].Name) < 0 {
			j++
		}
		at[i] = -1
		if j < len(all) && all[j].Name == some[i].Name {
			at[i] = j
		}
	}
	return at
}

// Satisfied tells whether have does all that want asks, on every port that want names.
func Satisfied(have, want *Switch) bool {
	for port, met := range Satisfies(have, want) {
		if port != "" && met != PortFacets || port == "" && met != SwitchFacets {
			return false
		}
	}
	return true
}

// Differing returns the facets in which have does not do what want asks, for the queues in reach. What want leaves not
// applicable is not judged. For many ports a Comparer does the same faster.
func Differing(have, want *Port, reach QueueSet) FacetSet {
	return NewComparer(reach).Port(have, want)
}

// Comparer compares ports of one pair of switches. It remembers what it found for each pair of shared facets, so that ports
// that share them cost next to nothing. It is used by one goroutine.
type Comparer struct {
	strict   bool
	canon    *canon
	classify memo[pair[Classify], bool]
	egress   memo[pair[Egress], bool]
	ingress  memo[pair[Ingress], bool]
	classMTU memo[pair[ClassMTU], bool]
}

type pair[T any] struct{ have, want *T }

// NewComparer returns a Comparer that judges have against want for the queues in reach: what want leaves not applicable
// is not judged.
func NewComparer(reach QueueSet) *Comparer { return newComparer(reach, false) }

func newComparer(reach QueueSet, strict bool) *Comparer {
	return &Comparer{strict: strict, canon: newCanon(reach)}
}

// Switch returns the facets of the switch as a whole that differ.
func (c *Comparer) Switch(have, want *Switch) FacetSet {
	var differ FacetSet
	if !agree(&have.Tunnel.DSCP, &want.Tunnel.DSCP, c.strict) || !agree(&have.Tunnel.ECN, &want.Tunnel.ECN, c.strict) {
		differ = differ.With(FacetTunnel)
	}
	if !agree(&have.NonECT, &want.NonECT, c.strict) {
		differ = differ.With(FacetNonECT)
	}
	return differ
}

// Port returns the facets of a port that differ.
func (c *Comparer) Port(have, want *Port) FacetSet {
	var differ FacetSet
	note := func(f Facet, same bool) {
		if !same {
			differ = differ.With(f)
		}
	}
	note(FacetClassify, shared(&c.classify, have.Classify, want.Classify, c.strict, c.sameClassify))
	note(FacetEgress, shared(&c.egress, have.Egress, want.Egress, c.strict, c.sameEgress))
	note(FacetIngress, shared(&c.ingress, have.Ingress, want.Ingress, c.strict, c.sameIngress))
	note(FacetPFC, c.samePFC(&have.PFC, &want.PFC))
	note(FacetWatchdog, c.sameWatchdog(&have.Watchdog, &want.Watchdog))
	note(FacetMTU, agree(&have.MTU, &want.MTU, c.strict))
	note(FacetClassMTU, shared(&c.classMTU, have.ClassMTU, want.ClassMTU, c.strict, c.sameClassMTU))
	note(FacetDCBX, agree(&have.DCBX, &want.DCBX, c.strict))
	return differ
}

// agree compares one value. Unless strict, a wanted value that is not applicable agrees with any.
func agree[T comparable](have, want *Value[T], strict bool) bool {
	if have.State == Known && want.State == Known {
		return have.V == want.V
	}
	return !strict && want.State == NotApplicable || have.Equal(*want)
}

// shared compares two shared facets, once for each pair.
func shared[T any](m *memo[pair[T], bool], have, want *T, strict bool, same func(have, want *T) bool) bool {
	switch {
	case have == want || want == nil && !strict:
		return true
	case have == nil || want == nil:
		return false
	}
	p := pair[T]{have, want}
	if known, ok := m.get(p); ok {
		return known
	}
	return m.put(p, same(have, want))
}

func (c *Comparer) sameClassify(have, want *Classify) bool {
	h, w := c.canon.classifyOf(have), c.canon.classifyOf(want)
	return agree(&h.Trust, &w.Trust, c.strict) &&
		h.DSCP == w.DSCP && h.PCP == w.PCP && h.Other == w.Other &&
		h.RewriteDSCP == w.RewriteDSCP && h.RewritePCP == w.RewritePCP &&
		sameRules(h.Rules, w.Rules)
}

func sameRules(a, b []Rule) bool { return slices.EqualFunc(a, b, Rule.equal) }

// equal compares what two rules do; the line does not count.
func (r Rule) equal(s Rule) bool { return r.Match == s.Match && r.Queue == s.Queue && r.Does == s.Does }

func (c *Comparer) sameEgress(have, want *Egress) bool {
	h, w := c.canon.egressOf(have), c.canon.egressOf(want)
	for q := range h.Queues {
		if !c.sameQueue(&h.Queues[q], &w.Queues[q]) {
			return false
		}
	}
	return true
}

// sameQueue judges shaping strictly wherever a schedule is wanted: there, not applicable means that there shall be none.
func (c *Comparer) sameQueue(have, want *EgressQueue) bool {
	strict := c.strict || want.Schedule.State != NotApplicable
	return agree(&have.Schedule, &want.Schedule, c.strict) && agree(&have.ECN, &want.ECN, c.strict) &&
		agree(&have.Min, &want.Min, strict) && agree(&have.Max, &want.Max, strict) &&
		agree(&have.Limit, &want.Limit, c.strict)
}

func (c *Comparer) sameIngress(have, want *Ingress) bool {
	h, w := c.canon.ingressOf(have), c.canon.ingressOf(want)
	for q := range h.Buffers {
		if !agree(&h.Buffers[q], &w.Buffers[q], c.strict) {
			return false
		}
	}
	return true
}

func (c *Comparer) sameClassMTU(have, want *ClassMTU) bool {
	h, w := c.canon.classMTUOf(have), c.canon.classMTUOf(want)
	for q := range h.MTU {
		if !agree(&h.MTU[q], &w.MTU[q], c.strict) {
			return false
		}
	}
	return true
}

func (c *Comparer) samePFC(have, want *PFC) bool {
	if have.same(want) {
		return true
	}
	h, w := canonicalPFC(*have, c.canon.reach), canonicalPFC(*want, c.canon.reach)
	return agree(&h.Priorities, &w.Priorities, c.strict) && agree(&h.Negotiated, &w.Negotiated, c.strict) &&
		agree(&h.Key, &w.Key, c.strict)
}

// same tells whether two PFCs are equal even before they are canonical.
func (p *PFC) same(q *PFC) bool {
	return agree(&p.Priorities, &q.Priorities, true) && agree(&p.Negotiated, &q.Negotiated, true) && agree(&p.Key, &q.Key, true)
}

func (c *Comparer) sameWatchdog(have, want *Watchdog) bool {
	switch {
	case !agree(&have.On, &want.On, c.strict):
		return false
	case want.idle():
		return true
	case have.idle():
		have = &Watchdog{On: have.On}
	}
	return agree(&have.Action, &want.Action, c.strict) && agree(&have.Detect, &want.Detect, c.strict) &&
		agree(&have.Restore, &want.Restore, c.strict) && agree(&have.Poll, &want.Poll, c.strict) &&
		agree(&have.Escalate, &want.Escalate, c.strict)
}
