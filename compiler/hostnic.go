package compiler

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// hostNIC finds a host_nic block, or nil.
func hostNIC(in *intent.Intent, name string) *intent.HostNIC {
	for i := range in.HostNICs {
		if in.HostNICs[i].Name == name {
			return &in.HostNICs[i]
		}
	}
	return nil
}

// nicOf is a host_nic block as fabric sees it, or nil.
func nicOf(in *intent.Intent, name string) *fabric.NIC {
	h := hostNIC(in, name)
	if h == nil {
		return nil
	}
	nic := &fabric.NIC{Name: h.Name, Trust: known(h.Trust), RoCEDSCP: said(h.RoCEDSCP), CNPDSCP: said(h.CNPDSCP), MTU: said(h.MTU)}
	if h.PFC.Set {
		nic.PFC = knownAt(qos.Queues(h.PFC.V...), h.PFC.Range)
	}
	return nic
}

// said is an attribute as a value of the model, not applicable when it is absent.
func said[T comparable](o intent.Opt[T]) qos.Value[T] {
	if !o.Set {
		return qos.Value[T]{}
	}
	return known(o)
}

// checkHostNIC warns where a host cannot work with the port that it is said to be on.
func (l *lowering) checkHostNIC(g *group) {
	h := hostNIC(l.in, g.settings.HostNIC.V)
	if h == nil {
		return
	}
	warn := func(at hcl.Range, summary, detail string, args ...any) {
		l.diags = append(l.diags, caution(at, fmt.Sprintf("host_nic %q: %s", h.Name, summary), detail+" on %s.", append(args, g.block.Label())...))
	}
	if want := lossless(g); h.PFC.Set && qos.Queues(h.PFC.V...) != want {
		warn(h.PFC.Range, "PFC differs", "It pauses priorities %s, and the switch %s", qos.Queues(h.PFC.V...), want)
	}
	if q := queueOf(g, h.RoCEDSCP.V); h.RoCEDSCP.Set && !lossless(g).Has(q) {
		warn(h.RoCEDSCP.Range, "RoCE is not lossless", "Its RoCE packets carry DSCP %d, whose class on queue %d is lossy", h.RoCEDSCP.V, q)
	}
	if q := queueOf(g, h.CNPDSCP.V); h.CNPDSCP.Set && lossless(g).Has(q) {
		warn(h.CNPDSCP.Range, "CNPs can be paused", "Its congestion notifications carry DSCP %d, whose class on queue %d is lossless", h.CNPDSCP.V, q)
	}
	if h.MTU.Set && h.MTU.V > g.settings.MTU.V {
		warn(h.MTU.Range, "MTU too large", "It sends packets of up to %d bytes, and the switch takes %d", h.MTU.V, g.settings.MTU.V)
	}
	if h.Trust.V != g.settings.Trust.V && g.settings.Trust.V != qos.TrustDSCPElsePCP {
		warn(h.Trust.Range, "trust differs", "It goes by %s, and the switch by %s", h.Trust.V, g.settings.Trust.V)
	}
}

// queueOf is the queue of a DSCP on the ports of a group, by the classes' lists.
func queueOf(g *group, d qos.DSCP) qos.Queue {
	var other qos.Queue
	for i := range g.classes {
		c := &g.classes[i]
		if c.Default {
			other = c.Queue.V
		}
		for _, have := range c.DSCP.V {
			if have == d {
				return c.Queue.V
			}
		}
	}
	return other
}
