package view

import (
	"bytes"
	"strings"
	"testing"
)

func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	if err := JUnit(&out, Of(mixed())); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<testsuites tests="8" failures="4" errors="2" skipped="0" time="0">`,
		`<testsuite name="leaf4" tests="1" failures="0" errors="0" skipped="0" time="0">`,
		`name="leaf1 runs what the intent asks"`,
		`<failure type="drift" message="4 points of behaviour and 92 lines differ from the intent">~ Ethernet1/1-30: DSCP 26 moves`,
		`&#xA;  interface Ethernet1/1-30&#xA;+   priority-flow-control mode on&#xA;-   service-policy`,
		`<error type="not read" message="no route to host">no route to host</error>`,
		`<error type="refused" message="the running configuration is incomplete`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is missing:\n%.3000s", want, out.String())
		}
	}
}
