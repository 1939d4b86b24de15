package review

import (
	"hash/maphash"
	"slices"

	"github.com/weft-net/weft/qos"
)

// shared keeps one switch of those that do the same on ports of the same names. Most switches of a fabric do the same, and those of
// a large one would fill the memory. It forgets which line decided a value, and not whether anybody did.
type shared struct {
	seed     maphash.Seed
	classify map[classifyKey]*qos.Classify
	egress   map[qos.Egress]*qos.Egress
	ingress  map[qos.Ingress]*qos.Ingress
	classMTU map[qos.ClassMTU]*qos.ClassMTU
	switches map[uint64][]*qos.Switch

	facets map[any]any // what the facets of the switch at hand are shared as
	ports  []qos.Port  // of the switch at hand
}

func newShared() *shared {
	return &shared{
		seed: maphash.MakeSeed(), classify: map[classifyKey]*qos.Classify{}, egress: map[qos.Egress]*qos.Egress{},
		ingress: map[qos.Ingress]*qos.Ingress{}, classMTU: map[qos.ClassMTU]*qos.ClassMTU{}, switches: map[uint64][]*qos.Switch{},
		facets: map[any]any{},
	}
}

// classifyKey is what two classifications without rules are the same by.
type classifyKey struct {
	trust       qos.Value[qos.Trust]
	dscp        [qos.NumDSCP]qos.Queue
	pcp         [qos.NumPCP]qos.Queue
	other       qos.Queue
	rewriteDSCP [qos.NumDSCP]int8
	rewritePCP  [qos.NumQueues]int8
	names       [qos.NumQueues]string
}

// outline is what the ports of two switches are compared by before all of it is.
type outline struct {
	classify *qos.Classify
	egress   *qos.Egress
	ingress  *qos.Ingress
	classMTU *qos.ClassMTU
	paused   qos.QueueSet
	mtu      qos.Bytes
}

// of is the switch that is kept for all that do as this one does.
func (s *shared) of(sw *qos.Switch) *qos.Switch {
	clear(s.facets)
	s.ports = append(s.ports[:0], sw.Ports...)
	var h maphash.Hash
	h.SetSeed(s.seed)
	var last outline
	for i := range s.ports {
		p := &s.ports[i]
		s.port(p, &sw.Ports[max(i-1, 0)], &s.ports[max(i-1, 0)])
		if line := (outline{p.Classify, p.Egress, p.Ingress, p.ClassMTU, p.PFC.Priorities.V, p.MTU.V}); line != last {
			maphash.WriteComparable(&h, line)
			last = line
		}
	}
	one := *sw
	forget(&one.Tunnel.DSCP)
	forget(&one.Tunnel.ECN)
	forget(&one.NonECT)
	for _, known := range s.switches[h.Sum64()] {
		if known.Tunnel == one.Tunnel && known.NonECT == one.NonECT && known.Names == one.Names && slices.Equal(known.Ports, s.ports) {
			return known
		}
	}
	one.Ports = slices.Clone(s.ports)
	s.switches[h.Sum64()] = append(s.switches[h.Sum64()], &one)
	return &one
}

// port forgets the lines of one port, and shares its facets. The port before it, as it was and as it is shared, mostly has the same ones.
func (s *shared) port(p, was, is *qos.Port) {
	forget(&p.PFC.Priorities)
	forget(&p.PFC.Negotiated)
	forget(&p.PFC.Key)
	forget(&p.Watchdog.On)
	forget(&p.Watchdog.Action)
	forget(&p.Watchdog.Detect)
	forget(&p.Watchdog.Restore)
	forget(&p.Watchdog.Poll)
	forget(&p.Watchdog.Escalate)
	forget(&p.MTU)
	forget(&p.DCBX)
	if p != is && p.Classify == was.Classify && p.Egress == was.Egress && p.Ingress == was.Ingress && p.ClassMTU == was.ClassMTU {
		p.Classify, p.Egress, p.Ingress, p.ClassMTU = is.Classify, is.Egress, is.Ingress, is.ClassMTU
		return
	}
	p.Classify = facet(s, p.Classify, s.classifyOf)
	p.Egress = facet(s, p.Egress, s.egressOf)
	p.Ingress = facet(s, p.Ingress, s.ingressOf)
	p.ClassMTU = facet(s, p.ClassMTU, s.classMTUOf)
}

// forget forgets which line decided a value.
func forget[T comparable](v *qos.Value[T]) {
	v.At = qos.Origin{BuiltIn: v.At.BuiltIn}
}

// facet shares one facet, which several ports of the switch may point to.
func facet[T any](s *shared, f *T, share func(T) *T) *T {
	if f == nil {
		return nil
	}
	if known, is := s.facets[f].(*T); is {
		return known
	}
	one := share(*f)
	s.facets[f] = one
	return one
}

func (s *shared) classifyOf(c qos.Classify) *qos.Classify {
	forget(&c.Trust)
	c.DSCPAt, c.PCPAt = [qos.NumDSCP]int32{}, [qos.NumPCP]int32{}
	if len(c.Rules) > 0 {
		return &c
	}
	return kept(s.classify, classifyKey{c.Trust, c.DSCP, c.PCP, c.Other, c.RewriteDSCP, c.RewritePCP, c.Names}, c)
}

func (s *shared) egressOf(e qos.Egress) *qos.Egress {
	for i := range e.Queues {
		q := &e.Queues[i]
		forget(&q.Schedule)
		forget(&q.Min)
		forget(&q.Max)
		forget(&q.ECN)
		forget(&q.Limit)
	}
	return kept(s.egress, e, e)
}

func (s *shared) ingressOf(in qos.Ingress) *qos.Ingress {
	for i := range in.Buffers {
		forget(&in.Buffers[i])
	}
	return kept(s.ingress, in, in)
}

func (s *shared) classMTUOf(m qos.ClassMTU) *qos.ClassMTU {
	for i := range m.MTU {
		forget(&m.MTU[i])
	}
	return kept(s.classMTU, m, m)
}

// kept is the first value with a key.
func kept[K comparable, V any](all map[K]*V, key K, v V) *V {
	if first := all[key]; first != nil {
		return first
	}
	all[key] = &v
	return &v
}
