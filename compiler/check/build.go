package check

import (
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
)

// FromUnits is the fabric that an intent asks for, as fitted to its platforms. A switch that failed is not judged.
func FromUnits(in *intent.Intent, f *fabric.Fabric, units []*compiler.Unit) *Net {
	n := &Net{LatencySLO: in.Fabric.LatencySLO, Policies: in.Policies, Routing: in.Fabric.Routing.V}
	for _, u := range units {
		if u.Failed() || u.Fitted == nil {
			n.Unread = append(n.Unread, Unread{u.Device.Name, "it does not compile"})
			continue
		}
		n.Switches = append(n.Switches, ofUnit(f, u))
	}
	return n.finish(f.Links)
}

func ofUnit(f *fabric.Fabric, u *compiler.Unit) *Switch {
	s := &Switch{
		Name: u.Device.Name, Role: u.Device.Role.V, Platform: u.Site.Platform, QoS: u.Fitted, VXLAN: u.Site.VXLAN,
		place: u.Place, Ports: make([]Port, len(u.Fitted.Ports)),
	}
	device := f.Device(s.Name)
	for i := range s.Ports {
		p := &u.Fitted.Ports[i]
		s.Ports[i] = Port{Port: p, Switch: s}
		if at := device.Port(p.Name); at != nil {
			s.Ports[i].Speed, s.Ports[i].CableMetres = at.Speed, at.CableMetres
			s.Ports[i].Role, s.Ports[i].Routed, s.Ports[i].NIC = at.Role, at.Routed, at.NIC
		}
	}
	return s
}
