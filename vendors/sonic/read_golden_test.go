package sonic

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// atOrigins leaves out where values come from.
var atOrigins = cmp.Options{
	cmpopts.IgnoreTypes(qos.Origin{}),
	cmpopts.IgnoreFields(qos.Classify{}, "DSCPAt", "PCPAt"),
}

// on is the platform of a model.
func on(t *testing.T, model string) vendors.Platform {
	t.Helper()
	p, err := New().Platform(model, "202505")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// goldenClassify sends RoCE in DSCP 26 to queue 3 and in 34 to queue 4, CNPs to queue 6, 46 to queue 5 and all else to queue 0.
func goldenClassify() *qos.Classify {
	c := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	c.DSCP[26], c.DSCP[34], c.DSCP[46], c.DSCP[48] = 3, 4, 5, 6
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = qos.Keep
	}
	return c
}

// goldenEgress shares 20 to 40 between lossy and lossless queues, with queue 6 before them.
func goldenEgress(lossy, lossless qos.Limit) *qos.Egress {
	e := &qos.Egress{}
	for q := range 7 {
		queue := &e.Queues[q]
		queue.Schedule, queue.ECN, queue.Limit = qos.Is(qos.Schedule{Share: 200}), qos.Is(qos.ECN{}), qos.Is(lossy)
		if q == 3 || q == 4 {
			queue.Schedule, queue.Limit = qos.Is(qos.Schedule{Share: 400}), qos.Is(lossless)
			queue.ECN = qos.Is(qos.ECN{On: true, Min: 256 << 10, Max: 1 << 20, Probability: 5})
		}
	}
	e.Queues[6].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 2})
	e.Queues[7] = qos.EgressQueue{
		Schedule: qos.Value[qos.Schedule]{State: qos.PlatformDefault, Why: "no scheduler is bound"}, ECN: qos.Is(qos.ECN{}),
	}
	return e
}

// goldenPort is one port of the golden configurations.
func goldenPort(name string, e *qos.Egress, buffer qos.Buffer) qos.Port {
	const millisecond = time.Millisecond
	p := qos.Port{
		Name: name, Classify: goldenClassify(), Egress: e, Ingress: &qos.Ingress{}, MTU: qos.Is[qos.Bytes](9100),
		PFC: qos.PFC{Priorities: qos.Is(qos.Queues(3, 4)), Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass)},
		Watchdog: qos.Watchdog{
			On: qos.Is(true), Action: qos.Is(qos.WatchdogDrop), Detect: qos.Is(200 * millisecond), Restore: qos.Is(200 * millisecond),
			Poll: qos.Is(200 * millisecond), Escalate: qos.Is(qos.Escalation{}),
		},
	}
	p.Ingress.Buffers[3], p.Ingress.Buffers[4] = qos.Default(buffer), qos.Default(buffer)
	return p
}

// The golden configurations of the reference, and what they do.
func TestReadGolden(t *testing.T) {
	limit := func(b qos.Bytes) qos.Limit { return qos.Limit{Bytes: b} }
	alpha := func(n uint16) qos.Limit { return qos.Limit{AlphaNum: n, AlphaDen: 1} }
	inBytes := qos.Buffer{Headroom: 160_000, XON: 4608, AlphaNum: 1, AlphaDen: 1}
	tests := []struct {
		name, model string
		texts       []string
		egress      *qos.Egress
		buffer      qos.Buffer
	}{
		{"traditional", "Arista-7050CX3-32S-C32", []string{"leaf-traditional.json"}, goldenEgress(alpha(8), limit(32_599_040)), inBytes},
		{"traditional, with what the device adds", "Arista-7050CX3-32S-C32", []string{"leaf-traditional.json", "leaf-traditional-device-added.json"},
			goldenEgress(alpha(8), limit(32_599_040)), inBytes},
		{"traditional, of a table that no one knows", "DellEMC-S5232f-C32", []string{"leaf-traditional.json"}, goldenEgress(alpha(8), limit(32_599_040)), qos.Buffer{}},
		{"dynamic", "Mellanox-SN4600C-C64", []string{"leaf-dynamic.json"}, goldenEgress(alpha(8), alpha(128)), qos.Buffer{AlphaNum: 1, AlphaDen: 1}},
	}
	for _, test := range tests {
		want := &qos.Switch{NonECT: qos.Is(qos.NonECTDrop)}
		for _, name := range []string{"Ethernet0", "Ethernet4", "Ethernet8", "Ethernet12"} {
			want.Ports = append(want.Ports, goldenPort(name, test.egress, test.buffer))
		}
		got := New().Read(configOf(merged(test.texts...)), on(t, test.model))
		if diff := cmp.Diff(want, got.Switch, atOrigins); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		if got.Unread != nil {
			t.Errorf("%s: not understood: %v", test.name, got.Unread)
		}
		// Four ports with alias, lanes, index, fec and admin_status, and five fields of the switch.
		if want := 4*5 + 5; got.Foreign != want {
			t.Errorf("%s: %d fields out of scope, want %d", test.name, got.Foreign, want)
		}
		if diff := cmp.Diff([]string{"sonic.default-class"}, got.Assumed); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

// merged is one document of several golden ones.
func merged(names ...string) *document {
	e := newEditor(parsed(goldenText(names[0])))
	for _, name := range names[1:] {
		for _, t := range parsed(goldenText(name)).tables {
			for _, r := range t.rows {
				copyRow(e, t.name, r.key, r)
			}
		}
	}
	return e.doc()
}

func TestReadTellsLines(t *testing.T) {
	p := New().Read(configOf(parsed(goldenText("leaf-traditional.json"))), on(t, "Arista-7050CX3-32S-C32")).Switch.Ports[1]
	c, _ := New().Parse(goldenText("leaf-traditional.json"))
	for line, want := range map[int32]string{
		p.Classify.DSCPAt[26]:               `"26": "3",`,
		p.Egress.Queues[3].Schedule.At.Line: `"weight": "40"`,
		p.Egress.Queues[6].Schedule.At.Line: `"type": "STRICT"`,
		p.Egress.Queues[3].ECN.At.Line:      `"green_min_threshold": "262144",`,
		p.PFC.Priorities.At.Line:            `"pfc_enable": "3,4",`,
		p.Watchdog.Detect.At.Line:           `"detection_time": "200",`,
		p.Watchdog.Poll.At.Line:             `"POLL_INTERVAL": "200"`,
		p.Egress.Queues[3].Limit.At.Line:    `"static_th": "32599040"`,
	} {
		if got := c.Line(int(line)); got != want {
			t.Errorf("line %d is %s, want %s", line, got, want)
		}
	}
	if p.MTU.At.Line == 0 || p.MTU.At.Line == New().Read(c, vendors.Platform{}).Switch.Ports[0].MTU.At.Line {
		t.Error("the MTU of a port has the line of another's")
	}
}
