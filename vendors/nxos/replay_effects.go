package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// reached adds the ports of a reach to the effect of the step.
func (d *device) reached(r reach) {
	switch r {
	case thePort, theMember:
		d.add(d.at.reach)
	case theUsers:
		if d.at.object != nil {
			d.add(d.effectOf(d.at.object))
		}
	case everyPort:
		d.add(vendors.Effect{All: true})
	}
}

// add joins two effects.
func (d *device) add(e vendors.Effect) {
	switch {
	case e.All || d.effect.All:
		d.effect = vendors.Effect{All: true}
	case len(d.effect.Ports) == 0:
		d.effect.Ports = e.Ports
	default:
		d.effect.Ports = union(d.effect.Ports, e.Ports)
	}
}

// union is what either list has, each name once. It leaves both as they are.
func union(a, b []string) []string { return distinct(slices.Concat(a, b)) }

// distinct drops the names that came before.
func distinct(names []string) []string {
	have := make(map[string]bool, len(names))
	return slices.DeleteFunc(names, func(name string) bool {
		again := have[name]
		have[name] = true
		return again
	})
}

// portEffect is what a line of an interface may change: the port, or the members of the bundle, or anything for an interface
// that is neither.
func (d *device) portEffect(port string) vendors.Effect {
	switch {
	case strings.HasPrefix(port, "Ethernet"):
		physical, _, sub := strings.Cut(port, ".")
		if sub {
			return vendors.Effect{Ports: []string{physical, port}}
		}
		d.ports = append(d.ports, port)
		return vendors.Effect{Ports: d.ports[len(d.ports)-1 : len(d.ports) : len(d.ports)]}
	case strings.HasPrefix(port, "port-channel"):
		bundle, _, _ := strings.Cut(port, ".")
		return vendors.Effect{Ports: d.members[bundle]}
	}
	return vendors.Effect{All: true}
}

// effectOf is every port that an object is bound to, directly or through objects that refer to it.
func (d *device) effectOf(o *object) vendors.Effect {
	switch {
	case d.hidden[o.name]:
		return vendors.Effect{All: true}
	case o.uses == 0:
		return vendors.Effect{}
	case o.epoch != d.epoch:
		o.reach, o.epoch = d.trace(o), d.epoch
	}
	return o.reach
}

// trace looks through the configuration for what refers to an object.
func (d *device) trace(o *object) vendors.Effect {
	var ports []string
	for _, n := range d.tree.Top {
		if n.Kind != conf.In || !d.refers(n, o) {
			continue
		}
		e := d.blockEffect(n)
		if e.All {
			return e
		}
		ports = append(ports, e.Ports...)
	}
	return vendors.Effect{Ports: distinct(ports)}
}

// blockEffect is what a change of something that a block refers to may change.
func (d *device) blockEffect(n *conf.Node) vendors.Effect {
	switch kind := headerKind(n.Text); {
	case n.Text == "system qos":
		return vendors.Effect{All: true}
	case kind != noObject:
		return d.effectOf(d.object(kind, lastWord(n.Text)))
	}
	return d.portEffect(strings.TrimPrefix(n.Text, "interface "))
}

// refers tells whether a line of a block refers to the object.
func (d *device) refers(block *conf.Node, o *object) bool {
	for _, kid := range block.Kids {
		if kid.Kind != conf.In {
			continue
		}
		if kind, name := referred(kid.Text); kind == o.kind && d.sameName(name, o.name) {
			return true
		}
	}
	return false
}

// referred is the object that a line of a block refers to.
func referred(line string) (kindOf, string) {
	switch {
	case strings.HasPrefix(line, "service-policy "):
		return bound(line)
	case strings.HasPrefix(line, "class "):
		return classKind(line), lastWord(line)
	case strings.HasPrefix(line, "match access-group name "):
		return accessList, lastWord(line)
	}
	return noObject, ""
}

func (d *device) sameName(a, b string) bool {
	return a == b || d.readings[doubtNameCase] == 1 && strings.EqualFold(a, b)
}
