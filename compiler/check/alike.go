package check

import (
	"slices"

	"github.com/weft-net/weft/fabric"
)

// divide finds the ports of each switch that are alike, for rules that judge one of them for all.
func (n *Net) divide() {
	for _, s := range slices.Concat(n.Switches, n.refused) {
		for i := len(s.Ports) - 1; i >= 0; i-- {
			p := &s.Ports[i]
			p.index, p.more = i, 0
			if i+1 < len(s.Ports) && alike(p, &s.Ports[i+1]) {
				p.more = s.Ports[i+1].more + 1
			}
		}
	}
}

// alike tells whether all that is known of two ports of a switch is the same, but for their names and for which ports they are linked to. Where
// a host is said to be at a port that is linked to another, findings about the host name that one.
func alike(a, b *Port) bool {
	if (a.Far == nil) != (b.Far == nil) || a.Far != nil && a.NIC != nil || a.Speed != b.Speed || a.CableMetres != b.CableMetres || a.Role != b.Role ||
		a.Routed != b.Routed || a.LAG != b.LAG || a.Pause != b.Pause || !sameNIC(a.NIC, b.NIC) {
		return false
	}
	renamed := *a.Port
	renamed.Name = b.Name
	return renamed == *b.Port
}

func sameNIC(a, b *fabric.NIC) bool { return a == b || a != nil && b != nil && *a == *b }

// alike are a port and those right after it that are like it.
func (p *Port) alike() []Port { return p.Switch.Ports[p.index : p.index+1+p.more] }

// alone is a port by itself.
func (p *Port) alone() []Port { return p.Switch.Ports[p.index : p.index+1] }

// alike are the ports of a switch, those in a row that are alike together.
func (s *Switch) alike(yield func([]Port) bool) {
	for rest := s.Ports; len(rest) > 0; {
		some := rest[0].alike()
		if !yield(some) {
			return
		}
		rest = rest[len(some):]
	}
}

// each has every port of the fabric judged.
func (j *judge) each(judge func(*Port)) {
	for _, s := range j.net.Switches {
		j.eachOf(s, judge)
	}
}

// eachOf has the ports of one switch judged: of those that are alike the first, and what is found there is found at all of them. So it must
// not hang on how a port is called, nor on which port it is linked to.
func (j *judge) eachOf(s *Switch, judge func(*Port)) {
	for some := range s.alike {
		j.alike = some
		judge(&some[0])
	}
	j.alike = nil
}
