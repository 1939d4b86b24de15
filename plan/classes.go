package plan

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/weft-net/weft/qos"
)

// classes is what each queue does before and after: on the ports that the intent names or that left it, then on the others. A queue
// counts when traffic of any port gets into it, as it does for the sentences.
func (m *maker) classes() []Classes {
	before, after := m.sides()
	others := func(port string) bool { return !m.mine(port) }
	return append(classes(before, after, m.mine), classes(before, after, others)...)
}

// classes is what each queue does before and after, on some ports, those alike together. Ports on which nothing of it changes are
// left out.
func classes(before, after *qos.Switch, of func(port string) bool) []Classes {
	pairs := pairUp(before.Ports, after.Ports, of)
	were, are := make([]*qos.Port, len(pairs)), make([]*qos.Port, len(pairs))
	for i, p := range pairs {
		were[i], are[i] = p.was, p.is
	}
	reach := qos.Reach(before) | qos.Reach(after)
	were, are = canonicalPorts(before, were, reach), canonicalPorts(after, are, reach)
	var found []Classes
	for i, p := range pairs {
		queues, changed := classQueues(were[i], are[i], &after.Names)
		if !changed {
			continue
		}
		at := slices.IndexFunc(found, func(c Classes) bool { return reflect.DeepEqual(c.Queues, queues) })
		if at < 0 {
			at = len(found)
			found = append(found, Classes{Queues: queues})
		}
		found[at].Ports = append(found[at].Ports, p.ports...)
	}
	for i := range found {
		slices.SortFunc(found[i].Ports, qos.ComparePorts)
	}
	return found
}

// pair is a port before and after that stands for all with the same facets; nil on the side where there is none.
type pair struct {
	was, is *qos.Port
	ports   []string
}

// facetPair is what decides of a port what its queues do, before and after. Ports mostly share it.
type facetPair struct{ before, after facets }

type facets struct {
	classify *qos.Classify
	egress   *qos.Egress
	ingress  *qos.Ingress
	pfc      qos.PFC
	classMTU *qos.ClassMTU
	mtu      qos.Value[qos.Bytes]
}

// pairUp walks the ports of both sides, which are in natural order, and joins those with the same facets.
func pairUp(before, after []qos.Port, of func(port string) bool) []*pair {
	byFacets := map[facetPair]*pair{}
	var pairs []*pair
	var last *pair
	var lastKey facetPair
	for len(before) > 0 || len(after) > 0 {
		var p pair
		order := portOrder(before, after)
		if order <= 0 {
			p.was, before = &before[0], before[1:]
		}
		if order >= 0 {
			p.is, after = &after[0], after[1:]
		}
		name := p.name()
		if !of(name) {
			continue
		}
		key := facetPair{facetsOf(p.was), facetsOf(p.is)}
		if last == nil || key != lastKey { // ports in a row mostly have the same
			if byFacets[key] == nil {
				byFacets[key] = &pair{was: p.was, is: p.is}
				pairs = append(pairs, byFacets[key])
			}
			last, lastKey = byFacets[key], key
		}
		last.ports = append(last.ports, name)
	}
	return pairs
}

// portOrder compares the first ports of two lists, of which one may be at its end.
func portOrder(before, after []qos.Port) int {
	switch {
	case len(after) == 0:
		return -1
	case len(before) == 0:
		return 1
	}
	return qos.ComparePorts(before[0].Name, after[0].Name)
}

func (p *pair) name() string {
	if p.was != nil {
		return p.was.Name
	}
	return p.is.Name
}

func facetsOf(p *qos.Port) facets {
	if p == nil {
		return facets{}
	}
	pfc := p.PFC // where it was decided is no behaviour
	pfc.Priorities.At, pfc.Negotiated.At, pfc.Key.At = qos.Origin{}, qos.Origin{}, qos.Origin{}
	mtu := p.MTU
	mtu.At = qos.Origin{}
	return facets{p.Classify, p.Egress, p.Ingress, pfc, p.ClassMTU, mtu}
}

// canonicalPorts are ports in the form in which behaviour is compared.
func canonicalPorts(s *qos.Switch, ports []*qos.Port, reach qos.QueueSet) []*qos.Port {
	some := *s
	some.Ports = nil
	for _, p := range ports {
		if p != nil {
			some.Ports = append(some.Ports, *p)
		}
	}
	canonical := some.CanonicalFor(reach).Ports
	out := make([]*qos.Port, len(ports))
	for i, p := range ports {
		if p != nil {
			out[i], canonical = &canonical[0], canonical[1:]
		}
	}
	return out
}

// classQueues are the queues of a port that mean something before or after.
func classQueues(before, after *qos.Port, names *[qos.NumQueues]string) (queues []ClassQueue, changed bool) {
	used := usedBy(before) | usedBy(after)
	for _, q := range used.List() {
		was, is := does(before, q), does(after, q)
		queue := ClassQueue{Queue: int(q), Class: names[q], After: is}
		if !reflect.DeepEqual(was, is) {
			queue.Before, changed = &was, true
		}
		queues = append(queues, queue)
	}
	return queues, changed
}

// usedBy are the queues that something gets into, and those that are paused.
func usedBy(p *qos.Port) qos.QueueSet {
	if p == nil {
		return 0
	}
	used := p.PFC.Priorities.V
	if p.Classify != nil {
		used |= p.Classify.Reach()
	}
	return used
}

// does is what a queue of a port does.
func does(p *qos.Port, q qos.Queue) QueueDoes {
	if p == nil {
		return QueueDoes{}
	}
	d := QueueDoes{Traffic: traffic(p.Classify, q), PFC: pause(&p.PFC, q), PortMTU: largest(p.MTU)}
	if p.ClassMTU != nil {
		d.MTU = largest(p.ClassMTU.MTU[q])
	}
	if p.Egress != nil {
		out := &p.Egress.Queues[q]
		d.Schedule, d.ECN = schedule(out.Schedule), curve(out.ECN)
		d.Min, d.Max = rate(out.Min), rate(out.Max)
	}
	if p.Ingress != nil {
		d.Buffer = buffer(p.Ingress.Buffers[q])
	}
	return d
}

// told says how much is known of a value; false where nothing is set.
func told[T comparable](v qos.Value[T]) (Told, bool) {
	switch v.State {
	case qos.Known:
		return Told{KnownYes, v.Why}, true
	case qos.PlatformDefault:
		return Told{KnownDevice, v.Why}, true
	}
	return Told{KnownNot, v.Why}, v.State == qos.Unknown
}

func traffic(c *qos.Classify, q qos.Queue) *Traffic {
	if c == nil {
		return nil
	}
	known, _ := told(c.Trust)
	t := &Traffic{Told: known, DSCP: at(c.DSCP[:], q), PCP: at(c.PCP[:], q), Other: c.Other == q, Rules: []string{}}
	for i := range c.Rules {
		if c.Rules[i].Queue == q {
			t.Rules = append(t.Rules, c.Rules[i].Match)
		}
	}
	return t
}

// at are the code points that a table sends to a queue.
func at(table []qos.Queue, q qos.Queue) []int {
	points := []int{}
	for point, queue := range table {
		if queue == q {
			points = append(points, point)
		}
	}
	return points
}

func schedule(v qos.Value[qos.Schedule]) *Schedule {
	known, set := told(v)
	if !set {
		return nil
	}
	return &Schedule{Told: known, Rank: int(v.V.Rank), Share: int(v.V.Share)}
}

func rate(v qos.Value[qos.BitsPerSecond]) *Rate {
	known, set := told(v)
	if !set {
		return nil
	}
	return &Rate{Told: known, BitsPerSecond: int(v.V)}
}

func largest(v qos.Value[qos.Bytes]) *Size {
	known, set := told(v)
	if !set {
		return nil
	}
	return &Size{Told: known, Bytes: int(v.V)}
}

func curve(v qos.Value[qos.ECN]) *Curve {
	known, set := told(v)
	if !set {
		return nil
	}
	c := &Curve{Told: known, Does: "nothing", Min: int(v.V.Min), Max: int(v.V.Max), Probability: int(v.V.Probability)}
	switch {
	case v.V.DropOnly:
		c.Does = "drops"
	case v.V.On:
		c.Does = "marks"
	}
	return c
}

func pause(p *qos.PFC, q qos.Queue) *Pause {
	known, set := told(p.Priorities)
	if !set {
		return nil
	}
	on := p.Priorities.V.Has(q)
	if !on {
		return &Pause{Told: known, Key: qos.PFCByClass.String()}
	}
	return &Pause{Told: known, On: on, Negotiated: p.Negotiated.V, Key: p.Key.V.String()}
}

func buffer(v qos.Value[qos.Buffer]) *Buffer {
	known, set := told(v)
	if !set {
		return nil
	}
	b := &Buffer{Told: known, XOFF: int(v.V.XOFF), XON: int(v.V.XON), Headroom: int(v.V.Headroom)}
	if v.V.AlphaDen != 0 {
		b.Alpha = fmt.Sprintf("%d/%d", v.V.AlphaNum, v.V.AlphaDen)
	}
	return b
}

// words are the texts in what is said of a queue that may quote a configuration.
func (q *ClassQueue) words() []*string {
	words := q.After.words()
	if q.Before != nil {
		words = append(words, q.Before.words()...)
	}
	return words
}

func (d *QueueDoes) words() (words []*string) {
	if t := d.Traffic; t != nil {
		words = append(words, &t.Why)
		for i := range t.Rules {
			words = append(words, &t.Rules[i])
		}
	}
	for _, told := range d.tolds() {
		words = append(words, &told.Why)
	}
	return slices.DeleteFunc(words, func(w *string) bool { return *w == "" })
}

// tolds are how much is known of each figure that is there.
func (d *QueueDoes) tolds() (tolds []*Told) {
	if d.Schedule != nil {
		tolds = append(tolds, &d.Schedule.Told)
	}
	for _, r := range []*Rate{d.Min, d.Max} {
		if r != nil {
			tolds = append(tolds, &r.Told)
		}
	}
	if d.ECN != nil {
		tolds = append(tolds, &d.ECN.Told)
	}
	if d.PFC != nil {
		tolds = append(tolds, &d.PFC.Told)
	}
	if d.Buffer != nil {
		tolds = append(tolds, &d.Buffer.Told)
	}
	return tolds
}
