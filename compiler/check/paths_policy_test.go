package check

import (
	"testing"

	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// TestPathsFollowPolicies: what breaks a path names the rule that has more on it, and weighs no more than that one does by a policy.
func TestPathsFollowPolicies(t *testing.T) {
	const hop = "leaf1:Port1 - spine1:Port1: the lossless path of queue 3 (roce) between hosts of leaf1 and hosts of leaf2-4 is "
	const mute = "broken: priority 3 is not paused here (paused: none): what only one end knows as lossless is lost, or never paused; see C08"
	deaf := func(n *Net) { n.end("leaf1:Port1").PFC.Priorities = qos.Is(qos.QueueSet(0)) }
	early := func(n *Net) { n.end("leaf1:Port1").Egress.Queues[3].ECN = qos.Is(qos.ECN{DropOnly: true}) }
	for _, test := range []struct {
		name, code, severity string
		spoil                []func(*Net)
		want                 string
	}{
		{"none", "", "", []func(*Net){deaf}, "C21 error " + hop + mute},
		{"lower", "C08", "warning", []func(*Net){deaf}, "C21 warning " + hop + mute + ", which a policy makes warning (a drill)"},
		{"off", "C08", "off", []func(*Net){deaf}, "C21 info " + hop + mute + ", which a policy switches off (a drill)"},
		{"no lower", "C08", "error", []func(*Net){deaf}, "C21 error " + hop + mute},
		{"of another rule", "C03", "info", []func(*Net){deaf}, "C21 error " + hop + mute},
		{"of C21 itself", "C21", "warning", []func(*Net){deaf}, "C21 warning " + hop + mute + " (a drill)"},
		{"the worst that is left", "C08", "info", []func(*Net){deaf, early}, "C21 error " + hop + "broken: packets are dropped early instead of being marked; see C03"},
	} {
		n := woven("valley-free")
		for _, spoil := range test.spoil {
			spoil(n)
		}
		if test.code != "" {
			n.Policies = []intent.Policy{{Code: test.code, Severity: intent.Opt[string]{V: test.severity, Set: true}, Reason: intent.Opt[string]{V: "a drill", Set: true}}}
		}
		var got []string
		for _, f := range Run(n).Findings {
			if text := say(f); f.Code == "C21" && f.Reason != "" {
				got = append(got, text+" ("+f.Reason+")")
			} else if f.Code == "C21" {
				got = append(got, text)
			}
		}
		if len(got) != 1 || got[0] != test.want {
			t.Errorf("%s: %q\nwant %q", test.name, got, test.want)
		}
	}
}
