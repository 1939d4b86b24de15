package compiler

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// lowering turns what the intent says of one switch into behaviour. Ports of a group share their facets.
type lowering struct {
	*node
	in      *intent.Intent
	ingress map[ingressKey]*qos.Ingress
}

// lower gives the behaviour that the intent asks of a switch. Errors go to the node's diagnostics.
func (n *node) lower(in *intent.Intent) *qos.Switch {
	l := &lowering{node: n, in: in, ingress: map[ingressKey]*qos.Ingress{}}
	l.labels()
	l.needCables()
	mtus := l.mtus()
	shared := map[*group]qos.Port{}
	for _, g := range n.groups {
		shared[g] = l.facets(g)
	}
	sw := &qos.Switch{Names: l.classNames(), NonECT: l.nonECT(), Tunnel: l.tunnel(), Ports: make([]qos.Port, len(n.ports))}
	for i, p := range n.ports {
		out := shared[p.group]
		out.Name = p.name
		out.MTU, out.ClassMTU = mtus.of(p)
		out.Ingress = l.ingressOf(p)
		sw.Ports[i] = out
	}
	return sw
}

// facets are what all ports of a group have in common.
func (l *lowering) facets(g *group) qos.Port {
	pfc := pfcOf(g)
	return qos.Port{
		Label:    g.label[arrival],
		Labels:   qos.Labels{Egress: g.label[queues], Ingress: g.label[buffers], PFC: g.label[pausing]},
		Classify: l.classifyOf(g),
		Egress:   egressOf(g),
		PFC:      pfc,
		Watchdog: l.watchdogOf(g, pfc.Priorities.V != 0),
		DCBX:     l.dcbxOf(g),
	}
}

// classNames are the names of the classes by queue. Only a device can move a class to another queue, not some of its ports.
func (l *lowering) classNames() (names [qos.NumQueues]string) {
	classes, _ := l.in.Effective(l.device, nil)
	for i := range classes {
		names[classes[i].Queue.V] = classes[i].Name
	}
	return names
}

// dcbxOf is whether a port tells its peer about PFC, where the intent says anything about it.
func (l *lowering) dcbxOf(g *group) qos.Value[qos.DCBX] {
	switch {
	case g.settings.DCBX.Set:
		return known(g.settings.DCBX)
	case l.in.Fabric.DCBX.Set:
		return known(l.in.Fabric.DCBX)
	}
	return qos.Value[qos.DCBX]{}
}

// known is an attribute of the intent, or its default, as a value of the model.
func known[T comparable](o intent.Opt[T]) qos.Value[T] { return knownAt(o.V, o.Range) }

// knownAt is a value decided at a place of the intent.
func knownAt[T comparable](v T, at hcl.Range) qos.Value[T] {
	return qos.Value[T]{V: v, State: qos.Known, At: qos.Origin{File: at.Filename, Line: int32(at.Start.Line)}}
}
