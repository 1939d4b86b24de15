package qostest

import (
	"slices"

	"github.com/weft-net/weft/qos"
)

// Clone copies a switch with everything in it: no facet is shared, neither with s nor among the ports.
func Clone(s *qos.Switch) *qos.Switch {
	c := *s
	c.Ports = slices.Clone(s.Ports)
	for i := range c.Ports {
		p := &c.Ports[i]
		p.Classify = clone(p.Classify)
		p.Egress = clone(p.Egress)
		p.Ingress = clone(p.Ingress)
		p.ClassMTU = clone(p.ClassMTU)
		if p.Classify != nil {
			p.Classify.Rules = slices.Clone(p.Classify.Rules)
		}
	}
	return &c
}

func clone[T any](v *T) *T {
	if v == nil {
		return nil
	}
	c := *v
	return &c
}
