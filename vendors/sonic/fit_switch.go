package sonic

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// fitMTU checks the MTU of a port, which counts the IP packet.
func (f *fitter) fitMTU(asked qos.Value[qos.Bytes]) (qos.Value[qos.Bytes], notes) {
	var n notes
	if asked.Known() && (asked.V < smallestPacket || asked.V > largestPacket) {
		n.Impossible("mtu", asked.V.String(), fmt.Sprintf("mtu goes from %d to %d bytes", smallestPacket, largestPacket), "sonic-yang-models: sonic-port.yang")
	}
	return asked, n
}

// classMTUKey is what an MTU by class is held against.
type classMTUKey struct {
	asked *qos.ClassMTU
	port  qos.Bytes
}

// fitClassMTU notes that no class has an MTU of its own, where one below the port's is asked.
func (f *fitter) fitClassMTU(key classMTUKey) (none struct{}, n notes) {
	if key.asked == nil {
		return none, nil
	}
	for q, mtu := range key.asked.MTU {
		if mtu.Known() && mtu.V < key.port {
			n.ByPlatform(f.class(qos.Queue(q))+": class mtu", fmt.Sprintf("%d bytes", mtu.V), fmt.Sprintf("%d bytes", key.port), "a class takes what its port takes", "sonic-yang-models")
		}
	}
	return none, n
}

// tunnel says that nothing can be said of DSCP and ECN in VXLAN: the tables of IP-in-IP tunnels are another thing.
func (f *fitter) tunnel() {
	asked := f.asked.Tunnel
	if !f.site.VXLAN {
		return
	}
	const reason = "VXLAN_TUNNEL has no field for it"
	var n notes
	if asked.DSCP.Known() {
		n.ByPlatform("vxlan: dscp", asked.DSCP.V.String(), vendors.ByItself, reason, "sonic-yang-models: sonic-vxlan.yang")
	}
	if asked.ECN.Known() {
		n.ByPlatform("vxlan: ecn", asked.ECN.V.String(), vendors.ByItself, reason, "sonic-yang-models: sonic-vxlan.yang")
	}
	f.ledger.Switch(n)
}

// nonECT fits what happens to packets without ECN in a queue that marks: a drop profile drops them where it would mark others.
func (f *fitter) nonECT() qos.Value[qos.NonECT] {
	asked := f.asked.NonECT
	if asked.Known() && asked.V == qos.NonECTForward {
		var n notes
		n.Impossible("ecn: non_ect", asked.V.String(), "marking and dropping have the same thresholds, and a drop profile drops what it cannot mark", srcWRED)
		f.ledger.Switch(n)
	}
	return asked
}

// cautions warns of what the row knows that no number shows, and of what only the switch finds out.
func (f *fitter) cautions(fitted *qos.Switch) {
	if chip := f.row.chip; chip.caution != "" {
		f.diags.Warnf(0, "%s: %s", chip.name, chip.caution)
	}
	if ports := f.unlisted(fitted); ports != nil {
		f.diags = append(f.diags, vendors.Diagnostic{
			Severity: vendors.Warning, Field: "headroom", Ports: ports,
			Summary: "whether the switch's headroom table has a line for this speed and cable is not known here",
			Detail:  "without one a lossless class gets no buffer and drops; look into its pg_profile_lookup.ini",
		})
	}
	if ports := f.hasty(fitted); ports != nil {
		f.diags = append(f.diags, vendors.Diagnostic{
			Severity: vendors.Warning, Field: "pfc_watchdog: detect", Ports: ports,
			Summary: fmt.Sprintf("the switch's own command sets %s for %d ports: the watchdog may be late, or see storms where there are none", usualTimes(len(fitted.Ports)), len(fitted.Ports)),
		})
	}
}

// unlisted are the ports whose headroom the switch looks up in a table that is not known here.
func (f *fitter) unlisted(fitted *qos.Switch) (ports []string) {
	if f.row.chip.dynamic {
		return nil
	}
	for i := range fitted.Ports {
		p := &fitted.Ports[i]
		if _, err := f.row.cableLength(f.ports[i].SpeedBps, f.ports[i].CableMetres); err != nil || f.ports[i].CableMetres == 0 {
			continue // refused by name
		}
		for _, q := range p.PFC.Priorities.V.List() {
			if b := p.Ingress.Buffers[q]; b.State == qos.PlatformDefault && b.V.Headroom == 0 {
				ports = append(ports, p.Name)
				break
			}
		}
	}
	return ports
}

// hasty are the ports whose watchdog is to be faster than is usual on a switch with so many.
func (f *fitter) hasty(fitted *qos.Switch) (ports []string) {
	usual := usualTimes(len(fitted.Ports))
	for i := range fitted.Ports {
		if w := &fitted.Ports[i].Watchdog; w.On.V && w.Detect.V < usual {
			ports = append(ports, fitted.Ports[i].Name)
		}
	}
	return ports
}
