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

// finding is the finding, its places in order and once.
func (g *group) finding() Finding {
	f := g.Finding
	if len(g.spots) == 0 {
		f.Where = places(f.Where)
		return f
	}
	total, ordered := len(f.Where), len(f.Where) == 0 && !g.scattered
	for i := range g.spots {
		total += len(g.spots[i].ports)
	}
	f.Where = slices.Grow(f.Where, total)
	for i := range g.spots {
		f.Where = g.spots[i].places(f.Where)
	}
	if !ordered {
		f.Where = places(f.Where)
	}
	return f
}

// places appends the places of the ports.
func (s *spot) places(list []Place) []Place {
	for i := range s.ports {
		list = append(list, placeOf(&s.ports[i], s.line, s.far))
	}
	return list
}
