package view

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
)

// collector joins things that are alike on many switches, in order of first appearance.
type collector[T any] struct {
	items []*collected[T]
	byKey map[string]*collected[T]
}

// collected is one thing with the switches it is true of, and the ports it concerns on each.
type collected[T any] struct {
	what T
	on   []switchPorts
}

type switchPorts struct {
	name  string
	ports []string
}

// add notes a thing of one switch. The things of a switch come one after the other.
func (c *collector[T]) add(key string, what T, name string, ports []string) {
	item := c.byKey[key]
	if item == nil {
		item = &collected[T]{what: what}
		if c.byKey == nil {
			c.byKey = map[string]*collected[T]{}
		}
		c.byKey[key] = item
		c.items = append(c.items, item)
	}
	if last := len(item.on) - 1; last >= 0 && item.on[last].name == name {
		item.on[last].ports = slices.Concat(item.on[last].ports, ports)
		return
	}
	item.on = append(item.on, switchPorts{name, ports})
}

// places joins switches on which the ports are the same. It leaves the switches out when that is so on all there are.
func (c *collected[T]) places(switches int) []Place {
	var places []Place
	for _, on := range c.on {
		i := slices.IndexFunc(places, func(p Place) bool { return slices.Equal(p.Ports, on.ports) })
		if i < 0 {
			i = len(places)
			places = append(places, Place{Ports: on.ports})
		}
		places[i].Switches = append(places[i].Switches, on.name)
	}
	if len(places) == 1 && len(c.on) == switches {
		places[0].Switches = nil
	}
	return places
}

// grouped collects things by what makes them alike, in order of first appearance.
type grouped[K comparable, V any] struct {
	order []K
	of    map[K][]V
}

func (g *grouped[K, V]) add(key K, value V) {
	if g.of == nil {
		g.of = map[K][]V{}
	}
	if g.of[key] == nil {
		g.order = append(g.order, key)
	}
	g.of[key] = append(g.of[key], value)
}

const wholeSwitch = "the whole switch"

// String says a place: "Ethernet1/1-30", "leaf1-3: Ethernet1/1-30", "leaf1-3", or "the whole switch".
func (p Place) String() string {
	ports, switches := plan.Ranges(p.Ports), plan.Ranges(p.Switches)
	switch {
	case ports == "" && switches == "":
		return wholeSwitch
	case ports == "":
		return switches
	case switches == "":
		return ports
	}
	return switches + ": " + ports
}

func placesText(places []Place) string {
	texts := make([]string, len(places))
	for i, p := range places {
		texts[i] = p.String()
	}
	return strings.Join(texts, "; ")
}
