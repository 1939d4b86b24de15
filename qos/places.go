package qos

import (
	"fmt"
	"slices"
	"strings"
)

// Place is a switch, or ports of it, and what is at their other ends.
type Place struct {
	Switch string
	Ports  []string // none for the switch as a whole
	Far    string   // a port of another switch, "spine1:Ethernet1/1", or what is there, such as "host cx7"; empty for neither
}

// HostPrefix begins what is said to be at the other end of a port where that is a host.
const HostPrefix = "host "

// In a text that is to be short, so many groups of places are named, and so many cables one by one.
const (
	mostGroups = 6
	mostCables = 4
)

// Places names places, those alike together: "leaf1-4", "leaf1:Ethernet1/1-30", "Ethernet1/1-64 of n0000-0199 towards host cx7",
// "leaf1:Ethernet1/31 - spine1:Ethernet1/1", "leaf1-4 - spine1-2 (8 cables)". Of very many groups it names only the first, unless all
// are asked for; which switches are concerned it always says.
func Places(places []Place, all bool) string {
	groups := append(portGroups(places), cableGroups(places)...)
	n := len(groups)
	if n > mostGroups+1 && !all {
		n = mostGroups
	}
	var texts, others []string
	for i, g := range groups {
		if i < n {
			texts = append(texts, g.text)
		} else {
			others = append(others, g.switches...)
		}
	}
	if others != nil {
		texts = append(texts, fmt.Sprintf("and %d more, of %s", len(groups)-n, Ranges(others)))
	}
	return strings.Join(texts, "; ")
}

// placeGroup is places that are named together, and the switches concerned, those at far ends too.
type placeGroup struct {
	text     string
	switches []string
}

// groups collects things by what makes them alike, in order of first appearance.
type groups[K comparable, V any] struct {
	order []K
	of    map[K][]V
}

func (g *groups[K, V]) add(key K, values ...V) {
	if g.of == nil {
		g.of = map[K][]V{}
	}
	if _, known := g.of[key]; !known {
		g.order = append(g.order, key)
	}
	g.of[key] = append(g.of[key], values...)
}

// portGroups are the places that are no cables between switches. Ports of a switch that lead to the same are one, and so are switches
// with the same ports.
func portGroups(places []Place) []placeGroup {
	type spot struct{ at, far string } // of a switch, then of ports
	var ports, switches groups[spot, string]
	for i := range places {
		if p := &places[i]; !p.cable() {
			ports.add(spot{p.Switch, p.Far}, p.Ports...)
		}
	}
	for _, s := range ports.order {
		switches.add(spot{Ranges(ports.of[s]), s.far}, s.at)
	}
	list := make([]placeGroup, len(switches.order))
	for i, s := range switches.order {
		text := portsOn(s.at, switches.of[s])
		if s.far != "" {
			text += " towards " + s.far
		}
		list[i] = placeGroup{text, switches.of[s]}
	}
	return list
}

func portsOn(ports string, switches []string) string {
	switch {
	case ports == "":
		return Ranges(switches)
	case len(switches) == 1:
		return switches[0] + ":" + ports
	}
	return ports + " of " + Ranges(switches)
}

// cable tells whether a place is a cable between two switches.
func (p *Place) cable() bool {
	return strings.Contains(p.Far, ":") && !strings.HasPrefix(p.Far, HostPrefix)
}

// cable is one cable between two switches.
type cable struct{ near, port, far, farPort string }

// cableGroups are the cables between switches. Where they are many, switches with as many cables to each of the same others are one.
func cableGroups(places []Place) []placeGroup {
	var bySwitch groups[string, cable]
	total := 0
	for i := range places {
		if p := &places[i]; p.cable() {
			far, port, _ := strings.Cut(p.Far, ":")
			bySwitch.add(p.Switch, cable{p.Switch, Ranges(p.Ports), far, port})
			total++
		}
	}
	var alike groups[string, cable]
	for _, name := range bySwitch.order {
		cables := bySwitch.of[name]
		alike.add(farEnds(cables), cables...)
	}
	var list []placeGroup
	for _, key := range alike.order {
		cables := alike.of[key]
		if total > mostCables {
			list = append(list, bundle(cables))
			continue
		}
		for i := range cables {
			list = append(list, bundle(cables[i:i+1]))
		}
	}
	return list
}

// farEnds is equal for switches with as many cables to each of the same others.
func farEnds(cables []cable) string {
	names := make([]string, len(cables))
	for i, c := range cables {
		names[i] = c.far
	}
	slices.Sort(names)
	return strings.Join(names, "\x00")
}

// bundle names cables together: those between two switches by their ports.
func bundle(cables []cable) placeGroup {
	var near, ports, far, farPorts []string
	for _, c := range cables {
		near, ports, far, farPorts = append(near, c.near), append(ports, c.port), append(far, c.far), append(farPorts, c.farPort)
	}
	a, b := Ranges(near), Ranges(far)
	text := fmt.Sprintf("%s - %s (%d cables)", a, b, len(cables))
	if a == near[0] && b == far[0] {
		text = a + ":" + Ranges(ports) + " - " + b + ":" + Ranges(farPorts)
	}
	return placeGroup{text, append(near, far...)}
}
