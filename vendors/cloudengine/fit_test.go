package cloudengine

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// leafModel is the switch that most cases change something about: RoCE lossless in queue 4 with ECN, CNPs strict in queue 6,
// control strict in queue 7, the rest in queue 0, on four ports.
func leafModel() *qos.Switch {
	classify := classifying(map[qos.DSCP]qos.Queue{24: 4, 26: 4, 25: 6, 56: 7})
	egress := &qos.Egress{}
	egress.Queues[0] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Share: 350}), ECN: qos.Is(qos.ECN{})}
	egress.Queues[4] = qos.EgressQueue{
		Schedule: qos.Is(qos.Schedule{Share: 650}),
		ECN:      qos.Is(qos.ECN{On: true, Min: 96000, Max: 1_920_000, Probability: 30}),
	}
	egress.Queues[6] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Strict: true, Rank: 2}), ECN: qos.Is(qos.ECN{})}
	egress.Queues[7] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Strict: true, Rank: 1}), ECN: qos.Is(qos.ECN{})}
	sw := &qos.Switch{
		Names:  [qos.NumQueues]string{0: "best_effort", 4: "roce", 6: "cnp", 7: "control"},
		NonECT: qos.Is(qos.NonECTDrop),
	}
	for i := range 4 {
		sw.Ports = append(sw.Ports, qos.Port{
			Name: fmt.Sprintf("100GE1/0/%d", i+1), Classify: classify, Egress: egress,
			PFC: qos.PFC{Priorities: qos.Is(qos.Queues(4)), Negotiated: qos.Is(false)},
			Watchdog: qos.Watchdog{
				On: qos.Is(true), Action: qos.Is(qos.WatchdogDrop),
				Detect: qos.Is(200 * time.Millisecond), Restore: qos.Is(700 * time.Millisecond),
				Escalate: qos.Is(qos.Escalation{Action: "turn-off", Count: 60}),
			},
			MTU:  qos.Is[qos.Bytes](9000),
			DCBX: qos.Is(qos.DCBXOff),
		})
	}
	return sw
}

// classifying trusts DSCP: the code points given, and queue 0 for the others. Tagged frames leave with the number of their class.
func classifying(points map[qos.DSCP]qos.Queue) *qos.Classify {
	c := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	for d, q := range points {
		c.DSCP[d] = q
	}
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = int8(q)
	}
	return c
}

// leafSite is where the leaf stands: layer 2 ports of 100G with cables of 3 m.
func leafSite(t testing.TB, model string, sw *qos.Switch) vendors.Site {
	t.Helper()
	p, err := CloudEngine{}.Platform(model, "V300R023C00SPC500")
	if err != nil {
		p, err = CloudEngine{}.Platform(model, "V200R020C10SPC600")
	}
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "leaf1", Platform: p, Prefix: "WEFT", Accept: map[string]bool{}, Adopt: map[string]string{}}
	for i := range sw.Ports {
		site.Ports = append(site.Ports, vendors.SitePort{Name: sw.Ports[i].Name, SpeedBps: 100 * qos.Gbps, CableMetres: 3})
	}
	return site
}

// fitCase changes something about the leaf and says what fitting has to say about it.
type fitCase struct {
	model string // CE8855 when empty
	edit  func(sw *qos.Switch, site *vendors.Site)
	want  []string // deviations and diagnostics, as saidLines prints them
}

// saidLines is what fitting said, one line each.
func saidLines(ds []vendors.Deviation, diags vendors.Diagnostics) []string {
	var lines []string
	for _, d := range ds {
		lines = append(lines, strings.Join([]string{d.Kind.String(), qos.PortRanges(d.Ports), d.Field, d.Asked, d.Got, d.Reason, d.Source, d.Accept}, "|"))
	}
	for _, d := range diags {
		if d.Severity == vendors.Warning {
			lines = append(lines, "warning|"+qos.PortRanges(d.Ports)+"|"+d.String())
		}
	}
	return lines
}

// onEgress and onClassify edit what all ports share.
func onEgress(edit func(*qos.Egress)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, _ *vendors.Site) { edit(sw.Ports[0].Egress) }
}

func onClassify(edit func(*qos.Classify)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, _ *vendors.Site) { edit(sw.Ports[0].Classify) }
}

func onEachPort(edit func(*qos.Port)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, _ *vendors.Site) {
		for i := range sw.Ports {
			edit(&sw.Ports[i])
		}
	}
}

func onFirstPort(edit func(*qos.Port)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, _ *vendors.Site) { edit(&sw.Ports[0]) }
}

// trustingPCP classifies by PCP: RoCE in queue 4 has priority 4.
func trustingPCP(sw *qos.Switch, _ *vendors.Site) {
	c := classifying(nil)
	c.Trust, c.PCP[4], c.PCP[6], c.PCP[7] = qos.Is(qos.TrustPCP), 4, 6, 7
	*sw.Ports[0].Classify = *c
}

// lossyPorts takes PFC off every port.
func lossyPorts(sw *qos.Switch, _ *vendors.Site) {
	for i := range sw.Ports {
		sw.Ports[i].PFC.Priorities, sw.Ports[i].Watchdog = qos.Is(qos.QueueSet(0)), qos.Watchdog{On: qos.Is(false)}
	}
}

// routed makes every port a routed one.
func routed(_ *qos.Switch, site *vendors.Site) {
	for i := range site.Ports {
		site.Ports[i].Routed = true
	}
}

// both makes two edits.
func both(edits ...func(*qos.Switch, *vendors.Site)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, site *vendors.Site) {
		for _, edit := range edits {
			edit(sw, site)
		}
	}
}

func runFitCases(t *testing.T, cases map[string]fitCase) {
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, cmp.Or(test.model, "CE8855"), sw)
			if test.edit != nil {
				test.edit(sw, &site)
			}
			fitted, ds, diags := CloudEngine{}.Fit(sw, site)
			if diff := gocmp.Diff(test.want, saidLines(ds, diags)); diff != "" {
				t.Errorf("what is said (-want +got):\n%s", diff)
			}
			checkErrors(t, ds, diags)
			if !diags.HasErrors() {
				checkStable(t, fitted, site)
				checkReadBack(t, fitted, site)
			}
		})
	}
}

// checkErrors holds that every impossible deviation is an error with the same ports, and no other kind is.
func checkErrors(t *testing.T, ds []vendors.Deviation, diags vendors.Diagnostics) {
	t.Helper()
	impossible, errors := 0, 0
	for _, d := range ds {
		if d.Kind == vendors.Impossible {
			impossible++
		}
	}
	for _, d := range diags {
		if d.Severity == vendors.Error && d.Field != "lag" && d.Field != "" {
			errors++
		}
	}
	if impossible != errors {
		t.Errorf("%d impossible deviations, %d errors: %v", impossible, errors, diags)
	}
}

// checkStable holds that what was fitted needs no more fitting.
func checkStable(t *testing.T, fitted *qos.Switch, site vendors.Site) {
	t.Helper()
	again, ds, diags := CloudEngine{}.Fit(fitted, site)
	for _, d := range ds {
		t.Errorf("fitting again deviates: %+v", d)
	}
	if diags.HasErrors() {
		t.Errorf("fitting again: %v", diags)
	}
	if !qos.Equal(fitted, again) {
		t.Errorf("fitting again changes the model:\n%s", gocmp.Diff(fitted, again))
	}
}

// checkReadBack holds that what was fitted is read back from what is rendered, with no line left over.
func checkReadBack(t testing.TB, fitted *qos.Switch, site vendors.Site) {
	t.Helper()
	config, diags := CloudEngine{}.Render(fitted, site)
	if diags.HasErrors() {
		t.Fatalf("it cannot be rendered: %v", diags)
	}
	reading := CloudEngine{}.Read(config, site.Platform)
	for _, line := range reading.Unread {
		t.Errorf("line %d is not understood: %s", line.Number, line.Text)
	}
	if reading.Foreign > 0 {
		t.Errorf("%d lines are foreign:\n%s", reading.Foreign, config.Bytes())
	}
	if !qos.Satisfied(reading.Switch, fitted) {
		t.Errorf("what is read differs: %+v\n%s", qos.Diff(fitted, reading.Switch), config.Bytes())
	}
}

func TestFitLeavesTheLeafAlone(t *testing.T) {
	sw, before := leafModel(), leafModel()
	site := leafSite(t, "CE8855", sw)
	fitted, ds, diags := CloudEngine{}.Fit(sw, site)
	if len(ds) > 0 || len(diags) > 0 {
		t.Errorf("it has something to say: %v %v", ds, diags)
	}
	if diff := gocmp.Diff(before, sw); diff != "" {
		t.Errorf("the asked model was written to:\n%s", diff)
	}
	if !qos.Satisfied(fitted, sw) {
		t.Error("the fitted model does not do what was asked")
	}
	for i := range fitted.Ports {
		if fitted.Ports[i].Classify != fitted.Ports[0].Classify || fitted.Ports[i].Egress != fitted.Ports[0].Egress {
			t.Error("ports no longer share their facets")
		}
		if fitted.Ports[i].ClassMTU != nil {
			t.Error("classes have an MTU of their own")
		}
	}
	checkStable(t, fitted, site)
	checkReadBack(t, fitted, site)
}
