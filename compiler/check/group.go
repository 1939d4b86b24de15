package check

import "slices"

// group is a finding in the making, and where it is so far: in Finding.Where, and at spots.
type group struct {
	Finding
	spots     []spot
	scattered bool // a spot comes before one that was added earlier
}

// spot is ports of a switch, one after the other, at which a finding is the same.
type spot struct {
	ports []Port
	line  int32
	far   string
}

// add adds ports.
func (g *group) add(ports []Port, v verdict) {
	if len(g.spots) > 0 {
		last := &g.spots[len(g.spots)-1]
		if &last.ports[0] == &ports[0] && len(last.ports) == len(ports) && last.far == v.far {
			return // another queue of theirs
		}
		g.scattered = g.scattered || !before(last.ports, ports)
	}
	g.spots = append(g.spots, spot{ports, v.at.Line, v.far})
}

// before tells whether the last of some ports comes before the first of others.
func before(some, others []Port) bool {
	a, b := &some[len(some)-1], &others[0]
	if a.Switch != b.Switch {
		return a.Switch.index < b.Switch.index
	}
	return a.index < b.index
}

// finding is the finding, its places in order and once. Nobody writes into them: findings at the same ports share them.
func (g *group) finding(usual *listing) Finding {
	f := g.Finding
	switch {
	case len(g.spots) == 0:
		f.Where = places(f.Where)
	case len(f.Where) > 0 || g.scattered:
		f.Where = places(g.list(f.Where))
	case slices.EqualFunc(g.spots, usual.spots, sameSpot):
		f.Where = usual.places
	default:
		f.Where = g.list(nil)
		if len(f.Where) > len(usual.places) {
			*usual = listing{g.spots, slices.Clip(f.Where)}
		}
	}
	return f
}

// listing is spots and the places that they are. Many findings are at all ports of a fabric, whose list is long.
type listing struct {
	spots  []spot
	places []Place
}

func sameSpot(a, b spot) bool {
	return &a.ports[0] == &b.ports[0] && len(a.ports) == len(b.ports) && a.line == b.line && a.far == b.far
}

// list appends the places of all spots.
func (g *group) list(list []Place) []Place {
	total := 0
	for i := range g.spots {
		total += len(g.spots[i].ports)
	}
	list = slices.Grow(list, total)
	for i := range g.spots {
		list = g.spots[i].places(list)
	}
	return list
}

// places appends the places of the ports.
func (s *spot) places(list []Place) []Place {
	for i := range s.ports {
		list = append(list, placeOf(&s.ports[i], s.line, s.far))
	}
	return list
}
