package cloudengine

import (
	"github.com/weft-net/weft/qos"
)

// acceptTunnelDSCP lets a switch carry VXLAN although no command keeps the DSCP on its way.
const acceptTunnelDSCP = "cloudengine.tunnel-dscp"

// tunnel fits how VXLAN carries DSCP and ECN. Of a switch without tunnels nothing is said.
func (f *fitter) tunnel() qos.Tunnel {
	if !f.site.VXLAN {
		return qos.Tunnel{}
	}
	var n notes
	out := qos.Tunnel{DSCP: f.tunnelDSCP(&n), ECN: f.tunnelECN(&n)}
	f.ledger.Switch(n)
	return out
}

// tunnelDSCP fits the DSCP of the outer header. Without a command it is 0, and RoCE crosses the underlay as best effort.
func (f *fitter) tunnelDSCP(n *notes) qos.Value[qos.TunnelDSCP] {
	asked := f.asked.Tunnel.DSCP
	const field = "vxlan: dscp"
	switch {
	case !asked.Known():
	case asked.V == qos.TunnelPipe:
		n.Impossible(field, "pipe", "the outer header carries 0 or the inner DSCP, and no command gives it another value; there is no qos phb vxlan remark dscp inner", "D300")
	case asked.V == qos.TunnelUniform && !f.row.tunnelDSCP:
		const reason = "no command of this family copies the inner DSCP to the outer header, so that RoCE crosses the underlay as best effort; there is no qos phb vxlan remark dscp inner"
		if !f.accepted(acceptTunnelDSCP, "VXLAN is left as the switch does it: "+reason) {
			n.UnlessAccepted(acceptTunnelDSCP, field, "uniform", reason, "D300")
			break
		}
		n.ByPlatform(field, "uniform", "what the switch does by itself", reason, "D300")
		return qos.Value[qos.TunnelDSCP]{State: qos.PlatformDefault, Why: "no source says what the outer header carries"}
	}
	return asked
}

// tunnelECN fits what happens to congestion marks of the underlay when a packet leaves a tunnel.
func (f *fitter) tunnelECN(n *notes) qos.Value[qos.TunnelECN] {
	asked := f.asked.Tunnel.ECN
	if !asked.Known() || f.row.tunnelECN {
		return asked
	}
	n.ByPlatform("vxlan: ecn", asked.V.String(), "what the switch does by itself", "no source says what this family does with ECN in a tunnel, or of a command that changes it", "D300")
	return qos.Value[qos.TunnelECN]{State: qos.PlatformDefault, Why: "no source says what the switch does with ECN in a tunnel"}
}

// nonECT fits what happens to packets without ECN in a queue that marks: no command lets them pass.
func (f *fitter) nonECT() qos.Value[qos.NonECT] {
	asked := f.asked.NonECT
	if asked.Known() && asked.V == qos.NonECTForward {
		var n notes
		n.Impossible("ecn: non_ect", asked.V.String(), "no source says of a command that keeps a drop profile from dropping them", "D300")
		f.ledger.Switch(n)
	}
	return asked
}
