package plan

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// twoQueues is a switch of ports alike with DSCP 26 in queue 3, which marks from min to 2000 bytes at 7 %, and is paused if so.
func twoQueues(min qos.Bytes, paused bool, ports ...string) *qos.Switch {
	classify := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	classify.DSCP[26] = 3
	egress := &qos.Egress{}
	for q := range egress.Queues {
		egress.Queues[q] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Share: 500}), ECN: qos.Is(qos.ECN{})}
	}
	egress.Queues[3].ECN = qos.Is(qos.ECN{On: true, Min: min, Max: 2000, Probability: 7})
	egress.Queues[3].Max = qos.Default[qos.BitsPerSecond](0)
	ingress := &qos.Ingress{}
	ingress.Buffers[3] = qos.Is(qos.Buffer{Headroom: 900, AlphaNum: 1, AlphaDen: 8})
	s := &qos.Switch{}
	s.Names[3] = "roce"
	for i, name := range ports {
		p := qos.Port{Name: name, Classify: classify, Egress: egress, Ingress: ingress}
		p.PFC.Priorities = qos.IsAt(qos.QueueSet(0), int32(i))
		if paused {
			p.PFC.Priorities = qos.IsAt(qos.Queues(3), int32(i))
		}
		s.Ports = append(s.Ports, p)
	}
	return s
}

func every(string) bool { return true }

// TestClassesOfPortsWithoutTraffic: what changes on a port that nothing lossless gets in at is what the sentences say.
func TestClassesOfPortsWithoutTraffic(t *testing.T) {
	before, after := twoQueues(100, false, "e1", "e2"), twoQueues(100, true, "e1", "e2")
	for i, s := range []*qos.Switch{before, after} {
		p := &s.Ports[1]
		p.Classify, p.Egress, p.Ingress = &qos.Classify{Trust: qos.Is(qos.TrustNone)}, nil, nil
		p.MTU = qos.Is([]qos.Bytes{1500, 9216}[i])
	}
	others := func(port string) bool { return port == "e2" }
	sentences := behaviour(before, after, others)
	found := classes(before, after, others)
	if len(sentences) != 2 || len(found) != 1 {
		t.Fatalf("the sentences are %+v, the classes %+v", sentences, found)
	}
	size := func(n int) *Size { return &Size{Told: Told{Known: KnownYes}, Bytes: n} }
	for _, q := range found[0].Queues {
		if q.Before == nil || !reflect.DeepEqual(q.Before.PortMTU, size(1500)) || !reflect.DeepEqual(q.After.PortMTU, size(9216)) {
			t.Errorf("the largest packet of queue %d does not change: %+v", q.Queue, q)
		}
	}
	roce := found[0].Queues[len(found[0].Queues)-1]
	if roce.Class != "roce" || roce.Before == nil || roce.Before.PFC.On || !roce.After.PFC.On {
		t.Errorf("roce is paused now, and its card is %+v", roce)
	}
}

func TestClassesGroupsPortsAlike(t *testing.T) {
	before, after := twoQueues(100, false, "e1", "e2", "e3"), twoQueues(150, true, "e1", "e2", "e3")
	before.Ports[2] = after.Ports[2] // nothing changes on e3
	found := classes(before, after, every)
	if len(found) != 1 || !reflect.DeepEqual(found[0].Ports, []string{"e1", "e2"}) || len(found[0].Queues) != 2 {
		t.Fatalf("the groups are %+v", found)
	}
	if rest := found[0].Queues[0]; rest.Queue != 0 || rest.Before != nil || len(rest.After.Traffic.DSCP) != 63 || !rest.After.Traffic.Other {
		t.Errorf("queue 0 does not change, and is %+v", rest)
	}
	yes := Told{Known: KnownYes}
	does := func(min int, on bool) QueueDoes {
		return QueueDoes{
			Traffic:  &Traffic{Told: yes, DSCP: []int{26}, PCP: []int{}, Rules: []string{}},
			Schedule: &Schedule{Told: yes, Share: 500},
			Max:      &Rate{Told: Told{Known: KnownDevice}},
			ECN:      &Curve{Told: yes, Does: "marks", Min: min, Max: 2000, Probability: 7},
			PFC:      &Pause{Told: yes, On: on, Key: "class"},
			Buffer:   &Buffer{Told: yes, Headroom: 900, Alpha: "1/8"},
		}
	}
	was := does(100, false)
	want := ClassQueue{Queue: 3, Class: "roce", Before: &was, After: does(150, true)}
	if diff := cmp.Diff(want, found[0].Queues[1]); diff != "" {
		t.Errorf("queue 3 (- wanted, + is):\n%s", diff)
	}
}

func TestClassesOfNothingThatChanges(t *testing.T) {
	if found := classes(twoQueues(100, true, "e1"), twoQueues(100, true, "e1"), every); found != nil {
		t.Errorf("nothing changes, and there is %+v", found)
	}
}

func TestClassesOfPortsOnOneSide(t *testing.T) {
	found := classes(twoQueues(100, true, "e1"), twoQueues(100, true, "e1", "e2"), every)
	if len(found) != 1 || found[0].Ports[0] != "e2" || !reflect.DeepEqual(*found[0].Queues[1].Before, QueueDoes{}) {
		t.Errorf("a port that comes is %+v", found)
	}
}

func TestClassesTellWhatIsNotKnown(t *testing.T) {
	before, after := twoQueues(100, true, "e1"), twoQueues(100, true, "e1")
	before.Ports[0].PFC.Priorities = qos.NotRead[qos.QueueSet]("priority-flow-control secret hunter2", 4)
	found := classes(before, after, every)
	pfc := found[0].Queues[1].Before.PFC
	if pfc.Known != KnownNot || pfc.On {
		t.Errorf("PFC that cannot be read is %+v", pfc)
	}
	m := &maker{in: Input{Running: []byte("snmp-server community hunter2\n"), Vendor: vendors.Vendor(nil)}, device: Device{Classes: found}}
	m.redact()
	if why := pfc.Why; why == "" || why == "priority-flow-control secret hunter2" {
		t.Errorf("a secret stays in %q", why)
	}
}
