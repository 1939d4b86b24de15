package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/compiler/headroom"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// good is a fabric with nothing wrong: two leaves and a spine at 100G, each leaf with a host, RoCE on queue 3, notifications on
// queue 6.
func good() *Net {
	n := &Net{}
	for _, name := range []string{"leaf1", "leaf2", "spine1"} {
		n.Switches = append(n.Switches, goodSwitch(name))
	}
	for _, leaf := range n.Switches[:2] {
		leaf.Ports[1].NIC = &fabric.NIC{
			Name: "cx7", Trust: qos.Is(qos.TrustDSCP), PFC: qos.Is(qos.Queues(3)), RoCEDSCP: qos.Is[qos.DSCP](26), CNPDSCP: qos.Is[qos.DSCP](48), MTU: qos.Is[qos.Bytes](9216),
		}
	}
	return n.finish([]fabric.Link{
		{A: fabric.PortRef{Device: "leaf1", Port: "Port1"}, B: fabric.PortRef{Device: "spine1", Port: "Port1"}},
		{A: fabric.PortRef{Device: "leaf2", Port: "Port1"}, B: fabric.PortRef{Device: "spine1", Port: "Port2"}},
	})
}

func goodSwitch(name string) *Switch {
	known := func(b qos.Bytes) vendors.Amount { return vendors.Amount{Bytes: b, Source: "S"} }
	s := &Switch{
		Name: name, Role: strings.TrimRight(name, "12"),
		Platform: vendors.Platform{Model: "T1", Cell: 256, Memory: vendors.Memory{Size: known(32_000_000), Shared: known(18_000_000)}},
		QoS:      &qos.Switch{Names: [qos.NumQueues]string{0: "best_effort", 3: "roce", 6: "cnp"}},
	}
	for i := range 2 {
		s.QoS.Ports = append(s.QoS.Ports, goodPort(fmt.Sprintf("Port%d", i+1)))
	}
	s.Ports = make([]Port, len(s.QoS.Ports))
	for i := range s.Ports {
		s.Ports[i] = Port{Port: &s.QoS.Ports[i], Switch: s, Speed: fabric.Speed(100 * qos.Gbps), CableMetres: 40, Routed: true}
	}
	return s
}

func goodPort(name string) qos.Port {
	c := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = qos.Keep
	}
	c.DSCP[26], c.DSCP[48] = 3, 6
	e := &qos.Egress{}
	for q := range e.Queues {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{})
		e.Queues[q].ECN = qos.Is(qos.ECN{})
	}
	e.Queues[0].Schedule = qos.Is(qos.Schedule{Share: 500})
	e.Queues[3].Schedule = qos.Is(qos.Schedule{Share: 500})
	e.Queues[3].ECN = qos.Is(qos.ECN{On: true, Min: 150_000, Max: 1_500_000, Probability: 7})
	e.Queues[6].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 1})
	e.Queues[6].Max = qos.Is(2 * qos.Gbps)
	in := &qos.Ingress{}
	in.Buffers[3] = qos.Is(qos.Buffer{Headroom: 160_000, AlphaNum: 1, AlphaDen: 8})
	return qos.Port{
		Name: name, Classify: c, Egress: e, Ingress: in, MTU: qos.Is[qos.Bytes](9216), DCBX: qos.Is(qos.DCBXOff),
		PFC: qos.PFC{Priorities: qos.Is(qos.Queues(3)), Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass)},
		Watchdog: qos.Watchdog{
			On: qos.Is(true), Action: qos.Is(qos.WatchdogDrop), Detect: qos.Is(200 * time.Millisecond), Restore: qos.Is(400 * time.Millisecond),
		},
	}
}

// all are the ports of a fabric.
func (n *Net) all(do func(*Port)) {
	for _, s := range n.Switches {
		for i := range s.Ports {
			do(&s.Ports[i])
		}
	}
}

// say is what a finding says, on one line.
func say(f Finding) string { return f.Code + " " + f.Word() + " " + f.Places() + ": " + f.Text }

func TestNothingWrong(t *testing.T) {
	for _, f := range Run(good()).Findings {
		t.Errorf("a sound fabric has %s", say(f))
	}
}

// TestMargin: what is right is shown with its numbers, where it is nearest to wrong.
func TestMargin(t *testing.T) {
	n := good()
	e := *n.Switches[1].Ports[0].Egress
	e.Queues[3].ECN.V.Max = 2_000_000
	n.Switches[1].Ports[0].Egress = &e
	want := Proof{"C03", "proved", "queue 3 (roce) marks before it is paused, nearest at leaf2:Port1: Kmin 150,000 B / 2 < XOFF at 1/8 × (18,000,000 B − 150,000 B) = 2,231,250 B, " +
		"Kmax 2,000,000 B / 2 < XOFF at 1/8 × (18,000,000 B − 2,000,000 B) = 2,000,000 B"}
	if got := Run(n).Proofs; !slices.Contains(got, want) {
		t.Errorf("proved: %+v", got)
	}
}

// cases are fabrics with one thing wrong, and what is said of it.
var cases = []struct {
	name  string
	spoil func(*Net)
	want  string // the finding's beginning
}{
	{"headroom too small", func(n *Net) { setBuffer(n, qos.Is(qos.Buffer{Headroom: 40_000, AlphaNum: 1, AlphaDen: 8})) },
		"C01 error Port1-2 of leaf1-2,spine1: queue 3 (roce) has 40,000 B of headroom and needs 49,152 B: 40 m cable at 100G"},
	{"a vendor's own headroom too small", func(n *Net) { setBuffer(n, qos.Default(qos.Buffer{Headroom: 49_151, AlphaNum: 1, AlphaDen: 8})) },
		"C01 warning Port1-2 of leaf1-2,spine1"},
	{"headroom not known", func(n *Net) { setBuffer(n, qos.Default(qos.Buffer{AlphaNum: 1, AlphaDen: 8})) },
		"C01 not checked Port1-2 of leaf1-2,spine1: not checked: how much headroom T1 gives lossless traffic by its own rule is not known"},
	{"headroom not readable", func(n *Net) { setBuffer(n, qos.NotRead[qos.Buffer]("it is odd", 7)) },
		"C01 not checked Port1-2 of leaf1-2,spine1: not checked: the headroom of lossless traffic is not readable: it is odd"},
	{"cable not known", func(n *Net) { n.all(func(p *Port) { p.CableMetres = 0 }) },
		"C01 not checked Port1-2 of leaf1-2,spine1: not checked: the headroom of lossless traffic: the length of the cable is not known"},
	{"cell not known", func(n *Net) { n.Switches[0].Platform.Cell = 0 },
		"C01 not checked leaf1:Port1-2: not checked: whether the headroom of lossless traffic is enough: it is more than what is on the way whatever the switch, and no source says"},
	{"cell assumed", func(n *Net) { n.Switches[0].Platform.CellQuality = vendors.Assumed },
		"C01 not checked leaf1:Port1-2: not checked: whether the headroom of lossless traffic is enough: by the formula it is, with cells of 256 B that are assumed for T1"},
	{"headroom too small by an assumed cell", func(n *Net) {
		n.Switches[0].Platform.CellQuality = vendors.Assumed
		setBuffer(n, qos.Is(qos.Buffer{Headroom: 49_151, AlphaNum: 1, AlphaDen: 8}))
	}, "C01 error leaf1:Port1-2: queue 3 (roce) has 49,151 B of headroom and needs 49,152 B: 40 m cable at 100G, (frame 9238 + cable 5051 + MAC and PHY 819 + peer 25216) × 1.092 for cells of 256 B (assumed)"},
	{"memory too small", func(n *Net) { n.Switches[0].Platform.Memory.Size.Bytes = 319_999 },
		"C02 error leaf1: the lossless queues, 2, need 320,000 B of headroom together, and T1 has 319,999 B of packet buffer"},
	{"memory advertised", func(n *Net) { n.Switches[0].Platform.Memory.Size.Quality = vendors.Advertised },
		"C02 not checked leaf1: not checked: the headroom of all lossless queues is less than the 32,000,000 B"},
	{"memory not known", func(n *Net) { n.Switches[0].Platform.Memory = vendors.Memory{} },
		"C02 not checked leaf1: not checked: no buffer data for T1"},
	{"memory in parts", func(n *Net) {
		n.Switches[0].Platform.Memory.Size.Bytes, n.Switches[0].Platform.Memory.Parts = 600_000, 2
	},
		"C02 not checked leaf1: not checked: the lossless queues, 2, need 320,000 B of headroom together, and T1 has 600,000 B of packet buffer in 2 parts"},
	{"pool for one", func(n *Net) { pool(n, 160_000) },
		"C02 error leaf1: the lossless queues, 2, need 320,000 B of headroom together, and their pool holds 160,000 B: it is promised 2.00 times, and 1 of them can be paused at once"},
	{"pool larger than the least", func(n *Net) {
		pool(n, 400_000)
		n.Switches[0].Platform.Cell = 0
		setBuffer(n, qos.Default(qos.Buffer{AlphaNum: 1, AlphaDen: 8}))
	}, "C02 not checked leaf1: not checked: whether the 400,000 B of their pool hold the headroom of all lossless queues: what T1 gives them by its own rule is not known"},
	{"pool assumed", func(n *Net) {
		pool(n, 400_000)
		n.Switches[0].Platform.Memory.Pool.Quality = vendors.Assumed
	}, "C02 not checked leaf1: not checked: the headroom of all lossless queues is less than the 400,000 B of their pool, which no source states for T1"},
	{"static XOFF at 30 %", func(n *Net) {
		n.Switches[0].Platform.Memory.Size.Bytes = 1_200_000
		setBuffer(n, qos.Is(qos.Buffer{Headroom: 50_000, XOFF: 600_000}))
	}, "C16 error leaf1:Port1-2: queue 3 (roce) pauses at a static 600,000 B, 50 % of the 1,200,000 B of packet buffer: with its headroom, 1 of the switch's lossless queues, 2,"},
	{"static XOFF without data", func(n *Net) {
		n.Switches[0].Platform.Memory = vendors.Memory{}
		setBuffer(n, qos.Is(qos.Buffer{Headroom: 50_000, XOFF: 2_000_000}))
	}, "C16 not checked leaf1:Port1-2: not checked: no buffer data for T1"},
	{"lossless over 100 km", func(n *Net) { n.Switches[0].Ports[1].CableMetres = 100_000 },
		"C18 warning leaf1:Port2: 100 km of cable at 100G hold 12,635,501 B for 1 lossless class before any rounding to cells, of the 32,000,000 B"},
	{"lossless over 300 km", func(n *Net) { n.Switches[0].Ports[1].CableMetres = 300_000 },
		"C18 error leaf1:Port2: 300 km of cable at 100G hold 37,888,026 B for 1 lossless class before any rounding to cells, and T1 has 32,000,000 B"},
	{"PFC before ECN", func(n *Net) { setECN(n, qos.ECN{On: true, Min: 4_000_000, Max: 5_000_000}) },
		"C03 error Port1-2 of leaf1-2,spine1: queue 3 (roce) is paused before it marks: Kmin 4,000,000 B / 2 is not less than XOFF at 1/8 × (18,000,000 B − 4,000,000 B) = 1,750,000 B; whatever is hot at once, Kmin stays below 1,000,000 B (the general form, for 2 lossless queues) or 125,000 B (the strict form, for every queue of 2 ports)"},
	{"PFC between Kmin and Kmax", func(n *Net) {
		setECN(n, qos.ECN{On: true, Min: 1 << 20, Max: 2 << 20})
		n.Switches[0].Ports[1].Speed = fabric.Speed(200 * qos.Gbps)
	}, "C03 warning leaf1:Port1: queue 3 (roce) can be paused before it marks every packet: Kmin 1,048,576 B / 1 is below XOFF at 1/8 × (18,000,000 B − 1,048,576 B) = 2,118,928 B, and Kmax 2,097,152 B / 1 is not below"},
	{"no ECN", func(n *Net) { setECN(n, qos.ECN{}) }, "C03 warning Port1-2 of leaf1-2,spine1: DSCP 26 is lossless and not marked by ECN"},
	{"early drop", func(n *Net) { setECN(n, qos.ECN{DropOnly: true, Min: 1, Max: 2}) },
		"C03 error Port1-2 of leaf1-2,spine1: DSCP 26 is dropped early instead of being marked"},
	{"threshold not known", func(n *Net) { setBuffer(n, qos.Is(qos.Buffer{Headroom: 160_000})) },
		"C03 not checked Port1-2 of leaf1-2,spine1: not checked: whether lossless queues mark before they pause: at which filling T1 pauses is not known"},
	{"a curve upside down", func(n *Net) { readECN(n, qos.Is(qos.ECN{On: true, Min: 1_536_000, Max: 153_600})) },
		"C03 error leaf1:Port1-2: the marking curve of queue 3 (roce) is upside down: Kmin 1,536,000 B is above Kmax 153,600 B"},
	{"a curve from nothing", func(n *Net) { readECN(n, qos.Is(qos.ECN{On: true, Min: 1024, Max: 1_500_000})) },
		"C03 warning leaf1:Port1-2: queue 3 (roce) marks as soon as one packet waits: Kmin 1,024 B is less than the 4,200 B of an RDMA packet"},
	{"a curve that cannot be read", func(n *Net) { readECN(n, qos.NotRead[qos.ECN]("weight 9: the average counts", 7)) },
		"C03 not checked leaf1:Port1-2: not checked: whether lossless queues mark before they pause: what queue 3 (roce) marks is not readable: weight 9: the average counts"},
	{"a curve that the vendor forbids", func(n *Net) { readECN(n, qos.NotAllowed[qos.ECN]("min 3 above max 2", 7)) }, "C03 error leaf1:Port1-2: min 3 above max 2"},
	{"a curve of the switch's own", func(n *Net) {
		readECN(n, qos.Value[qos.ECN]{V: qos.ECN{On: true}, State: qos.PlatformDefault, Why: "burst-optimized"})
	}, "C03 not checked leaf1:Port1-2: not checked: whether lossless queues mark before they pause: queue 3 (roce) marks by thresholds of the switch's own (burst-optimized)"},
	{"thresholds of nobody knows which model", func(n *Net) {
		n.Switches[0].Platform.Model = "generic"
		setBuffer(n, qos.Is(qos.Buffer{Headroom: 160_000}))
	}, "C03 not checked leaf1:Port1-2: not checked: whether lossless queues mark before they pause: at which filling a switch of unknown model pauses"},
	{"a drift that cannot be read", func(n *Net) {
		alone(n)
		e := *n.Switches[1].Ports[0].Egress
		e.Queues[3].ECN = qos.NotRead[qos.ECN]("weight 9", 7)
		n.Switches[1].Ports[0].Egress, n.Switches[1].Ports[1].Egress = &e, &e
	}, "C17 info leaf2: not as 2 of the 3 switches of its kind: here queue 3 with ECN that cannot be read"},
	{"too slow", func(n *Net) { n.LatencySLO = intent.Opt[time.Duration]{V: 300 * time.Microsecond, Set: true} },
		"C04 error leaf2:Port2: full queues of one path add up to 360µs, and latency_slo is 300µs: 120µs on leaf1:Port1 + 120µs on spine1:Port2 + 120µs on leaf2:Port2"},
	{"PFC at one end", func(n *Net) { n.Switches[0].Ports[0].PFC.Priorities = qos.Is(qos.Queues(3, 4)) },
		"C08 error leaf1:Port1 - spine1:Port1: the first end pauses priorities 3,4 and the second 3"},
	{"PFC not known", func(n *Net) { n.Switches[0].Ports[0].PFC.Priorities = qos.NotRead[qos.QueueSet]("odd", 1) },
		"C21 not checked leaf1:Port1 - spine1:Port1: not checked: which priorities an end pauses is not known"},
	{"another queue", func(n *Net) { reclass(&n.Switches[0].Ports[0], 26, 4) },
		"C08 error leaf1:Port1 - spine1:Port1: DSCP 26: lossless at an end, and in another queue at the other (DSCP 26 is in queue 4 and queue 3)"},
	{"another lossy queue", func(n *Net) { reclass(&n.Switches[0].Ports[0], 10, 1) },
		"C08 info leaf1:Port1 - spine1:Port1: DSCP 10: lossy at both ends, in different queues (DSCP 10 is in queue 1 and queue 0)"},
	{"classed by rules", func(n *Net) { n.Switches[0].Ports[0].Classify.Rules = []qos.Rule{{Match: "RoCE", Queue: 3}} },
		"C21 not checked leaf1:Port1 - spine1:Port1: not checked: whether both ends have the same code points lossless"},
	{"another MTU", func(n *Net) { n.Switches[0].Ports[0].MTU = qos.Is[qos.Bytes](9100) },
		"C08 error leaf1:Port1 - spine1:Port1: the first end takes packets of up to 9100 bytes and the second of up to 9216"},
	{"PFC by tag", func(n *Net) { n.Switches[0].Ports[0].PFC.Key = qos.Is(qos.PFCByPCP) },
		"C08 error leaf1:Port1: PFC goes by the priority in the tag, and packets of a routed port have none"},
	{"asks a mute peer", func(n *Net) { n.Switches[0].Ports[0].PFC.Negotiated = qos.Is(true) },
		"C08 error leaf1:Port1 - spine1:Port1: PFC is on only if the other end agrees by DCBX, and that one is not set to send it: PFC stays off"},
	{"classed by a tag that is not there", func(n *Net) { n.Switches[0].Ports[0].Classify.Trust = qos.Is(qos.TrustPCP) },
		"C08 error leaf1:Port1: the port goes by the priority tag, and packets of a routed port have none: every one is in queue 0 (best_effort), and priority 3 is paused"},
	{"two speeds", func(n *Net) { n.Switches[0].Ports[0].Speed = fabric.Speed(40 * qos.Gbps) },
		"C08 error leaf1:Port1 - spine1:Port1: the first end runs at 40G and the second at 100G"},
	{"PFC on for more than is paused", func(n *Net) {
		n.Switches[0].Ports[0].PFC.Priorities.Why = "PFC is on for priority 4, but its queue drops"
	}, "C08 error leaf1:Port1 - spine1:Port1: one end has PFC on for a priority that neither pauses: PFC is on for priority 4, but its queue drops"},
	{"PFC on for more on a port alone", func(n *Net) {
		n.Switches[0].Ports[1].PFC.Priorities.Why = "PFC is on for priority 4, but its queue drops"
	}, "C08 warning leaf1:Port2: only priority 3 is lossless: PFC is on for priority 4, but its queue drops"},
	{"a priority with another number", func(n *Net) {
		n.Switches[0].Ports[1].PFC.Priorities = qos.NotAllowed[qos.QueueSet]("class 3 pauses priority 4", 7)
	}, "C08 warning leaf1:Port2: class 3 pauses priority 4"},
	{"an MTU that cannot be read", func(n *Net) { n.Switches[0].Ports[0].MTU = qos.NotRead[qos.Bytes]("odd", 7) },
		"C08 not checked leaf1:Port1: not checked: whether both ends take packets of one size: odd"},
	{"a code point that is in no map", func(n *Net) { unlist(n, 63) },
		"C08 not checked leaf1:Port1 - spine1:Port1: not checked: whether both ends have the same code points lossless: 63 is in no map"},
	{"a code point that is in no map, and another in a wrong queue", func(n *Net) { unlist(n, 63); reclass(&n.Switches[0].Ports[0], 26, 0) },
		"C08 error leaf1:Port1 - spine1:Port1: DSCP 26: lossless at an end, and in another queue at the other"},
	{"what is in no map, and another lossy here", func(n *Net) {
		unlist(n, 63)
		reclass(&n.Switches[0].Ports[0], 26, 0)
	}, "C09 error leaf1: DSCP 26: lossless on 2 switches and lossy on 1 switch"},
	{"what is in no map, and control traffic paused", func(n *Net) { unlist(n, 63); reclass(&n.Switches[0].Ports[0], 48, 3) },
		"C11 error leaf1:Port1-2: control traffic (DSCP 48: CS6) is lossless"},
	{"RoCE in no map", func(n *Net) { unlist(n, 26) },
		"C21 not checked leaf1:Port2 towards host cx7; leaf1:Port1 - spine1:Port1: not checked: whether both ends have the same code points lossless: 26 is in no map"},
	{"notifications in no map", func(n *Net) { unlist(n, 48) },
		"C10 not checked leaf1:Port1-2: not checked: in which queue congestion notifications are: 48 is in no map"},
	{"classes that cannot be read", func(n *Net) { unlist(n, 48); n.Switches[0].Ports[0].Classify.Unlisted = 0 },
		"C11 not checked leaf1:Port1-2: not checked: in which queue control traffic is: 48 is in no map"},
	{"code points that cannot be read", func(n *Net) { unlist(n, 48); n.Switches[0].Ports[0].Classify.Unlisted = 0 },
		"C09 not checked leaf1:Port1-2: not checked: which code points enter a lossless queue: 48 is in no map"},
	{"no policy", func(n *Net) {
		n.all(func(p *Port) {
			p.Classify.Trust, p.Classify.DSCP[26], p.Classify.DSCP[48] = qos.Is(qos.TrustNone), 0, 0
		})
	}, "C10 warning Port1-2 of leaf1-2"},
	{"a static XOFF that cannot be read", func(n *Net) { n.Switches[0].Ports[0].Ingress.Buffers[3] = qos.NotRead[qos.Buffer]("odd", 7) },
		"C16 not checked leaf1:Port1: not checked: how many queues can reach a static XOFF before the memory is full: whether there is one is not readable: odd"},
	{"headroom of nothing", func(n *Net) {
		n.Switches[0].Ports[0].Ingress.Buffers[3] = qos.Value[qos.Buffer]{V: qos.Buffer{AlphaNum: 1, AlphaDen: 8}, State: qos.Known, Why: "xoff is 0"}
	}, "C01 error leaf1:Port1: queue 3 (roce) has 0 B of headroom (xoff is 0) and needs 49,152 B"},
	{"AF31 for bulk beside cards that are set", func(n *Net) {
		host(n).RoCEDSCP = qos.Is[qos.DSCP](24)
		c := *n.Switches[0].Ports[1].Classify
		c.DSCP[24], c.DSCP[26] = 3, 1
		n.Switches[0].Ports[1].Classify = &c
	}, "C09 info leaf1:Port2: DSCP 26 (AF31), which network cards send RoCE with unless told otherwise, is in queue 1 with other traffic; RoCE of the host here has DSCP 24"},
	{"both ask", func(n *Net) {
		n.Switches[0].Ports[0].PFC.Negotiated, n.Switches[2].Ports[0].PFC.Negotiated = qos.Is(true), qos.Is(true)
	}, "C08 not checked leaf1:Port1 - spine1:Port1: not checked: whether PFC is on: both ends negotiate it by DCBX"},
	{"PFC without a class", func(n *Net) {
		n.all(func(p *Port) {
			p.PFC.Priorities = qos.Value[qos.QueueSet]{State: qos.Known, Why: "PFC is on, but no class is no-drop"}
		})
	}, "C08 warning Port1-2 of leaf1-2,spine1: nothing is lossless: PFC is on, but no class is no-drop"},
	{"a host that pauses another priority", func(n *Net) { host(n).PFC = qos.Is(qos.Queues(4)) },
		"C08 error leaf1:Port2 towards host cx7: the first end pauses priorities 3 and the second 4"},
	{"a host that pauses nothing", func(n *Net) { host(n).PFC = qos.Is(qos.QueueSet(0)) },
		"C08 error leaf1:Port2 towards host cx7: the first end pauses priorities 3 and the second none"},
	{"a host with large packets", func(n *Net) { host(n).MTU = qos.Is[qos.Bytes](9217) },
		"C08 error leaf1:Port2 towards host cx7: the host sends packets of up to 9217 bytes, and the port takes 9216"},
	{"a host with small packets", func(n *Net) { host(n).MTU = qos.Is[qos.Bytes](4191) },
		"C08 info leaf1:Port2 towards host cx7: RDMA packets of the host carry 2048 bytes: its MTU of 4191 less 96 has no room for the 4096 that they can"},
	{"a host with another code point", func(n *Net) { host(n).RoCEDSCP = qos.Is[qos.DSCP](24) },
		"C08 error leaf1:Port2 towards host cx7: the host sends RoCE with DSCP 24, which is lossy in queue 0 (best_effort)"},
	{"a host that goes by the tag", func(n *Net) { host(n).Trust = qos.Is(qos.TrustPCP) },
		"C08 warning leaf1:Port2 towards host cx7: the host goes by pcp, and the port by dscp"},
	{"a host that has to agree", func(n *Net) { n.Switches[0].Ports[1].PFC.Negotiated = qos.Is(true) },
		"C08 warning leaf1:Port2 towards host cx7: PFC is on only if the host agrees by DCBX"},
	{"a host of which nothing is said", func(n *Net) { n.Switches[0].Ports[1].NIC = nil },
		"C08 not checked leaf1:Port2: not checked: whether hosts agree with their ports"},
	{"802.3x pause", func(n *Net) { n.Switches[0].Ports[1].Pause = true },
		"C08 error leaf1:Port2: 802.3x pause and PFC are both configured"},
	{"members that pause differently", func(n *Net) { bundle(n).PFC.Priorities = qos.Is(qos.Queues(3, 4)) },
		"C08 error leaf1:Port1-2: members of lag1 pause priorities 3 and 3,4: it hangs on the member"},
	{"members of two speeds", func(n *Net) { bundle(n).Speed = fabric.Speed(40 * qos.Gbps) },
		"C08 warning leaf1:Port1-2: members of lag1 are of 100G and 40G"},
	{"members with two buffers", func(n *Net) {
		p := bundle(n)
		p.Ingress = &qos.Ingress{}
		p.Ingress.Buffers[3] = qos.Is(qos.Buffer{Headroom: 200_000, AlphaNum: 1, AlphaDen: 8})
	}, "C08 warning leaf1:Port1-2: members of lag1 buffer queue 3 (roce) in different ways: headroom 160000 B, XOFF by alpha 1/8; headroom 200000 B, XOFF by alpha 1/8"},
	{"unread", func(n *Net) { n.Unread = []Unread{{Name: "leaf3", Why: "no backup"}} }, "C08 not checked leaf3: not checked: nothing is known of the switch: no backup"},
	{"lossless here only", func(n *Net) { reclass(&n.Switches[2].Ports[0], 26, 0); reclass(&n.Switches[2].Ports[1], 26, 0) },
		"C09 error spine1: DSCP 26: lossless on 2 switches and lossy on 1 switch"},
	{"lossless there only", func(n *Net) { reclass(&n.Switches[2].Ports[0], 28, 3); reclass(&n.Switches[2].Ports[1], 28, 3) },
		"C09 warning spine1: DSCP 28: lossless on 1 switch and lossy on 2 switches"},
	{"a stray", func(n *Net) {
		n.Switches[0].Ports[1].NIC = &fabric.NIC{RoCEDSCP: qos.Is[qos.DSCP](24)}
	}, "C09 info leaf1:Port2: DSCP 26 from hosts also enter a lossless queue, whose RoCE is marked with DSCP 24"},
	{"AF31 for bulk", func(n *Net) { n.Switches[0].Ports[1].NIC = nil; reclass(&n.Switches[0].Ports[1], 26, 0) },
		"C09 info leaf1:Port2: DSCP 26 (AF31), which network cards send RoCE with unless told otherwise, is lossy in queue 0 (best_effort); the port pauses priority 3"},
	{"a rule", func(n *Net) {
		n.Switches[0].Ports[0].Classify.Rules = []qos.Rule{{Match: "packets that access list RDMA permits", Queue: 3}}
	}, "C09 info leaf1:Port1: packets that access list RDMA permits are lossless in queue 3 (roce), whatever their DSCP"},
	{"an edge that is trusted", func(n *Net) { edge(n, 3) },
		"C09 warning leaf1:Port2: DSCP 26 enters queue 3 (roce) here, which other switches pause and this port does not"},
	{"an edge that keeps marks", func(n *Net) { edge(n, 0) },
		"C09 warning leaf1:Port2: DSCP 26 is lossy here and keeps its mark: the next switch has it in queue 3 (roce)"},
	{"one unlike the others", func(n *Net) { alone(n); n.Switches[1].Ports[0].Ingress.Buffers[3].V.AlphaDen = 64 },
		"C17 info leaf2: not as 2 of the 3 switches of its kind: here queue 3 with ECN from 150000 B to 1500000 B at 7 % and headroom 160000 B, XOFF by alpha 1/64; there nothing"},
	{"drift", func(n *Net) {
		alone(n)
		n.Running = true
		n.Switches[1].Ports[0].Egress.Queues[3].ECN.V.Min, n.Switches[1].Ports[1].Egress.Queues[3].ECN.V.Min = 1, 1
	}, "C17 warning leaf2: not as 2 of the 3 switches of its kind: here queue 3 with ECN from 1 B to 1500000 B at 7 % and headroom 160000 B, XOFF by alpha 1/8; there queue 3 with ECN from 150000 B"},
	{"CNP shares", func(n *Net) { n.all(func(p *Port) { reclass(p, 48, 0) }) },
		"C10 warning Port1-2 of leaf1-2,spine1: congestion notifications (DSCP 48) are in queue 0 (best_effort), which is not served first (50 %)"},
	{"CNP of the NIC paused", func(n *Net) { n.Switches[0].Ports[1].NIC = &fabric.NIC{CNPDSCP: qos.Is[qos.DSCP](26)} },
		"C10 error leaf1:Port2: congestion notifications (DSCP 26) are in queue 3 (roce), which PFC pauses"},
	{"CNP of one host", func(n *Net) {
		for i := range 2 {
			n.Switches = append(n.Switches, goodSwitch("leaf3"))
			n.Switches[3+i].Ports[0].NIC = &fabric.NIC{Name: "old", CNPDSCP: qos.Is[qos.DSCP](48)}
		}
		host(n).CNPDSCP = qos.Is[qos.DSCP](46)
	}, "C10 warning leaf1:Port2 towards host cx7: the host sends congestion notifications with DSCP 46, and most others with 48"},
	{"CNP uncapped", func(n *Net) { n.all(func(p *Port) { p.Egress.Queues[6].Max = qos.Value[qos.BitsPerSecond]{} }) },
		"C10 info Port1-2 of leaf1-2,spine1: congestion notifications (DSCP 48) are in queue 6 (cnp), which is strict without a cap"},
	{"CNP dropped early", func(n *Net) {
		n.all(func(p *Port) { p.Egress.Queues[6].ECN = qos.Is(qos.ECN{On: true, Min: 1, Max: 2}) })
	},
		"C10 warning Port1-2 of leaf1-2,spine1: congestion notifications (DSCP 48) are in queue 6 (cnp), which drops early"},
	{"CS6 for RoCE", func(n *Net) { n.all(func(p *Port) { reclass(p, 48, 3) }) },
		"C11 error Port1-2 of leaf1-2,spine1: control traffic (DSCP 48: CS6) is lossless: PFC can hold it up in queue 3"},
	{"CS6 with data", func(n *Net) { n.all(func(p *Port) { reclass(p, 48, 0) }) },
		"C11 warning Port1-2 of leaf1-2,spine1: control traffic (DSCP 48: CS6) shares queue 0 with data"},
	{"control tags with data", func(n *Net) { n.all(func(p *Port) { p.Classify.Trust = qos.Is(qos.TrustPCP) }) },
		"C11 warning Port1-2 of leaf1-2,spine1: control traffic (PCP 6) shares queue 0 with data"},
	{"control tags paused", func(n *Net) {
		n.all(func(p *Port) { p.Classify.Trust, p.Classify.PCP[6] = qos.Is(qos.TrustPCP), 3 })
	}, "C11 error Port1-2 of leaf1-2,spine1: control traffic (PCP 6) is lossless: PFC can hold it up in queue 3"},
	{"notifications by tag", func(n *Net) { n.all(func(p *Port) { p.Classify.Trust = qos.Is(qos.TrustPCP) }) },
		"C10 not checked Port1-2 of leaf1-2,spine1: not checked: in which queue congestion notifications are: the port does not go by DSCP alone"},
	{"strict and lossless", func(n *Net) {
		n.all(func(p *Port) { p.Egress.Queues[3].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 2}) })
	}, "C12 error Port1-2 of leaf1-2,spine1: DSCP 26 is lossless and strict priority"},
	{"no share", func(n *Net) { n.all(func(p *Port) { p.Egress.Queues[3].Schedule = qos.Is(qos.Schedule{}) }) },
		"C12 error Port1-2 of leaf1-2,spine1: DSCP 26 has no guaranteed share in queue 3"},
	{"a share that cannot be read", func(n *Net) { schedule(n, qos.NotRead[qos.Schedule]("WRR counts packets", 7)) },
		"C12 not checked leaf1:Port1-2: not checked: whether every class has a guarantee: WRR counts packets"},
	{"shares of more than there is", func(n *Net) { schedule(n, qos.NotAllowed[qos.Schedule]("they add to 130", 7)) }, "C12 error leaf1:Port1-2: they add to 130"},
	{"a share with a remark", func(n *Net) {
		schedule(n, qos.Value[qos.Schedule]{V: qos.Schedule{Share: 500}, State: qos.Known, Why: "50 is of the whole link"})
	}, "C12 warning leaf1:Port1-2: 50 is of the whole link"},
	{"marks lost in tunnels", func(n *Net) { tunnelled(n, qos.TunnelUniform, qos.TunnelECNIgnore) },
		"C13 error leaf1: tunnels lose the congestion marks of the underlay"},
	{"class lost in tunnels", func(n *Net) { tunnelled(n, qos.TunnelDSCPZero, qos.TunnelECNCopy) },
		"C13 warning leaf1: DSCP of tunnels is 0 on the underlay"},
	{"tunnels not known", func(n *Net) { n.Switches[0].VXLAN = true },
		"C13 not checked leaf1: not checked: which DSCP packets have in a tunnel is not known"},
	{"a priority that there is not", func(n *Net) {
		limits(n).Pausable = vendors.Bound[qos.QueueSet]{V: qos.Queues(0, 1, 2), Source: "S"}
	}, "C14 error leaf1:Port1-2: priority 3 is paused, and PFC of T1 pauses 0,1,2 (S)"},
	{"no PFC", func(n *Net) { limits(n).Pausable = vendors.Bound[qos.QueueSet]{Source: "S"} },
		"C14 error leaf1:Port1-2: priority 3 is paused, and PFC of T1 pauses none (S)"},
	{"a priority too many", func(n *Net) { pauseTwo(n); limits(n).Lossless = vendors.Bound[int]{V: 1, Source: "S"} },
		"C14 error leaf1: 2 priorities are paused (3,4), and T1 pauses 1 at once (S)"},
	{"a priority too many, as is assumed", func(n *Net) {
		pauseTwo(n)
		limits(n).Lossless = vendors.Bound[int]{V: 1, Quality: vendors.Assumed, Source: "S"}
	}, "C14 warning leaf1: 2 priorities are paused (3,4), and T1 pauses 1 at once (assumed: S)"},
	{"as many as is assumed", func(n *Net) {
		pauseTwo(n)
		limits(n).Lossless = vendors.Bound[int]{V: 2, Quality: vendors.Assumed, Source: "S"}
	}, "C14 not checked leaf1: not checked: whether T1 can pause 2 priorities at once: that it can pause 2 is assumed, and not stated"},
	{"priorities that nobody counts", pauseTwo, "C14 not checked leaf1: not checked: whether T1 can pause 2 priorities at once: no source says how many"},
	{"a queue that cannot mark", func(n *Net) { limits(n).Unmarked = vendors.Bound[qos.QueueSet]{V: qos.Queues(3, 7), Source: "S"} },
		"C14 error leaf1:Port1-2: queue 3 (roce) marks, and ECN of T1 is not for queues 3,7 (S)"},
	{"detection out of range", func(n *Net) { limits(n).Detect = within(10*time.Millisecond, 199*time.Millisecond) },
		"C14 error leaf1:Port1-2: detect of the watchdog is 200ms, and goes from 10ms to 199ms on T1 (S)"},
	{"restoration out of range", func(n *Net) { limits(n).Restore = within(401*time.Millisecond, time.Second) },
		"C14 error leaf1:Port1-2: restore of the watchdog is 400ms, and goes from 401ms to 1s on T1 (S)"},
	{"times that the vendor forbids", func(n *Net) { watchdog(n).Detect = qos.NotAllowed[time.Duration]("10ms is below 200ms", 7) },
		"C14 error leaf1:Port2: 10ms is below 200ms"},
	{"times that cannot be read", func(n *Net) { watchdog(n).Restore = qos.NotRead[time.Duration]("odd", 7) },
		"C14 not checked leaf1:Port2: not checked: whether the times of the watchdog are such as T1 can have: odd"},
	{"two lossless classes on an E810", func(n *Net) {
		host(n).Name = "intel-E810"
		n.Switches[0].Ports[1].PFC.Priorities = qos.Is(qos.Queues(3, 4))
	},
		"C14 error leaf1:Port2 towards host intel-E810: 2 priorities are lossless (3,4), and an Intel E810 pauses 1, of four traffic classes"},
	{"no watchdog", func(n *Net) { n.Switches[0].Ports[1].Watchdog.On = qos.Is(false) }, "C15 warning leaf1:Port2: priority 3 is paused without a watchdog"},
	{"hasty watchdog", func(n *Net) { n.Switches[0].Ports[1].Watchdog.Detect = qos.Is(14 * time.Millisecond) },
		"C15 warning leaf1:Port2: the watchdog acts after 14ms, and an honest pause takes up to 1.44ms at 100G while 18,000,000 B drain"},
	{"slow watchdog", func(n *Net) { n.Switches[0].Ports[1].Watchdog.Restore = qos.Is(5 * time.Second) },
		"C15 warning leaf1:Port2: the watchdog detects after 200ms and restores after 5s, and queue pairs time out after 4.2949673s"},
	{"a watchdog that acts when it likes", func(n *Net) { watchdog(n).Detect = qos.Default[time.Duration](0) },
		"C15 not checked leaf1:Port2: not checked: whether the watchdog ends honest pauses: after which time that of T1 acts is its own rule, and not known"},
	{"a watchdog over a buffer of unknown size", func(n *Net) { n.Switches[0].Platform.Memory = vendors.Memory{} },
		"C15 not checked leaf1:Port1-2: not checked: whether the watchdog ends honest pauses: no buffer data for T1, and how long a full one drains is not known; it acts after 200ms"},
	{"a watchdog on a port of unknown speed", func(n *Net) { n.Switches[0].Ports[1].Speed = 0 },
		"C15 not checked leaf1:Port2: not checked: whether the watchdog ends honest pauses: the speed of the port is not known"},
	{"a watchdog that cannot be read", func(n *Net) { watchdog(n).On = qos.NotRead[bool]("odd", 7) },
		"C15 not checked leaf1:Port2: not checked: whether a watchdog guards what is paused: odd"},
	{"a watchdog over other priorities", func(n *Net) { watchdog(n).On = qos.NotAllowed[bool]("it watches 4, and 3 is paused", 7) },
		"C15 warning leaf1:Port2: it watches 4, and 3 is paused"},
	{"a watchdog that restores nothing", func(n *Net) {
		watchdog(n).Restore = qos.Value[time.Duration]{State: qos.Known, Why: "there is no line"}
		limits(n).Restore = within(100*time.Millisecond, time.Second)
	}, "C15 warning leaf1:Port2: the watchdog restores no queue: there is no line"},
	{"a watchdog that restores when it likes", func(n *Net) { watchdog(n).Restore = qos.Default[time.Duration](0) },
		"C15 not checked leaf1:Port2: not checked: whether the watchdog is done before queue pairs time out: after which time that of T1 restores a queue is its own rule"},
	{"another action", func(n *Net) { n.Switches[0].Ports[0].Watchdog.Action = qos.Is(qos.WatchdogForward) },
		"C15 warning leaf1:Port1 - spine1:Port1: the watchdogs of the two ends do different things: forward and drop"},
}

// readECN and schedule make a value of the lossless queue of leaf1 something else; watchdog is that of its second port.
func readECN(n *Net, v qos.Value[qos.ECN]) { queueOf(n).ECN = v }

func schedule(n *Net, v qos.Value[qos.Schedule]) { queueOf(n).Schedule = v }

func watchdog(n *Net) *qos.Watchdog { return &n.Switches[0].Ports[1].Watchdog }

// queueOf is the lossless queue of both ports of leaf1.
func queueOf(n *Net) *qos.EgressQueue {
	e := *n.Switches[0].Ports[0].Egress
	n.Switches[0].Ports[0].Egress, n.Switches[0].Ports[1].Egress = &e, &e
	return &e.Queues[3]
}

// unlist makes leaf1 say nothing of the class of a code point.
func unlist(n *Net, d qos.DSCP) {
	c := *n.Switches[0].Ports[0].Classify
	c.Unlisted, c.Trust = 1<<d, qos.NotRead[qos.Trust](fmt.Sprintf("%d is in no map", d), 7)
	n.Switches[0].Ports[0].Classify, n.Switches[0].Ports[1].Classify = &c, &c
}

// host is the network card at a port of leaf1.
func host(n *Net) *fabric.NIC { return n.Switches[0].Ports[1].NIC }

// limits are those of leaf1.
func limits(n *Net) *vendors.Limits { return &n.Switches[0].Platform.Limits }

func within(least, most time.Duration) vendors.Bound[vendors.Span] {
	return vendors.Bound[vendors.Span]{V: vendors.Span{Least: least, Most: most}, Source: "S"}
}

// pauseTwo makes leaf1 pause two priorities.
func pauseTwo(n *Net) { n.Switches[0].Ports[1].PFC.Priorities = qos.Is(qos.Queues(3, 4)) }

// edge makes a port to a host one that does not take part, with RoCE in a queue.
func edge(n *Net, q qos.Queue) *Port {
	p := &n.Switches[0].Ports[1]
	p.Role, p.NIC, p.PFC.Priorities = "host", nil, qos.Is(qos.QueueSet(0))
	reclass(p, 26, q)
	return p
}

// bundle makes one of the ports of leaf1, and gives the second.
func bundle(n *Net) *Port {
	s := n.Switches[0]
	s.Ports[0].LAG, s.Ports[1].LAG = "lag1", "lag1"
	return &s.Ports[1]
}

// alone makes all switches of one kind, each with facets of its own.
func alone(n *Net) {
	for _, s := range n.Switches {
		s.Role = "leaf"
	}
}

func setBuffer(n *Net, b qos.Value[qos.Buffer]) { n.all(func(p *Port) { p.Ingress.Buffers[3] = b }) }

func setECN(n *Net, e qos.ECN) { n.all(func(p *Port) { p.Egress.Queues[3].ECN = qos.Is(e) }) }

func reclass(p *Port, d qos.DSCP, q qos.Queue) { p.Classify.DSCP[d] = q }

func pool(n *Net, size qos.Bytes) {
	n.Switches[0].Platform.Memory.Pool = vendors.Amount{Bytes: size, Source: "S"}
}

func tunnelled(n *Net, d qos.TunnelDSCP, e qos.TunnelECN) {
	n.Switches[0].VXLAN = true
	n.Switches[0].QoS.Tunnel = qos.Tunnel{DSCP: qos.Is(d), ECN: qos.Is(e)}
}

func TestFindings(t *testing.T) {
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			n := good()
			test.spoil(n)
			found := Run(n).Findings
			if !slices.ContainsFunc(found, func(f Finding) bool { return strings.HasPrefix(say(f), test.want) }) {
				t.Errorf("want %s, got", test.want)
				for _, f := range found {
					t.Log(say(f))
				}
			}
		})
	}
}

// boundaries are fabrics at the last value that is right, and the code that must not appear.
func TestBoundaries(t *testing.T) {
	for name, test := range map[string]struct {
		code string
		edge func(*Net)
	}{
		"headroom": {"C01", func(n *Net) { setBuffer(n, qos.Is(qos.Buffer{Headroom: 49_152, AlphaNum: 1, AlphaDen: 8})) }},
		"memory":   {"C02", func(n *Net) { n.Switches[0].Platform.Memory.Size.Bytes = 320_000 }},
		"one part": {"C02", func(n *Net) {
			n.Switches[0].Platform.Memory.Size.Bytes, n.Switches[0].Platform.Memory.Parts = 640_000, 2
		}},
		"pool":        {"C02", func(n *Net) { pool(n, 320_000) }},
		"two feeders": {"C03", func(n *Net) { setECN(n, qos.ECN{On: true, Min: 1 << 20, Max: 2 << 20}) }},
		"latency":     {"C04", func(n *Net) { n.LatencySLO = intent.Opt[time.Duration]{V: 360 * time.Microsecond, Set: true} }},
		"advertises": {"C08", func(n *Net) {
			n.Switches[0].Ports[0].PFC.Negotiated = qos.Is(true)
			n.Switches[2].Ports[0].DCBX = qos.Is(qos.DCBXAdvertise)
		}},
		"switched, tags": {"C08", func(n *Net) {
			n.Switches[0].Ports[0].PFC.Key = qos.Is(qos.PFCByPCP)
			n.Switches[0].Ports[0].Routed = false
		}},
		"as many as are stated": {"C14", func(n *Net) {
			pauseTwo(n)
			limits(n).Lossless, limits(n).Pausable = vendors.Bound[int]{V: 2, Source: "S"}, vendors.Bound[qos.QueueSet]{V: qos.Queues(3, 4), Source: "S"}
			limits(n).Detect, limits(n).Restore = within(200*time.Millisecond, time.Second), within(0, 400*time.Millisecond)
		}},
		"one, as is assumed":           {"C14", func(n *Net) { limits(n).Lossless = vendors.Bound[int]{V: 2, Quality: vendors.Assumed, Source: "S"} }},
		"an E810":                      {"C14", func(n *Net) { host(n).Name = "e810" }},
		"an edge that marks again":     {"C09", func(n *Net) { edge(n, 0).Classify.RewriteDSCP[26] = 0 }},
		"an RDMA packet of 4096 bytes": {"C08", func(n *Net) { host(n).MTU = qos.Is[qos.Bytes](4192) }},
		"a port that takes either": {"C08", func(n *Net) {
			n.Switches[0].Ports[1].Classify.Trust = qos.Is(qos.TrustDSCPElsePCP)
			host(n).Trust = qos.Is(qos.TrustPCP)
		}},
		"802.3x pause without PFC": {"C08", func(n *Net) {
			n.Switches[0].Ports[1].Pause = true
			n.Switches[0].Ports[1].PFC.Priorities = qos.Is(qos.QueueSet(0))
			host(n).PFC = qos.Is(qos.QueueSet(0))
		}},
		"members alike": {"C08", func(n *Net) { bundle(n) }},
		"control tags of their own": {"C11", func(n *Net) {
			n.all(func(p *Port) { p.Classify.Trust, p.Classify.PCP[6] = qos.Is(qos.TrustPCP), 6 })
		}},
		"static":     {"C16", func(n *Net) { setBuffer(n, qos.Is(qos.Buffer{Headroom: 50_000, XOFF: 2_000_000})) }},
		"just below": {"C18", func(n *Net) { n.Switches[0].Ports[1].CableMetres = 9_999 }},
		"never restores": {"C14", func(n *Net) {
			watchdog(n).Restore = qos.Value[time.Duration]{State: qos.Known, Why: "there is no line"}
			limits(n).Restore = within(100*time.Millisecond, time.Second)
		}},
		"one packet": {"C03", func(n *Net) { setECN(n, qos.ECN{On: true, Min: 4200, Max: 1_500_000}) }},
		"detect":     {"C15", func(n *Net) { n.all(func(p *Port) { p.Watchdog.Detect = qos.Is(14400 * time.Microsecond) }) }},
		"copied":     {"C13", func(n *Net) { tunnelled(n, qos.TunnelUniform, qos.TunnelECNCopy) }},
	} {
		n := good()
		test.edge(n)
		for _, f := range Run(n).Findings {
			if f.Code == test.code {
				t.Errorf("%s: %s", name, say(f))
			}
		}
	}
}

// TestVectors are worked numbers of the literature.
func TestVectors(t *testing.T) {
	const shared = 12_000_000 - 8*32*22_400 // of DCQCN's 32 ports
	for beta, want := range map[int64]qos.Bytes{1: 12_237, 2: 16_316, 4: 19_580, 8: 21_755, 16: 23_035, 1 << 32: 24_474} {
		if got := MostKmin(shared, headroom.Alpha{Num: beta, Den: 1}, 8*32); got != want {
			t.Errorf("beta %d: %d, want %d", beta, got, want)
		}
	}
	eighth := headroom.Alpha{Num: 1, Den: 8}
	if got := MostKmin(18_000_000, eighth, 1); got != 2_000_000 {
		t.Errorf("a queue alone: %d", got)
	}
	if got := (pausing{alpha: eighth, shared: 18_000_000}).at(2 << 20); got != 1_987_856 {
		t.Errorf("pauses at %d", got)
	}
	for _, gigabits := range []qos.BitsPerSecond{25, 50, 100, 200, 400, 800} { // HPCC's thresholds grow with the speed: a constant time
		low, high := 100_000*qos.Bytes(gigabits)/25, 400_000*qos.Bytes(gigabits)/25
		if Drain(low, gigabits*qos.Gbps) != 32*time.Microsecond || Drain(high, gigabits*qos.Gbps) != 128*time.Microsecond {
			t.Errorf("%dG: %s, %s", gigabits, Drain(low, gigabits*qos.Gbps), Drain(high, gigabits*qos.Gbps))
		}
	}
	for depth, want := range map[qos.Bytes][5]float64{150_000: {48, 12, 6, 3, 1.5}, 1_500_000: {480, 120, 60, 30, 15}, 3_000_000: {960, 240, 120, 60, 30}} {
		for i, speed := range []qos.BitsPerSecond{25, 100, 200, 400, 800} {
			if got := Drain(depth, speed*qos.Gbps); got != time.Duration(want[i]*float64(time.Microsecond)) {
				t.Errorf("%d at %d: %s, want %g µs", depth, speed, got, want[i])
			}
		}
	}
	for mtu, want := range map[qos.Bytes]qos.Bytes{1500: 1024, 4191: 2048, 4192: 4096, 9000: 4096, 352: 256, 351: 0} {
		if got := RDMAMTU(mtu); got != want {
			t.Errorf("MTU %d: %d, want %d", mtu, got, want)
		}
	}
	for code, want := range map[int]time.Duration{14: 67 * time.Millisecond, 18: 1074 * time.Millisecond, 20: 4295 * time.Millisecond, 22: 17180 * time.Millisecond} {
		if got := QPTimeout(code); got.Round(time.Millisecond) != want {
			t.Errorf("code %d: %s, want %s", code, got, want)
		}
	}
}

func TestPolicies(t *testing.T) {
	n := good()
	n.Switches[0].Ports[0].MTU, n.Switches[0].Ports[1].MTU = qos.Is[qos.Bytes](9300), qos.Is[qos.Bytes](9300)
	n.Switches[0].Ports[1].NIC = &fabric.NIC{MTU: qos.Is[qos.Bytes](9000)}
	policy := func(severity string) *Report {
		n.Policies = []intent.Policy{{Code: "C08", Severity: intent.Opt[string]{V: severity}, Reason: intent.Opt[string]{V: "new optics in May"}}}
		return Run(n)
	}
	if r := policy("warning"); r.Errors() || len(r.Wrong()) != 1 || r.Findings[0].Reason != "new optics in May" {
		t.Errorf("warning: %+v", r.Findings)
	}
	if r := policy("error"); !r.Errors() {
		t.Error("error: no error")
	}
	r := policy("off")
	if len(r.Findings) != 0 || len(r.Off) != 1 {
		t.Errorf("off: %+v", r)
	}
	var text strings.Builder
	if err := Text(&text, r, 0); err != nil || !strings.HasSuffix(text.String(), ".\nC08 is off by policy: new optics in May.\n") {
		t.Errorf("%q, %v", text.String(), err)
	}
}

// TestSameBytes: a report is the same whatever the order of switches.
func TestSameBytes(t *testing.T) {
	report := func(backwards bool) string {
		n := good()
		n.all(func(p *Port) { reclass(p, 48, 3); p.Egress.Queues[3].ECN = qos.Is(qos.ECN{}) })
		if backwards {
			slices.Reverse(n.Switches)
			n = n.finish(nil)
		}
		var b strings.Builder
		if err := JSON(&b, Run(n), nil); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if a, b := report(false), report(true); a != b {
		t.Errorf("%s\nand\n%s", a, b)
	}
}
