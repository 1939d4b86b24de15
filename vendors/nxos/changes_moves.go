package nxos

import (
	"github.com/weft-net/weft/qos"
)

// queueMap is the queue of each code point under a type qos policy, as far as lists of values decide it.
type queueMap struct {
	dscp [qos.NumDSCP]qos.Queue
	cos  [qos.NumPCP]qos.Queue
}

// queueMapOf reads a policy: the first class that matches a value decides.
func queueMapOf(s *survey, policy mqc) *queueMap {
	var m queueMap
	var decided [numMatchFields]values
	for _, class := range kids(s.nodes[policy]) {
		c, _ := classOf("qos", class.Text)
		sets := valuesOf(s.nodes[c])
		sets[0] |= precedenceDSCPs(sets[2])
		q := qos.Queue(0)
		if line := class.FindPrefix("set qos-group "); line != nil {
			q = qos.Queue(numberOf(line.Text, 0) & 7)
		}
		if class.Text == catchAll {
			sets = [numMatchFields]values{^values(0), ^values(0)}
		}
		for v := range m.dscp {
			if (sets[0]&^decided[0])>>v&1 == 1 {
				m.dscp[v] = q
			}
		}
		for v := range m.cos {
			if (sets[1]&^decided[1])>>v&1 == 1 {
				m.cos[v] = q
			}
		}
		decided[0] |= sets[0]
		decided[1] |= sets[1]
	}
	return &m
}

// precedenceDSCPs are the DSCPs of IP precedences: eight each.
func precedenceDSCPs(precedences values) values {
	var set values
	for p := range 8 {
		if precedences>>p&1 == 1 {
			set |= 0xff << (8 * p)
		}
	}
	return set
}

// duty is what queues do before and after a change: mark, pause, or have bandwidth.
type duty struct{ had, has qos.QueueSet }

// passage is how traffic passes from queues that do a duty to others that do it: the queues that code points leave and enter.
type passage struct {
	duty
	left, entered qos.QueueSet
}

// passageBetween compares two maps, for code points whose queue does a duty before and after.
func passageBetween(before, after *queueMap, d duty) passage {
	p := passage{duty: d}
	move := func(from, to qos.Queue) {
		if from != to && d.had.Has(from) && d.has.Has(to) {
			p.left |= 1 << from
			p.entered |= 1 << to
		}
	}
	for v, q := range before.dscp {
		move(q, after.dscp[v])
	}
	for v, q := range before.cos {
		move(q, after.cos[v])
	}
	return p
}

// may tells whether queues may begin to do what they do after before traffic moves, and whether they may do it after that.
// Where neither is so, a bridge is needed.
func (p passage) may() (before, after bool) { return p.left&^p.has == 0, p.entered&^p.had == 0 }

// early tells whether they are to begin before traffic moves.
func (p passage) early() bool {
	switch {
	case p.had&^p.has == 0:
		return true
	case p.has&^p.had == 0:
		return false
	}
	before, _ := p.may()
	return p.entered != 0 && before
}

// egressPassage is how traffic passes from one queuing policy to another: what marks, and what has bandwidth.
type egressPassage struct{ marked, served passage }

// may tells whether the policy may change before traffic moves, and whether it may after that.
func (p *egressPassage) may() (before, after bool) {
	markedBefore, markedAfter := p.marked.may()
	servedBefore, servedAfter := p.served.may()
	return markedBefore && servedBefore, markedAfter && servedAfter
}

// early tells whether the policy is to change before traffic moves.
func (p *egressPassage) early() bool {
	switch before, after := p.may(); {
	case !before:
		return false
	case !after:
		return true
	}
	return p.marked.had == p.marked.has || p.marked.early()
}

// flows compares classifications of two configurations.
type flows struct {
	from, to *survey
	before   map[mqc]*queueMap
	after    map[mqc]*queueMap
}

func newFlows(from, to *survey) *flows {
	return &flows{from: from, to: to, before: map[mqc]*queueMap{}, after: map[mqc]*queueMap{}}
}

// of is what moves on a port whose classification lines these are.
func (f *flows) of(old, now string, d duty) passage {
	if d.had == 0 || d.has == 0 {
		return passage{duty: d}
	}
	before, _ := policyOf(old)
	after, _ := policyOf(now)
	return passageBetween(mapIn(f.before, f.from, before), mapIn(f.after, f.to, after), d)
}

// egress is what moves on a port that passes from one queuing policy to another.
func (f *flows) egress(old, now string, from, to mqc, r *row) egressPassage {
	had, has := queuingOf(f.from, from, r), queuingOf(f.to, to, r)
	return egressPassage{f.of(old, now, duty{had.marked, has.marked}), f.of(old, now, duty{had.served(), has.served()})}
}

func mapIn(known map[mqc]*queueMap, s *survey, o mqc) *queueMap {
	m := known[o]
	if m == nil {
		m = queueMapOf(s, o)
		known[o] = m
	}
	return m
}

// all is what moves on any port.
func (f *flows) all(d duty) passage {
	sum := passage{duty: d}
	for _, have := range f.from.tree.Top {
		if !bindsPolicies(have) {
			continue
		}
		if want := f.to.tree.Find(have.Text); want != nil {
			one := f.of(text(fill(have.Kids)[slotClassify]), text(fill(want.Kids)[slotClassify]), d)
			sum.left |= one.left
			sum.entered |= one.entered
		}
	}
	return sum
}
