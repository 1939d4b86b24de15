package alerts

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
	"go.yaml.in/yaml/v3"
)

func TestPauseFrames(t *testing.T) {
	for _, test := range []struct {
		speed qos.BitsPerSecond
		span  time.Duration
		want  int64
	}{
		{100 * qos.Gbps, 5 * time.Minute, 894_083}, {400 * qos.Gbps, 5 * time.Minute, 3_576_333},
		{100 * qos.Gbps, time.Second, 2_980}, {400 * qos.Gbps, time.Second, 11_921},
	} {
		if got := PauseFrames(test.speed, test.span); got != test.want {
			t.Errorf("%v in %v: %d, want %d", test.speed, test.span, got, test.want)
		}
	}
}

// TestGoBackN: published efficiencies, by loss, for 29.9, 119.7 and 239.3 packets under way.
func TestGoBackN(t *testing.T) {
	losses := []float64{1e-3, 5e-4, 1e-4, 1e-5, 8e-6, 1e-6}
	for _, test := range []struct {
		speed     qos.BitsPerSecond
		roundTrip float64
		window    float64
		want      []float64
	}{
		{100 * qos.Gbps, 10e-6, 29.9, []float64{0.9709, 0.9853, 0.9970, 0.99970, 0.99976, 0.99997}},
		{400 * qos.Gbps, 10e-6, 119.7, []float64{0.8930, 0.9435, 0.9882, 0.99880, 0.99904, 0.99988}},
		{400 * qos.Gbps, 20e-6, 239.3, []float64{0.8067, 0.8931, 0.9766, 0.99761, 0.99809, 0.99976}},
	} {
		w := Window(test.speed, test.roundTrip)
		if math.Abs(w-test.window) > 0.05 {
			t.Errorf("%v, %g s: %f packets, want %f", test.speed, test.roundTrip, w, test.window)
		}
		for i, lost := range losses {
			if got := GoBackN(lost, w); math.Abs(got-test.want[i]) > 0.00006 {
				t.Errorf("%v, %g s, %g lost: %f, want %f", test.speed, test.roundTrip, lost, got, test.want[i])
			}
		}
	}
}

var two = []Expected{
	{Device: "leaf1", Interface: "Ethernet1/1", Role: "host", Class: "roce", DSCP: qos.CodePoints{DSCP: 1<<24 | 1<<26}, Queue: 3,
		Kmin: 150_000, Kmax: 1_500_000, Headroom: 160_000, Speed: fabric.Speed(400 * qos.Gbps)},
	{Device: "spine1", Interface: `a"b\`, Class: "roce", Queue: 3, Speed: fabric.Speed(100 * qos.Gbps)},
}

const wantMetrics = `# HELP weft_intent_expected_info What the intent asks of a lossless class on a port.
# TYPE weft_intent_expected_info gauge
weft_intent_expected_info{device="leaf1",interface="Ethernet1/1",priority="3",role="host",class="roce",dscp="24,26",queue="3",kmin="150000",kmax="1500000",headroom="160000"} 1
weft_intent_expected_info{device="spine1",interface="a\"b\\",priority="3",role="",class="roce",dscp="",queue="3",kmin="",kmax="",headroom=""} 1
# HELP weft_intent_headroom_bytes Ingress headroom of a lossless priority.
# TYPE weft_intent_headroom_bytes gauge
weft_intent_headroom_bytes{device="leaf1",interface="Ethernet1/1",priority="3"} 160000
# HELP weft_intent_port_speed_bytes Bytes per second of a port.
# TYPE weft_intent_port_speed_bytes gauge
weft_intent_port_speed_bytes{device="leaf1",interface="Ethernet1/1",priority="3"} 50000000000
weft_intent_port_speed_bytes{device="spine1",interface="a\"b\\",priority="3"} 12500000000
# HELP weft_intent_mismatch Whether a check finds something wrong with an object.
# TYPE weft_intent_mismatch gauge
weft_intent_mismatch{check="C01",object="leaf1"} 1
weft_intent_mismatch{check="C01",object="leaf2"} 1
weft_intent_mismatch{check="C03",object="fabric"} 0
`

func TestMetrics(t *testing.T) {
	report := &check.Report{Findings: []check.Finding{
		{Code: "C01", Where: []check.Place{{Device: "leaf1", Port: "a"}, {Device: "leaf1", Port: "b"}, {Device: "leaf2"}}},
		{Code: "C02", NotChecked: true, Where: []check.Place{{Device: "leaf1"}}},
	}}
	var out strings.Builder
	if err := Metrics(&out, two, report); err != nil || !strings.HasPrefix(out.String(), wantMetrics) {
		t.Errorf("%v\n%s", err, out.String())
	}
	if got := strings.Count(out.String(), "weft_intent_mismatch{"); got != len(check.Rules()) { // two of C01, none of C02, which is not judged
		t.Errorf("%d mismatches", got)
	}
	if want := "# TYPE weft_intent_not_checked gauge\nweft_intent_not_checked{check=\"C02\",object=\"leaf1\"} 1\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("not at the end: %s", want)
	}
}

// collected are the metrics that weft expects of those who collect.
var collected = []string{
	"weft_pfc_frames_total", "weft_pfc_paused_seconds_total", "weft_pfc_watchdog_storms_total", "weft_ecn_marked_packets_total",
	"weft_lossless_dropped_packets_total", "weft_buffer_shared_watermark_bytes", "weft_buffer_headroom_watermark_bytes", "weft_buffer_xoff_threshold_bytes",
	"weft_rdma_retransmits_total", "weft_rdma_packets_total", "weft_cnp_packets_total",
}

// TestRules: the file is YAML, and every rule uses metrics and checks that there are.
func TestRules(t *testing.T) {
	var out strings.Builder
	if err := Rules(&out, two); err != nil {
		t.Fatal(err)
	}
	var read file
	dec := yaml.NewDecoder(strings.NewReader(out.String()))
	dec.KnownFields(true)
	if err := dec.Decode(&read); err != nil {
		t.Fatal(err)
	}
	known := append(slices.Clone(collected), "weft_intent_mismatch")
	for _, m := range expectations {
		known = append(known, m.name)
	}
	codes := map[string]bool{"": true}
	for _, r := range check.Rules() {
		codes[r.Code] = true
	}
	names := regexp.MustCompile(`weft[_:][a-z0-9_:]+`)
	seen := map[string]bool{}
	for _, g := range read.Groups {
		for _, r := range g.Rules {
			if r.Record != "" {
				known = append(known, r.Record)
			}
			for _, name := range names.FindAllString(r.Expr, -1) {
				if !slices.Contains(known, name) {
					t.Errorf("%s%s uses %s", r.Record, r.Alert, name)
				}
			}
			if seen[r.Record+r.Alert] || r.Expr == "" || strings.Count(r.Expr, "(") != strings.Count(r.Expr, ")") || !codes[r.Annotations["check"]] {
				t.Errorf("%+v", r)
			}
			seen[r.Record+r.Alert] = true
			if severity := r.Labels["severity"]; r.Alert != "" && (severity != "warning" && severity != "page" || r.Annotations["summary"] == "") {
				t.Errorf("%+v", r)
			}
		}
	}
	for _, want := range []string{
		"At 400G one in 100,000 is 120 packets a second, and a sender that goes back keeps 99.880 % of its rate",
		"At 400G 11921 frames a second keep a priority paused.", "> 1e-7", "> 0.7", "severity: page",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if len(read.Groups) != 2 || len(read.Groups[1].Rules) != len(alerts) {
		t.Errorf("%d groups", len(read.Groups))
	}
}
