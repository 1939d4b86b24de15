package qos

import "testing"

func TestReach(t *testing.T) {
	classify := func(trust Trust) *Classify {
		c := &Classify{Trust: Is(trust)}
		c.DSCP[26], c.PCP[4] = 3, 4
		return c
	}
	mapped := *classify(TrustDSCP)
	mapped.Trust = NotRead[Trust]("odd", 1)
	ruled := *classify(TrustNone)
	ruled.Other, ruled.Rules = 1, []Rule{{Match: "packets", Queue: 5}}
	tests := []struct {
		name     string
		classify *Classify
		want     QueueSet
	}{
		{"DSCP", classify(TrustDSCP), Queues(0, 3)},
		{"PCP", classify(TrustPCP), Queues(0, 4)},
		{"both", classify(TrustDSCPElsePCP), Queues(0, 3, 4)},
		{"mixed", classify(TrustMixed), Queues(0, 3, 4)},
		{"none", classify(TrustNone), Queues(0)},
		{"not readable", &mapped, Queues(0, 3, 4)},
		{"rules and port default", &ruled, Queues(0, 1, 5)},
		{"not said", nil, AllQueues},
	}
	for _, test := range tests {
		if got := Reach(&Switch{Ports: []Port{{Classify: test.classify}}}); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	if got := Reach(&Switch{}); got != Queues(0) {
		t.Errorf("no ports: %v", got)
	}
}

// two returns two switches of one RoCE port with facets of their own.
func two() (a, b *Switch) {
	return &Switch{Ports: []Port{roce("Ethernet1/1")}}, &Switch{Ports: []Port{roce("Ethernet1/1")}}
}

func TestEqualSeesEffectsOnly(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Port)
	}{
		{"trust of a field that decides nothing", func(p *Port) { p.Classify.Trust = Is(TrustDSCPElsePCP) }},
		{"a table that is not trusted", func(p *Port) { p.Classify.PCP[3] = 3 }},
		{"a DSCP rewritten to itself", func(p *Port) { p.Classify.RewriteDSCP[26] = 26 }},
		{"the PCP of a queue nothing reaches", func(p *Port) { p.Classify.RewritePCP[2] = 2 }},
		{"where a value was read", func(p *Port) { p.MTU.At.Line, p.Classify.DSCPAt[26] = 7, 8 }},
		{"ranks with gaps", func(p *Port) {
			p.Egress.Queues[7].Schedule.V.Rank, p.Egress.Queues[6].Schedule.V.Rank = 2, 5
		}},
		{"weights of the same ratio", func(p *Port) {
			p.Egress.Queues[0].Schedule.V.Share, p.Egress.Queues[3].Schedule.V.Share = 15, 15
		}},
		{"the share of a queue nothing reaches", func(p *Port) { p.Egress.Queues[5].Schedule.V.Share = 100 }},
		{"a strict queue nothing reaches", func(p *Port) { p.Egress.Queues[5].Schedule = Is(Schedule{Strict: true, Rank: 1}) }},
		{"thresholds of ECN that is off", func(p *Port) { p.Egress.Queues[0].ECN.V.Max = 5 }},
		{"a priority that nothing reaches", func(p *Port) { p.PFC.Priorities = Is(Queues(3, 4)) }},
		{"the label", func(p *Port) { p.Label = "gpu" }},
		{"a buffer nothing reaches", func(p *Port) { p.Ingress = ingress(4) }},
		{"class MTU of a queue nothing reaches", func(p *Port) { p.ClassMTU = &ClassMTU{}; p.ClassMTU.MTU[1] = Is(Bytes(1500)) }},
	}
	for _, test := range tests {
		a, b := two()
		a.Ports[0].Ingress, a.Ports[0].ClassMTU = &Ingress{}, &ClassMTU{}
		b.Ports[0].Ingress, b.Ports[0].ClassMTU = &Ingress{}, &ClassMTU{}
		test.change(&b.Ports[0])
		if !Equal(a, b) {
			t.Errorf("%s: %+v", test.name, Diff(a, b))
		}
	}
}

func TestEqualNormalisesValues(t *testing.T) {
	a, b := two()
	a.Ports[0].Egress.Queues[0].ECN = Is(ECN{DropOnly: true, Max: 9})
	b.Ports[0].Egress.Queues[0].ECN = Is(ECN{DropOnly: true, Max: 9, On: true})
	a.Ports[0].Egress.Queues[0].Limit = Is(Limit{AlphaNum: 1, AlphaDen: 8})
	b.Ports[0].Egress.Queues[0].Limit = Is(Limit{AlphaNum: 2, AlphaDen: 16})
	b.Ports[0].Egress.Queues[0].Min = Is[BitsPerSecond](0)
	a.Ports[0].Ingress, b.Ports[0].Ingress = ingress(3), ingress(3)
	a.Ports[0].Ingress.Buffers[3].V.AlphaNum, a.Ports[0].Ingress.Buffers[3].V.AlphaDen = 1, 2
	b.Ports[0].Ingress.Buffers[3].V.AlphaNum, b.Ports[0].Ingress.Buffers[3].V.AlphaDen = 4, 8
	if !Equal(a, b) {
		t.Error(Diff(a, b))
	}
}

func TestAGuaranteeOfNothingIsNone(t *testing.T) {
	none, some := two()
	some.Ports[0].Egress.Queues[0].Min = Is[BitsPerSecond](1)
	if Equal(none, some) || Satisfied(none, some) || Satisfied(some, none) {
		t.Error("a guarantee of 1 bit/s is as good as none")
	}
}

func ingress(q Queue) *Ingress {
	in := &Ingress{}
	in.Buffers[q] = Is(Buffer{Headroom: 100 << 10})
	return in
}

func TestEqualDetailsOfWhatIsOff(t *testing.T) {
	a, b := two()
	for _, p := range []*Port{&a.Ports[0], &b.Ports[0]} {
		p.Watchdog.On = Is(false)
		p.PFC.Priorities = Is(QueueSet(0))
	}
	b.Ports[0].Watchdog.Action = Is(WatchdogForward)
	b.Ports[0].PFC.Negotiated, b.Ports[0].PFC.Key = Is(true), Is(PFCByPCP)
	if !Equal(a, b) {
		t.Error(Diff(a, b))
	}
}

// A field decides tagged IP packets although its own table is all Other: these switches differ in nothing else.
func TestEqualSeesPrecedence(t *testing.T) {
	a, b := two()
	for _, p := range []*Port{&a.Ports[0], &b.Ports[0]} {
		p.Classify.DSCP = [NumDSCP]Queue{}
		p.Classify.PCP[3] = 3
	}
	a.Ports[0].Classify.Trust, b.Ports[0].Classify.Trust = Is(TrustDSCPElsePCP), Is(TrustPCP)
	if Equal(a, b) {
		t.Error("equal, but a tagged IP packet with PCP 3 is in queue 0 here and in queue 3 there")
	}
}

func TestEqualIsStrictBothWays(t *testing.T) {
	changes := map[string]func(*Port){
		"value not applicable": func(p *Port) { p.MTU = Value[Bytes]{} },
		"facet nil":            func(p *Port) { p.Egress = nil },
		"port name":            func(p *Port) { p.Name = "Ethernet1/2" },
	}
	for name, change := range changes {
		a, b := two()
		change(&b.Ports[0])
		if Equal(a, b) || Equal(b, a) {
			t.Errorf("%s: equal", name)
		}
	}
	a, b := two()
	b.Ports = append(b.Ports, roce("Ethernet1/2"))
	if Equal(a, b) || Equal(b, a) {
		t.Error("a port more: equal")
	}
}

func TestSatisfies(t *testing.T) {
	have := roceSwitch("Ethernet1/1", "Ethernet1/2", "Ethernet1/3")
	have.Ports[2].MTU = Is(Bytes(1500))
	want := roceSwitch("Ethernet1/1", "Ethernet1/3", "Ethernet1/4")
	want.Ports[0].Egress, want.Ports[0].Watchdog, want.NonECT = nil, Watchdog{}, Value[NonECT]{}
	got := Satisfies(have, want)
	expect := map[string]FacetSet{
		"":            SwitchFacets,
		"Ethernet1/1": PortFacets,
		"Ethernet1/3": PortFacets.Without(FacetMTU),
		"Ethernet1/4": 0,
	}
	if len(got) != len(expect) {
		t.Errorf("judged %v", got)
	}
	for port, met := range expect {
		if got[port] != met {
			t.Errorf("%q satisfies %v, want %v", port, got[port], met)
		}
	}
	if Satisfied(have, want) {
		t.Error("satisfied although a port is missing")
	}
}

// A queue that only ports without an intent send to does not count among the shares.
func TestSatisfiesReachesThroughNamedPorts(t *testing.T) {
	want := roceSwitch("Ethernet1/1")
	have := roceSwitch("Ethernet1/1", "Ethernet1/2")
	egress := *have.Ports[0].Egress
	egress.Queues[0].Schedule.V.Share, egress.Queues[3].Schedule.V.Share = 400, 400
	egress.Queues[1].Schedule.V.Share = 200
	have.Ports[0].Egress = &egress
	foreign := *have.Ports[1].Classify
	foreign.DSCP[8] = 1
	have.Ports[1].Classify = &foreign
	if !Satisfied(have, want) {
		t.Error(Satisfies(have, want))
	}
	have.Ports[0].Classify = &foreign
	if Satisfies(have, want)["Ethernet1/1"].Has(FacetEgress) {
		t.Error("queue 1 takes a fifth of the port and is not seen")
	}
}

func TestSatisfiesWantsNoShaping(t *testing.T) {
	have, want := two()
	have.Ports[0].Egress.Queues[3].Max = Is(10 * Gbps)
	if Satisfied(have, want) {
		t.Error("a shaper that nobody asked for is satisfactory")
	}
}

func TestUnknownNeverEqualsKnown(t *testing.T) {
	have, want := two()
	have.Ports[0].Egress.Queues[3].ECN = NotRead[ECN]("random-detect odd", 9)
	if Satisfied(have, want) || Equal(have, want) {
		t.Error("what cannot be read passes as what is wanted")
	}
}

// The details of a watchdog that is off are not there, also where only they are wanted.
func TestSatisfiesWatchdogThatIsOff(t *testing.T) {
	have, want := two()
	have.Ports[0].Watchdog.On, want.Ports[0].Watchdog.On = Is(false), Value[bool]{}
	if differ := Differing(&have.Ports[0], &want.Ports[0], AllQueues); differ != FacetSet(0).With(FacetWatchdog) {
		t.Errorf("differing: %v", differ)
	}
}
