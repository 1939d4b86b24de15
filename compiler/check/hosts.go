package check

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// hostAgrees compares a port with the host at it, as far as the intent says what that does.
func (j *judge) hostAgrees(p *Port) {
	if !p.toHost() || p.Lossless() == 0 && p.hostLossless() == 0 {
		return
	}
	j.hostNegotiates(p)
	if p.NIC == nil {
		j.port(p, notChecked("whether hosts agree with their ports: nothing is said of their network cards"))
		return
	}
	if pfc := p.NIC.PFC; pfc.Known() && p.PFC.Priorities.Known() && pfc.V != p.PFC.Priorities.V {
		j.host(p, "pfc", pausesDiffer(p.PFC.Priorities.V, pfc.V))
	}
	if mtu := p.NIC.MTU; mtu.Known() && p.MTU.Known() && mtu.V > p.MTU.V {
		j.host(p, "mtu", verdict{text: fmt.Sprintf("the host sends packets of up to %d bytes, and the port takes %d", mtu.V, p.MTU.V), fix: "give the host an MTU that is no larger"})
	}
	j.hostSends(p)
	j.hostTrusts(p)
	j.rdmaMTU(p)
}

// host adds a finding about a port and the host at it, by an attribute of its host_nic.
func (j *judge) host(p *Port, attribute string, v verdict) {
	v.field, v.far = "host_nic: "+attribute, p.far()
	j.port(p, v)
}

// hostSends wants RoCE to be lossless on arrival.
func (j *judge) hostSends(p *Port) {
	c, roce := classOf(p), p.NIC.RoCEDSCP
	switch {
	case c == nil || !roce.Known() || !p.PFC.Priorities.Known():
		return // C21 says so
	case c.Unlisted>>roce.V&1 == 1:
		v := p.unclassed("whether RoCE of the host is lossless on arrival")
		j.host(p, "roce_dscp", v)
		return
	case p.Lossless().Has(c.DSCP[roce.V]):
		return
	}
	j.host(p, "roce_dscp", verdict{at: qos.Origin{Line: c.DSCPAt[roce.V]}, dscp: 1 << roce.V, fix: "put it into the lossless class, or set the host to a code point of that",
		text: fmt.Sprintf("the host sends RoCE with DSCP %d, which is lossy in %s", roce.V, p.Switch.class(c.DSCP[roce.V]))})
}

// hostTrusts wants both ends to go by one field.
func (j *judge) hostTrusts(p *Port) {
	host := p.NIC.Trust
	if c := p.Classify; host.Known() && c != nil && c.Trust.Known() && c.Trust.V != host.V && c.Trust.V != qos.TrustDSCPElsePCP {
		j.host(p, "trust", verdict{severity: vendors.Warning, at: c.Trust.At, fix: "let both go by one field",
			text: fmt.Sprintf("the host goes by %s, and the port by %s", host.V, c.Trust.V)})
	}
}

// rdmaOverhead is what RDMA needs of an MTU beside the bytes that a packet carries.
const rdmaOverhead = 96

// RDMAMTU is how many bytes an RDMA packet carries at most where the network card's MTU is so large; 0 where there is no room for any.
func RDMAMTU(mtu qos.Bytes) qos.Bytes {
	for size := qos.Bytes(4096); size >= 256; size /= 2 {
		if mtu-rdmaOverhead >= size {
			return size
		}
	}
	return 0
}

// rdmaMTU tells of a host whose RDMA packets carry less than they could.
func (j *judge) rdmaMTU(p *Port) {
	const most = 4096
	mtu := p.NIC.MTU
	if !mtu.Known() || RDMAMTU(mtu.V) == most {
		return
	}
	j.host(p, "mtu", verdict{severity: vendors.Info, fix: fmt.Sprintf("give it an MTU of %d or more", most+rdmaOverhead),
		text: fmt.Sprintf("RDMA packets of the host carry %d bytes: its MTU of %d less %d has no room for the %d that they can", RDMAMTU(mtu.V), mtu.V, rdmaOverhead, most)})
}

// hostNegotiates looks for a port that pauses only if its host agrees.
func (j *judge) hostNegotiates(p *Port) {
	if asks := p.PFC.Negotiated; p.Lossless() != 0 && asks.Known() && asks.V {
		j.port(p, verdict{severity: vendors.Warning, field: "dcbx", at: asks.At, far: p.far(),
			text: "PFC is on only if the host agrees by DCBX: with one that does not speak nothing is paused",
			fix:  "switch PFC on at both ends, whatever the peer says"})
	}
}

// linkPause looks for 802.3x pause, which stops all of a link, beside PFC.
func (j *judge) linkPause(p *Port) {
	if p.Pause && (p.Lossless() != 0 || meansToPause(p.PFC.Priorities)) {
		j.port(p, verdict{at: p.PFC.Priorities.At, text: "802.3x pause and PFC are both configured: a port does one of them, and 802.3x stops every class",
			fix: "switch 802.3x pause off at both ends, on hosts with ethtool -A rx off tx off"})
	}
}
