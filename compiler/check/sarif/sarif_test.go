package sarif

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/docs/schematest"
	"github.com/weft-net/weft/vendors"
)

const source = "fabric \"pod1\" {\n  mtu = \"größe\" + x # \U0001F600\n}\n"

// input is one of each.
func input(t *testing.T) Input {
	t.Helper()
	file, diags := hclsyntax.ParseConfig([]byte(source), "main.hcl", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	fabric := file.Body.(*hclsyntax.Body).Blocks[0]
	mtu := fabric.Body.Attributes["mtu"].Expr.Range()
	return Input{
		Version: "1.2.3", Root: "/repo", Dir: "/repo/net/pod 1", Work: "/repo", Files: map[string]*hcl.File{"main.hcl": file}, Anywhere: fabric.DefRange(),
		Diagnostics: hcl.Diagnostics{
			{Severity: hcl.DiagError, Summary: "No such \"thing\"", Detail: "There is x.", Subject: &mtu},
			{Severity: hcl.DiagError, Summary: "No such \"thing\"", Detail: "There is x.", Subject: &mtu},
			{Severity: hcl.DiagWarning, Summary: "Homeless"},
		},
		Report: &check.Report{Findings: []check.Finding{
			{Code: "C08", Severity: vendors.Error, Text: "the ends differ", Fix: "make them equal", Range: mtu, Where: []check.Place{
				{Device: "leaf1", Port: "Ethernet1/1"}, {Device: "leaf1", Port: "Ethernet1/2"}, {Device: "leaf1", Port: "Ethernet1/3", Far: "spine1:Ethernet1/1"}, {Device: "leaf2"},
			}},
			{Code: "C03", Severity: vendors.Info, Text: "late", Reason: "a lab", Where: []check.Place{{Device: "leaf1", Port: "Ethernet1/1", File: "backups/leaf1.cfg", Line: 12}}},
			{Code: "C02", Severity: vendors.Info, NotChecked: true, Text: "not checked: no data", Where: []check.Place{{Device: "leaf1", File: "/srv/leaf1.cfg"}}},
			{Code: "C05", Severity: vendors.Warning, Text: "a ring", Where: []check.Place{{Device: "leaf1"}}},
		}},
		Suppressed: []check.Finding{{Code: "C12", Severity: vendors.Error, Text: "strict", Reason: "until May", Where: []check.Place{{Device: "leaf1"}}}},
	}
}

func write(t *testing.T, in Input) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, in); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// summary is a result in one line.
func summary(r result) string {
	text := r.RuleID + " " + r.Kind + " " + r.Level
	for _, l := range r.Locations {
		if p := l.Physical; p != nil {
			text += " " + p.Artifact.Base + p.Artifact.URI
			if p.Region != nil {
				at, _ := json.Marshal(p.Region)
				text += strings.NewReplacer(`"`, "", "Column", "C", "Line", "L").Replace(string(at))
			}
		}
		for _, at := range l.Logical {
			text += " [" + at.Kind + " " + at.Full + "]"
		}
	}
	for _, s := range r.Suppressions {
		text += " suppressed: " + s.Justification
	}
	if r.Properties != nil {
		text += " policy: " + r.Properties.Policy
	}
	return text
}

func TestResults(t *testing.T) {
	var log sarifLog
	if err := json.Unmarshal(write(t, input(t)), &log); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range log.Runs[0].Results {
		got = append(got, summary(r))
		if rule := log.Runs[0].Tool.Driver.Rules[r.RuleIndex]; rule.ID != r.RuleID {
			t.Errorf("%s has the index of %s", r.RuleID, rule.ID)
		}
	}
	want := []string{
		"INTENT fail error %SRCROOT%net/pod%201/main.hcl{startL:2,startC:9,endL:2,endC:20}",
		"INTENT fail error %SRCROOT%net/pod%201/main.hcl{startL:2,startC:9,endL:2,endC:20}",
		"INTENT fail warning %SRCROOT%net/pod%201/main.hcl{startL:1,startC:1,endL:1,endC:14}",
		"C08 fail error %SRCROOT%net/pod%201/main.hcl{startL:2,startC:9,endL:2,endC:20} [port leaf1:Ethernet1/1-2] [link leaf1:Ethernet1/3 - spine1:Ethernet1/1] [switch leaf2]",
		"C03 fail note %SRCROOT%backups/leaf1.cfg{startL:12} [port leaf1:Ethernet1/1] policy: a lab",
		"C02 open none file:///srv/leaf1.cfg{startL:1} [switch leaf1]",
		"C05 fail warning %SRCROOT%net/pod%201/main.hcl{startL:1,startC:1,endL:1,endC:14} [switch leaf1]",
		"C12 fail error %SRCROOT%net/pod%201/main.hcl{startL:1,startC:1,endL:1,endC:14} [switch leaf1] suppressed: until May",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if text := log.Runs[0].Results[3].Message.Text; text != "The ends differ. On leaf1:Ethernet1/1-2; leaf2; leaf1:Ethernet1/3 - spine1:Ethernet1/1. Make them equal." {
		t.Error(text)
	}
}

// TestFingerprints stay when lines move and places come, and differ between results.
func TestFingerprints(t *testing.T) {
	prints := func(in Input) (all []string) {
		var log sarifLog
		if err := json.Unmarshal(write(t, in), &log); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, r := range log.Runs[0].Results {
			print := r.Fingerprints.V1
			if seen[print] {
				t.Errorf("%s has the fingerprint of another", summary(r))
			}
			seen[print] = true
			all = append(all, print)
		}
		return all
	}
	moved := input(t)
	moved.Diagnostics[0].Subject.Start.Line += 5
	moved.Report.Findings[0].Range.Start.Line += 5
	moved.Report.Findings[0].Where = moved.Report.Findings[0].Where[1:]
	if diff := cmp.Diff(prints(input(t)), prints(moved)); diff != "" {
		t.Error(diff)
	}
}

// TestRules has every rule with its page.
func TestRules(t *testing.T) {
	var log sarifLog
	if err := json.Unmarshal(write(t, Input{}), &log); err != nil {
		t.Fatal(err)
	}
	rules := log.Runs[0].Tool.Driver.Rules
	if len(rules) != 1+len(check.Rules()) || log.Runs[0].Invocations[0].Successful {
		t.Errorf("%d rules; without a report the run is well", len(rules))
	}
	for _, rule := range rules {
		if len(rule.Full.Text) < len(rule.Short.Text) || rule.Help == nil || rule.HelpURI == "" {
			t.Errorf("%s is described by %q", rule.ID, rule.Full.Text)
		}
	}
	for _, rule := range rules[1:] {
		if rule.Help == nil || !strings.Contains(rule.Help.Markdown, "## How to fix") || !strings.HasSuffix(rule.HelpURI, "/"+rule.ID+".md") {
			t.Errorf("%s has no help", rule.ID)
		}
	}
}

// TestPaths begin at the root of the repository, wherever in it weft is run, and at that of the machine beyond it.
func TestPaths(t *testing.T) {
	p := &printer{in: Input{Root: "/repo"}}
	for file, want := range map[[2]string]artifactLocation{
		{"/repo", "main.hcl"}:              {URI: "main.hcl", Base: root},
		{"/repo/a", "x y.hcl"}:             {URI: "a/x%20y.hcl", Base: root},
		{"/repo/a", "../b/main.hcl"}:       {URI: "b/main.hcl", Base: root},
		{"/repo/a", "/repo/b/leaf1.cfg"}:   {URI: "b/leaf1.cfg", Base: root},
		{"/repo/a", "../../srv/leaf1.cfg"}: {URI: "file:///srv/leaf1.cfg"},
		{"/repo/a", "/srv/leaf1.cfg"}:      {URI: "file:///srv/leaf1.cfg"},
		{"/repository/net", "main.hcl"}:    {URI: "file:///repository/net/main.hcl"},
		{"/repo/..net", "main.hcl"}:        {URI: "..net/main.hcl", Base: root},
	} {
		if got := p.artifact(file[0], file[1]); got != want {
			t.Errorf("%v: got %+v, want %+v", file, got, want)
		}
	}
}

// TestUnread: what could not be read is said, and is no success.
func TestUnread(t *testing.T) {
	var log sarifLog
	in := Input{Root: "/repo", Work: "/repo", Report: &check.Report{}, Unread: []check.Unread{{Name: "backups/leaf1.cfg", Why: "it is cut short"}}}
	if err := json.Unmarshal(write(t, in), &log); err != nil {
		t.Fatal(err)
	}
	how := log.Runs[0].Invocations[0]
	if how.Successful || len(how.Notifications) != 1 {
		t.Fatalf("%+v", how)
	}
	n := how.Notifications[0]
	if n.Level != "error" || n.Message.Text != "The file could not be read: it is cut short." || n.Locations[0].Physical.Artifact.URI != "backups/leaf1.cfg" {
		t.Errorf("%+v", n)
	}
}

// TestSchema holds what is written to the standard: testdata/sarif.schema.json is the part of it that weft uses, closed.
func TestSchema(t *testing.T) {
	schema := schematest.Read(t, filepath.Join("testdata", "sarif.schema.json"))
	schema.Match(t, reflect.TypeFor[sarifLog]())
	for _, in := range []Input{{}, input(t), {Unread: []check.Unread{{Name: "x"}}}} {
		for _, fault := range schema.Validate(write(t, in)) {
			t.Error(fault)
		}
	}
}
