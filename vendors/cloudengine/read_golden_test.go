package cloudengine

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
	cmpopts.IgnoreFields(qos.Classify{}, "DSCPAt", "PCPAt", "Names"),
	cmpopts.IgnoreFields(qos.Rule{}, "Line"),
}

// on is the platform of a model and release.
func on(t *testing.T, model, release string) vendors.Platform {
	t.Helper()
	p, err := New().Platform(model, release)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func readText(t *testing.T, text string, p vendors.Platform) vendors.Reading {
	t.Helper()
	c, ds := New().Parse([]byte(text))
	if ds != nil {
		t.Fatal(ds)
	}
	return New().Read(c, p)
}

// byDomain is what an interface does that trusts DSCP, with the built-in map of domains and the lines of the golden ones: DSCP
// 7 goes to queue 1, RoCE data in DSCP 24 to queue 4, and CNPs in DSCP 25 to queue 6.
func byDomain() *qos.Classify {
	c := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	for d := range c.DSCP {
		c.DSCP[d], c.RewriteDSCP[d] = qos.Queue(d/8), qos.Keep
	}
	c.DSCP[7], c.DSCP[24], c.DSCP[25] = 1, 4, 6
	for q := range c.RewritePCP {
		c.RewritePCP[q] = int8(q)
	}
	return c
}

// marking is byDomain on a port that writes DSCP on the way out: that of each class and colour.
func marking() *qos.Classify {
	c := byDomain()
	copy(c.RewriteDSCP[:], []int8{
		0, 0, 0, 0, 0, 0, 0, 10,
		10, 10, 10, 10, 12, 10, 14, 10,
		18, 18, 18, 18, 20, 18, 22, 18,
		34, 48, 26, 26, 28, 26, 30, 26,
		34, 34, 34, 34, 36, 34, 38, 34,
		46, 46, 46, 46, 46, 46, 46, 46,
		48, 48, 48, 48, 48, 48, 48, 48,
		56, 56, 56, 56, 56, 56, 56, 56,
	})
	return c
}

// goldenEgress is what the queues of the golden configurations do, but for their ECN on queue 4.
func goldenEgress(ecn qos.ECN) *qos.Egress {
	e := &qos.Egress{}
	for q, weight := range []qos.Permille{5, 15, 1, 1, 65, 1} {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Share: weight})
	}
	e.Queues[6].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 2})
	e.Queues[7].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 1})
	for q := range e.Queues {
		e.Queues[q].ECN = qos.Is(qos.ECN{})
	}
	e.Queues[4].ECN = qos.Is(ecn)
	return e
}

// buffered is the ingress of a port that pauses priority 4.
func buffered(v qos.Value[qos.Buffer]) *qos.Ingress {
	in := &qos.Ingress{}
	in.Buffers[4] = v
	return in
}

// pausing is PFC by force on priority 4.
func pausing(key qos.PFCKey) qos.PFC {
	return qos.PFC{Priorities: qos.Is(qos.Queues(4)), Negotiated: qos.Is(false), Key: qos.Is(key)}
}

const dynamicUnknown = ": no source says what factor of the free buffer a dynamic threshold is"

// noRecovery is the action where no source says it.
var noRecovery = qos.Value[qos.WatchdogAction]{State: qos.PlatformDefault, Why: "no source says what becomes of the packets"}

// goldenSwitches are what the golden configurations do, written by hand from section 3 of the reference.
func goldenSwitches() map[string][]qos.Port {
	dynamic := func(line string) *qos.Ingress {
		return buffered(qos.NotRead[qos.Buffer]("`"+line+"`"+dynamicUnknown, 0))
	}
	watched200 := qos.Watchdog{
		On: qos.Is(true), Action: noRecovery, Detect: qos.Is(100 * time.Millisecond), Restore: qos.Is(150 * time.Millisecond),
		Poll: qos.Default(10 * time.Millisecond), Escalate: qos.Is(qos.Escalation{Action: "turn-off", Count: 20}),
	}
	watched300 := qos.Watchdog{
		On: qos.Is(true), Action: qos.Is(qos.WatchdogForward), Detect: qos.Is(150 * time.Millisecond), Restore: qos.Is(200 * time.Millisecond),
		Poll: qos.Default(10 * time.Millisecond), Escalate: qos.Is(qos.Escalation{Action: "turn-off", Count: 20}),
	}
	builtin300 := watched300
	builtin300.Detect, builtin300.Restore = qos.Is(100*time.Millisecond), qos.Is(100*time.Millisecond)
	builtin300.Escalate = qos.Is(qos.Escalation{Action: "turn-off", Count: 30})

	withList := byDomain()
	withList.Rules = []qos.Rule{{Match: "packets that access list 3001 permits", Queue: 4}}
	return map[string][]qos.Port{
		"leaf-v200": {{
			Name: "25GE1/0/1", Classify: withList,
			Egress:  goldenEgress(qos.ECN{On: true, Min: 7000, Max: 150000, Probability: 30}),
			Ingress: dynamic("dcb pfc buffer 4 xoff dynamic 6"), PFC: pausing(qos.PFCByPCP), Watchdog: watched200,
			MTU: qos.Is[qos.Bytes](9500 - 22), DCBX: qos.Is(qos.DCBXAdvertise),
		}, {
			Name: "100GE1/0/49", Classify: marking(),
			Egress:  goldenEgress(qos.ECN{On: true, Min: 7000, Max: 500000, Probability: 30}),
			Ingress: dynamic("dcb pfc buffer 4 xoff dynamic 6"), PFC: pausing(qos.PFCByPCP), Watchdog: watched200,
			MTU: qos.Is[qos.Bytes](1500), DCBX: qos.Is(qos.DCBXOff),
		}},
		"spine-v200": {{
			Name: "100GE1/0/1", Classify: byDomain(),
			Egress:  goldenEgress(qos.ECN{On: true, Min: 7000, Max: 500000, Probability: 30}),
			Ingress: buffered(qos.Default(qos.Buffer{})), PFC: pausing(qos.PFCByPCP), Watchdog: qos.Watchdog{On: qos.Is(false)},
			MTU: qos.Is[qos.Bytes](1500), DCBX: qos.Is(qos.DCBXOff),
		}},
		"leaf-v300": {{
			Name: "100GE1/0/1", Classify: byDomain(),
			Egress:  goldenEgress(qos.ECN{On: true, Min: 7040, Max: 500160, Probability: 30}),
			Ingress: dynamic("dcb pfc buffer 4 xoff dynamic 4 xon offset 8 kbytes"), PFC: pausing(qos.PFCByClass), Watchdog: watched300,
			MTU: qos.Is[qos.Bytes](9216 - 22), DCBX: qos.Is(qos.DCBXOff),
		}},
		"spine-v300": {{
			Name: "100GE3/0/1", Classify: byDomain(),
			Egress:  goldenEgress(qos.ECN{On: true, Min: 7040, Max: 18000000 / 320 * 320, Probability: 100}),
			Ingress: buffered(qos.Default(qos.Buffer{})), PFC: pausing(qos.PFCByClass), Watchdog: builtin300,
			MTU: qos.Is[qos.Bytes](1500), DCBX: qos.Is(qos.DCBXOff),
		}},
	}
}

// goldenPlatforms are the switches that the golden configurations are of, by model and release.
var goldenPlatforms = map[string][2]string{
	"leaf-v200":  {"CE6865-48S8CQ-EI", "V200R019C10SPC800"},
	"spine-v200": {"CE8850-64CQ-EI", "V200R020C10SPC600"},
	"leaf-v300":  {"CE8855", "V300R023C00SPC500"},
	"spine-v300": {"CE16800", "V300R023C00SPC500"},
}

func goldenPlatform(t *testing.T, name string) vendors.Platform {
	return on(t, goldenPlatforms[name][0], goldenPlatforms[name][1])
}

func TestReadGolden(t *testing.T) {
	leaning := map[string][]string{
		"leaf-v200":  {"cloudengine.deadlock-unit", "cloudengine.frame-length", "cloudengine.non-ect", "cloudengine.routed-trust"},
		"spine-v200": {"cloudengine.deadlock-off", "cloudengine.non-ect", "cloudengine.routed-trust"},
		"leaf-v300":  {"cloudengine.frame-length", "cloudengine.non-ect"},
		"spine-v300": {"cloudengine.non-ect"},
	}
	for name, ports := range goldenSwitches() {
		t.Run(name, func(t *testing.T) {
			r := readText(t, golden(name), goldenPlatform(t, name))
			want := &qos.Switch{Ports: ports, NonECT: qos.Is(qos.NonECTDrop)}
			if diff := cmp.Diff(want, r.Switch, atOrigins); diff != "" {
				t.Error(diff)
			}
			if r.Unread != nil {
				t.Errorf("not understood: %v", r.Unread)
			}
			if diff := cmp.Diff(leaning[name], r.Assumed); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every value of a golden leaf says where it was decided.
func TestReadOrigins(t *testing.T) {
	c, _ := New().Parse([]byte(golden("leaf-v200")))
	p := New().Read(c, goldenPlatform(t, "leaf-v200")).Switch.Ports[0]
	for what, at := range map[string]struct {
		line int32
		text string
	}{
		"trust":     {p.Classify.Trust.At.Line, "trust dscp"},
		"DSCP 24":   {p.Classify.DSCPAt[24], "ip-dscp-inbound 24 phb af4 green"},
		"rule":      {p.Classify.Rules[0].Line, "remark local-precedence af4 green"},
		"share":     {p.Egress.Queues[4].Schedule.At.Line, "qos queue 4 drr weight 65"},
		"no weight": {p.Egress.Queues[2].Schedule.At.Line, "qos drr 0 to 5"},
		"ECN":       {p.Egress.Queues[4].ECN.At.Line, "ecn buffer-size low-limit 7000 high-limit 150000 discard-percentage 30"},
		"PFC":       {p.PFC.Priorities.At.Line, "dcb pfc enable roce mode manual"},
		"buffer":    {p.Ingress.Buffers[4].At.Line, "dcb pfc buffer 4 xoff dynamic 6"},
		"watchdog":  {p.Watchdog.Detect.At.Line, "priority 4 deadlock-detect time 10 deadlock-recovery time 15"},
		"escalates": {p.Watchdog.Escalate.At.Line, "priority 4 turn-off threshold 20"},
		"MTU":       {p.MTU.At.Line, "jumboframe enable 9500"},
		"DCBX":      {p.DCBX.At.Line, "lldp tlv-enable dcbx"},
	} {
		if got := c.Line(int(at.line)); got != at.text {
			t.Errorf("%s: line %d is %q, want %q", what, at.line, got, at.text)
		}
	}
	if p.Classify.Names != [qos.NumQueues]string{4: "c_roce"} {
		t.Errorf("names of classes: %q", p.Classify.Names)
	}
	if p.Egress.Queues[7].Schedule.At.Line != 0 || p.Classify.DSCPAt[26] != 0 {
		t.Error("a default has no line")
	}
}

func TestReadCountsEveryLine(t *testing.T) {
	for _, name := range goldens {
		c, _ := New().Parse([]byte(golden(name)))
		commands := 0
		for n := 1; n <= 200; n++ {
			if line := c.Line(n); line != "" && line[0] != '!' && line[0] != '#' {
				commands++
			}
		}
		counts := treeOf(c).Lines()
		if sum := counts[0] + counts[1] + counts[2]; sum != commands {
			t.Errorf("%s: %d lines accounted for of %d", name, sum, commands)
		}
		if r := New().Read(c, vendors.Platform{}); r.Foreign != counts[0] || r.Foreign == 0 {
			t.Errorf("%s: %d foreign lines of %d", name, r.Foreign, counts[0])
		}
	}
}
