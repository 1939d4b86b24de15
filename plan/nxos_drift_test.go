package plan_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
)

// TestNXOSQueuingEditedByHand repairs a queuing policy of weft's that cannot become what it shall be while it is bound: it gets
// its second name, keeps that, and is edited in place under it from then on.
func TestNXOSQueuingEditedByHand(t *testing.T) {
	const policy = "WEFT-egress-400G-4dcd38"
	for _, drift := range []struct{ name, class, was, is string }{
		{"strict to shared", "q7", "priority level 1", "bandwidth remaining percent 0"},
		{"shared to strict", "q6", "bandwidth remaining percent 0", "priority level 2"},
		{"the other kind of share", "q2", "bandwidth remaining percent 0", "bandwidth percent 5"},
	} {
		t.Run(drift.name, func(t *testing.T) {
			head := "  class type queuing c-out-8q-" + drift.class + "\n    "
			running := bytes.Replace(managed(t), []byte(head+drift.was), []byte(head+drift.is), 1)
			in := nxosInput(t, asked(4), running)
			repaired := plan.Make(in)
			if repaired.Device.Status != plan.Change {
				t.Fatalf("%s: %s", repaired.Device.Status, repaired.Device.Reason)
			}
			plan.CheckLaws(t, in, repaired)
			text := string(repaired.Predicted.Bytes())
			if strings.Contains(text, policy+"\n") || strings.Count(text, policy+"-2\n") != 5 {
				t.Errorf("the policy and its four ports do not have the second name:\n%s", text)
			}
			if again := plan.Make(nxosInput(t, asked(4), []byte(text))); again.Device.Status != plan.Unchanged {
				t.Errorf("then it is %s: %s", again.Device.Status, again.Device.Reason)
			}
			next := asked(4)
			edits["threshold"](next)
			edited := plan.Make(nxosInput(t, next, []byte(text)))
			if n := len(edited.Device.Steps); n != 1 {
				t.Errorf("a threshold takes %d steps: %s", n, edited.Device.Reason)
			}
		})
	}
}

// TestNXOSBothNamesEditedByHand refuses where neither name can be used, and says what to do.
func TestNXOSBothNamesEditedByHand(t *testing.T) {
	running := string(managed(t))
	start := strings.Index(running, "policy-map type queuing ")
	end := start + strings.Index(running[start:], "system qos")
	broken := strings.Replace(running[start:end], "priority level 1", "bandwidth remaining percent 0", 1)
	second := strings.Replace(broken, "4dcd38", "4dcd38-2", 1)
	got := plan.Make(nxosInput(t, asked(4), []byte(running[:start]+broken+second+running[end:])))
	if got.Device.Status != plan.Refused || !strings.Contains(got.Device.Reason, "delete it, or WEFT-egress-400G-4dcd38-2, by hand") {
		t.Errorf("%s: %s", got.Device.Status, got.Device.Reason)
	}
}
