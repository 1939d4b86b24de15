package explain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/docs/schematest"
	"github.com/weft-net/weft/qos"
)

// lines is a source that knows the number of a line and what it was asked for.
type lines struct{}

func (lines) Name() string { return "test" }

func (lines) Find(_, field string, at qos.Origin) (Cite, bool) {
	return Cite{Line: int(at.Line), Text: field}, at.Line != 0
}

// operated is a switch as an operator may have configured it: DSCP 26 lossless in queue 3.
func operated() *qos.Switch {
	c := &qos.Classify{Trust: qos.IsAt(qos.TrustDSCP, 10)}
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = qos.Keep
	}
	c.DSCP[26], c.DSCPAt[26] = 3, 11
	c.PCP[4], c.PCPAt[4] = 4, 12
	e := &qos.Egress{}
	e.Queues[0].Schedule = qos.IsAt(qos.Schedule{Share: 500}, 20)
	e.Queues[3] = qos.EgressQueue{
		Schedule: qos.IsAt(qos.Schedule{Share: 500}, 21),
		ECN:      qos.IsAt(qos.ECN{On: true, Min: 150 << 10, Max: 1500 << 10, Probability: 7}, 22),
	}
	in := &qos.Ingress{}
	in.Buffers[3] = qos.Default(qos.Buffer{})
	m := &qos.ClassMTU{}
	m.MTU[3] = qos.IsAt[qos.Bytes](1500, 30)
	return &qos.Switch{
		Names:  [qos.NumQueues]string{0: "best_effort", 3: "roce"},
		NonECT: qos.Is(qos.NonECTDrop),
		Ports: []qos.Port{{
			Name: "Ethernet1/1", Classify: c, Egress: e, Ingress: in, ClassMTU: m,
			PFC:      qos.PFC{Priorities: qos.IsAt(qos.Queues(3), 40), Negotiated: qos.Is(false)},
			Watchdog: qos.Watchdog{On: qos.IsAt(true, 41), Action: qos.Is(qos.WatchdogDrop), Detect: qos.Default[time.Duration](0)},
			MTU:      qos.IsAt[qos.Bytes](9216, 42),
		}},
	}
}

// told follows a packet and returns its facts, one a line, with the number of the line cited.
func told(t *testing.T, sw *qos.Switch, dscp, pcp int) string {
	t.Helper()
	p, err := NewPacket(dscp, pcp)
	if err != nil {
		t.Fatal(err)
	}
	r, err := follow(sw, "leaf1", "Ethernet1/1", p, lines{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range r.Facts {
		fmt.Fprintf(&b, "%s: %s", f.Subject, f.Text)
		for _, c := range f.Cites {
			fmt.Fprintf(&b, " [%d %s]", c.Line, c.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestLosslessPacket(t *testing.T) {
	const want = `class: queue 3 (roce), by DSCP 26 [11 traffic_class roce: dscp]
pfc: lossless: priority 3 is paused before the buffer is full [40 traffic_class roce: lossless]
headroom: by the device's own rule
watchdog: on: a queue that stays paused is relieved [41 pfc_watchdog]
action: drop
detect: by the device's own rule
schedule: 50 % of what strict queues leave [21 traffic_class roce: bandwidth]
ecn: ECN marks from 150 KiB to 1500 KiB at 7 % [22 traffic_class roce: ecn]
ecn: a packet that is not ECN-capable is dropped between the thresholds of ECN
mtu: the largest packet is 9216 [42 mtu]
mtu: the largest packet of queue 3 (roce) is 1500 [30 mtu]
`
	if got := told(t, operated(), 26, Absent); got != want {
		t.Errorf("got:\n%s", got)
	}
}

func TestLossyPacket(t *testing.T) {
	got := told(t, operated(), 8, Absent)
	for _, want := range []string{
		"class: queue 0 (best_effort), by DSCP 8\n",
		"pfc: lossy: it is dropped when the buffer is full; the port pauses priority 3 [40 ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in:\n%s", want, got)
		}
	}
	if strings.Contains(got, "headroom") || strings.Contains(got, "watchdog") {
		t.Errorf("a lossy packet has no headroom and no watchdog:\n%s", got)
	}
}

func TestWhichFieldDecides(t *testing.T) {
	for _, test := range []struct {
		trust     qos.Trust
		dscp, pcp int
		want      string
	}{
		{qos.TrustDSCP, 26, 4, "queue 3 (roce), by DSCP 26"},
		{qos.TrustDSCP, Absent, 4, "queue 0 (best_effort), by default"},
		{qos.TrustPCP, 26, 4, "queue 4, by PCP 4"},
		{qos.TrustPCP, 26, Absent, "the packet has no tag"},
		{qos.TrustDSCPElsePCP, 26, 4, "queue 3 (roce), by DSCP 26"},
		{qos.TrustDSCPElsePCP, Absent, 4, "queue 4, by PCP 4"},
		{qos.TrustNone, 26, 4, "queue 0 (best_effort), by default: no field decides"},
		{qos.TrustMixed, 26, 4, "the first that the policy matches decides"},
		{qos.TrustMixed, 8, 4, "queue 4, by PCP 4"},
		{qos.TrustMixed, 26, 0, "queue 3 (roce), by DSCP 26"},
	} {
		sw := operated()
		sw.Ports[0].Classify.Trust = qos.Is(test.trust)
		if got := told(t, sw, test.dscp, test.pcp); !strings.Contains(got, test.want) {
			t.Errorf("trust %s, DSCP %d, PCP %d: want %q in:\n%s", test.trust, test.dscp, test.pcp, test.want, got)
		}
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	sw := operated()
	p := &sw.Ports[0]
	p.PFC.Priorities = qos.NotRead[qos.QueueSet]("pause of two kinds", 50)
	p.Classify.Rules = []qos.Rule{{Match: "packets that access list ROCE permits", Queue: 3, Does: "are policed to 1 Gbps", Line: 51}}
	got := told(t, sw, 26, Absent)
	for _, want := range []string{
		"before: packets that access list ROCE permits go to queue 3 (roce) and are policed to 1 Gbps [51 ",
		"pfc: not readable: pause of two kinds [50 ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in:\n%s", want, got)
		}
	}
	p.Classify.Trust = qos.NotRead[qos.Trust]("a match of a kind that weft does not know", 52)
	if got := told(t, sw, 26, Absent); !strings.HasSuffix(got, "class: not readable: a match of a kind that weft does not know [52 trust]\n") {
		t.Errorf("a packet without a class has a way:\n%s", got)
	}
}

// TestUnlisted: what a map lists is told, where it leaves others out.
func TestUnlisted(t *testing.T) {
	sw := operated()
	c := sw.Ports[0].Classify
	c.Trust, c.Unlisted = qos.NotRead[qos.Trust]("the map has no entry for 63", 52), 1<<63
	if got := told(t, sw, 26, Absent); !strings.Contains(got, "queue 3 (roce), by DSCP 26 [11 ") {
		t.Errorf("a packet that the map lists:\n%s", got)
	}
	if got := told(t, sw, 63, Absent); !strings.HasSuffix(got, "class: not readable: the map has no entry for 63 [52 trust]\n") {
		t.Errorf("one that it leaves out:\n%s", got)
	}
}

// A queue that cannot be told is no number, least of all that of the default class.
func TestQueueThatIsNotTold(t *testing.T) {
	sw := operated()
	sw.Ports[0].Classify.Trust = qos.Is(qos.TrustMixed)
	packet, err := NewPacket(26, 4)
	if err != nil {
		t.Fatal(err)
	}
	r, err := follow(sw, "leaf1", "Ethernet1/1", packet, lines{})
	if err != nil {
		t.Fatal(err)
	}
	var js bytes.Buffer
	if err := JSON(&js, r); err != nil || !strings.Contains(js.String(), `"queue": null`) {
		t.Errorf("%s, %v", js.String(), err)
	}
	fits(t, js.Bytes())
}

func TestRewrite(t *testing.T) {
	sw := operated()
	sw.Ports[0].Classify.RewriteDSCP[26] = 24
	sw.Ports[0].Classify.RewriteDSCP[8] = 8
	sw.Ports[0].Classify.RewritePCP[3] = 5
	if got := told(t, sw, 26, 3); !strings.Contains(got, "rewrite: leaves with DSCP 24\nrewrite: leaves with PCP 5\n") {
		t.Error(got)
	}
	if got := told(t, sw, 8, Absent); strings.Contains(got, "rewrite") {
		t.Error(got)
	}
}

func TestQualifications(t *testing.T) {
	for want, change := range map[string]func(*qos.Switch){
		"paused before the buffer is full, where the peer agrees by DCBX":                                       func(sw *qos.Switch) { sw.Ports[0].PFC.Negotiated = qos.Is(true) },
		"pfc: lossy: PFC goes by the priority in the tag, and this packet has none; the port pauses priority 3": func(sw *qos.Switch) { sw.Ports[0].PFC.Key = qos.Is(qos.PFCByPCP) },
		"vxlan: DSCP of tunnels is 0 on the underlay, which every class then crosses as best effort":            func(sw *qos.Switch) { sw.Tunnel.DSCP = qos.Is(qos.TunnelDSCPZero) },
		"vxlan: DSCP of tunnels is copied out, and back in":                                                     func(sw *qos.Switch) { sw.Tunnel.DSCP = qos.Is(qos.TunnelUniform) },
		"by the packet's own dscp":                             func(sw *qos.Switch) { sw.Ports[0].PFC.Key = qos.Is(qos.PFCByDSCP) },
		"no guaranteed share: 0 % of what strict queues leave": func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[3].Schedule = qos.Is(qos.Schedule{}) },
		"strict priority 1: served before all queues that share": func(sw *qos.Switch) {
			sw.Ports[0].Egress.Queues[3].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 1})
		},
		"not marked by ECN: early drop":                func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[3].ECN.V.DropOnly = true },
		"after 200ms":                                  func(sw *qos.Switch) { sw.Ports[0].Watchdog.Detect = qos.Is(200 * time.Millisecond) },
		"off: priority 3 is paused without a watchdog": func(sw *qos.Switch) { sw.Ports[0].Watchdog.On = qos.Is(false) },
	} {
		sw := operated()
		change(sw)
		if got := told(t, sw, 26, Absent); !strings.Contains(got, want) {
			t.Errorf("want %q in:\n%s", want, got)
		}
	}
}

// TestPFCByTag: where PFC goes by the tag, the class of a packet does not decide whether it is paused.
func TestPFCByTag(t *testing.T) {
	sw := operated()
	sw.Ports[0].PFC.Key = qos.Is(qos.PFCByPCP)
	for _, test := range []struct {
		dscp, pcp int
		want      string
	}{
		{26, 3, "pfc: lossless: priority 3 is paused before the buffer is full, by the packet's own pcp"},
		{26, 4, "pfc: lossy: it is dropped when the buffer is full; the port pauses priority 3"},
		{8, 3, "pfc: lossless: priority 3 is paused before the buffer is full, by the packet's own pcp"},
	} {
		if got := told(t, sw, test.dscp, test.pcp); !strings.Contains(got, test.want) {
			t.Errorf("DSCP %d, PCP %d: want %q in:\n%s", test.dscp, test.pcp, test.want, got)
		}
	}
}

// TestSharesOfWeights: a weight is a share of what all queues that something reaches have.
func TestSharesOfWeights(t *testing.T) {
	sw := operated()
	e := sw.Ports[0].Egress
	for q := range e.Queues {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Share: 1})
	}
	e.Queues[0].Schedule, e.Queues[3].Schedule = qos.Is(qos.Schedule{Share: 20}), qos.Is(qos.Schedule{Share: 60})
	const want = "schedule: 75 % of what strict queues leave" // only queue 0 is reached beside it
	if got := told(t, sw, 26, Absent); !strings.Contains(got, want) {
		t.Errorf("want %q in:\n%s", want, got)
	}
}

func TestUnmarkedQueueHasNoWordOnECT(t *testing.T) {
	sw := operated()
	sw.Ports[0].Egress.Queues[3].ECN = qos.Is(qos.ECN{})
	if got := told(t, sw, 26, Absent); !strings.Contains(got, "ecn: not marked by ECN\n") || strings.Contains(got, "ECN-capable") {
		t.Error(got)
	}
}

func TestPacketNumbers(t *testing.T) {
	for _, bad := range [][2]int{{64, Absent}, {Absent, 8}, {-2, Absent}, {Absent, -2}} {
		if _, err := NewPacket(bad[0], bad[1]); err == nil {
			t.Errorf("DSCP %d, PCP %d is taken", bad[0], bad[1])
		}
	}
}

func TestUnknownPort(t *testing.T) {
	p, _ := NewPacket(26, Absent)
	if _, err := follow(operated(), "leaf1", "Ethernet9/9", p, lines{}); err == nil || !strings.Contains(err.Error(), "leaf1 has no port Ethernet9/9") {
		t.Error(err)
	}
}

func TestFaces(t *testing.T) {
	p, _ := NewPacket(26, Absent)
	r, err := follow(operated(), "leaf1", "Ethernet1/1", p, lines{})
	if err != nil {
		t.Fatal(err)
	}
	var text, js bytes.Buffer
	if err := Text(&text, r); err != nil {
		t.Fatal(err)
	}
	if want := "leaf1 Ethernet1/1, by test: an untagged IP packet with DSCP 26\n\n  class     queue 3 (roce), by DSCP 26\n            | line 11: traffic_class roce: dscp\n"; !strings.HasPrefix(text.String(), want) {
		t.Errorf("text:\n%s", text.String())
	}
	if err := JSON(&js, r); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(js.Bytes(), &back); err != nil || back.Queue == nil || *back.Queue != 3 || back.Class != "roce" || len(back.Facts) != len(r.Facts) {
		t.Errorf("json: %+v, %v", back, err)
	}
	fits(t, js.Bytes())
}

// fits holds the document, its schema in docs and what is written together.
func fits(t *testing.T, written []byte) {
	t.Helper()
	schema := schematest.Read(t, "../../docs/explain.schema.json")
	schema.Match(t, reflect.TypeFor[document]())
	for _, fault := range schema.Validate(written) {
		t.Error(fault)
	}
}
