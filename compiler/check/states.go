package check

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// State is what a switch of an intent does at some moment, whoever configured it. The intent says which of its ports are judged.
type State struct {
	Name, Role string
	Platform   vendors.Platform
	QoS        *qos.Switch
	VXLAN      bool // tunnels end here
	// Written tells that all of it is as weft writes it, so that what platforms do with that is known.
	Written bool
	// Asked is what the intent asks of it; nil where nobody says.
	Asked *qos.Switch
	// Place is where the intent decides a field of a port.
	Place func(port, field string) hcl.Range
	// Secrets are those of the configuration that says so, which no finding may tell; nil where there are none.
	Secrets func() []string
}

// FromStates is the fabric of an intent at some moment, with the cables and roles of the intent. Nothing is known of the unread.
func FromStates(in *intent.Intent, f *fabric.Fabric, states []State, unread []Unread) *Net {
	n := &Net{Running: true, Unread: unread, LatencySLO: in.Fabric.LatencySLO, Policies: in.Policies, Routing: in.Fabric.Routing.V}
	for i := range states {
		n.Switches = append(n.Switches, ofState(f, &states[i]))
	}
	n.secrets = func() (all []string) {
		for i := range states {
			if states[i].Secrets != nil {
				all = append(all, states[i].Secrets()...)
			}
		}
		return all
	}
	return n.finish(f.Links)
}

// ofState is one switch with those of its ports that the intent names.
func ofState(f *fabric.Fabric, state *State) *Switch {
	s := &Switch{
		Name: state.Name, Role: state.Role, Platform: state.Platform, QoS: state.QoS, VXLAN: state.VXLAN,
		place: state.Place, written: state.Written, asked: state.Asked,
	}
	device := f.Device(s.Name)
	s.Ports = make([]Port, 0, len(device.Ports))
	for i, k := 0, 0; i < len(s.QoS.Ports) && k < len(device.Ports); { // both are in natural order
		p, at := &s.QoS.Ports[i], &device.Ports[k]
		order := qos.ComparePorts(p.Name, at.Name)
		if order == 0 {
			s.Ports = append(s.Ports, Port{
				Port: p, Switch: s, Speed: at.Speed, CableMetres: at.CableMetres, Role: at.Role, Routed: at.Routed, LAG: at.LAG, NIC: at.NIC,
			})
		}
		if order <= 0 {
			i++
		}
		if order >= 0 {
			k++
		}
	}
	return s
}
