package vendortest

import (
	"fmt"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"pgregory.net/rapid"
)

// classPlan is what a generated switch does, before it is spread over the ports.
type classPlan struct {
	strict, shared, lossless qos.QueueSet
	dscps                    map[qos.Queue][]qos.DSCP
	pcps                     map[qos.Queue][]qos.PCP
	shares                   map[qos.Queue]qos.Permille
	ecn                      map[qos.Queue]qos.ECN
	mtu                      qos.Bytes
	trust                    qos.Trust
}

// draw generates a switch that a reasonable intent may ask for, on a platform with so many queues.
func draw(t *rapid.T, sw Switch, queues int) *qos.Switch {
	p := drawPlan(t, sw, queues)
	out := &qos.Switch{}
	for q := range qos.Queue(queues) {
		if (p.strict | p.shared).Has(q) {
			out.Names[q] = fmt.Sprintf("class%d", q)
		}
	}
	withPFC := rapid.SliceOfN(rapid.Bool(), len(sw.Ports), len(sw.Ports)).Draw(t, "pfc")
	plain, classify, mtus := p.egress(), p.classify(), p.classMTU()
	lossless, lossy := p.ingress(p.lossless), p.ingress(0)
	for i, site := range sw.Ports {
		port := qos.Port{
			Name: site.Name, Classify: classify, Egress: plain, Ingress: lossless, ClassMTU: mtus,
			MTU: qos.Is(p.mtu), PFC: pfc(p.lossless), Watchdog: watchdog(p.lossless != 0),
		}
		if !withPFC[i] {
			port.Ingress, port.PFC, port.Watchdog = lossy, pfc(0), watchdog(false)
		}
		out.Ports = append(out.Ports, port)
	}
	return out
}

func drawPlan(t *rapid.T, sw Switch, queues int) classPlan {
	p := classPlan{
		shared: qos.Queues(0),
		dscps:  map[qos.Queue][]qos.DSCP{}, pcps: map[qos.Queue][]qos.PCP{},
		shares: map[qos.Queue]qos.Permille{}, ecn: map[qos.Queue]qos.ECN{},
		mtu:   rapid.SampledFrom(sw.MTUs).Draw(t, "mtu"),
		trust: rapid.SampledFrom([]qos.Trust{qos.TrustDSCP, qos.TrustDSCP, qos.TrustPCP}).Draw(t, "trust"),
	}
	top := queues
	for range rapid.IntRange(0, 2).Draw(t, "strict") {
		top--
		p.strict |= qos.Queues(qos.Queue(top))
	}
	data := qos.Queue(rapid.IntRange(1, top-1).Draw(t, "a queue for data"))
	for q := qos.Queue(1); int(q) < top; q++ {
		if q == data || rapid.Bool().Draw(t, "uses queue") {
			p.shared |= qos.Queues(q)
		}
	}
	p.drawCodePoints(t)
	p.drawShares(t)
	for _, q := range p.shared.List()[1:] {
		if !sw.Lossy && p.lossless.Len() < 2 && q < 6 && rapid.Bool().Draw(t, "lossless") {
			p.lossless |= qos.Queues(q)
		}
		if rapid.Bool().Draw(t, "ecn") {
			p.ecn[q] = drawECN(t)
		}
	}
	return p
}

func (p *classPlan) drawCodePoints(t *rapid.T) {
	all := make([]qos.DSCP, qos.NumDSCP-1)
	for i := range all {
		all[i] = qos.DSCP(i + 1)
	}
	free := rapid.Permutation(all).Draw(t, "dscps")
	for _, q := range (p.strict | p.shared).List() {
		if q == 0 {
			continue
		}
		n := rapid.IntRange(1, 3).Draw(t, "dscps of a class")
		p.dscps[q], free = free[:n], free[n:]
		p.pcps[q] = []qos.PCP{qos.PCP(q)}
	}
}

func (p *classPlan) drawShares(t *rapid.T) {
	shared := p.shared.List()
	left := 100
	for i, q := range shared {
		share := left
		if others := len(shared) - i - 1; others > 0 {
			share = rapid.IntRange(1, left-others).Draw(t, "share")
		}
		p.shares[q] = qos.Permille(share * 10)
		left -= share
	}
}

func drawECN(t *rapid.T) qos.ECN {
	low := rapid.IntRange(1, 1000).Draw(t, "ecn min")
	high := rapid.IntRange(low, 4000).Draw(t, "ecn max")
	return qos.ECN{
		On: true, Min: qos.Bytes(low) << 10, Max: qos.Bytes(high) << 10,
		Probability: qos.Percent(rapid.IntRange(1, 100).Draw(t, "probability")),
	}
}

func (p *classPlan) classify() *qos.Classify {
	c := &qos.Classify{Trust: qos.Is(p.trust)}
	for i := range c.RewriteDSCP {
		c.RewriteDSCP[i] = qos.Keep
	}
	for i := range c.RewritePCP {
		c.RewritePCP[i] = qos.Keep
	}
	if p.trust == qos.TrustDSCP {
		for q, dscps := range p.dscps {
			for _, d := range dscps {
				c.DSCP[d] = q
			}
		}
		return c
	}
	for q, pcps := range p.pcps {
		for _, v := range pcps {
			c.PCP[v] = q
		}
	}
	return c
}

func (p *classPlan) egress() *qos.Egress {
	e := &qos.Egress{}
	rank := uint8(p.strict.Len())
	for _, q := range p.strict.List() {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: rank})
		rank--
	}
	for q, share := range p.shares {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Share: share})
	}
	for _, q := range (p.strict | p.shared).List() {
		e.Queues[q].ECN = qos.Is(p.ecn[q])
	}
	return e
}

func (p *classPlan) classMTU() *qos.ClassMTU {
	m := &qos.ClassMTU{}
	for q := range m.MTU {
		m.MTU[q] = qos.Is(p.mtu)
	}
	return m
}

func (p *classPlan) ingress(lossless qos.QueueSet) *qos.Ingress {
	in := &qos.Ingress{}
	for _, q := range lossless.List() {
		in.Buffers[q] = qos.Default(qos.Buffer{})
	}
	return in
}

func pfc(priorities qos.QueueSet) qos.PFC {
	return qos.PFC{Priorities: qos.Is(priorities), Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass)}
}

func watchdog(on bool) qos.Watchdog {
	if !on {
		return qos.Watchdog{On: qos.Is(false)}
	}
	return qos.Watchdog{
		On: qos.Is(true), Action: qos.Is(qos.WatchdogDrop),
		Detect: qos.Is(200 * time.Millisecond), Restore: qos.Is(400 * time.Millisecond),
	}
}

// site is what the vendor is told of the switch.
func site(sw Switch, p vendors.Platform) vendors.Site {
	return vendors.Site{Device: "switch1", Platform: p, Prefix: "WEFT", Ports: sw.Ports}
}
