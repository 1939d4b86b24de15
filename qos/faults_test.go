package qos

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wanted is what an intent asks of a port, roce, with the class MTU of every class.
func wanted(name string) Port {
	p := roce(name)
	p.ClassMTU = classMTU(9216)
	return p
}

func classMTU(b Bytes) *ClassMTU {
	m := &ClassMTU{}
	for q := range m.MTU {
		m.MTU[q] = Is(b)
	}
	return m
}

// builtIn is what a port does when nothing is configured: everything is in queue 0, and the highest queue is strict.
func builtIn(name string) Port {
	classify, egress := Classify{Trust: Is(TrustNone)}, Egress{}
	fillRewrites(&classify)
	for q := range egress.Queues {
		egress.Queues[q] = EgressQueue{Schedule: BuiltIn(Schedule{}), ECN: Is(ECN{})}
	}
	egress.Queues[0].Schedule.V.Share = 1000
	egress.Queues[7].Schedule.V = Schedule{Strict: true, Rank: 1}
	return Port{
		Name: name, Classify: &classify, Egress: &egress, ClassMTU: classMTU(1500), MTU: Is(Bytes(1500)),
		PFC:      PFC{Priorities: Is(QueueSet(0)), Negotiated: Is(false), Key: Is(PFCByClass)},
		Watchdog: Watchdog{On: Is(false)},
	}
}

// found runs Faults on one port that runs have and shall run want.
func found(have, want Port) []string {
	var list []string
	for _, f := range Faults(&Switch{Ports: []Port{have}}, &Switch{Ports: []Port{want}, Names: [NumQueues]string{0: "best_effort", 3: "roce"}}) {
		list = append(list, f.Kind+": "+f.Text)
	}
	return list
}

type faultTest struct {
	name string
	have func() Port
	want func(*Port) // changes to what is wanted
	text []string
}

func faultTests() []faultTest {
	return []faultTest{
		{"as wanted", func() Port { return wanted("e1") }, nil, nil},
		{"built in", func() Port { return builtIn("e1") }, nil, []string{
			"nothing-lossless: nothing is lossless",
			"lossless-no-ecn: DSCP 24,26 (roce) are not marked by ECN",
			"control-shares: control traffic (DSCP 48,56: CS6, CS7) shares queue 0 with data",
			"class-mtu-small: the largest packet of every class is 1500; 9216 is wanted",
			"default-strict: the built-in policy makes queue 7 strict priority, without a cap",
		}},
		{"PFC on and nothing lossless", have(func(p *Port) {
			p.PFC.Priorities = Value[QueueSet]{State: Known, Why: "PFC is on, but no class is no-drop"}
		}), nil, []string{"nothing-lossless: nothing is lossless: PFC is on, but no class is no-drop"}},
		{"lossless by a rule", have(func(p *Port) {
			p.PFC.Priorities = Is(Queues(4))
			p.Classify.Rules = []Rule{{Match: "packets that access list X permits", Queue: 4}}
		}), nil, nil},
		{"another priority is paused", have(func(p *Port) { p.PFC.Priorities = Is(Queues(4)) }), nil, []string{
			"nothing-lossless: nothing is lossless: priority 4 is paused, and no packet gets there",
		}},
		{"something else is lossless", have(func(p *Port) {
			p.Classify.DSCP[34], p.PFC.Priorities = 4, Is(Queues(4))
			p.Egress.Queues[4].Schedule.V.Share = 1
		}), nil, nil},
		{"nothing shall be lossless", have(func(p *Port) { p.PFC.Priorities = Is(QueueSet(0)) }),
			func(p *Port) { p.PFC.Priorities = Is(QueueSet(0)) }, nil},
		{"PFC cannot be read", have(func(p *Port) { p.PFC.Priorities = NotRead[QueueSet]("odd", 1) }), nil, nil},
		{"classification cannot be read", have(func(p *Port) { p.Classify.Trust = NotRead[Trust]("odd", 1) }), nil, nil},

		{"control is lossless", have(func(p *Port) { p.Classify.DSCP[48], p.Classify.Names[3] = 3, "DATA" }), nil, []string{
			"control-lossless: control traffic (DSCP 48: CS6) is lossless: PFC can hold it up in queue 3 (DATA)",
		}},
		{"the highest data code point is lossless", have(func(p *Port) { p.Classify.DSCP[47] = 3 }), nil, nil},
		{"the highest control code point is lossless", have(func(p *Port) { p.Classify.DSCP[63] = 3 }), nil, []string{
			"control-lossless: control traffic (DSCP 63) is lossless: PFC can hold it up in queue 3",
		}},
		{"control is lossless as wanted", have(func(p *Port) { p.Classify.DSCP[48] = 3 }), func(p *Port) { p.Classify.DSCP[48] = 3 }, nil},
		{"control with data", have(func(p *Port) { p.Classify.DSCP[10], p.Classify.Names[6] = 6, "GOLD" }), nil, []string{
			"control-shares: control traffic (DSCP 48: CS6) shares queue 6 (GOLD) with data",
		}},
		{"control with control", have(func(p *Port) { p.Classify.DSCP[56] = 6 }), nil, nil},
		{"control by both fields", have(func(p *Port) { p.Classify.Trust, p.Classify.PCP[6] = Is(TrustDSCPElsePCP), 6 }), nil, nil},
		{"control with data by priority", have(func(p *Port) { p.Classify.Trust, p.Classify.PCP[5] = Is(TrustDSCPElsePCP), 6 }), nil, []string{
			"control-shares: control traffic (DSCP 48: CS6) shares queue 6 with data",
		}},
		{"control and data without a share", have(func(p *Port) { p.Classify.DSCP[10], p.Classify.DSCP[48] = 5, 5 }), nil, []string{
			"control-shares: control traffic (DSCP 48: CS6) shares queue 5 with data",
			"starved: DSCP 10,48 have no guaranteed share in queue 5",
		}},
		{"control without a share", have(func(p *Port) {
			p.Classify.Names[6] = "ROCE"
			p.Egress.Queues[6].Schedule = Is(Schedule{})
		}), nil, []string{
			"control-shares: control traffic (DSCP 48: CS6) shares its class, queue 6 (ROCE), with data marked alike, without a guaranteed share",
		}},
		{"control with a share", have(func(p *Port) { p.Egress.Queues[6].Schedule = Is(Schedule{Share: 1}) }), nil, nil},

		{"lossless and strict", have(func(p *Port) { p.Egress.Queues[3].Schedule = IsAt(Schedule{Strict: true, Rank: 3}, 9) }), nil, []string{
			"strict-and-lossless: DSCP 24,26 (roce) are lossless and strict priority: nothing keeps the other queues from starving",
		}},
		{"lossless and strict as wanted", have(func(p *Port) { p.Egress.Queues[3].Schedule = Is(Schedule{Strict: true, Rank: 3}) }),
			func(p *Port) { p.Egress.Queues[3].Schedule = Is(Schedule{Strict: true, Rank: 3}) }, nil},
		{"lossless without ECN", have(func(p *Port) { p.Egress.Queues[3].ECN = Is(ECN{}) }), nil, []string{
			"lossless-no-ecn: DSCP 24,26 (roce) are lossless and not marked by ECN",
		}},
		{"ECN is not wanted either", have(func(p *Port) { p.Egress.Queues[3].ECN = Is(ECN{}) }),
			func(p *Port) { p.Egress.Queues[3].ECN = Is(ECN{}) }, nil},
		{"ECN cannot be read", have(func(p *Port) { p.Egress.Queues[3].ECN = NotRead[ECN]("odd", 1) }), nil, nil},
		{"early drop", have(func(p *Port) { p.Egress.Queues[3].ECN.V.DropOnly = true }), nil, []string{
			"lossless-drops-early: DSCP 24,26 (roce) are dropped early instead of being marked",
		}},
		{"early drop as wanted", have(func(p *Port) { p.Egress.Queues[3].ECN.V.DropOnly = true }),
			func(p *Port) { p.Egress.Queues[3].ECN.V.DropOnly = true }, nil},
		{"early drop of what is lossy", have(func(p *Port) { p.Egress.Queues[0].ECN = Is(ECN{DropOnly: true, Max: 1 << 20}) }), nil, nil},
		{"lossless without a share", have(func(p *Port) { p.Egress.Queues[3].Schedule = Is(Schedule{}) }), nil, []string{
			"lossless-starved: DSCP 24,26 (roce) have no guaranteed share in queue 3",
		}},
		{"the least share", have(func(p *Port) { p.Egress.Queues[3].Schedule = Is(Schedule{Share: 1}) }), nil, nil},
		{"data without a share", have(func(p *Port) { p.Classify.DSCP[40] = 5 }), nil, []string{
			"starved: DSCP 40 has no guaranteed share in queue 5",
		}},
		{"no share as wanted", have(func(p *Port) { p.Classify.DSCP[40] = 5 }), func(p *Port) { p.Classify.DSCP[40] = 4 }, nil},
		{"nobody has a share", have(func(p *Port) {
			p.Egress.Queues[0].Schedule, p.Egress.Queues[3].Schedule = Is(Schedule{}), Is(Schedule{})
		}), nil, nil},

		{"class MTU", have(func(p *Port) { p.ClassMTU = classMTU(9215) }), nil, []string{
			"class-mtu-small: the largest packet of every class is 9215; 9216 is wanted",
		}},
		{"class MTU of some", have(func(p *Port) {
			p.Classify.Names[3] = "DATA"
			p.ClassMTU = classMTU(9216)
			p.ClassMTU.MTU[0], p.ClassMTU.MTU[3] = Is(Bytes(1500)), Is(Bytes(1500))
		}), nil, []string{
			"class-mtu-small: the largest packet of queue 0, queue 3 (DATA) is 1500; 9216 is wanted",
		}},
		{"larger class MTU", have(func(p *Port) { p.ClassMTU = classMTU(9217) }), nil, nil},
		{"class MTU not asked", have(func(p *Port) { p.ClassMTU = classMTU(1500) }), func(p *Port) { p.ClassMTU = nil }, nil},

		{"no watchdog", have(func(p *Port) { p.Watchdog = Watchdog{On: Is(false)} }), nil, []string{
			"no-watchdog: priority 3 is paused without a watchdog",
		}},
		{"no watchdog where nothing is paused", have(func(p *Port) { p.PFC.Priorities, p.Watchdog = Is(QueueSet(0)), Watchdog{On: Is(false)} }),
			func(p *Port) { p.PFC.Priorities = Is(QueueSet(0)) }, nil},
		{"no watchdog is wanted", have(func(p *Port) { p.Watchdog = Watchdog{On: Is(false)} }), func(p *Port) { p.Watchdog = Watchdog{On: Is(false)} }, nil},

		{"strict by a line", have(func(p *Port) { p.Egress.Queues[0].Schedule.V.Share = 100 }), nil, nil},
		{"strict by a line that was never printed", have(func(p *Port) {
			p.Egress.Queues[7].Schedule.At = Origin{}
			p.Egress.Queues[0].Schedule.V.Share = 100
		}), nil, nil},
		{"strict by the built-in policy, in use", have(func(p *Port) {
			p.Egress.Queues[7].Schedule.At = Origin{BuiltIn: true}
			p.Egress.Queues[0].Schedule.V.Share = 100
		}), nil, []string{"default-strict: the built-in policy makes queue 7 strict priority, without a cap; DSCP 56 is in it"}},
		{"strict by the built-in policy, capped", have(func(p *Port) {
			p.Egress.Queues[7].Schedule.At = Origin{BuiltIn: true}
			p.Egress.Queues[7].Max = Is(Gbps)
		}), nil, nil},
		{"strict by the built-in policy, as wanted", have(func(p *Port) { p.Egress.Queues[7].Schedule.At = Origin{BuiltIn: true} }), nil, nil},
		{"all strict by the built-in policy", have(func(p *Port) {
			for q := range p.Egress.Queues {
				p.Egress.Queues[q].Schedule = BuiltIn(Schedule{Strict: true, Rank: uint8(NumQueues - q)})
			}
		}), nil, []string{
			"strict-and-lossless: DSCP 24,26 (roce) are lossless and strict priority: nothing keeps the other queues from starving",
			"default-strict: the built-in policy makes queues 0,3 strict priority, without a cap", // 6 and 7 shall be strict, nothing is in the others
		}},
		{"two strict by the built-in policy, one of them wanted so", have(func(p *Port) {
			p.Egress.Queues[7].Schedule.At = Origin{BuiltIn: true}
			p.Egress.Queues[0].Schedule = BuiltIn(Schedule{Strict: true, Rank: 9})
		}), nil, []string{"default-strict: the built-in policy makes queue 0 strict priority, without a cap"}},
		{"strict by the built-in policy as wanted, and another queue", have(func(p *Port) {
			p.Egress.Queues[7].Schedule.At = Origin{BuiltIn: true}
			p.Egress.Queues[5].Schedule = BuiltIn(Schedule{Strict: true, Rank: 9})
			p.Egress.Queues[0].Schedule.V.Share = 100
		}), nil, nil},
		{"egress not asked, and odd", have(func(p *Port) {
			p.Classify.DSCP[40] = 5
			p.Egress.Queues[3].ECN.V.DropOnly = true
			p.Egress.Queues[3].Schedule.V = Schedule{Strict: true, Rank: 3}
		}), func(p *Port) { p.Egress = nil }, nil},
		{"egress not asked", func() Port { return builtIn("e1") }, func(p *Port) { p.Egress = nil }, []string{
			"nothing-lossless: nothing is lossless",
			"control-shares: control traffic (DSCP 48,56: CS6, CS7) shares queue 0 with data",
			"class-mtu-small: the largest packet of every class is 1500; 9216 is wanted",
		}},
	}
}

func TestFaults(t *testing.T) {
	for _, test := range faultTests() {
		t.Run(test.name, func(t *testing.T) {
			want := wanted("e1")
			if test.want != nil {
				test.want(&want)
			}
			if diff := cmp.Diff(test.text, found(test.have(), want)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// have is what is wanted, by lines of a configuration, but for a change.
func have(change func(*Port)) func() Port {
	return func() Port {
		p := wanted("e1")
		for q := range p.Egress.Queues {
			p.Egress.Queues[q].Schedule.At.Line = 9
		}
		change(&p)
		return p
	}
}

// Ports are told together where the same is wrong, and only those that are named.
func TestFaultsGroupPorts(t *testing.T) {
	running := &Switch{Ports: []Port{builtIn("e1"), builtIn("e2"), wanted("e3"), builtIn("e4"), builtIn("e10")}}
	asked := &Switch{Ports: []Port{wanted("e1"), wanted("e2"), wanted("e3"), wanted("e10"), wanted("e11")}}
	list := Faults(running, asked)
	if len(list) != 5 {
		t.Fatalf("%+v", list)
	}
	for i, f := range list {
		if !slices.Equal(f.Ports, []string{"e1", "e2", "e10"}) {
			t.Errorf("%s on %v", f.Text, f.Ports)
		}
		if i > 0 && f.Weight > list[i-1].Weight {
			t.Errorf("%s is worse than what comes before it", f.Kind)
		}
	}
}

// What a finding is about is told beside the sentence.
func TestFaultsAbout(t *testing.T) {
	abouts := map[string]string{}
	for _, f := range Faults(&Switch{Ports: []Port{builtIn("e1")}}, &Switch{Ports: []Port{wanted("e1")}}) {
		abouts[f.Kind] = f.Queues.String() + " / " + f.Points.String()
	}
	want := map[string]string{
		"nothing-lossless": "none / ", "lossless-no-ecn": "none / DSCP 24,26", "control-shares": "0 / DSCP 48,56",
		"class-mtu-small": "0,1,2,3,4,5,6,7 / ", "default-strict": "7 / ",
	}
	if diff := cmp.Diff(want, abouts); diff != "" {
		t.Error(diff)
	}
}

// Every row of the table has a test above and a code of its own, and stands where its weight puts it.
func TestFaultKinds(t *testing.T) {
	var texts []string
	for _, test := range faultTests() {
		texts = append(texts, test.text...)
	}
	seen := map[string]bool{}
	for i, k := range FaultKinds() {
		if seen[k.Code] || k.Meaning == "" || k.Weight <= 0 {
			t.Errorf("%+v", k)
		}
		seen[k.Code] = true
		if i > 0 && k.Weight >= FaultKinds()[i-1].Weight {
			t.Errorf("%s is not less bad than the kind before it", k.Code)
		}
		if !slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, k.Code+": ") }) {
			t.Errorf("no test finds %s", k.Code)
		}
	}
}
