package check

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// differences are what one port can have otherwise than its neighbours, each by itself.
var differences = []func(*Port){
	func(p *Port) { p.Speed *= 4 },
	func(p *Port) { p.CableMetres = 12_000 },
	func(p *Port) { p.Role = "host" },
	func(p *Port) { p.Role = "fabric" },
	func(p *Port) { p.Routed, p.PFC.Key = true, qos.Is(qos.PFCByPCP) },
	func(p *Port) { p.LAG = "Port-channel1" },
	func(p *Port) { p.Pause = true },
	func(p *Port) {
		p.NIC = &fabric.NIC{Name: "E810", PFC: qos.Is(qos.Queues(3, 4)), MTU: qos.Is[qos.Bytes](9300)}
	},
	func(p *Port) { p.NIC = &fabric.NIC{RoCEDSCP: qos.Is[qos.DSCP](24), CNPDSCP: qos.Is[qos.DSCP](40)} },
	func(p *Port) { p.PFC.Priorities = qos.Is(qos.Queues(3, 4)) },
	func(p *Port) { p.PFC.Priorities = qos.Is(qos.QueueSet(0)) },
	func(p *Port) { p.PFC.Priorities = qos.NotRead[qos.QueueSet]("it is odd", 7) },
	func(p *Port) { p.PFC.Negotiated = qos.Is(true) },
	func(p *Port) { p.Watchdog.On = qos.Is(false) },
	func(p *Port) { p.Watchdog.Detect.V /= 200 },
	func(p *Port) { p.MTU.V = 1500 },
	func(p *Port) { c := *p.Classify; c.DSCP[26] = 0; p.Classify = &c },
	func(p *Port) { c := *p.Classify; c.Trust = qos.Is(qos.TrustPCP); p.Classify = &c },
	func(p *Port) { e := *p.Egress; e.Queues[3].ECN = qos.Is(qos.ECN{DropOnly: true}); p.Egress = &e },
	func(p *Port) { e := *p.Egress; e.Queues[6].Schedule = qos.Is(qos.Schedule{Share: 1}); p.Egress = &e },
	func(p *Port) {
		in := *p.Ingress
		in.Buffers[3] = qos.Is(qos.Buffer{Headroom: 1, XOFF: 9})
		p.Ingress = &in
	},
	func(p *Port) { p.Ingress = nil },
}

// pod is two leaves with hosts and two spines, with differences at some ports.
func pod(r *rand.Rand) *Net {
	n := &Net{Running: r.IntN(2) == 0, Routing: "valley-free"}
	var links []fabric.Link
	for i := range 2 {
		n.Switches = append(n.Switches, broad(fmt.Sprintf("leaf%d", i+1), 12), broad(fmt.Sprintf("spine%d", i+1), 4))
		for k := range 4 {
			links = append(links, fabric.Link{
				A: fabric.PortRef{Device: fmt.Sprintf("leaf%d", i+1), Port: fmt.Sprintf("Port%d", k+5)},
				B: fabric.PortRef{Device: fmt.Sprintf("spine%d", k/2+1), Port: fmt.Sprintf("Port%d", 2*i+k%2+1)},
			})
		}
	}
	var ports []*Port
	for _, s := range n.Switches {
		s.Platform.Limits.Lossless = vendors.Bound[int]{V: 1, Source: "S"}
		for i := range s.Ports {
			ports = append(ports, &s.Ports[i])
		}
	}
	for range r.IntN(6) {
		differences[r.IntN(len(differences))](ports[r.IntN(len(ports))])
	}
	return n.finish(links)
}

// TestAlikeAlone: judged together, ports that are alike have what is found when each is judged by itself, in the same order and words.
func TestAlikeAlone(t *testing.T) {
	for seed := range uint64(200) {
		together, alone := pod(rand.New(rand.NewPCG(seed, 0))), pod(rand.New(rand.NewPCG(seed, 0)))
		for _, s := range alone.Switches {
			for i := range s.Ports { // who is in a bundle of one is like nobody, and nothing is found of such
				if p := &s.Ports[i]; p.LAG == "" {
					p.LAG = "alone" + p.Name
				}
			}
		}
		got, want := Run(together), Run(alone)
		if diff := cmp.Diff(want.Findings, got.Findings); diff != "" {
			t.Fatalf("fabric %d: by themselves (-), together (+):\n%s", seed, diff)
		}
		if diff := cmp.Diff(Paths(alone), Paths(together)); diff != "" {
			t.Fatalf("fabric %d: by themselves (-), together (+):\n%s", seed, diff)
		}
	}
}

// TestOnePortDiffers: of many ports that are alike the one that is not is told of, and no other.
func TestOnePortDiffers(t *testing.T) {
	for i, differ := range differences {
		n := pod(rand.New(rand.NewPCG(0, 0)))
		s := n.Switches[0]
		differ(&s.Ports[9])
		n.divide()
		if s.Ports[8].more != 0 || s.Ports[9].more != 0 || s.Ports[10].more != 1 {
			t.Errorf("difference %d does not set a port apart", i)
		}
	}
}
