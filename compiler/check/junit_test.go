package check

import (
	"bytes"
	"strings"
	"testing"

	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/vendors"
)

// TestJUnit has a case for each rule and switch: one that fails, one that is skipped, and one of a rule that is off.
func TestJUnit(t *testing.T) {
	n := good()
	n.Switches[0].Ports[0].MTU.V = 9100
	n.Switches[1].Platform.Memory = vendors.Memory{}
	n.Unread = []Unread{{Name: "leaf3", Why: "no backup"}}
	n.Policies = []intent.Policy{{Code: "C12", Severity: intent.Opt[string]{V: "off"}, Reason: intent.Opt[string]{V: "a lab"}}}
	var out bytes.Buffer
	if err := JUnit(&out, Run(n), nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<testsuite name="C08: both ends of a cable agree" tests="4" failures="1" errors="0" skipped="1" time="0">`,
		`<testcase classname="weft.C08" name="leaf1" time="0">`,
		`<failure type="error" message="error: leaf1:Port1 - spine1:Port1: the first end takes packets of up to 9100 bytes and the second of up to 9216`,
		`<skipped message="not checked: leaf3: nothing is known of the switch: no backup"></skipped>`,
		`<testsuite name="C12: every class has a guarantee and none starves the others" tests="3" failures="0" errors="0" skipped="3" time="0">`,
		`<skipped message="off by policy: a lab"></skipped>`,
		`<skipped message="not checked: leaf2: no buffer data for T1`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is missing:\n%s", want, out.String())
		}
	}
}

// TestJUnitUnread: a file that could not be read is an error, in a suite of its own.
func TestJUnitUnread(t *testing.T) {
	var out bytes.Buffer
	if err := JUnit(&out, &Report{}, []Unread{{Name: "leaf2.cfg", Why: "it is cut short"}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`errors="1"`, `name="leaf2.cfg" file="leaf2.cfg"`, `<error type="not read" message="it is cut short">`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is not in %s", want, out.String())
		}
	}
}
