package qos_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/qos/qostest"
	"pgregory.net/rapid"
)

var ports = []string{"Ethernet1/1", "Ethernet1/2", "Ethernet1/10"}

// pair generates two switches: unrelated ones, copies, and copies with a few differences.
func pair(t *rapid.T) (a, b *qos.Switch) {
	a = qostest.Readings(ports...).Draw(t, "a")
	if rapid.IntRange(0, 3).Draw(t, "unrelated") == 0 {
		return a, qostest.Readings(ports...).Draw(t, "b")
	}
	b = qostest.Clone(a)
	for range rapid.IntRange(0, 2).Draw(t, "differences") {
		br := rapid.SampledFrom(breakages).Draw(t, "breakage")
		if p := &b.Ports[rapid.IntRange(0, len(ports)-1).Draw(t, "port")]; p.Classify != nil {
			br.apply(b, p)
		}
	}
	return a, b
}

func TestEqualIsAnEquivalence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := pair(t)
		if !qos.Equal(a, a) || !qos.Equal(a, qostest.Clone(a)) {
			t.Fatal("a switch does not equal itself")
		}
		if qos.Equal(a, b) != qos.Equal(b, a) {
			t.Fatal("a equals b but b does not equal a")
		}
		if qos.Equal(a, b) && !(qos.Satisfied(a, b) && qos.Satisfied(b, a)) {
			t.Fatal("equal switches do not satisfy each other")
		}
	})
}

func TestDiffIsEmptyExactlyWhenEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := pair(t)
		if diff := qos.Diff(a, b); (len(diff) == 0) != qos.Equal(a, b) {
			t.Fatalf("Equal is %v with differences %+v", qos.Equal(a, b), diff)
		}
	})
}

func TestDiffIsOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := pair(t)
		diff := qos.Diff(a, b)
		for i, d := range diff {
			if d.Text == "" || d.Before == d.After {
				t.Fatalf("says nothing: %+v", d)
			}
			if i > 0 && diff[i-1].Weight < d.Weight {
				t.Fatalf("%+v comes before the worse %+v", diff[i-1], d)
			}
			if !slices.IsSortedFunc(d.Ports, qos.ComparePorts) || len(slices.Compact(slices.Clone(d.Ports))) != len(d.Ports) {
				t.Fatalf("ports of %+v", d)
			}
		}
		if again := qos.Diff(qostest.Clone(a), qostest.Clone(b)); !cmp.Equal(diff, again) {
			t.Fatalf("not deterministic: %s", cmp.Diff(diff, again))
		}
	})
}

// What is wanted is not wrong.
func TestNoFaultsInWhatIsWanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := qostest.Readings(ports...).Draw(t, "switch")
		if faults := qos.Faults(qostest.Clone(s), s); len(faults) > 0 {
			t.Fatalf("%+v", faults)
		}
	})
}

func TestCanonicalIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := qostest.Readings(ports...).Draw(t, "switch")
		once := s.Canonical()
		if twice := once.Canonical(); !cmp.Equal(once, twice) {
			t.Fatal(cmp.Diff(once, twice))
		}
		if !qos.Equal(s, once) {
			t.Fatalf("the canonical form behaves differently: %+v", qos.Diff(s, once))
		}
		if qos.Reach(s) != qos.Reach(once) {
			t.Fatalf("reach %v becomes %v", qos.Reach(s), qos.Reach(once))
		}
	})
}

// breakages each make one facet behave differently. apply returns false when the port has nothing to break there.
var breakages = []struct {
	name  string
	facet qos.Facet
	apply func(*qos.Switch, *qos.Port) bool
}{
	{"DSCP 5 to another queue", qos.FacetClassify, func(_ *qos.Switch, p *qos.Port) bool {
		p.Classify.DSCP[5] ^= 1
		return p.Classify.Trust.V == qos.TrustDSCP || p.Classify.Trust.V == qos.TrustDSCPElsePCP
	}},
	{"PCP 2 to another queue", qos.FacetClassify, func(_ *qos.Switch, p *qos.Port) bool {
		p.Classify.PCP[2] ^= 1
		return p.Classify.Trust.V == qos.TrustPCP || p.Classify.Trust.V == qos.TrustDSCPElsePCP
	}},
	{"other frames to another queue", qos.FacetClassify, func(_ *qos.Switch, p *qos.Port) bool {
		p.Classify.Other ^= 1
		return true
	}},
	{"DSCP 7 rewritten", qos.FacetClassify, func(_ *qos.Switch, p *qos.Port) bool {
		p.Classify.RewriteDSCP[7] ^= 63
		return true
	}},
	{"PCP of queue 0 rewritten", qos.FacetClassify, func(_ *qos.Switch, p *qos.Port) bool {
		p.Classify.RewritePCP[0] ^= 7
		return true
	}},
	{"rule", qos.FacetClassify, func(_ *qos.Switch, p *qos.Port) bool {
		p.Classify.Rules = append(p.Classify.Rules, qos.Rule{Match: "packets of VLAN 9"})
		return true
	}},
	{"mixed trust", qos.FacetClassify, func(s *qos.Switch, p *qos.Port) bool {
		p.Classify.Trust = qos.Is(qos.TrustMixed)
		return qos.Reach(&qos.Switch{Ports: []qos.Port{*p}}).Len() > 1
	}},
	{"trust not readable", qos.FacetClassify, func(_ *qos.Switch, p *qos.Port) bool {
		p.Classify.Trust = qos.NotRead[qos.Trust]("broken", 1)
		return true
	}},
	{"classification not said", qos.FacetClassify, func(_ *qos.Switch, p *qos.Port) bool {
		p.Classify = nil
		return true
	}},
	{"schedule not readable", qos.FacetEgress, queue0(func(q *qos.EgressQueue) {
		q.Schedule = qos.NotRead[qos.Schedule]("broken", 1)
	})},
	{"strict", qos.FacetEgress, queue0(func(q *qos.EgressQueue) { q.Schedule.V.Strict = !q.Schedule.V.Strict })},
	{"share", qos.FacetEgress, func(s *qos.Switch, p *qos.Port) bool {
		if p.Egress == nil {
			return false
		}
		shared := 0
		for _, q := range qos.Reach(s).List() {
			if sch := p.Egress.Queues[q].Schedule; sch.Known() && sch.V.Share > 0 {
				shared++
			}
		}
		p.Egress.Queues[0].Schedule.V.Share *= 2
		return shared > 1 && p.Egress.Queues[0].Schedule.V.Share > 0
	}},
	{"ranks", qos.FacetEgress, func(s *qos.Switch, p *qos.Port) bool {
		if p.Egress == nil {
			return false
		}
		a, b := &p.Egress.Queues[6].Schedule, &p.Egress.Queues[7].Schedule
		*a, *b = *b, *a
		return qos.Reach(s)&qos.Queues(6, 7) == qos.Queues(6, 7) && a.V.Rank != b.V.Rank
	}},
	{"ECN", qos.FacetEgress, queue0(func(q *qos.EgressQueue) {
		q.ECN = qos.Is(qos.ECN{On: true, Min: q.ECN.V.Min + 1, Max: 9, Probability: 1})
	})},
	{"early drop", qos.FacetEgress, queue0(func(q *qos.EgressQueue) { q.ECN = qos.Is(qos.ECN{DropOnly: true}) })},
	{"minimum rate", qos.FacetEgress, queue0(func(q *qos.EgressQueue) { q.Min = qos.Is(q.Min.V + 1) })},
	{"maximum rate", qos.FacetEgress, queue0(func(q *qos.EgressQueue) { q.Max = qos.Is(q.Max.V + 1) })},
	{"limit", qos.FacetEgress, queue0(func(q *qos.EgressQueue) { q.Limit = qos.Is(qos.Limit{AlphaNum: 1, AlphaDen: 8}) })},
	{"egress not said", qos.FacetEgress, func(_ *qos.Switch, p *qos.Port) bool {
		p.Egress = nil
		return true
	}},
	{"buffer", qos.FacetIngress, func(s *qos.Switch, p *qos.Port) bool {
		if p.Ingress == nil {
			p.Ingress = &qos.Ingress{}
			return true
		}
		p.Ingress.Buffers[3] = qos.Is(qos.Buffer{Headroom: p.Ingress.Buffers[3].V.Headroom + 1})
		return qos.Reach(s).Has(3)
	}},
	{"PFC on queue 0", qos.FacetPFC, func(_ *qos.Switch, p *qos.Port) bool {
		p.PFC.Priorities.V ^= 1
		return true
	}},
	{"PFC negotiated", qos.FacetPFC, func(s *qos.Switch, p *qos.Port) bool {
		p.PFC.Negotiated = qos.Is(!p.PFC.Negotiated.V)
		return p.PFC.Priorities.V&qos.Reach(s) != 0
	}},
	{"PFC by PCP", qos.FacetPFC, func(s *qos.Switch, p *qos.Port) bool {
		p.PFC.Key = qos.Is(qos.PFCByPCP)
		return p.PFC.Priorities.V != 0
	}},
	{"watchdog switched", qos.FacetWatchdog, func(_ *qos.Switch, p *qos.Port) bool {
		p.Watchdog.On = qos.Is(!p.Watchdog.On.V)
		return true
	}},
	{"watchdog time", qos.FacetWatchdog, func(_ *qos.Switch, p *qos.Port) bool {
		p.Watchdog.Detect = qos.Is(p.Watchdog.Detect.V + 1)
		return p.Watchdog.On.V
	}},
	{"watchdog escalation", qos.FacetWatchdog, func(_ *qos.Switch, p *qos.Port) bool {
		p.Watchdog.Escalate = qos.Is(qos.Escalation{Action: "turn-off", Count: p.Watchdog.Escalate.V.Count + 1})
		return p.Watchdog.On.V
	}},
	{"MTU", qos.FacetMTU, func(_ *qos.Switch, p *qos.Port) bool {
		p.MTU = qos.Is(p.MTU.V - 1)
		return true
	}},
	{"class MTU", qos.FacetClassMTU, func(_ *qos.Switch, p *qos.Port) bool {
		if p.ClassMTU == nil {
			p.ClassMTU = &qos.ClassMTU{}
			return true
		}
		p.ClassMTU.MTU[0] = qos.Is(p.ClassMTU.MTU[0].V + 1)
		return true
	}},
	{"DCBX", qos.FacetDCBX, func(_ *qos.Switch, p *qos.Port) bool {
		p.DCBX = qos.Is(p.DCBX.V ^ 1)
		return true
	}},
	{"tunnel ECN", qos.FacetTunnel, func(s *qos.Switch, _ *qos.Port) bool {
		s.Tunnel.ECN = qos.Is(s.Tunnel.ECN.V ^ 1)
		return true
	}},
	{"tunnel DSCP", qos.FacetTunnel, func(s *qos.Switch, _ *qos.Port) bool {
		s.Tunnel.DSCP = qos.Is(s.Tunnel.DSCP.V ^ 1)
		return true
	}},
	{"non-ECT", qos.FacetNonECT, func(s *qos.Switch, _ *qos.Port) bool {
		s.NonECT = qos.Is(s.NonECT.V ^ 1)
		return true
	}},
}

// queue0 breaks the one queue that is always reached.
func queue0(change func(*qos.EgressQueue)) func(*qos.Switch, *qos.Port) bool {
	return func(_ *qos.Switch, p *qos.Port) bool {
		if p.Egress == nil {
			return false
		}
		change(&p.Egress.Queues[0])
		return true
	}
}

func TestEveryBreakageShows(t *testing.T) {
	for _, br := range breakages {
		t.Run(br.name, func(t *testing.T) {
			broken := 0
			rapid.Check(t, func(t *rapid.T) {
				want := qostest.Switches(ports...).Draw(t, "switch")
				have := qostest.Clone(want)
				if !br.apply(have, &have.Ports[1]) {
					return
				}
				broken++
				if !qos.Satisfied(qostest.Clone(want), want) {
					t.Fatal("a copy does not satisfy its original")
				}
				requireShown(t, have, want, br.facet)
			})
			if broken == 0 {
				t.Fatal("never applied")
			}
		})
	}
}

// requireShown wants the broken facet in all three views, and on the broken port only.
func requireShown(t *rapid.T, have, want *qos.Switch, facet qos.Facet) {
	if qos.Equal(have, want) {
		t.Fatal("still equal")
	}
	shown := slices.ContainsFunc(qos.Diff(want, have), func(d qos.Difference) bool { return d.Facet == facet })
	if !shown {
		t.Fatalf("not in %+v", qos.Diff(want, have))
	}
	key := ports[1]
	if qos.SwitchFacets.Has(facet) {
		key = ""
	}
	there, back := qos.Satisfies(have, want), qos.Satisfies(want, have) // one way may find nothing to judge
	if there[key].Has(facet) && back[key].Has(facet) {
		t.Fatalf("satisfied: %v and %v", there, back)
	}
	if there[ports[0]] != qos.PortFacets {
		t.Fatalf("the other port: %v", there)
	}
}
