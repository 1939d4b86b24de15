package qostest

import (
	"github.com/weft-net/weft/qos"
	"pgregory.net/rapid"
)

// Readings generates what reading any switch with these ports may give: as Switches, and then some values left to the
// device, not readable or not said, policies whose first match decides, and rules beyond code points.
func Readings(ports ...string) *rapid.Generator[*qos.Switch] {
	return rapid.Custom(func(t *rapid.T) *qos.Switch {
		s := Clone(Switches(ports...).Draw(t, "switch"))
		if rapid.Bool().Draw(t, "plain") {
			return s
		}
		for i := range s.Ports {
			cloud(t, &s.Ports[i])
		}
		blur(t, &s.NonECT)
		blur(t, &s.Tunnel.ECN)
		return s
	})
}

// cloud makes some of what a port does less certain.
func cloud(t *rapid.T, p *qos.Port) {
	cloudClassify(t, p.Classify)
	q := rapid.IntRange(0, qos.NumQueues-1).Draw(t, "queue")
	blur(t, &p.Egress.Queues[q].Schedule)
	blur(t, &p.Egress.Queues[q].ECN)
	blur(t, &p.Egress.Queues[q].Limit)
	blur(t, &p.PFC.Priorities)
	blur(t, &p.PFC.Negotiated)
	blur(t, &p.Watchdog.On)
	blur(t, &p.Watchdog.Detect)
	blur(t, &p.MTU)
	if p.Ingress != nil {
		blur(t, &p.Ingress.Buffers[q])
	}
	if p.ClassMTU != nil {
		blur(t, &p.ClassMTU.MTU[q])
	}
	if rapid.IntRange(0, 9).Draw(t, "no egress") == 0 {
		p.Egress = nil
	}
}

func cloudClassify(t *rapid.T, c *qos.Classify) {
	blur(t, &c.Trust)
	switch rapid.IntRange(0, 5).Draw(t, "classification") {
	case 0:
		c.Trust = qos.Is(qos.TrustMixed)
	case 1:
		c.Rules = append(c.Rules, drawRule(t), drawRule(t))
	case 2:
		c.PCP[rapid.IntRange(0, qos.NumPCP-1).Draw(t, "PCP")] = drawQueue(t)
	case 3:
		c.Other = drawQueue(t)
	}
}

func drawRule(t *rapid.T) qos.Rule {
	return qos.Rule{
		Match: rapid.SampledFrom([]string{"packets that access list ROCE permits", "packets of VLAN 7"}).Draw(t, "match"),
		Queue: drawQueue(t),
		Does:  rapid.SampledFrom([]string{"", "are policed to 1 Gbps"}).Draw(t, "does"),
		Line:  int32(rapid.IntRange(1, 99).Draw(t, "line")),
	}
}

func drawQueue(t *rapid.T) qos.Queue {
	return qos.Queue(rapid.IntRange(0, qos.NumQueues-1).Draw(t, "queue"))
}

// blur sometimes replaces a value by one that is less certain.
func blur[T comparable](t *rapid.T, v *qos.Value[T]) {
	switch rapid.IntRange(0, 7).Draw(t, "certainty") {
	case 0:
		*v = qos.Default(v.V)
	case 1:
		*v = qos.NotRead[T](rapid.SampledFrom([]string{"an odd line", "another odd line"}).Draw(t, "why"), 7)
	case 2:
		*v = qos.Value[T]{}
	case 3:
		v.At.Line++
	}
}
