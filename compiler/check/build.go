package check

import (
	"strings"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// FromUnits is the fabric that an intent asks for, as fitted to its platforms. A switch that failed is not judged.
func FromUnits(in *intent.Intent, f *fabric.Fabric, units []*compiler.Unit) *Net {
	n := &Net{LatencySLO: in.Fabric.LatencySLO, Policies: in.Policies}
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

// Reading is a running configuration that was read.
type Reading struct {
	Name, File string
	Platform   vendors.Platform
	Switch     *qos.Switch
}

// FromRunning is the fabric that running configurations make, with the links between them where they are known. Speeds come from
// the names of ports, for vendors that have them there.
func FromRunning(readings []Reading, unread []Unread, links []fabric.Link) *Net {
	n := &Net{Running: true, Unread: unread}
	for _, r := range readings {
		s := &Switch{Name: r.Name, File: r.File, Platform: r.Platform, QoS: r.Switch, Ports: make([]Port, len(r.Switch.Ports))}
		s.VXLAN = r.Switch.Tunnel != qos.Tunnel{}
		for i := range s.Ports {
			p := &r.Switch.Ports[i]
			s.Ports[i] = Port{Port: p, Switch: s, Speed: speedInName(p.Name)}
		}
		n.Switches = append(n.Switches, s)
	}
	return n.finish(links)
}

// speedInName is the speed that a port's name begins with, such as "100GE1/0/1"; 0 for a name without one.
func speedInName(name string) fabric.Speed {
	word, _, ok := strings.Cut(name, "GE")
	if !ok {
		return 0
	}
	speed, err := fabric.ParseSpeed(word + "G")
	if err != nil {
		return 0
	}
	return speed
}
