package compiler

import (
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// fabricRole is the role of ports that look into the fabric: the underlay.
const fabricRole = "fabric"

// vxlanOf is the vxlan block that holds on a switch, or nil.
func vxlanOf(in *intent.Intent, d *intent.Device) *intent.VXLAN {
	if d.VXLAN != nil {
		return d.VXLAN
	}
	return in.VXLAN
}

// tunnels tells whether tunnels end on a switch: it has a vxlan block of its own, or the fabric has one and not all ports of the
// switch belong to the underlay.
func (n *node) tunnels(in *intent.Intent) bool {
	if n.device.VXLAN != nil || in.VXLAN == nil {
		return n.device.VXLAN != nil
	}
	for _, g := range n.groups {
		if g.block.Role.V != fabricRole {
			return true
		}
	}
	return false
}

// tunnel is how VXLAN carries DSCP and ECN. Nothing is said of a switch without tunnels.
func (l *lowering) tunnel() qos.Tunnel {
	if !l.tunnels(l.in) {
		return qos.Tunnel{}
	}
	v := vxlanOf(l.in, l.device)
	return qos.Tunnel{DSCP: known(v.DSCP), ECN: known(v.ECN)}
}

// overhead is what VXLAN adds to a packet in the underlay.
func overhead(v *intent.VXLAN) qos.Bytes {
	switch {
	case v == nil:
		return 0
	case v.Underlay.V == "ipv6":
		return 70
	}
	return 50
}
