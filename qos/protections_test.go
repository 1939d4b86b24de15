package qos

import "testing"

// states are the same port before, in the middle of and after a change.
func states(change func(before, now, after *Port)) (before, now, after *Protections) {
	b, n, a := roce("Ethernet1/1"), roce("Ethernet1/1"), roce("Ethernet1/1")
	change(&b, &n, &a)
	g := NewGuard()
	return g.Of(&b), g.Of(&n), g.Of(&a)
}

func TestLost(t *testing.T) {
	tests := []struct {
		name   string
		change func(before, now, after *Port)
		want   string
	}{
		{"nothing", func(_, _, _ *Port) {}, "nothing is lost"},
		{"unclassified", func(_, now, _ *Port) { now.Classify.DSCP = [NumDSCP]Queue{} },
			"DSCP 24,26,48,56 are in queue 0, DSCP 24,26 are lossy, DSCP 24,26 have no ECN for a moment"},
		{"a third queue", func(b, now, a *Port) { b.Classify.DSCP[8], now.Classify.DSCP[8], a.Classify.DSCP[8] = 1, 2, 4 },
			"DSCP 8 is in queue 2 for a moment"},
		{"old or new queue", func(b, now, a *Port) { b.Classify.DSCP[8], now.Classify.DSCP[8], a.Classify.DSCP[8] = 1, 1, 4 },
			"nothing is lost"},
		{"PFC off between", func(_, now, _ *Port) { now.PFC = PFC{Priorities: Is(QueueSet(0))} },
			"DSCP 24,26 are lossy for a moment"},
		{"PFC off after too", func(_, now, a *Port) { now.PFC, a.PFC = PFC{}, PFC{} }, "nothing is lost"},
		{"PFC left to the peer", func(_, now, _ *Port) { now.PFC.Negotiated = Is(true) }, "DSCP 24,26 are lossy for a moment"},
		{"PFC left to the peer throughout", func(b, now, a *Port) {
			b.PFC.Negotiated, now.PFC.Negotiated, a.PFC.Negotiated = Is(true), Is(true), Is(true)
		}, "nothing is lost"},
		{"PFC not readable", func(_, now, _ *Port) { now.PFC.Priorities = NotRead[QueueSet]("odd", 1) },
			"DSCP 24,26 are lossy for a moment"},
		{"ECN off between", func(_, now, _ *Port) { now.Egress.Queues[3].ECN = Is(ECN{}) }, "DSCP 24,26 have no ECN for a moment"},
		{"ECN turned to drop", func(_, now, _ *Port) { now.Egress.Queues[3].ECN.V.DropOnly = true },
			"DSCP 24,26 have no ECN for a moment"},
		{"no egress", func(_, now, _ *Port) { now.Egress = nil },
			"DSCP 0-63 and PCP 0-7 and frames with neither DSCP nor PCP have no bandwidth, DSCP 24,26 have no ECN for a moment"},
		{"a share of 0 between", func(_, now, _ *Port) { now.Egress.Queues[3].Schedule.V.Share = 0 },
			"DSCP 24,26 have no bandwidth for a moment"},
		{"strict, then a share of 0", func(_, now, _ *Port) { now.Egress.Queues[6].Schedule = Is(Schedule{}) },
			"DSCP 48 has no bandwidth for a moment"},
		{"a share in place of strict", func(_, now, _ *Port) { now.Egress.Queues[6].Schedule = Is(Schedule{Share: 10}) },
			"nothing is lost"},
		{"a share of 0 before", func(b, now, _ *Port) {
			b.Egress.Queues[3].Schedule.V.Share, now.Egress.Queues[3].Schedule.V.Share = 0, 0
		}, "nothing is lost"},
		{"a share of 0 after", func(_, now, a *Port) {
			now.Egress.Queues[3].Schedule.V.Share, a.Egress.Queues[3].Schedule.V.Share = 0, 0
		}, "nothing is lost"},
		{"moved before there is a share", func(_, now, a *Port) {
			now.Classify.DSCP[56], a.Classify.DSCP[56] = 5, 5
			a.Egress.Queues[5].Schedule = Is(Schedule{Share: 10})
		}, "DSCP 56 has no bandwidth for a moment"},
		{"moved before it is paused", func(_, now, a *Port) {
			now.Classify.DSCP[26], a.Classify.DSCP[26] = 4, 4
			a.PFC.Priorities = Is(Queues(3, 4))
			a.Egress.Queues[4].ECN, now.Egress.Queues[4].ECN = a.Egress.Queues[3].ECN, a.Egress.Queues[3].ECN
		}, "DSCP 26 is lossy for a moment"},
		{"classification not readable", func(_, now, _ *Port) { now.Classify.Trust = NotRead[Trust]("odd", 1) },
			"DSCP 0-63 and PCP 0-7 and frames with neither DSCP nor PCP are in a queue that cannot be read, " +
				"DSCP 24,26 are lossy, DSCP 0-63 and PCP 0-7 and frames with neither DSCP nor PCP have no bandwidth, DSCP 24,26 have no ECN, " +
				"tagged IP packets are classed by another field for a moment"},
		{"classification never readable", func(b, now, a *Port) { b.Classify, now.Classify, a.Classify = nil, nil, nil },
			"nothing is lost"},
		{"classification not readable before", func(b, _, a *Port) {
			b.Classify.Trust = NotRead[Trust]("odd", 1)
			a.Classify.DSCP[8] = 4
		}, "nothing is lost"},
		{"another field first", func(b, now, a *Port) {
			for _, p := range []*Port{b, now, a} {
				p.Classify.PCP[3] = 3
				p.Classify.Trust = Is(TrustDSCPElsePCP)
			}
			now.Classify.Trust = Is(TrustMixed)
		}, "tagged IP packets are classed by another field for a moment"},
		{"a rule missing", func(b, _, a *Port) {
			b.Classify.Rules, a.Classify.Rules = []Rule{{Match: "x", Line: 1}}, []Rule{{Match: "x", Line: 2}}
		}, "classification rules are missing for a moment"},
		{"a rule that goes anyway", func(b, _, _ *Port) { b.Classify.Rules = []Rule{{Match: "x"}} }, "nothing is lost"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			loss := Lost(states(test.change))
			if got := loss.String(); got != test.want {
				t.Errorf("%s", got)
			}
			if loss.None() != (test.want == "nothing is lost") {
				t.Errorf("None is %v", loss.None())
			}
		})
	}
}

func TestGuardSharesProtections(t *testing.T) {
	g := NewGuard()
	a := roce("Ethernet1/1")
	b := a
	b.Name, b.MTU = "Ethernet1/2", Is(Bytes(1500))
	if g.Of(&a) != g.Of(&b) {
		t.Error("ports that share their facets do not share protections")
	}
	b.PFC.Priorities = Is(QueueSet(0))
	if g.Of(&a) == g.Of(&b) {
		t.Error("a port without PFC has the protections of one with it")
	}
}
