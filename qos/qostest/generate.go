package qostest

import (
	"time"

	"github.com/weft-net/weft/qos"
	"pgregory.net/rapid"
)

// Switches generates what an intent may ask of a switch with these ports, which must be in natural order: every value is
// known or not applicable, classes are consistent from port to port, and runs of ports share their facets.
func Switches(ports ...string) *rapid.Generator[*qos.Switch] {
	return rapid.Custom(func(t *rapid.T) *qos.Switch {
		plan := drawPlan(t)
		s := &qos.Switch{Names: plan.names, NonECT: known(t, "non-ECT", qos.NonECTDrop, qos.NonECTForward)}
		if rapid.Bool().Draw(t, "VXLAN") {
			s.Tunnel.DSCP = known(t, "tunnel DSCP", qos.TunnelUniform, qos.TunnelPipe)
			s.Tunnel.ECN = known(t, "tunnel ECN", qos.TunnelECNCopy, qos.TunnelECNIgnore)
		}
		var profile qos.Port
		for i, name := range ports {
			if i == 0 || rapid.IntRange(0, 3).Draw(t, "another profile") == 0 {
				profile = drawPort(t, plan)
			}
			profile.Name = name
			s.Ports = append(s.Ports, profile)
		}
		return s
	})
}

// plan is what holds for every port: the queues in use, which of them are lossless or strict, and the code points of each.
type plan struct {
	names    [qos.NumQueues]string
	used     qos.QueueSet
	lossless qos.QueueSet
	strict   qos.QueueSet
	dscp     [qos.NumDSCP]qos.Queue
	pcp      [qos.NumPCP]qos.Queue
}

func drawPlan(t *rapid.T) plan {
	lossless := rapid.SampledFrom([]qos.QueueSet{0, qos.Queues(3), qos.Queues(3), qos.Queues(3, 4)}).Draw(t, "lossless")
	strict := rapid.SampledFrom([]qos.QueueSet{0, qos.Queues(7), qos.Queues(6, 7), qos.Queues(6, 7)}).Draw(t, "strict")
	more := rapid.SampledFrom([]qos.QueueSet{0, 0, qos.Queues(1), qos.Queues(1, 2, 5)}).Draw(t, "lossy")
	p := plan{used: qos.Queues(0) | lossless | strict | more, lossless: lossless, strict: strict}
	for _, q := range p.used.List() {
		p.names[q] = [...]string{"best_effort", "bulk", "storage", "roce", "nvme", "video", "cnp", "control"}[q]
		if q != 0 {
			p.give(t, q)
		}
	}
	return p
}

// give assigns a class one to three DSCPs around the usual one, and a PCP.
func (p *plan) give(t *rapid.T, q qos.Queue) {
	first := int(q) * 8
	for _, d := range rapid.SliceOfNDistinct(rapid.IntRange(first, first+7), 1, 3, rapid.ID[int]).Draw(t, "DSCPs") {
		p.dscp[d] = q
	}
	p.pcp[q] = q
}

func drawPort(t *rapid.T, p plan) qos.Port {
	port := qos.Port{
		Classify: p.classify(t),
		Egress:   p.egress(t),
		MTU:      known(t, "MTU", qos.Bytes(1500), 4200, 9000, 9216),
		DCBX:     known(t, "DCBX", qos.DCBXOff, qos.DCBXAdvertise),
	}
	port.PFC = qos.PFC{Priorities: qos.Is(p.lossless), Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass)}
	if rapid.IntRange(0, 4).Draw(t, "without PFC") == 0 {
		port.PFC.Priorities = qos.Is(qos.QueueSet(0))
	}
	port.Watchdog = drawWatchdog(t)
	if p.lossless != 0 && rapid.Bool().Draw(t, "headroom") {
		port.Ingress = p.ingress(t)
	}
	if rapid.Bool().Draw(t, "class MTU") {
		port.ClassMTU = p.classMTU(t)
	}
	return port
}

func (p plan) classify(t *rapid.T) *qos.Classify {
	c := &qos.Classify{Trust: known(t, "trust", qos.TrustDSCP, qos.TrustDSCP, qos.TrustPCP, qos.TrustDSCPElsePCP, qos.TrustNone)}
	if c.Trust.V == qos.TrustDSCP || c.Trust.V == qos.TrustDSCPElsePCP {
		c.DSCP = p.dscp
	}
	if c.Trust.V == qos.TrustPCP || c.Trust.V == qos.TrustDSCPElsePCP {
		c.PCP = p.pcp
	}
	rewrites := rapid.IntRange(0, 3).Draw(t, "rewrites") == 0
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
		if q := c.DSCP[d]; rewrites && q != 0 {
			c.RewriteDSCP[d] = int8(q * 8)
		}
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = qos.Keep
		if rewrites && p.used.Has(qos.Queue(q)) {
			c.RewritePCP[q] = int8(q)
		}
	}
	return c
}

func (p plan) egress(t *rapid.T) *qos.Egress {
	e := &qos.Egress{}
	p.schedule(t, e)
	for _, q := range p.used.List() {
		queue := &e.Queues[q]
		queue.ECN = qos.Is(qos.ECN{})
		if p.lossless.Has(q) || !p.strict.Has(q) && rapid.IntRange(0, 3).Draw(t, "lossy ECN") == 0 {
			queue.ECN = qos.Is(drawECN(t))
		}
		if p.strict.Has(q) && rapid.Bool().Draw(t, "shaped") {
			queue.Max = known(t, "maximum", 4*qos.Gbps, 10*qos.Gbps, 40*qos.Gbps)
		}
	}
	return e
}

// schedule ranks the strict queues from the highest down and shares out the rest in whole percent.
func (p plan) schedule(t *rapid.T, e *qos.Egress) {
	var weights []int
	shared := p.used &^ p.strict
	for range shared.List() {
		weights = append(weights, rapid.IntRange(1, 60).Draw(t, "weight"))
	}
	for i, share := range qos.Shares(weights, 100) {
		e.Queues[shared.List()[i]].Schedule = qos.Is(qos.Schedule{Share: qos.Permille(10 * share)})
	}
	for i, q := range p.strict.List() {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: uint8(p.strict.Len() - i)})
	}
}

func drawECN(t *rapid.T) qos.ECN {
	low := qos.Bytes(rapid.IntRange(8, 1000).Draw(t, "ECN min KiB")) << 10
	return qos.ECN{
		On:          true,
		Min:         low,
		Max:         low + qos.Bytes(rapid.IntRange(0, 3000).Draw(t, "ECN span KiB"))<<10,
		Probability: qos.Percent(rapid.IntRange(1, 100).Draw(t, "ECN probability")),
	}
}

func drawWatchdog(t *rapid.T) qos.Watchdog {
	if rapid.IntRange(0, 2).Draw(t, "no watchdog") == 0 {
		return qos.Watchdog{On: qos.Is(false)}
	}
	return qos.Watchdog{
		On:       qos.Is(true),
		Action:   known(t, "watchdog action", qos.WatchdogDrop, qos.WatchdogForward),
		Detect:   known(t, "detect", 100*time.Millisecond, 200*time.Millisecond),
		Restore:  known(t, "restore", 200*time.Millisecond, 400*time.Millisecond),
		Escalate: qos.Is(qos.Escalation{}),
	}
}

func (p plan) ingress(t *rapid.T) *qos.Ingress {
	in := &qos.Ingress{}
	for _, q := range p.lossless.List() {
		in.Buffers[q] = qos.Is(qos.Buffer{
			Headroom: qos.Bytes(rapid.IntRange(20, 500).Draw(t, "headroom KiB")) << 10,
			XOFF:     qos.Bytes(rapid.IntRange(50, 500).Draw(t, "XOFF KiB")) << 10,
			XON:      qos.Bytes(rapid.IntRange(10, 50).Draw(t, "XON KiB")) << 10,
		})
	}
	return in
}

func (p plan) classMTU(t *rapid.T) *qos.ClassMTU {
	m := &qos.ClassMTU{}
	for _, q := range p.used.List() {
		m.MTU[q] = known(t, "class MTU", qos.Bytes(1500), 9216)
	}
	return m
}

func known[T comparable](t *rapid.T, label string, values ...T) qos.Value[T] {
	return qos.Is(rapid.SampledFrom(values).Draw(t, label))
}
