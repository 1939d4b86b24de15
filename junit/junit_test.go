package junit

import (
	"bytes"
	"encoding/xml"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var results = []Suite{
	{Name: "C08 both ends <agree>", Cases: []Case{
		{Class: "C08", Name: "leaf1", File: "leaf1.cfg", Line: 3, Failure: &Problem{"error", `"MTU" & more`, "line 1\nline ]]> 2\x1b[31m\xff\ufffe"}},
		{Class: "C08", Name: "leaf2", Skipped: "the speed is not known"},
		{Class: "C08", Name: "leaf3", Error: &Problem{"unreachable", "no route", ""}},
		{Class: "C08", Name: "leaf4", Out: "to know"},
	}},
	{Name: "C09"},
}

func TestWrite(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, results); err != nil {
		t.Fatal(err)
	}
	want := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" errors="1" skipped="1" time="0">
  <testsuite name="C08 both ends &lt;agree&gt;" tests="4" failures="1" errors="1" skipped="1" time="0">
    <testcase classname="C08" name="leaf1" file="leaf1.cfg" line="3" time="0">
      <failure type="error" message="&#34;MTU&#34; &amp; more">line 1&#xA;line ]]&gt; 2\u001b[31m</failure>
    </testcase>
    <testcase classname="C08" name="leaf2" time="0">
      <skipped message="the speed is not known"></skipped>
    </testcase>
    <testcase classname="C08" name="leaf3" time="0">
      <error type="unreachable" message="no route"></error>
    </testcase>
    <testcase classname="C08" name="leaf4" time="0">
      <system-out>to know</system-out>
    </testcase>
  </testsuite>
  <testsuite name="C09" tests="0" failures="0" errors="0" skipped="0" time="0"></testsuite>
</testsuites>
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
	if err := xml.Unmarshal(out.Bytes(), &suites{}); err != nil {
		t.Errorf("it is no XML: %v", err)
	}
}
