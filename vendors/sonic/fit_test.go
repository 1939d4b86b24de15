package sonic

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// leafModel is the switch that most cases change something about: RoCE lossless in queue 3 with ECN, CNPs strict in queue 6, the
// rest in queue 0, on four ports.
func leafModel() *qos.Switch {
	classify := classifying(map[qos.DSCP]qos.Queue{24: 3, 26: 3, 48: 6})
	egress := &qos.Egress{}
	egress.Queues[0] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Share: 500}), ECN: qos.Is(qos.ECN{})}
	egress.Queues[3] = qos.EgressQueue{
		Schedule: qos.Is(qos.Schedule{Share: 500}),
		ECN:      qos.Is(qos.ECN{On: true, Min: 256 << 10, Max: 1 << 20, Probability: 5}),
	}
	egress.Queues[6] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Strict: true, Rank: 1}), ECN: qos.Is(qos.ECN{})}
	ingress := &qos.Ingress{}
	ingress.Buffers[3] = qos.Default(qos.Buffer{Headroom: 100 << 10})
	sw := &qos.Switch{Names: [qos.NumQueues]string{0: "best_effort", 3: "roce", 6: "cnp"}}
	for i := range 4 {
		sw.Ports = append(sw.Ports, qos.Port{
			Name: fmt.Sprintf("Ethernet%d", 4*i), Classify: classify, Egress: egress, Ingress: ingress,
			PFC: qos.PFC{Priorities: qos.Is(qos.Queues(3))},
			Watchdog: qos.Watchdog{
				On: qos.Is(true), Action: qos.Is(qos.WatchdogDrop),
				Detect: qos.Is(200 * time.Millisecond), Restore: qos.Is(400 * time.Millisecond), Poll: qos.Is(200 * time.Millisecond),
			},
			MTU:  qos.Is[qos.Bytes](9100),
			DCBX: qos.Is(qos.DCBXOff),
		})
	}
	return sw
}

// classifying trusts DSCP: the code points given, and queue 0 for the others.
func classifying(points map[qos.DSCP]qos.Queue) *qos.Classify {
	c := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	for d, q := range points {
		c.DSCP[d] = q
	}
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = qos.Keep
	}
	return c
}

// leafSite is where the leaf stands, with ports of 100G and cables of 5 m.
func leafSite(t testing.TB, model, release string, sw *qos.Switch) vendors.Site {
	t.Helper()
	p, err := SONiC{}.Platform(model, release)
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "leaf1", Platform: p, Prefix: "WEFT", Accept: map[string]bool{}, Adopt: map[string]string{}}
	for i := range sw.Ports {
		site.Ports = append(site.Ports, vendors.SitePort{Name: sw.Ports[i].Name, SpeedBps: 100 * qos.Gbps, CableMetres: 5, Routed: true})
	}
	return site
}

// edit changes something about the leaf.
type edit = func(sw *qos.Switch, site *vendors.Site)

// fitCase changes something about the leaf and says what fitting has to say about it.
type fitCase struct {
	model   string // Arista-7260CX3-C64 when empty
	release string // 202405 when empty
	edit    edit
	want    []string // deviations and diagnostics, as saidLines prints them
}

func onEgress(change func(*qos.Egress)) edit {
	return func(sw *qos.Switch, _ *vendors.Site) { change(sw.Ports[0].Egress) }
}

func onClassify(change func(*qos.Classify)) edit {
	return func(sw *qos.Switch, _ *vendors.Site) { change(sw.Ports[0].Classify) }
}

func onEachPort(change func(*qos.Port)) edit {
	return func(sw *qos.Switch, _ *vendors.Site) {
		for i := range sw.Ports {
			change(&sw.Ports[i])
		}
	}
}

func onFirstPort(change func(*qos.Port)) edit {
	return func(sw *qos.Switch, _ *vendors.Site) { change(&sw.Ports[0]) }
}

// saidLines is what fitting said, one line each.
func saidLines(ds []vendors.Deviation, diags vendors.Diagnostics) []string {
	var lines []string
	for _, d := range ds {
		lines = append(lines, strings.Join([]string{d.Kind.String(), strings.Join(d.Ports, " "), d.Field, d.Asked, d.Got, d.Reason, d.Source}, "|"))
	}
	for _, d := range diags {
		if d.Severity != vendors.Error {
			lines = append(lines, [...]string{vendors.Warning: "warning", vendors.Info: "info"}[d.Severity]+"|"+strings.Join(d.Ports, " ")+"|"+d.String())
		}
	}
	return lines
}

func runFitCases(t *testing.T, cases map[string]fitCase) {
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, orElse(test.model, "Arista-7260CX3-C64"), orElse(test.release, "202405"), sw)
			test.edit(sw, &site)
			fitted, ds, diags := SONiC{}.Fit(sw, site)
			if diff := cmp.Diff(test.want, saidLines(ds, diags)); diff != "" {
				t.Errorf("what is said (-want +got):\n%s", diff)
			}
			checkErrors(t, ds, diags)
			if !diags.HasErrors() {
				checkStable(t, fitted, site)
			}
		})
	}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// checkErrors holds that every impossible deviation is an error with the same ports, and no other kind is.
func checkErrors(t *testing.T, ds []vendors.Deviation, diags vendors.Diagnostics) {
	t.Helper()
	impossible, errors := 0, 0
	for _, d := range ds {
		if d.Kind == vendors.Impossible {
			impossible++
		}
		if d.Reason == "" || d.Source == "" {
			t.Errorf("a deviation without reason or source: %+v", d)
		}
	}
	for _, d := range diags {
		if d.Severity == vendors.Error {
			errors++
		}
	}
	if impossible != errors {
		t.Errorf("%d impossible deviations, %d errors: %v", impossible, errors, diags)
	}
}

// checkStable holds that what was fitted needs no more fitting. The length of a cable is no part of the model.
func checkStable(t *testing.T, fitted *qos.Switch, site vendors.Site) {
	t.Helper()
	again, ds, diags := SONiC{}.Fit(fitted, site)
	for _, d := range ds {
		if d.Field != "cable" {
			t.Errorf("fitting again deviates: %+v", d)
		}
	}
	if diags.HasErrors() {
		t.Errorf("fitting again: %v", diags)
	}
	if !qos.Equal(fitted, again) {
		t.Errorf("fitting again changes the model: %v", qos.Diff(fitted, again))
	}
}

// TestFitLeaf: what is asked of the leaf it can do on every platform and release that weft writes for, and the model becomes
// what is read back.
func TestFitLeaf(t *testing.T) {
	for _, model := range []string{"Arista-7260CX3-C64", "ACS-MSN4700", "Nokia-IXR7220-D4-36D"} {
		for _, release := range []string{"202405", "202411", "202505", "202511", "202605"} {
			sw := leafModel()
			fitted, ds, diags := SONiC{}.Fit(sw, leafSite(t, model, release, sw))
			if said := saidLines(ds, diags); said != nil || diags.HasErrors() {
				t.Errorf("%s %s: %v %v", model, release, said, diags)
			}
			p := &fitted.Ports[2]
			if p.PFC != (qos.PFC{Priorities: qos.Is(qos.Queues(3)), Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass)}) {
				t.Errorf("PFC %+v", p.PFC)
			}
			if p.Ingress != fitted.Ports[0].Ingress || p.Ingress.Buffers[3].State != qos.PlatformDefault || p.Ingress.Buffers[0].State != qos.NotApplicable {
				t.Errorf("ingress %+v", p.Ingress)
			}
			if p.ClassMTU != nil || p.DCBX.State != qos.NotApplicable || p.MTU.V != 9100 || p.Egress != fitted.Ports[0].Egress {
				t.Errorf("port %+v", p)
			}
		}
	}
}

// TestOwnBuffers: the buffer that a switch gives a lossless class by itself is known where its table or formula is.
func TestOwnBuffers(t *testing.T) {
	tests := []struct {
		model  string
		speed  qos.BitsPerSecond
		metres float64
		want   qos.Buffer
	}{
		{"Arista-7260CX3-C64", 100, 3, qos.Buffer{Headroom: 54080, XON: 1248, AlphaNum: 1, AlphaDen: 1}},
		{"DellEMC-Z9332f-O32", 400, 40, qos.Buffer{Headroom: 201930, XON: 2540, AlphaNum: 1, AlphaDen: 4}},
		{"ACS-MSN4700", 400, 40, qos.Buffer{Headroom: 265216, XON: 38912, AlphaNum: 1, AlphaDen: 1}},
		{"ACS-SN5600", 400, 39.5, qos.Buffer{Headroom: 283648, XON: 19456, AlphaNum: 1, AlphaDen: 1}},
		{"generic", 400, 40, qos.Buffer{}},
		{"ACS-SN5600", 0, 40, qos.Buffer{}},
		{"Arista-7260CX3-C64", 0, 40, qos.Buffer{}},
	}
	for _, test := range tests {
		sw := leafModel()
		site := leafSite(t, test.model, "202405", sw)
		for i := range site.Ports {
			site.Ports[i].SpeedBps, site.Ports[i].CableMetres = test.speed*qos.Gbps, test.metres
		}
		fitted, _, diags := SONiC{}.Fit(sw, site)
		if got := fitted.Ports[0].Ingress.Buffers[3]; got.State != qos.PlatformDefault || got.V != test.want || diags.HasErrors() {
			t.Errorf("%s: got %+v, %v", test.model, got, diags)
		}
	}
}

func TestFitRefuses(t *testing.T) {
	tests := map[string]struct {
		model string
		edit  edit
		want  string
	}{
		"virtual output queues": {"Nokia-IXR7250E-36x400G", func(*qos.Switch, *vendors.Site) {},
			"weft writes no QoS for Nokia-IXR7250E-36x400G (J2C+): queues of a chassis with virtual output queues have a host and an ASIC in their names, and weft writes those of single switches only (sonic-yang-models: sonic-queue.yang)"},
		"a bundle": {"TD3", func(sw *qos.Switch, _ *vendors.Site) { sw.Ports[0].Name = "PortChannel1" },
			`"PortChannel1" is not a physical port; name ports such as Ethernet0, and for a bundle its members with lag`},
		"a lossy HWSKU": {"Arista-7060X6-64PE-C256S2", func(*qos.Switch, *vendors.Site) {},
			"traffic_class roce: lossless: PFC is not possible on Arista-7060X6-64PE-C256S2: the stock buffers of this HWSKU are lossy only (sonic-buildimage: buffers_defaults_t0.j2 of the HWSKU)"},
		"more than the memory": {"ACS-MSN2700", func(_ *qos.Switch, site *vendors.Site) {
			for i := range site.Ports {
				site.Ports[i].CableMetres = 3000
			}
		}, ""},
		"far more than the memory": {"ACS-MSN2700", func(_ *qos.Switch, site *vendors.Site) {
			for i := range site.Ports {
				site.Ports[i].CableMetres = 20000
			}
		}, "the lossless priority groups of all ports need 20566016 bytes of their own together, and the switch has 13945824 (sonic-buildimage: buffers_defaults_t0.j2 of the HWSKU)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, test.model, "202405", sw)
			test.edit(sw, &site)
			_, _, diags := SONiC{}.Fit(sw, site)
			if err := diags.Err(); fmt.Sprint(err) != test.want && (err != nil || test.want != "") {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}
