package explain

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/qos"
)

// TestSameWords: one fault is called the same by a plan, which tells what is wrong now and what changes, by the rules that judge a fabric, and
// by what is told of one packet.
func TestSameWords(t *testing.T) {
	tests := []struct {
		phrase string // that all of them say; empty for what the rules say only of links or of nothing
		change string // that a plan says of the change to it, where it has other words for that
		code   string // of the rule that finds it; empty where none does
		wrong  func(*qos.Switch)
	}{
		{"not marked by ECN", "loses ECN marking", "C03", func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[3].ECN = qos.Is(qos.ECN{}) }},
		{"ECN marks from 150 KiB to 1000 KiB", "", "", func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[3].ECN.V.Max = 1000 << 10 }},
		{"priority 3 is paused without a watchdog", "the PFC watchdog is switched off", "C15", func(sw *qos.Switch) { sw.Ports[0].Watchdog.On = qos.Is(false) }},
		{"no guaranteed share", "queue 3 (roce) 0 %", "C12", func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[3].Schedule = qos.Is(qos.Schedule{}) }},
		{"strict priority", "", "C12", func(sw *qos.Switch) {
			sw.Ports[0].Egress.Queues[3].Schedule = qos.IsAt(qos.Schedule{Strict: true, Rank: 1}, 9)
		}},
		{"nothing is lossless: PFC is on, but no class is no-drop", "turns lossy", "C08", func(sw *qos.Switch) {
			sw.Ports[0].PFC.Priorities = qos.Value[qos.QueueSet]{State: qos.Known, Why: "PFC is on, but no class is no-drop"}
		}},
		{"DSCP of tunnels is 0 on the underlay", "", "C13", func(sw *qos.Switch) { sw.Tunnel.DSCP = qos.Is(qos.TunnelDSCPZero) }},
		{"tunnels lose the congestion marks of the underlay", "", "C13", func(sw *qos.Switch) { sw.Tunnel.ECN = qos.Is(qos.TunnelECNIgnore) }},
		{"a packet that is not ECN-capable is forwarded between the thresholds of ECN", "", "", func(sw *qos.Switch) { sw.NonECT = qos.Is(qos.NonECTForward) }},
		{"largest packet", "", "", func(sw *qos.Switch) { sw.Ports[0].MTU = qos.Is[qos.Bytes](1500) }},
	}
	for _, test := range tests {
		right, wrong := sound(), sound()
		test.wrong(wrong)
		var plans, rules string
		for _, d := range qos.Diff(right, wrong) {
			plans += d.Text + "\n"
		}
		for _, f := range qos.Faults(wrong, right) {
			plans += f.Text + "\n"
		}
		for _, f := range check.Run(check.FromRunning([]*check.Reading{{Name: "leaf1", Switch: wrong}}, nil, nil)).Findings {
			if f.Code == test.code {
				rules += f.Text + "\n"
			}
		}
		if !strings.Contains(plans, test.phrase) || !strings.Contains(plans, test.change) {
			t.Errorf("a plan does not say %q and %q:\n%s", test.phrase, test.change, plans)
		}
		if test.code != "" && !strings.Contains(rules, test.phrase) {
			t.Errorf("%s does not say %q:\n%s", test.code, test.phrase, rules)
		}
		if got := told(t, wrong, 26, Absent); !strings.Contains(got, test.phrase) {
			t.Errorf("explain does not say %q:\n%s", test.phrase, got)
		}
	}
}

// sound is a switch with nothing wrong, and with tunnels.
func sound() *qos.Switch {
	sw := operated()
	sw.Tunnel = qos.Tunnel{DSCP: qos.Is(qos.TunnelUniform), ECN: qos.Is(qos.TunnelECNCopy)}
	sw.Ports[0].MTU = qos.Is[qos.Bytes](9216)
	return sw
}
