package nxos

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// tunnel fits how VXLAN carries DSCP and ECN. Of a switch without tunnels nothing is said.
func (f *fitter) tunnel() qos.Tunnel {
	asked := f.asked.Tunnel
	if !f.site.VXLAN {
		return qos.Tunnel{}
	}
	var n notes
	if asked.DSCP.Known() && asked.DSCP.V == qos.TunnelDSCPZero {
		n.Impossible("vxlan: dscp", "0 in the outer header", "the outer header carries the inner DSCP", "S-VXQ")
	}
	if asked.ECN.Known() {
		n.ByPlatform("vxlan: ecn", [...]string{qos.TunnelECNCopy: "copy", qos.TunnelECNIgnore: "ignore"}[asked.ECN.V],
			vendors.ByItself, "no source says what the switch does with ECN in a tunnel, or of a line that changes it", "S-VXQ")
		asked.ECN = qos.Value[qos.TunnelECN]{State: qos.PlatformDefault, Why: "no source says what the switch does with ECN in a tunnel"}
	}
	f.switchWide(n)
	return asked
}

// acceptForwardNonECT allows the one line of `non_ect = "forward"`, which a single lab configuration shows.
const acceptForwardNonECT = "nxos.forward-nonecn"

// nonECT fits what happens to packets without ECN in a queue that marks: they are dropped early, unless the unconfirmed line
// is accepted.
func (f *fitter) nonECT() qos.Value[qos.NonECT] {
	asked := f.asked.NonECT
	if !asked.Known() || asked.V != qos.NonECTForward || f.accepted(acceptForwardNonECT, "congestion-control random-detect forward-nonecn is used") {
		return asked
	}
	var n notes
	n.UnlessAccepted(acceptForwardNonECT, "ecn: non_ect", "forward", "only one lab configuration shows the line that does it", "S-LAB")
	f.switchWide(n)
	return asked
}
