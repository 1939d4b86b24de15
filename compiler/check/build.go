package check

import (
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
)

// FromUnits is the fabric that an intent asks for, as fitted to its platforms. Of a switch that failed no more is judged than how far its
// lossless traffic is to reach.
func FromUnits(in *intent.Intent, f *fabric.Fabric, units []*compiler.Unit) *Net {
	n := &Net{LatencySLO: in.Fabric.LatencySLO, Policies: in.Policies, Routing: in.Fabric.Routing.V}
	for _, u := range units {
		if u.Failed() || u.Fitted == nil {
			n.Unread = append(n.Unread, Unread{Name: u.Device.Name, Why: "it does not compile"})
			if u.Fitted != nil {
				n.refused = append(n.refused, ofUnit(f, u))
			}
			continue
		}
		n.Switches = append(n.Switches, ofUnit(f, u))
	}
	return n.finish(f.Links)
}

func ofUnit(f *fabric.Fabric, u *compiler.Unit) *Switch {
	return ofState(f, &State{
		Name: u.Device.Name, Role: u.Device.Role.V, Platform: u.Site.Platform, QoS: u.Fitted, VXLAN: u.Site.VXLAN, Place: u.Place,
	})
}
