package compiler

import (
	"strings"
	"testing"
)

// device is a switch with other words than leaf uses.
func device(vendor, platform, release, ports string) string {
	return "device \"leaf1\" {\n vendor = \"" + vendor + "\"\n platform = \"" + platform + "\"\n release = \"" + release + "\"\n" + ports + "\n}\n"
}

const fourPorts = "ports \"Port1-4\" {\n speed = \"400G\"\n cable = \"3m\"\n}"

func TestUnknownNames(t *testing.T) {
	for _, test := range []struct {
		device, line string
		words        []string
	}{
		{device("toi", "T1", "1", fourPorts), `vendor = "toi"`, []string{`Did you mean "toy"?`}},
		{device("hal9000", "T1", "1", fourPorts), `vendor = "hal9000"`, []string{`Unknown vendor`, "There is", "toy"}},
		{device("toy", "T1001", "1", fourPorts), `platform = "T1001"`, []string{`Did you mean "T1000"?`}},
		{device("toy", "Z", "1", fourPorts), `platform = "Z"`, []string{"there are T1 and T1000"}},
		{device("toy", "T1", "1", "accept = [\"toy.odd-lime\"]\n"+fourPorts), `accept = ["toy.odd-lime"]`, []string{`Unknown id "toy.odd-lime"`, `Did you mean "toy.odd-line"?`}},
		{device("toy", "T1", "1", "accept = [\"abc.zzzzzzzz\"]\n"+fourPorts), `accept = ["abc.zzzzzzzz"]`, []string{"There is toy.loud, toy.odd-line."}},
		{device("toy", "T1", "2", fourPorts), `release = "2"`, []string{"there is 1"}},
		{device("toy", "T1", "1", strings.Replace(fourPorts, "Port1-4", "Ether1", 1)), `ports "Ether1"`, []string{"no port of a toy"}},
		{device("toy", "T1", "1", fourPorts+"\n"+strings.Replace(fourPorts, "Port1-4", "Port4", 1)), `ports "Port4"`, []string{"Port4 is named twice", "main.hcl:"}},
		{device("toy", "T1", "1", strings.Replace(fourPorts, "cable", "lag = \"bundle1\"\ncable", 1)), `lag = "bundle1"`, []string{"no bundle"}},
		{device("toy", "T1", "1", fourPorts+"\nadopt \"a\" {\nas = \"classify\"\n}\nadopt \"b\" {\nas = \"classify\"\n}"), `adopt "b"`, []string{"Two objects adopted", `"a"`}},
	} {
		wantError(t, plainFabric+classes+test.device, test.line, test.words...)
	}
}

func TestOtherSwitchesStillCompile(t *testing.T) {
	text := plainFabric + classes + device("junos", "T1", "1", fourPorts) + leaf("leaf2", "", "")
	result, diags := Compile(load(t, text), Options{})
	if !diags.HasErrors() || !result.Units[0].Failed() || result.Units[0].Desired != nil {
		t.Error("leaf1 did not fail")
	}
	if result.Units[1].Failed() || result.Units[1].Desired == nil {
		t.Errorf("leaf2 failed: %v", result.Units[1].Diagnostics)
	}
}

func TestKnownAccepts(t *testing.T) {
	text := plainFabric + classes + leaf("leaf1", `accept = ["toy.odd-line"]`, "")
	if _, diags := Compile(load(t, text), Options{}); diags.HasErrors() {
		t.Error(diags)
	}
}

func TestTargets(t *testing.T) {
	text := plainFabric + classes + leaf("leaf1", "", "") + leaf("leaf2", "", "") + leaf("spine1", "", "")
	for _, test := range []struct {
		target, exclude []string
		want            string
	}{
		{nil, nil, "leaf1 leaf2 spine1"},
		{[]string{"leaf*"}, nil, "leaf1 leaf2"},
		{nil, []string{"leaf?"}, "spine1"},
		{[]string{"leaf*", "spine1"}, []string{"leaf1"}, "leaf2 spine1"},
	} {
		result, diags := Compile(load(t, text), Options{Target: test.target, Exclude: test.exclude})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		var got []string
		for _, u := range result.Units {
			got = append(got, u.Device.Name)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("target %v, exclude %v: %v", test.target, test.exclude, got)
		}
	}
	for _, glob := range []string{"leaf9", "[", ""} {
		if _, diags := Compile(load(t, text), Options{Target: []string{glob}}); !diags.HasErrors() {
			t.Errorf("target %q matches nothing and is no error", glob)
		}
	}
}
