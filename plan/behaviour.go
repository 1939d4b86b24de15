package plan

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// describe says in words what the patch changes: on the ports that the intent names or that left it, and apart from those on
// ports that it says nothing about.
func (m *maker) describe() {
	var named, others pair
	mine := m.mine()
	before, after := m.before.reading.Switch.Ports, m.after.reading.Switch.Ports
	for i := range before {
		b := &before[i]
		a := portAt(after, i, b.Name)
		switch {
		case a == nil || *a == *b:
		case mine[b.Name]:
			named.add(b, a)
		default:
			others.add(b, a)
		}
	}
	names := qos.Switch{}.Names
	if m.in.Fitted != nil {
		names = m.in.Fitted.Names
	}
	named.whole(m.before.reading.Switch, m.after.reading.Switch)
	m.device.Behaviour = named.diff(names)
	m.device.Unnamed = others.diff(names)
}

// mine is the set of ports that the intent names, and of those it named once and that the patch now cleans.
func (m *maker) mine() map[string]bool {
	mine := make(map[string]bool, len(m.in.Site.Ports)+len(m.left))
	for i := range m.in.Site.Ports {
		mine[m.in.Site.Ports[i].Name] = true
	}
	for name := range m.left {
		mine[name] = true
	}
	return mine
}

// pair is a part of a switch before and after.
type pair struct{ before, after qos.Switch }

func (p *pair) add(before, after *qos.Port) {
	p.before.Ports = append(p.before.Ports, *before)
	p.after.Ports = append(p.after.Ports, *after)
}

// whole adds what the switch has once.
func (p *pair) whole(before, after *qos.Switch) {
	p.before.Tunnel, p.after.Tunnel = before.Tunnel, after.Tunnel
	p.before.NonECT, p.after.NonECT = before.NonECT, after.NonECT
}

func (p *pair) diff(names [qos.NumQueues]string) []Behaviour {
	p.before.Names, p.after.Names = names, names
	found := qos.Diff(&p.before, &p.after)
	out := make([]Behaviour, len(found))
	for i, d := range found {
		out[i] = Behaviour{Kind: d.Kind, Where: d.Ports, Before: d.Before, After: d.After, Text: d.Text, Weight: d.Weight}
	}
	return out
}

// leftPorts are the ports that the patch touches by name although the intent does not name them: they had weft's bindings
// and have left.
func (m *maker) leftPorts(changes []vendors.Change) map[string]bool {
	named := make(map[string]bool, len(m.in.Site.Ports))
	for i := range m.in.Site.Ports {
		named[m.in.Site.Ports[i].Name] = true
	}
	left := map[string]bool{}
	for _, c := range changes {
		for _, port := range c.Ports {
			if !named[port] {
				left[port] = true
			}
		}
	}
	return left
}
