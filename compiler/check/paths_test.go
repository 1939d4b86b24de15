package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
)

// end is a port of a woven fabric, written as "leaf1:Port3".
func (n *Net) end(name string) *Port {
	device, port, _ := strings.Cut(name, ":")
	return n.port(fabric.PortRef{Device: device, Port: port})
}

// pathCases are fabrics of leaves and spines with something wrong, and what is said of paths; nothing where it is right.
var pathCases = []struct {
	name  string
	spoil func(*Net)
	want  []string
}{
	{"sound", func(*Net) {}, nil},
	{"a port up does not pause", func(n *Net) { n.end("leaf1:Port1").PFC.Priorities = qos.Is(qos.QueueSet(0)) }, []string{
		"C21 error leaf1:Port1 - spine1:Port1: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is broken: priority 3 is not paused here (paused: none)"}},
	{"the ports up of two leaves", func(n *Net) {
		n.end("leaf1:Port1").PFC.Priorities, n.end("leaf2:Port2").PFC.Priorities = qos.Is(qos.QueueSet(0)), qos.Is(qos.QueueSet(0))
	}, []string{"C21 error leaf1:Port1 - spine1:Port1; leaf2:Port2 - spine2:Port2: the lossless path of queue 3 (roce) between hosts of leaf1-2 and hosts of leaf1-4 is broken"}},
	{"no port down", func(n *Net) {
		for i := range 4 {
			n.end(fmt.Sprintf("spine1:Port%d", i+1)).PFC.Priorities = qos.Is(qos.QueueSet(0))
		}
	}, []string{"C21 error spine1:Port1 - leaf1:Port1; spine1:Port2 - leaf2:Port1; spine1:Port3 - leaf3:Port1; spine1:Port4 - leaf4:Port1: the lossless path of queue 3 (roce) between hosts of leaf1-4 is broken"}},
	{"a host port that means to pause", func(n *Net) {
		n.end("leaf2:Port3").PFC.Priorities = qos.Value[qos.QueueSet]{State: qos.Known, Why: "PFC is on, but no class is no-drop"}
	}, []string{"C21 error leaf2:Port3: the lossless path of queue 3 (roce) between hosts of leaf2 and hosts of leaf1, leaf3-4 is broken: nothing is lossless: PFC is on, but no class is no-drop"}},
	{"a switch that means to pause, alone", func(n *Net) {
		for _, p := range []string{"leaf2:Port1", "leaf2:Port2"} {
			unplug(n, p)
		}
		n.Links = slices.DeleteFunc(n.Links, func(l Link) bool { return l.A.Far == nil })
		n.Switches[1].Ports = n.Switches[1].Ports[2:]
		n.Switches[1].Ports[0].PFC.Priorities = qos.Value[qos.QueueSet]{State: qos.Known, Why: "PFC is on, but no class is no-drop"}
	}, nil},
	{"a host that pauses another priority", func(n *Net) {
		n.end("leaf1:Port3").NIC = &fabric.NIC{Name: "cx7", PFC: qos.Is(qos.Queues(4))}
	}, []string{
		"C21 error leaf1:Port3 towards host cx7: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf1-4 is broken: the host pauses priorities 4, and not 3",
		"C21 error leaf1:Port3 towards host cx7: the lossless path of queue 4 between hosts of leaf1 is broken: priority 4 is not paused here (paused: 3)"}},
	{"a host that sends another code point", func(n *Net) {
		n.end("leaf1:Port3").NIC = &fabric.NIC{Name: "cx7", PFC: qos.Is(qos.Queues(3)), RoCEDSCP: qos.Is[qos.DSCP](24)}
	}, []string{"C21 error leaf1:Port3 towards host cx7: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf1-4 is broken: DSCP 24: lossless up to here, and then in another queue (DSCP 24 is in queue 0 (best_effort))"}},
	{"a code point is lost at a spine", func(n *Net) { reclass(n.end("spine1:Port1"), 26, 0) }, []string{
		"C21 error spine1:Port1 - leaf1:Port1: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is broken: DSCP 26: lossless up to here, and then in another queue (DSCP 26 is in queue 0 (best_effort))"}},
	{"one of two code points", func(n *Net) {
		n.all(func(p *Port) { reclass(p, 24, 3) })
		reclass(n.end("spine2:Port4"), 24, 1)
	}, []string{"C21 warning spine2:Port4 - leaf4:Port2: the lossless path of queue 3 (roce) between hosts of leaf4 and hosts of leaf1-3 is weak: DSCP 24: lossless up to here, and then in another queue (DSCP 24 is in queue 1); DSCP 26 stays lossless"}},
	{"a rewrite", func(n *Net) { n.end("leaf1:Port3").Classify.RewriteDSCP[26] = 10 }, []string{
		"C21 error spine1:Port1 - leaf1:Port1; spine2:Port1 - leaf1:Port2: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is broken: DSCP 10: lossless up to here"}},
	{"a rewrite that all know", func(n *Net) {
		n.end("leaf1:Port3").Classify.RewriteDSCP[26] = 27
		n.all(func(p *Port) { reclass(p, 27, 3) })
	}, nil},
	{"a lossy code point of another leaf", func(n *Net) { reclass(n.end("leaf4:Port3"), 30, 3) }, nil},
	{"PFC by a tag that routed packets do not have", func(n *Net) {
		n.end("leaf1:Port2").PFC.Key, n.end("leaf1:Port2").Routed = qos.Is(qos.PFCByPCP), true
	}, []string{"C21 error leaf1:Port2 - spine2:Port1: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is broken: PFC goes by the priority in the tag"}},
	{"packets too large for a spine", func(n *Net) { n.end("spine1:Port3").MTU = qos.Is[qos.Bytes](9215) }, []string{
		"C21 error spine1:Port3 - leaf3:Port1: the lossless path of queue 3 (roce) between hosts of leaf3 and hosts of leaf1-2, leaf4 is broken: the port takes packets of up to 9215 bytes, and hosts send up to 9216"}},
	{"packets too large with a tunnel", func(n *Net) { tunnelled(n, qos.TunnelUniform, qos.TunnelECNCopy); enlarge(n, 9265) }, []string{
		"C21 error spine1-2 - leaf1-4 (8 cables): the lossless path of queue 3 (roce) between hosts of leaf1-4 is broken: the port takes packets of up to 9265 bytes, and hosts send up to 9216, to which tunnels add 50"}},
	{"packets that fit with a tunnel", func(n *Net) { tunnelled(n, qos.TunnelUniform, qos.TunnelECNCopy); enlarge(n, 9266) }, nil},
	{"hosts send no larger ones", func(n *Net) {
		for i := range 4 {
			n.end(fmt.Sprintf("leaf%d:Port3", i+1)).NIC = &fabric.NIC{Name: "cx7", MTU: qos.Is[qos.Bytes](9000)}
		}
		n.end("spine1:Port3").MTU = qos.Is[qos.Bytes](9000)
	}, nil},
	{"packets too large for the class", func(n *Net) {
		n.end("leaf1:Port1").ClassMTU = &qos.ClassMTU{}
		n.end("leaf1:Port1").ClassMTU.MTU[3] = qos.Is[qos.Bytes](1500)
	}, []string{"C21 error leaf1:Port1 - spine1:Port1: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is broken: the largest packet of queue 3 (roce) is 1500 bytes"}},
	{"headroom", func(n *Net) {
		p := n.end("leaf1:Port1")
		p.Speed, p.CableMetres, p.Ingress.Buffers[3].V.Headroom = fabric.Speed(100*qos.Gbps), 40, 49_151
	}, []string{"C21 error leaf1:Port1 - spine1:Port1: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is broken: queue 3 (roce) has 49,151 B of headroom and needs 49,152 B"}},
	{"headroom that just does", func(n *Net) {
		p := n.end("leaf1:Port1")
		p.Speed, p.CableMetres, p.Ingress.Buffers[3].V.Headroom = fabric.Speed(100*qos.Gbps), 40, 49_152
	}, nil},
	{"early drop", func(n *Net) {
		n.end("leaf1:Port1").Egress.Queues[3].ECN = qos.Is(qos.ECN{DropOnly: true, Min: 1, Max: 2})
	}, []string{
		"C21 error leaf1:Port1 - spine1:Port1: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is broken: packets are dropped early"}},
	{"no share", func(n *Net) { n.end("leaf1:Port3").Egress.Queues[3].Schedule = qos.Is(qos.Schedule{}) }, []string{
		"C21 error leaf1:Port3: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf1-4 is broken: no guaranteed share in queue 3 (roce)"}},
	{"no marks", func(n *Net) { n.end("spine2:Port2").Egress.Queues[3].ECN = qos.Is(qos.ECN{}) }, []string{
		"C21 warning spine2:Port2 - leaf2:Port2: the lossless path of queue 3 (roce) between hosts of leaf2 and hosts of leaf1, leaf3-4 is weak: packets are not marked by ECN: only PFC slows senders down"}},
	{"notifications are paused", func(n *Net) { reclass(n.end("spine2:Port2"), 48, 3) }, []string{
		"C21 error spine2:Port2 - leaf2:Port2: the lossless path of queue 3 (roce) between hosts of leaf2 and hosts of leaf1, leaf3-4 is broken: congestion notifications (DSCP 48) are in queue 3 (roce), which PFC pauses"}},
	{"a mute peer", func(n *Net) { n.end("leaf1:Port1").PFC.Negotiated = qos.Is(true) }, []string{
		"C21 error leaf1:Port1 - spine1:Port1: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is broken: PFC is on only if the other end agrees by DCBX"}},
	{"no trust", func(n *Net) { n.end("leaf1:Port3").Classify.Trust = qos.Is(qos.TrustNone) }, []string{
		"C21 error leaf1:Port3: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf1-4 is broken: the port trusts neither DSCP nor tag: every packet is in queue 0 (best_effort)"}},
	{"a tag that leads elsewhere", func(n *Net) { n.end("leaf1:Port3").Classify.Trust = qos.Is(qos.TrustPCP) }, []string{
		"C21 error leaf1:Port3: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf1-4 is broken: the port goes by the priority tag, and none leads to queue 3 (roce)"}},
	{"a tag that leads there", func(n *Net) {
		c := n.end("leaf1:Port3").Classify
		c.Trust, c.PCP[3] = qos.Is(qos.TrustPCP), 3
	}, nil},
	{"tags of a switch", func(n *Net) {
		c := n.end("leaf1:Port1").Classify
		c.Trust, c.PCP[3] = qos.Is(qos.TrustPCP), 3
	}, []string{"C21 not checked leaf1:Port1 - spine1:Port1: not checked: with which priority tag packets arrive"}},
	{"a tag that a switch writes", func(n *Net) {
		c := n.end("leaf1:Port1").Classify
		c.Trust, c.PCP[3] = qos.Is(qos.TrustPCP), 3
		for i := range 4 {
			n.end(fmt.Sprintf("spine1:Port%d", i+1)).Classify.RewritePCP[3] = 4
		}
	}, []string{"C21 error leaf1:Port1 - spine1:Port1: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is broken: PCP 4: lossless up to here, and then in another queue (queue 0 (best_effort))"}},
	{"classed by rules", func(n *Net) { n.end("leaf1:Port1").Classify.Rules = []qos.Rule{{Match: "RoCE", Queue: 3}} }, []string{
		"C21 not checked leaf1:Port1 - spine1:Port1: not checked: whether both ends have the same code points lossless"}},
}

// enlarge sets the MTU of the ports between switches.
func enlarge(n *Net, mtu qos.Bytes) {
	for _, l := range n.Links {
		l.A.MTU, l.B.MTU = qos.Is(mtu), qos.Is(mtu)
	}
}

func unplug(n *Net, name string) {
	p := n.end(name)
	p.Far.Far, p.Far = nil, nil
}

func TestPathFaults(t *testing.T) {
	for _, test := range pathCases {
		t.Run(test.name, func(t *testing.T) {
			n := woven("valley-free")
			test.spoil(n)
			got := about(n, "C21")
			if len(got) != len(test.want) {
				t.Fatalf("%d findings, want %d:\n%s", len(got), len(test.want), strings.Join(got, "\n"))
			}
			for i := range got {
				if !strings.HasPrefix(got[i], test.want[i]) {
					t.Errorf("%s\nwant %s", got[i], test.want[i])
				}
			}
		})
	}
}

// TestPathsInRings: the hops of a ring break the paths over them, those that nothing else breaks.
func TestPathsInRings(t *testing.T) {
	ringed := func(n *Net) (hops []string) {
		for _, f := range Paths(n) {
			if strings.HasPrefix(f.Why, "the buffer here is in a ring of buffers that can wait for each other for ever") {
				hops = append(hops, f.Hop.String())
			}
		}
		return slices.Compact(hops)
	}
	n := woven("shortest-path", "leaf2:Port1", "leaf1:Port2")
	want := []string{"leaf3:Port2 - spine2:Port3", "leaf4:Port1 - spine1:Port4", "spine1:Port3 - leaf3:Port1", "spine2:Port4 - leaf4:Port2"}
	if got := ringed(n); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	n = woven("shortest-path", "leaf2:Port1", "leaf1:Port2")
	n.end("leaf3:Port1").Egress.Queues[3].ECN = qos.Is(qos.ECN{DropOnly: true})
	if got := ringed(n); len(got) != 3 {
		t.Errorf("a hop that drops is told with the ring: %v", got)
	}
}
