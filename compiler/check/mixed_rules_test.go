package check

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mixedNet is the backups of an example, with changes to the text of some and cables.
func mixedNet(t *testing.T, cables string, changes map[string]func(string) string) *Net {
	t.Helper()
	files, err := filepath.Glob("../../examples/mixed/backups/*")
	if err != nil || len(files) != 4 {
		t.Fatalf("%v, %v", files, err)
	}
	var readings []*Reading
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		config := string(text)
		if change := changes[strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))]; change != nil {
			config = change(config)
		}
		readings = append(readings, mustRead(t, file, config))
	}
	links, err := ParseLinks(cables, readings)
	if err != nil {
		t.Fatal(err)
	}
	return FromRunning(readings, nil, links)
}

// appended adds lines to a configuration.
func appended(lines string) func(string) string {
	return func(text string) string { return text + lines }
}

// TestMixedRules: rules that the backups as they are give nothing to do.
func TestMixedRules(t *testing.T) {
	// A ring with a link across it, which keeps buffers from waiting for each other until it fails.
	chord := strings.Replace(mixedCables, "host leaf1", "leaf1:Ethernet1/4 leaf3:25GE1/0/4 3m 25G\nhost leaf1", 1)
	chord = strings.NewReplacer("leaf1:Ethernet1/1-4", "leaf1:Ethernet1/1-3", "leaf3:25GE1/0/1-4", "leaf3:25GE1/0/1-3").Replace(chord)
	for name, test := range map[string]struct {
		cables  string
		changes map[string]func(string) string
		want    []string
	}{
		"C06": {chord, nil, []string{
			"C06 warning leaf1:Ethernet1/4 - leaf3:25GE1/0/4: 1 failed link let buffers wait for each other for ever in 1 of 5",
		}},
		"C13": {mixedCables, map[string]func(string) string{
			"leaf1": appended("interface nve1\n  qos-mode pipe\n"),
			"leaf2": func(text string) string { return strings.Replace(text, "\nreturn", "\ninterface Nve1\n#\nreturn", 1) },
		}, []string{
			"C13 warning leaf1: DSCP of tunnels is",
			"C13 error leaf2: tunnels lose the congestion marks of the underlay",
			"C13 not checked leaf1: not checked: whether congestion marks of the underlay survive the end of a tunnel",
		}},
		"C16": {mixedCables, map[string]func(string) string{
			"leaf4": func(text string) string {
				return strings.ReplaceAll(text, `"dynamic_th": "0"`, `"static_th": "16000000"`)
			},
		}, []string{"C16 error leaf4:Ethernet0-12/4,112,116: queue 3 pauses at a static 16,000,000 B"}},
	} {
		n := mixedNet(t, test.cables, test.changes)
		var said []string
		for _, f := range Run(n).Findings {
			if f.Code == name {
				said = append(said, say(f))
			}
		}
		for _, want := range test.want {
			if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, want) }) {
				t.Errorf("%s: not said: %s; but\n%s", name, want, strings.Join(said, "\n"))
			}
		}
	}
}

// TestMixedKinds: C17 compares switches of one model, whatever others of the same role do.
func TestMixedKinds(t *testing.T) {
	text, err := os.ReadFile("../../examples/mixed/backups/leaf1.cfg")
	if err != nil {
		t.Fatal(err)
	}
	var readings []*Reading
	for _, name := range []string{"leaf5", "leaf6", "leaf7"} {
		config := strings.Replace(string(text), "hostname leaf1", "hostname "+name, 1)
		if name == "leaf6" {
			config = strings.ReplaceAll(config, "pause pfc-cos 3", "pause pfc-cos 4")
		}
		readings = append(readings, mustRead(t, name+".cfg", config))
	}
	for _, file := range []string{"leaf2.cfg", "leaf3.cfg", "leaf4.json"} {
		text, err := os.ReadFile("../../examples/mixed/backups/" + file)
		if err != nil {
			t.Fatal(err)
		}
		readings = append(readings, mustRead(t, file, string(text)))
	}
	links, err := ParseLinks("switch leaf* role=leaf\nswitch leaf5 N9K-C93600CD-GX\nswitch leaf6 N9K-C93600CD-GX\nswitch leaf7 N9K-C93600CD-GX\n", readings)
	if err != nil {
		t.Fatal(err)
	}
	said := about(FromRunning(readings, nil, links), "C17")
	if len(said) != 1 || !strings.HasPrefix(said[0], "C17 warning leaf6: not as 2 of the 3 switches of its kind") {
		t.Errorf("%q", said)
	}
}
