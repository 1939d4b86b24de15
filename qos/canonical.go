package qos

// Canonical returns the switch in the form in which comparisons see it. Behaviour does not change; what has none goes:
//
//   - Queues and priorities that nothing can reach (Reach) are blank. Of PFC priorities this holds unless PFC is keyed by
//     PCP: then the field decides and not the class.
//   - The tables of a classification hold what happens: the entries of a field that is not trusted are those of Other. A
//     field that decides nothing different from Other is not trusted: see canonicalTrust.
//   - A DSCP rewritten to itself is kept.
//   - Strict queues are ranked 1, 2, 3 without gaps. Shares are thousandths that add to 1000, unless all are 0: any weights
//     of the same ratio become the same shares.
//   - Thresholds of marking that is off, details of a watchdog that is known to be off, and the mode and key of PFC that
//     pauses nothing are blank. Alpha is a reduced fraction.
//
// Origins, labels and names stay. Facets that ports share stay shared.
func (s *Switch) Canonical() *Switch { return s.CanonicalFor(Reach(s)) }

// CanonicalFor is Canonical where traffic gets into the queues of a set, as it may on ports that are not among those of the switch.
func (s *Switch) CanonicalFor(reach QueueSet) *Switch {
	c := newCanon(reach)
	out := *s
	out.Ports = make([]Port, len(s.Ports))
	for i := range s.Ports {
		out.Ports[i] = c.port(&s.Ports[i])
	}
	return &out
}

// canon makes facets canonical for one reach, each shared facet once.
type canon struct {
	reach    QueueSet
	classify memo[*Classify, *Classify]
	egress   memo[*Egress, *Egress]
	ingress  memo[*Ingress, *Ingress]
	classMTU memo[*ClassMTU, *ClassMTU]
}

func newCanon(reach QueueSet) *canon { return &canon{reach: reach} }

func (c *canon) port(p *Port) Port {
	out := *p
	out.Classify = c.classifyOf(p.Classify)
	out.Egress = c.egressOf(p.Egress)
	out.Ingress = c.ingressOf(p.Ingress)
	out.ClassMTU = c.classMTUOf(p.ClassMTU)
	out.PFC = canonicalPFC(p.PFC, c.reach)
	out.Watchdog = canonicalWatchdog(p.Watchdog)
	return out
}

func (c *canon) classifyOf(f *Classify) *Classify {
	return facetOf(&c.classify, f, c.reach, canonicalClassify)
}
func (c *canon) egressOf(f *Egress) *Egress { return facetOf(&c.egress, f, c.reach, canonicalEgress) }
func (c *canon) ingressOf(f *Ingress) *Ingress {
	return facetOf(&c.ingress, f, c.reach, canonicalIngress)
}
func (c *canon) classMTUOf(f *ClassMTU) *ClassMTU {
	return facetOf(&c.classMTU, f, c.reach, canonicalClassMTU)
}

// facetOf makes one shared facet canonical, or finds it done.
func facetOf[T any](m *memo[*T, *T], f *T, reach QueueSet, canonical func(T, QueueSet) T) *T {
	if f == nil {
		return nil
	}
	if done, ok := m.get(f); ok {
		return done
	}
	done := canonical(*f, reach)
	return m.put(f, &done)
}

func canonicalClassify(c Classify, reach QueueSet) Classify {
	if !c.readsDSCP() {
		fill(c.DSCP[:], c.Other)
	}
	if !c.readsPCP() {
		fill(c.PCP[:], c.Other)
	}
	c.Trust = canonicalTrust(&c)
	for d, to := range c.RewriteDSCP {
		if int(to) == d {
			c.RewriteDSCP[d] = Keep
		}
	}
	for q := range c.RewritePCP {
		if !reach.Has(Queue(q)) {
			c.RewritePCP[q] = Keep
		}
	}
	return c
}

// canonicalTrust is the trust by its effect. The tables already say what every frame gets that carries one field; trust adds
// only which field wins in a tagged IP packet. So a field whose table is all Other need not be trusted, except under
// TrustMixed and before PCP, where it takes tagged IP packets away from the other one.
func canonicalTrust(c *Classify) Value[Trust] {
	t := c.Trust
	if !t.Known() {
		return t
	}
	dscp, pcp := decides(c.DSCP[:], c.Other), decides(c.PCP[:], c.Other)
	switch {
	case !dscp && !pcp:
		t.V = TrustNone
	case t.V == TrustDSCPElsePCP && !pcp:
		t.V = TrustDSCP
	}
	return t
}

// decides tells whether a table gives any code point another class than frames without the field.
func decides(table []Queue, other Queue) bool {
	for _, q := range table {
		if q != other {
			return true
		}
	}
	return false
}

func fill(table []Queue, q Queue) {
	for i := range table {
		table[i] = q
	}
}

func canonicalEgress(e Egress, reach QueueSet) Egress {
	for q := range e.Queues {
		queue := &e.Queues[q]
		if !reach.Has(Queue(q)) {
			*queue = EgressQueue{}
			continue
		}
		queue.ECN.V = queue.ECN.V.canonical()
		if queue.Min.Known() && queue.Min.V == 0 { // a guarantee of nothing is none
			queue.Min = Value[BitsPerSecond]{}
		}
		limit := &queue.Limit.V
		limit.AlphaNum, limit.AlphaDen = reducedAlpha(limit.AlphaNum, limit.AlphaDen)
	}
	rankStrict(&e)
	normaliseShares(&e)
	return e
}

// Marks tells whether the queue marks ECN-capable packets.
func (e ECN) Marks() bool { return e.On && !e.DropOnly }

func (e ECN) canonical() ECN {
	switch {
	case e.DropOnly:
		e.On = false
	case !e.On:
		return ECN{}
	}
	return e
}

// rankStrict numbers the strict queues that are left from 1, equal ranks alike.
func rankStrict(e *Egress) {
	var used [256]bool
	for q := range e.Queues {
		if s := e.Queues[q].Schedule; s.Known() && s.V.Strict {
			used[s.V.Rank] = true
		}
	}
	var dense [256]uint8
	next := uint8(1)
	for rank, is := range used {
		if is {
			dense[rank] = next
			next++
		}
	}
	for q := range e.Queues {
		if s := &e.Queues[q].Schedule; s.Known() && s.V.Strict {
			s.V = Schedule{Strict: true, Rank: dense[s.V.Rank]}
		}
	}
}

// normaliseShares makes the shares of the shared queues that are left add to 1000.
func normaliseShares(e *Egress) {
	var weights [NumQueues]int
	for q := range e.Queues {
		if s := e.Queues[q].Schedule; s.Known() && !s.V.Strict {
			weights[q] = int(s.V.Share)
		}
	}
	shares := Shares(weights[:], 1000)
	for q := range e.Queues {
		if s := &e.Queues[q].Schedule; s.Known() && !s.V.Strict {
			s.V = Schedule{Share: Permille(shares[q])}
		}
	}
}

func canonicalIngress(in Ingress, reach QueueSet) Ingress {
	for q := range in.Buffers {
		if !reach.Has(Queue(q)) {
			in.Buffers[q] = Value[Buffer]{}
			continue
		}
		b := &in.Buffers[q].V
		b.AlphaNum, b.AlphaDen = reducedAlpha(b.AlphaNum, b.AlphaDen)
	}
	return in
}

func reducedAlpha(num, den uint16) (uint16, uint16) {
	if d := gcd(int(num), int(den)); d > 1 {
		return num / uint16(d), den / uint16(d)
	}
	return num, den
}

func canonicalClassMTU(m ClassMTU, reach QueueSet) ClassMTU {
	for q := range m.MTU {
		if !reach.Has(Queue(q)) {
			m.MTU[q] = Value[Bytes]{}
		}
	}
	return m
}

func canonicalPFC(p PFC, reach QueueSet) PFC {
	if !p.Key.Known() || p.Key.V != PFCByPCP {
		p.Priorities.V &= reach
	}
	if p.idle() {
		return PFC{Priorities: p.Priorities}
	}
	return p
}

func canonicalWatchdog(w Watchdog) Watchdog {
	if w.idle() {
		return Watchdog{On: w.On}
	}
	return w
}
