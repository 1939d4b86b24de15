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

// flow is where code points go that change queue: the queues that they leave and enter.
type flow struct{ left, entered qos.QueueSet }

// flowBetween compares two maps, for code points whose queue is in had before and in has after.
func flowBetween(before, after *queueMap, had, has qos.QueueSet) flow {
	var f flow
	move := func(from, to qos.Queue) {
		if from != to && had.Has(from) && has.Has(to) {
			f.left |= 1 << from
			f.entered |= 1 << to
		}
	}
	for v, q := range before.dscp {
		move(q, after.dscp[v])
	}
	for v, q := range before.cos {
		move(q, after.cos[v])
	}
	return f
}

// early tells whether what protects the queues in had may become what protects those in has before traffic moves between
// queues; otherwise it has to be after. Where neither keeps all that moves protected, a bridge is needed.
func (f flow) early(had, has qos.QueueSet) bool {
	switch {
	case had&^has == 0:
		return true
	case has&^had == 0:
		return false
	}
	return f != flow{} && f.left&^has == 0
}

// torn tells whether traffic that moves is unprotected for a while either way.
func (f flow) torn(had, has qos.QueueSet) bool { return f.left&^has != 0 && f.entered&^had != 0 }

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
func (f *flows) of(old, now string, had, has qos.QueueSet) flow {
	if had == 0 || has == 0 {
		return flow{}
	}
	before, _ := policyOf(old)
	after, _ := policyOf(now)
	return flowBetween(mapIn(f.before, f.from, before), mapIn(f.after, f.to, after), had, has)
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
func (f *flows) all(had, has qos.QueueSet) flow {
	var sum flow
	for _, have := range f.from.tree.Top {
		if !bindsPolicies(have) {
			continue
		}
		if want := f.to.tree.Find(have.Text); want != nil {
			one := f.of(text(fill(have.Kids)[slotClassify]), text(fill(want.Kids)[slotClassify]), had, has)
			sum.left |= one.left
			sum.entered |= one.entered
		}
	}
	return sum
}
