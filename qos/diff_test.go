package qos

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// roce is a port as the usual plan has it: DSCP 24 and 26 lossless with ECN in queue 3, CNP strict in 6, control strict in 7.
func roce(name string) Port {
	classify := Classify{Trust: Is(TrustDSCP)}
	fillRewrites(&classify)
	classify.DSCP[24], classify.DSCP[26] = 3, 3
	classify.DSCP[48], classify.DSCP[56] = 6, 7
	egress := Egress{}
	for q := range egress.Queues {
		egress.Queues[q].Schedule = Is(Schedule{})
		egress.Queues[q].ECN = Is(ECN{})
	}
	egress.Queues[0].Schedule = Is(Schedule{Share: 500})
	egress.Queues[3].Schedule = Is(Schedule{Share: 500})
	egress.Queues[3].ECN = Is(ECN{On: true, Min: 150 << 10, Max: 1500 << 10, Probability: 7})
	egress.Queues[6].Schedule = Is(Schedule{Strict: true, Rank: 2})
	egress.Queues[7].Schedule = Is(Schedule{Strict: true, Rank: 1})
	return Port{
		Name:     name,
		Classify: &classify,
		Egress:   &egress,
		PFC:      PFC{Priorities: Is(Queues(3)), Negotiated: Is(false), Key: Is(PFCByClass)},
		Watchdog: Watchdog{On: Is(true), Action: Is(WatchdogDrop), Detect: Is(200 * time.Millisecond)},
		MTU:      Is(Bytes(9216)),
	}
}

func fillRewrites(c *Classify) {
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = Keep
	}
}

func roceSwitch(ports ...string) *Switch {
	s := &Switch{NonECT: Is(NonECTDrop)}
	shared := roce("")
	for _, name := range ports {
		p := shared
		p.Name = name
		s.Ports = append(s.Ports, p)
	}
	s.Names[0], s.Names[3] = "best_effort", "roce"
	return s
}

// texts runs Diff for one port before and after a change to it.
func texts(change func(*Port)) []string {
	before, after := roceSwitch("Ethernet1/1"), roceSwitch("Ethernet1/1")
	p := &after.Ports[0]
	classify, egress := *p.Classify, *p.Egress
	p.Classify, p.Egress = &classify, &egress
	change(p)
	var list []string
	for _, d := range Diff(before, after) {
		list = append(list, d.Text)
	}
	return list
}

func TestDiffSentences(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Port)
		want   []string
	}{
		{"nothing", func(*Port) {}, nil},
		{"PFC off", func(p *Port) { p.PFC = PFC{Priorities: Is(QueueSet(0))} }, []string{
			"DSCP 24,26 (roce) turn lossy",
		}},

		{"class moves", func(p *Port) { p.Classify.DSCP[26] = 0 }, []string{
			"DSCP 26 (roce) turns lossy",
			"DSCP 26 moves from queue 3 (roce) to queue 0 (best_effort)",
		}},
		{"run", func(p *Port) { fill(p.Classify.DSCP[8:16], 6) }, []string{
			"DSCP 8-15 move from queue 0 (best_effort) to queue 6",
		}},
		{"ECN off", func(p *Port) { p.Egress.Queues[3].ECN = Is(ECN{}) }, []string{"queue 3 (roce) loses ECN marking"}},
		{"ECN curve", func(p *Port) {
			p.Egress.Queues[3].ECN = Is(ECN{On: true, Min: 950 << 10, Max: 3000 << 10, Probability: 7})
		}, []string{"queue 3 (roce): ECN marks from 950 KiB to 3000 KiB (was from 150 KiB to 1500 KiB)"}},
		{"not strict", func(p *Port) { p.Egress.Queues[7].Schedule = Is(Schedule{Share: 111}) }, []string{
			"queue 7 is no longer strict priority; it shares 10 %",
			"queue 6 is strict priority 1 (was 2)",
			"shares: queue 0 (best_effort) 45 % (was 50 %), queue 3 (roce) 45 % (was 50 %)",
		}},
		{"MTU", func(p *Port) { p.MTU = Is(Bytes(1500)) }, []string{"largest packet falls from 9216 to 1500"}},
		{"MTU by the device", func(p *Port) { p.MTU = Default(Bytes(9216)) },
			[]string{"largest packet is by the device's own rule (9216) (was 9216)"}},
		{"watchdog", func(p *Port) { p.Watchdog = Watchdog{On: Is(false)} }, []string{"the PFC watchdog is switched off"}},
		{"trust", func(p *Port) { p.Classify.Trust = NotRead[Trust]("policy-map X", 3) },
			[]string{"trust is not readable: policy-map X (was dscp)"}},
		{"ECN turned to drop", func(p *Port) { p.Egress.Queues[3].ECN.V.DropOnly = true },
			[]string{"queue 3 (roce) loses ECN marking and drops early instead"}},
		{"ECN probability", func(p *Port) { p.Egress.Queues[3].ECN.V.Probability = 100 },
			[]string{"queue 3 (roce): ECN marks from 150 KiB to 1500 KiB at 100 % (was from 150 KiB to 1500 KiB at 7 %)"}},
		{"ECN on", func(p *Port) { p.Egress.Queues[0].ECN = Is(ECN{On: true, Min: 1 << 20, Max: 2 << 20, Probability: 5}) },
			[]string{"queue 0 (best_effort) gains ECN marking, from 1 MiB to 2 MiB at 5 %"}},
		{"ECN not readable", func(p *Port) { p.Egress.Queues[3].ECN = NotRead[ECN]("random-detect odd", 9) },
			[]string{"queue 3 (roce): ECN is not readable: random-detect odd (was from 150 KiB to 1500 KiB at 7 %)"}},
		{"strict", func(p *Port) { p.Egress.Queues[3].Schedule = Is(Schedule{Strict: true, Rank: 3}) }, []string{
			"queue 3 (roce) turns strict priority; it shared 50 %",
			"shares: queue 0 (best_effort) 100 % (was 50 %)",
		}},
		{"shaping", func(p *Port) { p.Egress.Queues[6].Max = Is(4 * Gbps) },
			[]string{"queue 6: maximum rate is 4 Gbps (was not set)"}},
		{"limit", func(p *Port) { p.Egress.Queues[0].Limit = Is(Limit{AlphaNum: 2, AlphaDen: 16}) },
			[]string{"queue 0 (best_effort): queue limit is alpha 1/8 (was not set)"}},
		{"another priority", func(p *Port) { p.PFC.Priorities = Is(Queues(0, 7)) }, []string{
			"DSCP 24,26 (roce) turn lossy",
			"DSCP 0-23,25,27-47,49-55,57-63 and PCP 0-7 and frames with neither DSCP nor PCP (best_effort) turn lossless",
			"DSCP 56 turns lossless",
		}},
		{"PFC by the device", func(p *Port) { p.PFC.Priorities = Value[QueueSet]{State: PlatformDefault, Why: "DCBX decides"} },
			[]string{"the set of paused priorities is by the device's own rule: DCBX decides (was 3)"}},
		{"PFC not readable", func(p *Port) {
			p.PFC.Priorities, p.PFC.Negotiated = NotRead[QueueSet]("odd", 7), NotRead[bool]("odd", 7)
		}, []string{
			"PFC is not readable: odd (was forced on)",
			"the set of paused priorities is not readable: odd (was 3)",
		}},
		{"PFC negotiated", func(p *Port) { p.PFC.Negotiated = Is(true) },
			[]string{"PFC is on only if the peer agrees by DCBX (was forced on)"}},
		{"PFC key", func(p *Port) { p.PFC.Key = Is(PFCByPCP) }, []string{"PFC priority is decided by pcp (was decided by class)"}},
		{"watchdog time", func(p *Port) { p.Watchdog.Detect = Default(time.Duration(0)) },
			[]string{"PFC watchdog: detection time is by the device's own rule (was 200ms)"}},
		{"watchdog escalation", func(p *Port) { p.Watchdog.Escalate = Is(Escalation{Action: "turn-off", Count: 30}) },
			[]string{"PFC watchdog: escalation is turn-off after 30 (was not set)"}},
		{"headroom", func(p *Port) { p.Ingress = ingress(3) }, []string{"ingress headroom: described (was not described)"}},
		{"rewrite", func(p *Port) {
			p.Classify.RewriteDSCP[24], p.Classify.RewriteDSCP[26], p.Classify.RewritePCP[3] = 0, 0, 4
		}, []string{
			"DSCP 24,26 are rewritten to DSCP 0 (was kept)",
			"the PCP of queue 3 (roce) is rewritten to PCP 4 (was kept)",
		}},
		{"rule", func(p *Port) {
			p.Classify.Rules = []Rule{{Match: "packets that access list X permits", Queue: 3, Does: "are policed to 1 Gbps"}}
		}, []string{
			"now: packets that access list X permits go to queue 3 and are policed to 1 Gbps",
			"packets that access list X permits turn lossless",
		}},
		{"trust other than known", func(p *Port) { p.Classify.Trust = Is(TrustMixed) },
			[]string{"tagged IP packets are classed by whichever of DSCP and PCP matches first (was by DSCP)"}},
		{"PCP and other frames", func(p *Port) {
			p.Classify.Other = 1
			fill(p.Classify.PCP[:], 1)
		}, []string{
			"PCP 0-7 and frames with neither DSCP nor PCP move from queue 0 (best_effort) to queue 1",
		}},
		{"DCBX", func(p *Port) { p.DCBX = Is(DCBXAdvertise) }, []string{"DCBX is advertise (was not set)"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, texts(test.change)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What could not be read before is neither gained nor lost.
func TestDiffFromWhatWasNotReadable(t *testing.T) {
	before, after := two()
	before.Ports[0].PFC.Priorities = NotRead[QueueSet]("odd", 7)
	before.Ports[0].Egress.Queues[3].ECN = NotRead[ECN]("random-detect odd", 9)
	var got []string
	for _, d := range Diff(before, after) {
		got = append(got, d.Kind+": "+d.Text)
	}
	want := []string{
		"readable-now: queue 3: ECN is from 150 KiB to 1500 KiB at 7 % (was not readable: random-detect odd)",
		"readable-now: the set of paused priorities is 3 (was not readable: odd)",
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDiffIngressAndClassMTU(t *testing.T) {
	buffer := func(headroom, xoff Bytes) *Ingress {
		in := &Ingress{}
		in.Buffers[3] = Is(Buffer{Headroom: headroom << 10, XOFF: xoff << 10, XON: 40 << 10})
		return in
	}
	mtu := func(b Bytes) *ClassMTU {
		m := &ClassMTU{}
		m.MTU[0], m.MTU[3] = Is(b), Is(Bytes(9216))
		return m
	}
	some := func(b Bytes, queues ...Queue) *ClassMTU {
		m := &ClassMTU{}
		for q := range m.MTU {
			m.MTU[q] = Is(Bytes(1500))
		}
		for _, q := range queues {
			m.MTU[q] = Is(b)
		}
		return m
	}
	every := func(b Bytes) *ClassMTU { return some(b, AllQueues.List()...) }
	set := &Ingress{}
	set.Buffers[3] = Default(Buffer{})
	tests := []struct {
		name          string
		before, after Port
		kind, text    string
	}{
		{"less headroom", Port{Ingress: buffer(100, 50)}, Port{Ingress: buffer(90, 50)}, "headroom-shrinks",
			"priority 3 (roce): headroom 90 KiB, XOFF at 50 KiB, XON at 40 KiB (was headroom 100 KiB, XOFF at 50 KiB, XON at 40 KiB)"},
		{"more headroom", Port{Ingress: buffer(90, 50)}, Port{Ingress: buffer(100, 50)}, "headroom-grows",
			"priority 3 (roce): headroom 100 KiB, XOFF at 50 KiB, XON at 40 KiB (was headroom 90 KiB, XOFF at 50 KiB, XON at 40 KiB)"},
		{"another threshold", Port{Ingress: buffer(90, 50)}, Port{Ingress: buffer(100, 60)}, "buffer-changed",
			"priority 3 (roce): headroom 100 KiB, XOFF at 60 KiB, XON at 40 KiB (was headroom 90 KiB, XOFF at 50 KiB, XON at 40 KiB)"},
		{"smaller class MTU", Port{ClassMTU: mtu(9216)}, Port{ClassMTU: mtu(1500)}, "mtu-shrinks",
			"largest packet of queue 0 (best_effort) falls from 9216 to 1500"},
		{"larger class MTU", Port{ClassMTU: mtu(1500)}, Port{ClassMTU: mtu(9216)}, "mtu-grows",
			"largest packet of queue 0 (best_effort) rises from 1500 to 9216"},
		{"every class MTU", Port{ClassMTU: every(1500)}, Port{ClassMTU: every(9216)}, "mtu-grows",
			"largest packet of every class rises from 1500 to 9216"},
		{"some class MTUs", Port{ClassMTU: every(1500)}, Port{ClassMTU: some(9216, 0, 3)}, "mtu-grows",
			"largest packet of queue 0 (best_effort), queue 3 (roce) rises from 1500 to 9216"},
		{"a buffer that follows", Port{Ingress: &Ingress{}}, Port{Ingress: set}, "headroom-follows",
			"priority 3 (roce): the device sets an ingress buffer aside by its own rule"},
		{"a buffer that goes", Port{Ingress: set}, Port{Ingress: &Ingress{}}, "headroom-follows",
			"priority 3 (roce): nothing lossless needs the ingress buffer any more that the device had set aside"},
		{"a buffer left to the device", Port{Ingress: buffer(90, 50)}, Port{Ingress: set}, "buffer-changed",
			"priority 3 (roce): ingress buffer is by the device's own rule (was headroom 90 KiB, XOFF at 50 KiB, XON at 40 KiB)"},
	}
	for _, test := range tests {
		before, after := roceSwitch("Ethernet1/1"), roceSwitch("Ethernet1/1")
		before.Ports[0].Ingress, before.Ports[0].ClassMTU = test.before.Ingress, test.before.ClassMTU
		after.Ports[0].Ingress, after.Ports[0].ClassMTU = test.after.Ingress, test.after.ClassMTU
		found := Diff(before, after)
		if len(found) != 1 || found[0].Kind != test.kind || found[0].Text != test.text {
			t.Errorf("%s: %+v", test.name, found)
		}
	}
}

func TestDiffGroupsPorts(t *testing.T) {
	before := roceSwitch("Ethernet1/1", "Ethernet1/2", "Ethernet1/3", "Ethernet1/10", "Ethernet1/11")
	after := roceSwitch("Ethernet1/1", "Ethernet1/2", "Ethernet1/3", "Ethernet1/10", "Ethernet1/12")
	for _, i := range []int{0, 1, 3} {
		p := roce(after.Ports[i].Name) // facets of its own: ports are grouped by what happens, not by what they share
		p.Egress.Queues[3].ECN = Is(ECN{})
		after.Ports[i] = p
	}
	after.Ports[2].MTU = Is(Bytes(1500))
	want := []Difference{
		{Kind: "port-gone", Ports: []string{"Ethernet1/11"}, Before: "present", After: "absent", Text: "the port is gone", Weight: 90},
		{Kind: "ecn-lost", Facet: FacetEgress, Ports: []string{"Ethernet1/1", "Ethernet1/2", "Ethernet1/10"},
			Before: "from 150 KiB to 1500 KiB at 7 %", After: "off", Text: "queue 3 (roce) loses ECN marking", Weight: 80},
		{Kind: "mtu-shrinks", Facet: FacetMTU, Ports: []string{"Ethernet1/3"}, Before: "9216", After: "1500",
			Text: "largest packet falls from 9216 to 1500", Weight: 20},
		{Kind: "port-new", Ports: []string{"Ethernet1/12"}, Before: "absent", After: "present", Text: "the port is new"},
	}
	if diff := cmp.Diff(want, Diff(before, after)); diff != "" {
		t.Error(diff)
	}
}

// A queue counts when it is reached on either side: what it did before it was used is a difference too.
func TestDiffSeesQueuesOfBothSides(t *testing.T) {
	got := texts(func(p *Port) {
		p.Classify.DSCP[40] = 5
		p.Egress.Queues[5].Schedule = Is(Schedule{Share: 250})
	})
	want := []string{
		"DSCP 40 moves from queue 0 (best_effort) to queue 5",
		"shares: queue 0 (best_effort) 40 % (was 50 %), queue 3 (roce) 40 % (was 50 %), queue 5 20 % (was 0 %)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A priority that nothing on the port is in is told of by itself: no traffic turns lossless by it.
func TestDiffOfPriorityWithoutTraffic(t *testing.T) {
	before, after := roceSwitch("Ethernet1/1"), roceSwitch("Ethernet1/1")
	other := roce("Ethernet1/2")
	other.Classify.DSCP[40] = 5 // so that queue 5 is in use
	before.Ports, after.Ports = append(before.Ports, other), append(after.Ports, other)
	after.Ports[0].PFC.Priorities = Is(Queues(5))
	var got []string
	for _, d := range Diff(before, after) {
		got = append(got, d.Text)
	}
	if diff := cmp.Diff([]string{"DSCP 24,26 (roce) turn lossy", "priority 5 is paused now"}, got); diff != "" {
		t.Error(diff)
	}
}

// What can no longer be read is worse than what is known to have changed.
func TestDiffNotReadable(t *testing.T) {
	before, after := two()
	after.Ports[0].Egress.Queues[3].ECN = NotRead[ECN]("random-detect odd", 9)
	after.Ports[0].MTU = NotRead[Bytes]("mtu odd", 9)
	for _, d := range Diff(before, after) {
		if d.Kind != "not-readable" {
			t.Errorf("%+v", d)
		}
	}
	for _, d := range Diff(after, before) {
		if d.Kind == "not-readable" {
			t.Errorf("back: %+v", d)
		}
	}
}

// TestDiffOfPFCByTag: what turns lossless does so only as far as PFC's own field says it.
func TestDiffOfPFCByTag(t *testing.T) {
	for _, c := range []struct {
		trust Trust
		pcp   Queue // the one in queue 3
		want  string
	}{
		{TrustDSCP, 0, "DSCP 26 turns lossless, as far as tagged with priority 3"},
		{TrustPCP, 3, "PCP 3 turns lossless"},
		{TrustPCP, 4, "PCP 4 turns lossless, as far as tagged with priority 3"},
	} {
		classify := &Classify{Trust: Is(c.trust)}
		classify.DSCP[26], classify.PCP[c.pcp] = 3, 3
		before, after := Port{Name: "e1", Classify: classify}, Port{Name: "e1", Classify: classify}
		before.PFC.Priorities = Is(QueueSet(0))
		after.PFC = PFC{Priorities: Is(Queues(3)), Key: Is(PFCByPCP)}
		found := Diff(&Switch{Ports: []Port{before}}, &Switch{Ports: []Port{after}})
		if len(found) == 0 || found[0].Text != c.want {
			t.Errorf("got %+v, want %q", found, c.want)
		}
	}
}

func TestDiffOfRuleOrder(t *testing.T) {
	before, after := two()
	x, y := Rule{Match: "x", Queue: 1, Line: 1}, Rule{Match: "y", Queue: 2, Line: 2}
	before.Ports[0].Classify.Rules, after.Ports[0].Classify.Rules = []Rule{x, y}, []Rule{y, x}
	found := Diff(before, after)
	if len(found) != 1 || found[0].Text != "classification rules are tried in another order" {
		t.Errorf("%+v", found)
	}
}

func TestDiffOfTheSwitch(t *testing.T) {
	before, after := roceSwitch("Ethernet1/1"), roceSwitch("Ethernet1/1")
	before.Tunnel = Tunnel{DSCP: Is(TunnelUniform), ECN: Is(TunnelECNCopy)}
	after.Tunnel = Tunnel{DSCP: Is(TunnelPipe), ECN: Is(TunnelECNIgnore)}
	after.NonECT = Is(NonECTForward)
	var got []string
	for _, d := range Diff(before, after) {
		if d.Ports != nil {
			t.Errorf("%s on ports %v", d.Text, d.Ports)
		}
		got = append(got, d.Text)
	}
	want := []string{
		"tunnels lose the congestion marks of the underlay",
		"a packet that is not ECN-capable is forwarded between the thresholds of ECN (was dropped between the thresholds of ECN)",
		"DSCP of tunnels is copied out and dropped (was copied out, and back in where the switch does that)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if back := Diff(after, before); back[len(back)-1].Text != "tunnels keep the congestion marks of the underlay" {
		t.Errorf("back: %+v", back)
	}
	after.Tunnel.DSCP = Is(TunnelDSCPZero)
	zero := "DSCP of tunnels is 0 on the underlay, which every class then crosses as best effort (was copied out, and back in where the switch does that)"
	if found := Diff(before, after); found[2].Text != zero {
		t.Errorf("zero: %+v", found)
	}
}

func TestKindOfNothing(t *testing.T) {
	if k, ok := KindOf("no-such-kind"); ok {
		t.Errorf("%+v", k)
	}
}

func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for i, k := range Kinds() {
		if seen[k.Code] || k.Meaning == "" {
			t.Errorf("%+v", k)
		}
		seen[k.Code] = true
		if i > 0 && k.Weight > Kinds()[i-1].Weight {
			t.Errorf("%s is worse than the kind before it", k.Code)
		}
		if better := k.Sense == Better || k.Sense == Follows; better != (k.Weight == 0) {
			t.Errorf("%s has sense %d and weight %d", k.Code, k.Sense, k.Weight)
		}
		if found, ok := KindOf(k.Code); !ok || found != k {
			t.Errorf("%s is found as %+v", k.Code, found)
		}
	}
}

// Packets that a rule sends to a paused queue are lossless too: worst first, it is said that they turn lossy, and which stay lossless.
func TestDiffOfLosslessRules(t *testing.T) {
	const match = "packets that access list X permits"
	sw := func(rules ...Rule) *Switch {
		p := wanted("e1")
		p.Classify.Rules = rules
		return &Switch{Ports: []Port{p}}
	}
	unpaused := sw(Rule{Match: match, Queue: 3})
	unpaused.Ports[0].PFC.Priorities = Is(QueueSet(0))
	for name, c := range map[string]struct {
		before, after *Switch
		kind, text    string // of the first difference
	}{
		"gone":            {sw(Rule{Match: match, Queue: 3}), sw(), "lossless-lost", match + " turn lossy, but for DSCP 24,26"},
		"twice":           {sw(Rule{Match: match, Queue: 3}, Rule{Match: match, Queue: 3, Does: "are counted"}), sw(), "lossless-lost", match + " turn lossy, but for DSCP 24,26"},
		"moved":           {sw(Rule{Match: match, Queue: 3}), sw(Rule{Match: match, Queue: 5}), "lossless-lost", match + " turn lossy, but for DSCP 24,26"},
		"no longer PFC":   {sw(Rule{Match: match, Queue: 3}), unpaused, "lossless-lost", "DSCP 24,26 turn lossy"},
		"does more":       {sw(Rule{Match: match, Queue: 3}), sw(Rule{Match: match, Queue: 3, Does: "are counted"}), "rules-changed", "no longer: " + match + " go to queue 3"},
		"another queue":   {sw(Rule{Match: match, Queue: 5}), sw(), "rules-changed", "no longer: " + match + " go to queue 5"},
		"keeps its class": {sw(Rule{Match: match, Queue: 0, Does: "keep their class"}), sw(), "rules-changed", "no longer: " + match + " go to queue 0 and keep their class"},
	} {
		t.Run(name, func(t *testing.T) {
			list := Diff(c.before, c.after)
			if len(list) == 0 || list[0].Kind != c.kind || list[0].Text != c.text || !slices.Equal(list[0].Ports, []string{"e1"}) {
				t.Errorf("got %+v", list)
			}
		})
	}
	var texts []string
	for _, d := range Diff(sw(Rule{Match: match, Queue: 3}), unpaused) {
		texts = append(texts, d.Kind+": "+d.Text)
	}
	if !slices.Contains(texts, "lossless-lost: "+match+" turn lossy") {
		t.Errorf("got %q", texts)
	}
}
