package operating

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// The signs of a port, as people read them.
const (
	AdminState = "admin state"
	OperState  = "oper state"
	Neighbours = "LLDP neighbours"
	Member     = "bundle member"
	Programmed = "lossless priorities in hardware"
	Drops      = "drops in queue"      // and its number
	Storms     = "PFC storms in queue" // and its number
)

// View is what a switch showed of its ports. What it could not show at all has a reason in Missing, under the name of the sign.
type View struct {
	Admin, Oper   map[string]string // "up", "down"
	Neighbours    map[string][]string
	Members       map[string]string // port → "port-channel10 P"
	Lossless      map[string]qos.QueueSet
	Drops, Storms map[PortQueue]uint64
	Extra         []vendors.Sign // signs that only this vendor has
	Missing       map[string]string
}

// PortQueue is a queue of a port.
type PortQueue struct {
	Port  string
	Queue qos.Queue
}

// Miss notes why a sign cannot be shown. The first reason stays.
func (v *View) Miss(what, why string) {
	if v.Missing == nil {
		v.Missing = map[string]string{}
	}
	if v.Missing[what] == "" {
		v.Missing[what] = why
	}
}

// Signs are the signs of the ports, in their order, and then those that only this vendor has.
func (v *View) Signs(ports []vendors.PortWatch) []vendors.Sign {
	var signs []vendors.Sign
	for i := range ports {
		p := &ports[i]
		signs = append(signs, v.state(p.Name, AdminState, v.Admin), v.state(p.Name, OperState, v.Oper), v.neighbours(p.Name))
		if p.LAG != "" {
			signs = append(signs, v.member(p))
		}
		signs = append(signs, v.programmed(p))
		for _, q := range p.Lossless {
			signs = append(signs, v.count(p.Name, q, Drops, v.Drops), v.count(p.Name, q, Storms, v.Storms))
		}
	}
	return append(signs, v.Extra...)
}

// unlisted is why a sign of a port is missing where others have it.
const unlisted = "the switch does not list the port"

// state is a sign that the switch must show for every port.
func (v *View) state(port, what string, states map[string]string) vendors.Sign {
	s := vendors.Sign{Port: port, What: what, Value: states[port], Unchecked: v.Missing[what]}
	if s.Value == "" && s.Unchecked == "" {
		s.Unchecked = unlisted
	}
	return s
}

// neighbours is a sign that no port needs to have anything of.
func (v *View) neighbours(port string) vendors.Sign {
	names := slices.Sorted(slices.Values(v.Neighbours[port]))
	if len(names) == 0 {
		names = []string{"none"}
	}
	return vendors.Sign{Port: port, What: Neighbours, Value: strings.Join(names, ", "), Unchecked: v.Missing[Neighbours]}
}

func (v *View) member(p *vendors.PortWatch) vendors.Sign {
	s := vendors.Sign{Port: p.Name, What: Member, Value: v.Members[p.Name], Unchecked: v.Missing[Member]}
	if s.Value == "" {
		s.Value = "in no bundle"
	}
	return s
}

// programmed says whether hardware has the priorities. Of a port that is down switches need not show what it would have: that is no
// failure then, and no success.
func (v *View) programmed(p *vendors.PortWatch) vendors.Sign {
	set, listed := v.Lossless[p.Name]
	s := vendors.Sign{
		Port: p.Name, What: Programmed, Rule: vendors.Met,
		Value: set.String(), Want: qos.Queues(p.Lossless...).String(), Unchecked: v.Missing[Programmed],
	}
	switch {
	case s.Unchecked != "":
	case !listed && len(p.Lossless) > 0 && v.Oper[p.Name] == "":
		s.Unchecked = unlisted
	case s.Value != s.Want && v.Oper[p.Name] == "down":
		s.Unchecked = "the port is down"
	}
	return s
}

func (v *View) count(port string, q qos.Queue, what string, counts map[PortQueue]uint64) vendors.Sign {
	n, listed := counts[PortQueue{port, q}]
	s := vendors.Sign{Port: port, What: what + " " + string('0'+rune(q)), Rule: vendors.Counter, Count: n, Unchecked: v.Missing[what]}
	if !listed && s.Unchecked == "" {
		s.Unchecked = "the switch does not count them for this port"
	}
	return s
}
