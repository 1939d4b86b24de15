package nxos

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// four is a switch with the four system classes.
var four = vendors.Platform{Queues: 4, Row: &row{classes: fourClasses}}

// queued puts lines into class c-out-8q-q3 of an output policy on Ethernet1/1.
func queued(lines string) string {
	return "policy-map type queuing Q\n  class type queuing c-out-8q-q3\n" + lines +
		"interface Ethernet1/1\n  service-policy type queuing output Q\n"
}

func TestReadSchedule(t *testing.T) {
	beside := qos.Value[qos.Schedule]{V: qos.Schedule{Share: 10}, State: qos.Known, Why: "bandwidth percent 1 is of the whole link, and another class of the policy " +
		"has a priority level, which is served first: bandwidth remaining percent divides what that leaves"}
	strict := func(rank uint8) qos.Value[qos.Schedule] { return qos.Is(qos.Schedule{Strict: true, Rank: rank}) }
	share := func(permille qos.Permille) qos.Value[qos.Schedule] { return qos.Is(qos.Schedule{Share: permille}) }
	first, rest, last := qos.BuiltIn(qos.Schedule{Share: 1000}), qos.BuiltIn(qos.Schedule{}), qos.BuiltIn(qos.Schedule{Strict: true, Rank: 1})
	unlisted := qos.Value[qos.Schedule]{State: qos.PlatformDefault, Why: "the policy gives the queue neither a priority nor a share"}
	twice := qos.NotRead[qos.Schedule]("a class has more than one of priority, bandwidth percent and bandwidth remaining percent", 0)
	none := qos.Value[qos.Schedule]{}
	for name, c := range map[string]struct {
		text string
		p    vendors.Platform
		want [qos.NumQueues]qos.Value[qos.Schedule] // from queue 0
	}{
		"built in, eight queues": {
			"interface Ethernet1/1\n", eight,
			[8]qos.Value[qos.Schedule]{first, rest, rest, rest, rest, rest, rest, last},
		},
		"built in, four queues": {
			"interface Ethernet1/1\n", four,
			[8]qos.Value[qos.Schedule]{first, rest, rest, last, none, none, none, none},
		},
		"entered again": {
			queued("    bandwidth remaining percent 20\n    bandwidth remaining percent 50\n"), eight,
			[8]qos.Value[qos.Schedule]{unlisted, unlisted, unlisted, share(500), unlisted, unlisted, unlisted, unlisted},
		},
		"a block that stands twice": {
			queued("    priority level 1\npolicy-map type queuing Q\n  class type queuing c-out-8q-q3\n    priority level 1\n"), eight,
			[8]qos.Value[qos.Schedule]{unlisted, unlisted, unlisted, strict(1), unlisted, unlisted, unlisted, unlisted},
		},
		"a level and two shares": {
			queued("    priority level 1\n    bandwidth remaining percent 50\n    bandwidth remaining percent 20\n"), eight,
			[8]qos.Value[qos.Schedule]{unlisted, unlisted, unlisted, twice, unlisted, unlisted, unlisted, unlisted},
		},
		"built in, four queues by the classes in use": {
			"policy-map type network-qos N\n  class type network-qos c-nq1\n    mtu 9216\nsystem qos\n  service-policy type network-qos N\ninterface Ethernet1/1\n", eight,
			[8]qos.Value[qos.Schedule]{first, rest, rest, last, none, none, none, none},
		},
		"built in by name": {
			"interface Ethernet1/1\n  service-policy type queuing output default-8q-out-policy\n", eight,
			[8]qos.Value[qos.Schedule]{first, rest, rest, rest, rest, rest, rest, last},
		},
		"of the system": {
			"policy-map type queuing Q\n  class type queuing c-out-q2\n    bandwidth remaining percent 40\n  class type queuing c-out-q-default\n    bandwidth remaining percent 60\n" +
				"  class type queuing c-out-q3\n    priority level 1\nsystem qos\n  service-policy type queuing output Q\ninterface Ethernet1/1\n", four,
			[8]qos.Value[qos.Schedule]{share(600), unlisted, share(400), strict(1), none, none, none, none},
		},
		"the interface wins": {
			"policy-map type queuing S\n  class type queuing c-out-8q-q1\n    priority level 1\nsystem qos\n  service-policy type queuing output S\n" +
				queued("    bandwidth remaining percent 100\n"), eight,
			[8]qos.Value[qos.Schedule]{unlisted, unlisted, unlisted, share(1000), unlisted, unlisted, unlisted, unlisted},
		},
		"shares of the link and of the rest": {
			"policy-map type queuing Q\n  class type queuing c-out-8q-q7\n    bandwidth percent 1\n  class type queuing c-out-8q-q6\n    priority level 2\n" +
				"  class type queuing c-out-8q-q3\n    bandwidth remaining percent 50\n  class type queuing c-out-8q-q-default\n    bandwidth remaining percent 50\n" +
				"interface Ethernet1/1\n  service-policy type queuing output Q\n", eight,
			[8]qos.Value[qos.Schedule]{share(495), unlisted, unlisted, share(495), unlisted, unlisted, strict(2), beside},
		},
		"more than there is": {
			"policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    bandwidth remaining percent 60\n  class type queuing c-out-8q-q-default\n    bandwidth remaining percent 41\n" +
				"interface Ethernet1/1\n  service-policy type queuing output Q\n", eight,
			[8]qos.Value[qos.Schedule]{
				qos.NotAllowed[qos.Schedule]("bandwidth remaining percent adds to 101, and there are 100", 0), unlisted, unlisted,
				qos.NotAllowed[qos.Schedule]("bandwidth remaining percent adds to 101, and there are 100", 0), unlisted, unlisted, unlisted, unlisted,
			},
		},
		"priority and bandwidth": {
			queued("    priority level 1\n    bandwidth remaining percent 10\n"), eight,
			[8]qos.Value[qos.Schedule]{unlisted, unlisted, unlisted, twice, unlisted, unlisted, unlisted, unlisted},
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := firstPort(t, c.text, c.p).Egress
			var got [qos.NumQueues]qos.Value[qos.Schedule]
			for q := range got {
				got[q] = e.Queues[q].Schedule
			}
			if diff := otherwise(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadDetect(t *testing.T) {
	curve := qos.ECN{On: true, Min: 153600, Max: 3 << 20, Probability: 5}
	drop := qos.ECN{DropOnly: true, Min: 153600, Max: 3 << 20, Probability: 5}
	unknown := func(why string) qos.Value[qos.ECN] { return qos.NotRead[qos.ECN](why, 0) }
	for line, want := range map[string]qos.Value[qos.ECN]{
		"description marks nothing": qos.Is(qos.ECN{}),
		"random-detect minimum-threshold 150 kbytes maximum-threshold 3 mbytes drop-probability 5 weight 0 ecn":        qos.Is(curve),
		"random-detect minimum-threshold 153600 bytes maximum-threshold 3145728 bytes drop-probability 5 weight 0 ecn": qos.Is(curve),
		"random-detect minimum-threshold 150 kbytes maximum-threshold 3 mbytes drop-probability 5 weight 0":            qos.Is(drop),
		"Random-Det min 150 kby max 3 mb drop 5 weight 0 cap ecn":                                                      qos.Is(curve),
		"random-detect minimum-threshold 150 kbytes maximum-threshold 3 mbytes drop-probability 5 weight 7 ecn":        unknown("weight 7: the average of the depth counts, not the depth"),
		"random-detect minimum-threshold 10 packets maximum-threshold 30 packets drop-probability 5 weight 0 ecn":      unknown("thresholds in packets and packets are no number of bytes"),
		"random-detect minimum-threshold 1 bytes maximum-threshold 2 bytes drop-probability 101 weight 0 ecn":          unknown("drop-probability 101 is no percentage"),
		"random-detect threshold burst-optimized ecn":                                                                  {V: qos.ECN{On: true}, State: qos.PlatformDefault, Why: "burst-optimized"},
		"queue-limit 1 bytes\n    queue-limit 1 bytes":                                                                 qos.Is(qos.ECN{}),
		"random-detect threshold mesh-optimized ecn\n    random-detect threshold mesh-optimized ecn":                   {V: qos.ECN{On: true}, State: qos.PlatformDefault, Why: "mesh-optimized"},
		"random-detect threshold mesh-optimized ecn\n    random-detect threshold burst-optimized ecn":                  unknown("`random-detect threshold burst-optimized ecn` says again what its class has said"),
		"random-detect threshold mesh-optimized":                                                                       {V: qos.ECN{DropOnly: true}, State: qos.PlatformDefault, Why: "mesh-optimized"},
		"random-detect ecn":                                                                                            unknown("`random-detect ecn` is not understood"),
		"random-detect non-ecn minimum-threshold 1 kbytes maximum-threshold 2 kbytes drop-probability 5":               unknown("`random-detect non-ecn minimum-threshold 1 kbytes maximum-threshold 2 kbytes drop-probability 5` is not understood"),
		"afd queue-desired 150 kbytes ecn\n    random-detect threshold mesh-optimized ecn":                             unknown("`afd queue-desired 150 kbytes ecn`: weft does not know fair dropping"),
		"random-detect ecn\n    random-detect threshold mesh-optimized ecn":                                            unknown("`random-detect ecn` is not understood"),
		"afd queue-desired 150 kbytes ecn":                                                                             unknown("`afd queue-desired 150 kbytes ecn`: weft does not know fair dropping"),
	} {
		got := firstPort(t, queued("    "+line+"\n"), eight).Egress.Queues[3].ECN
		if diff := otherwise(want, got); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
	}
}

func TestReadShapeAndLimit(t *testing.T) {
	rate := qos.Is[qos.BitsPerSecond]
	none := qos.Value[qos.BitsPerSecond]{}
	for line, want := range map[string]qos.EgressQueue{
		"shape min 0 mbps max 50000 mbps":   {Min: rate(0), Max: rate(50 * qos.Gbps)},
		"shape min 1 gbps max 2000000 kbps": {Min: rate(qos.Gbps), Max: rate(2 * qos.Gbps)},
		"shape min 1 pps max 2 mbps":        {Min: qos.NotRead[qos.BitsPerSecond]("1 pps is no rate in bits per second", 0), Max: rate(2 * qos.Mbps)},
		"shape average 10 gbps":             {Min: qos.NotRead[qos.BitsPerSecond]("`shape average 10 gbps` is not understood", 0), Max: qos.NotRead[qos.BitsPerSecond]("`shape average 10 gbps` is not understood", 0)},
		"queue-limit 1000 kbytes":           {Min: none, Limit: qos.Is(qos.Limit{Bytes: 1024000})},
		"queue-limit 1000 bytes":            {Limit: qos.Is(qos.Limit{Bytes: 1000})},
		"queue-limit 100":                   {Limit: qos.NotRead[qos.Limit]("queue-limit 100 is no number of bytes", 0)},
		"queue-limit 100 packets":           {Limit: qos.NotRead[qos.Limit]("queue-limit 100 packets is no number of bytes", 0)},
		"queue-limit percent 50":            {Limit: qos.NotRead[qos.Limit]("queue-limit percent 50 is no number of bytes", 0)},
		"queue-limit dynamic 8":             {Limit: qos.NotRead[qos.Limit]("queue-limit dynamic 8 is no number of bytes", 0)},
		"queue-limit for ever":              {Limit: qos.NotRead[qos.Limit]("`queue-limit for ever` is not understood", 0)},
	} {
		got := firstPort(t, queued("    "+line+"\n"), eight).Egress.Queues[3]
		got.ECN, got.Schedule = qos.Value[qos.ECN]{}, qos.Value[qos.Schedule]{}
		if diff := otherwise(want, got); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
	}
}

// kbytes are an assumption only where a port uses them.
func TestReadAssumesKbytesWhereUsed(t *testing.T) {
	policy := "policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    queue-limit 10 kbytes\n"
	if got := readText(t, policy+"interface Ethernet1/1\n", eight).Assumed; got != nil {
		t.Errorf("assumed %v for a policy that nothing binds", got)
	}
	r := readText(t, policy+"interface Ethernet1/1\n  service-policy type queuing output Q\n", eight)
	if diff := cmp.Diff([]string{"nxos.kbyte"}, r.Assumed); diff != "" {
		t.Error(diff)
	}
}

func TestReadEgressUnknown(t *testing.T) {
	onPort := "interface Ethernet1/1\n  service-policy type queuing output Q\n"
	for text, why := range map[string]string{
		onPort: "policy-map type queuing Q is bound and not defined",
		"policy-map type queuing Q\n  class type queuing q3\n" + onPort:             "class q3 is no class of the system and not defined",
		"policy-map type queuing Q\n  class type queuing c-out-q4\n" + onPort:       "class c-out-q4 is no class of the system and not defined",
		"policy-map type queuing Q\n  class c-out-8q-q3\n" + onPort:                 "`class c-out-8q-q3` is not understood",
		"system qos\n  service-policy type queuing both Q\ninterface Ethernet1/1\n": "`service-policy type queuing both Q` is not understood",
		"interface Ethernet1/1\n  service-policy type queuing Q\n":                  "`service-policy type queuing Q` is not understood",
	} {
		got := firstPort(t, text, eight).Egress.Queues[0]
		if got.Schedule.State != qos.Unknown || got.Schedule.Why != why || got.ECN.Why != why {
			t.Errorf("%q: %v, want unknown: %s", text, got.Schedule, why)
		}
	}
}

// attached makes N the network-qos policy of a switch whose port has PFC on.
func attached(classes string) string {
	return "policy-map type network-qos N\n" + classes + "system qos\n  service-policy type network-qos N\n" +
		"interface Ethernet1/1\n  priority-flow-control mode on\n"
}

func TestReadNetwork(t *testing.T) {
	mtu := func(listed map[int]qos.Bytes, queues int) *qos.ClassMTU {
		m := &qos.ClassMTU{}
		for q := range queues {
			m.MTU[q] = qos.Is[qos.Bytes](1500)
		}
		for q, v := range listed {
			m.MTU[q] = qos.Is(v)
		}
		return m
	}
	unknown := &qos.ClassMTU{}
	for q := range unknown.MTU {
		unknown.MTU[q] = qos.NotRead[qos.Bytes]("policy-map type network-qos N is attached and not defined", 0)
	}
	nothing := qos.Value[qos.QueueSet]{State: qos.Known, Why: "no class is no-drop"}
	for name, c := range map[string]struct {
		text   string
		p      vendors.Platform
		noDrop qos.Value[qos.QueueSet]
		mtu    *qos.ClassMTU
	}{
		"built in":          {"interface Ethernet1/1\n", eight, nothing, mtu(nil, 8)},
		"built in, four":    {"interface Ethernet1/1\n", four, nothing, mtu(nil, 4)},
		"built in, by name": {"system qos\n  service-policy type network-qos default-nq-policy\ninterface Ethernet1/1\n", eight, nothing, mtu(nil, 4)},
		"two lossless classes": {
			attached("  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n    mtu 9216\n  class type network-qos c-8q-nq4\n    mtu 4200\n    pause pfc-cos 4\n"),
			eight, qos.Is(qos.Queues(3, 4)), mtu(map[int]qos.Bytes{3: 9216, 4: 4200}, 8),
		},
		"defaults are printed negated": {
			attached("  class type network-qos c-nq-default\n    mtu 1500\n    no pause pfc-cos 0\n"), eight,
			qos.Value[qos.QueueSet]{State: qos.Known, Why: "PFC is on, but no class is no-drop"}, mtu(nil, 4),
		},
		"classes of one's own": {
			"class-map type network-qos match-any ROCE\n  match qos-group 3\n" +
				attached("  class type network-qos ROCE\n    pause no-drop\n    mtu 9216\n  class type network-qos class-default\n    mtu 9000\n"),
			eight, qos.Is(qos.Queues(3)), mtu(map[int]qos.Bytes{3: 9216, 0: 9000}, 8),
		},
		"not defined": {
			"system qos\n  service-policy type network-qos N\ninterface Ethernet1/1\n  priority-flow-control mode on\n", eight,
			qos.NotRead[qos.QueueSet]("policy-map type network-qos N is attached and not defined", 0), unknown,
		},
		"another priority than the class": {
			attached("  class type network-qos c-8q-nq6\n    pause pfc-cos 3\n"), eight,
			qos.NotAllowed[qos.QueueSet]("class 6 pauses priority 3, not its own number: an end that has one number for both takes it for another class", 0), mtu(nil, 8),
		},
		"two priorities of one class": {
			attached("  class type network-qos c-8q-nq3\n    pause pfc-cos 4,3\n"), eight,
			qos.NotRead[qos.QueueSet]("class 3 pauses priority 3,4, not its own number: an end that has one number for both takes it for another class", 0), mtu(nil, 8),
		},
		"entered again": {
			attached("  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n    mtu 9216\n    mtu 1500\n"), eight, qos.Is(qos.Queues(3)), mtu(map[int]qos.Bytes{3: 1500}, 8),
		},
		"a class in two blocks": {
			"policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n" +
				attached("  class type network-qos c-8q-nq3\n    mtu 9216\n"), eight, qos.Is(qos.Queues(3)), mtu(map[int]qos.Bytes{3: 9216}, 8),
		},
		"MTU not understood, and one that is": {
			attached("  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n    mtu jumbo\n    mtu 9216\n"), eight, qos.Is(qos.Queues(3)),
			&qos.ClassMTU{MTU: func() [8]qos.Value[qos.Bytes] {
				m := mtu(nil, 8).MTU
				m[3] = qos.NotRead[qos.Bytes]("`mtu jumbo` is not understood", 0)
				return m
			}()},
		},
		"pause not understood": {
			attached("  class type network-qos c-8q-nq3\n    pause receive\n    mtu 9216\n"), eight,
			qos.NotRead[qos.QueueSet]("`pause receive` is not understood", 0), mtu(map[int]qos.Bytes{3: 9216}, 8),
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := firstPort(t, c.text, c.p)
			if diff := otherwise(c.noDrop, p.PFC.Priorities); diff != "" {
				t.Error(diff)
			}
			if diff := otherwise(c.mtu, p.ClassMTU); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A class that nobody defined cannot be read, and makes the whole policy unknown.
func TestReadNetworkUndefinedClass(t *testing.T) {
	p := firstPort(t, attached("  class type network-qos AZLOCAL-NWQOS-RDMA\n    pause pfc-cos 3\n"), eight)
	if p.PFC.Priorities.State != qos.Unknown || p.ClassMTU.MTU[5].State != qos.Unknown {
		t.Errorf("%v, %v", p.PFC.Priorities, p.ClassMTU.MTU[5])
	}
}

func TestReadIngress(t *testing.T) {
	lossless := "policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\nsystem qos\n  service-policy type network-qos N\n"
	input := "policy-map type queuing I\n  class type queuing c-in-q3\n    pause buffer-size 147456 pause-threshold 114688 resume-threshold 107688\n"
	onPort := "interface Ethernet1/1\n  service-policy type queuing input I\n"
	set := qos.Is(qos.Buffer{Headroom: 32768, XOFF: 114688, XON: 107688})
	own := qos.Default(qos.Buffer{})
	none := qos.Value[qos.Buffer]{}
	for name, c := range map[string]struct {
		text string
		want qos.Value[qos.Buffer]
	}{
		"nothing is lossless":     {"interface Ethernet1/1\n", none},
		"nothing lossless, sized": {input + onPort, none},
		"the switch decides":      {lossless + "interface Ethernet1/1\n", own},
		"by name":                 {lossless + "interface Ethernet1/1\n  service-policy type queuing input default-in-policy\n", own},
		"sized":                   {lossless + input + onPort, set},
		"sized for the system":    {lossless + "  service-policy type queuing input I\n" + input + "interface Ethernet1/1\n", set},
		"other classes":           {lossless + "policy-map type queuing I\n  class type queuing c-in-q-default\n" + onPort, own},
		"not defined":             {lossless + onPort, qos.NotRead[qos.Buffer]("policy-map type queuing I is bound and not defined", 0)},
		"not understood": {
			lossless + "policy-map type queuing I\n  class type queuing c-in-q3\n    pause no-drop\n" + onPort,
			qos.NotRead[qos.Buffer]("`pause no-drop` is not understood", 0),
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := firstPort(t, c.text, eight).Ingress.Buffers[3]
			if diff := otherwise(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
