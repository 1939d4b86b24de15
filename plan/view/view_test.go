package view

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/weft-net/weft/plan"
)

var update = flag.Bool("update", false, "write what is printed into the golden files")

// ports is Ethernet1/first to Ethernet1/last.
func ports(first, last int) []string {
	var names []string
	for i := first; i <= last; i++ {
		names = append(names, fmt.Sprintf("Ethernet1/%d", i))
	}
	return names
}

// leaf is a switch with n ports on which a foreign policy is replaced, and one threshold changes.
func leaf(name string, n int) plan.Device {
	all := ports(1, n)
	d := plan.Device{
		Name: name, Vendor: "nxos", Platform: "N9K-C9332D-GX2B", Release: "10.4(3)", Status: plan.Change,
		Disruption: "loss", RunningHash: "hash of " + name,
		Today: []plan.Fault{
			{Kind: "nothing-lossless", Where: all[:n-1], Text: "nothing is lossless: PFC is on, but no class is no-drop", Weight: 100},
			{Kind: "control-shares", Where: all, Text: "control traffic (DSCP 48: CS6) shares queue 0 with data", Weight: 70},
			{Kind: "no-watchdog", Where: all[:n-1], Text: "priority 3 is paused without a watchdog", Weight: 55},
		},
		Behaviour: []plan.Behaviour{
			{Kind: "class-moved", Where: all, Text: "DSCP 26 moves from queue 0 (best_effort) to queue 3 (roce)", Weight: 70},
			{Kind: "lossless-gained", Where: all, Text: "DSCP 26 (roce) turns lossless"},
			{Kind: "ecn-gained", Where: all, Text: "queue 3 (roce) gains ECN marking, from 150 KiB to 1500 KiB at 7 %"},
			{Kind: "headroom-follows", Where: all, Text: "priority 3 (roce): the device sets an ingress buffer aside by its own rule"},
		},
		Deviations: []plan.Deviation{{
			Kind: "rounding", Ports: all, Field: "traffic_class cnp: max", Asked: "10 %", Got: "40 Gbps",
			Reason: "rates are whole Gbps", Source: "S-12", Text: "traffic_class cnp: max 10 % becomes 40 Gbps (rates are whole Gbps; S-12)",
		}},
		Kept:   []plan.Kept{{Object: "MTU", Ports: all, Text: "policy-map type queuing QOS_EGRESS already does this (egress queues)"}},
		Unread: []plan.Line{{Number: 40 + n, Path: []string{"policy-map type qos OLD"}, Text: "set something odd"}},
		Proof:  &plan.Proof{OK: true, Gaps: []string{fmt.Sprintf("%d ports unclassified for one command each", n)}, Assumptions: []string{"nxos.match-merge"}},
		Assumptions: []plan.Assumption{{
			ID: "nxos.match-merge", Question: "What does a second match dscp do?", Assumed: "its values join the line that is there", Source: "S-CLS7X",
		}},
		LineDiff: []plan.Diff{
			{Op: "+", Text: "class-map type qos match-any WEFT-classify-roce"},
			{Op: "+", Path: []string{"class-map type qos match-any WEFT-classify-roce"}, Text: "match dscp 24,26"},
		},
		Steps: []plan.Step{{Commands: []string{"class-map type qos match-any WEFT-classify-roce", "match dscp 24,26", "exit"}, Disruption: "none"}},
	}
	undo := &plan.Undo{Proof: plan.Proof{OK: true}}
	for i, port := range all {
		header := "interface " + port
		d.LineDiff = append(d.LineDiff,
			plan.Diff{Op: "-", Path: []string{header}, Text: "service-policy type qos input OLD", Line: 100 + 5*i},
			plan.Diff{Op: "+", Path: []string{header}, Text: "priority-flow-control mode on"},
			plan.Diff{Op: "+", Path: []string{header}, Text: "service-policy type qos input WEFT-classify"})
		d.Steps = append(d.Steps,
			plan.Step{Commands: []string{header, "no service-policy type qos input OLD"}, Disruption: "loss"},
			plan.Step{Commands: []string{"service-policy type qos input WEFT-classify", "priority-flow-control mode on", "exit"}, Disruption: "none"})
		undo.Steps = append(undo.Steps,
			plan.Step{Commands: []string{header, "no service-policy type qos input WEFT-classify"}, Disruption: "loss"})
	}
	d.Undo = undo
	return d
}

// many are switches with ports on all of which the same changes.
func many(switches, ports int) *plan.Plan {
	devices := make([]plan.Device, switches)
	for i := range devices {
		devices[i] = leaf(fmt.Sprintf("leaf%d", i+1), ports)
	}
	return summarised(devices...)
}

func summarised(devices ...plan.Device) *plan.Plan {
	p := &plan.Plan{FormatVersion: plan.FormatVersion, WeftVersion: "0.1.0", IntentHash: "sha256:1", Devices: devices}
	for _, d := range devices {
		switch d.Status {
		case plan.Change:
			p.Summary.Change++
		case plan.Unchanged:
			p.Summary.Unchanged++
		case plan.Refused:
			p.Summary.Refused++
		case plan.NotPlanned:
			p.Summary.NotPlanned++
		}
	}
	return p
}

// mixed is a plan with one of everything.
func mixed() *plan.Plan {
	spine := plan.Device{
		Name: "spine1", Vendor: "nxos", Platform: "N9K-C93600CD-GX", Release: "10.3(5)", Status: plan.Change, Disruption: "recarve",
		Behaviour: []plan.Behaviour{
			{Kind: "lossless-lost", Where: ports(1, 28), Text: "DSCP 46 turns lossy", Weight: 100},
			{Kind: "ecn-changed", Text: "queue 3 (roce): ECN marks from 150 KiB to 3000 KiB (was from 150 KiB to 1500 KiB)", Weight: 75},
		},
		Unnamed:  []plan.Behaviour{{Kind: "pfc-gained", Where: ports(29, 36), Text: "priority 3 is paused now (PFC on)"}},
		Warnings: []string{"ports that the intent does not name lose a protection or change a queue (Ethernet1/29-36); a policy allows it: rack 7 is empty"},
		Proof:    &plan.Proof{OK: true},
		LineDiff: []plan.Diff{
			{Op: "+", Path: []string{"policy-map type queuing WEFT-egress-400G-1f2e3d", "class type queuing c-out-8q-q3"},
				Text: "random-detect minimum-threshold 153600 bytes maximum-threshold 3072000 bytes drop-probability 7 weight 0 ecn"},
			{Op: "-", Path: []string{"policy-map type queuing WEFT-egress-400G-1f2e3d", "class type queuing c-out-8q-q3"},
				Text: "random-detect minimum-threshold 153600 bytes maximum-threshold 1536000 bytes drop-probability 7 weight 0 ecn"},
			{Op: "-", Text: "policy-map type network-qos OLD"},
			{Op: "-", Path: []string{"policy-map type network-qos OLD"}, Text: "class type network-qos c-8q-nq5"},
			{Op: "-", Path: []string{"policy-map type network-qos OLD", "class type network-qos c-8q-nq5"}, Text: "pause pfc-cos 5"},
		},
		Steps: []plan.Step{{Commands: []string{"one"}, Disruption: "recarve"}},
		Undo:  &plan.Undo{Steps: []plan.Step{{Commands: []string{"back"}, Disruption: "recarve"}}, Proof: plan.Proof{OK: true}},
	}
	kept := func(name string) plan.Device {
		return plan.Device{Name: name, Vendor: "nxos", Status: plan.Unchanged, Disruption: "none",
			Kept: []plan.Kept{{Ports: ports(1, 4), Text: "policy-map type qos THEIRS already does this (classification)"}}}
	}
	refused := plan.Device{Name: "leaf9", Vendor: "nxos", Status: plan.Refused, Disruption: "none",
		Reason: "the running configuration is incomplete: interface Ethernet1/7 is missing, and the file does not end in a newline"}
	away := plan.Device{Name: "leaf10", Vendor: "nxos", Status: plan.NotPlanned, Disruption: "none", Reason: "no route to host"}
	return summarised(leaf("leaf1", 30), leaf("leaf2", 30), leaf("leaf3", 28), kept("leaf4"), kept("leaf5"), refused, away, spine)
}

func empty() *plan.Plan {
	d := plan.Device{Name: "leaf1", Status: plan.Unchanged, Disruption: "none"}
	return summarised(d)
}

func TestText(t *testing.T) {
	tests := []struct {
		name    string
		plan    *plan.Plan
		options Options
	}{
		{"mixed", mixed(), Options{Width: 100}},
		{"narrow", mixed(), Options{Width: 50}},
		{"verbose", summarised(leaf("leaf1", 2)), Options{Width: 100, Verbose: true}},
		{"color", summarised(mixed().Devices[7]), Options{Width: 100, Color: true}},
		{"empty", empty(), Options{Width: 100}},
		{"kept", summarised(mixed().Devices[3:5]...), Options{Width: 100}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Text(&out, Of(test.plan), test.options); err != nil {
				t.Fatal(err)
			}
			golden(t, test.name, out.String())
		})
	}
}

func TestDiff(t *testing.T) {
	var out bytes.Buffer
	p := summarised(leaf("leaf1", 2))
	if err := Diff(&out, Find(p, "leaf1"), Options{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "diff", out.String())
	if Find(p, "leaf2") != nil {
		t.Error("a switch is found that is not in the plan")
	}
}

// golden compares with a file of testdata/text.txtar. Escapes are shown as \e.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = strings.ReplaceAll(got, "\x1b", `\e`)
	file := filepath.Join("testdata", "text.txtar")
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		i = len(archive.Files)
		archive.Files = append(archive.Files, txtar.File{Name: name})
	}
	if *update {
		archive.Files[i].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(archive.Files[i].Data), got); diff != "" {
		t.Errorf("the text differs (-golden +got):\n%s", diff)
	}
}

// namings are how vendors call their ports.
var namings = map[string]func(int) string{
	"nxos":        func(i int) string { return fmt.Sprintf("Ethernet1/%d", i+1) },
	"cloudengine": func(i int) string { return fmt.Sprintf("400GE1/0/%d", i+1) },
	"sonic":       func(i int) string { return fmt.Sprintf("Ethernet%d", 8*i) },
}

// fleet is 200 switches with 64 ports on which the same changes, of one vendor after the other. Not even the ports are quite the
// same.
func fleet(vendors ...string) *plan.Plan {
	devices := make([]plan.Device, 200)
	for i := range devices {
		devices[i] = leaf(fmt.Sprintf("leaf%d", i+1), 64-i%3)
		renamed(&devices[i], vendors[i*len(vendors)/len(devices)])
	}
	return summarised(devices...)
}

// renamed calls the ports of a switch as its vendor does, and gives it other lines than other vendors have.
func renamed(d *plan.Device, vendor string) {
	d.Vendor = vendor
	names := map[string]string{}
	for i := range 64 {
		names[fmt.Sprintf("Ethernet1/%d", i+1)] = namings[vendor](i)
	}
	rename := func(ports []string) (out []string) {
		for _, port := range ports {
			out = append(out, names[port])
		}
		return out
	}
	for i := range d.Behaviour {
		d.Behaviour[i].Where = rename(d.Behaviour[i].Where)
	}
	for i := range d.LineDiff {
		if port, ok := strings.CutPrefix(strings.Join(d.LineDiff[i].Path, " "), "interface "); ok {
			d.LineDiff[i].Path = []string{"interface " + names[port]}
			d.LineDiff[i].Text += " as on " + vendor
		}
	}
	for i := range d.Today {
		d.Today[i].Where = rename(d.Today[i].Where)
	}
	d.Deviations[0].Ports, d.Kept[0].Ports = rename(d.Deviations[0].Ports), rename(d.Kept[0].Ports)
}

// TestManyEqualChangesAreShort prints 12,800 equal port changes on 200 switches: of one vendor with all that there is to say of them,
// and of three vendors in one fabric, each of which has its own lines, where queues are tuned.
func TestManyEqualChangesAreShort(t *testing.T) {
	mixed := fleet("nxos", "cloudengine", "sonic")
	for i := range mixed.Devices {
		tuned(&mixed.Devices[i])
	}
	for name, p := range map[string]*plan.Plan{"nxos": fleet("nxos"), "cloudengine": fleet("cloudengine"), "sonic": fleet("sonic"), "mixed": mixed} {
		var out bytes.Buffer
		if err := Text(&out, Of(p), Options{Width: 80}); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(out.String(), "\n"); lines >= 60 {
			t.Errorf("%s: %d lines:\n%s", name, lines, out.String())
		}
		if !strings.HasSuffix(out.String(), "\nPlan: 200 switches to change, 0 unchanged, 0 refused.\n") {
			t.Errorf("%s: the last line is missing:\n%s", name, out.String())
		}
	}
}

// tuned leaves of what changes on a switch one sentence, and the lines of ports.
func tuned(d *plan.Device) {
	d.LineDiff = d.LineDiff[2:]
	d.Today, d.Behaviour, d.Deviations, d.Kept, d.Unread, d.Proof.Gaps = nil, d.Behaviour[2:3], nil, nil, nil, nil
}

// TestOrderIsWorstFirst checks the order of groups and of what is in them.
func TestOrderIsWorstFirst(t *testing.T) {
	tree := Of(mixed())
	var heads []string
	for _, g := range tree.Changes {
		heads = append(heads, plan.Ranges(g.Switches))
	}
	if got := strings.Join(heads, " "); got != "spine1 leaf1-3" {
		t.Errorf("the groups are %s", got)
	}
}

// TestOrderOfEffects puts what is lost first, whatever else is heavier, and the rest place by place.
func TestOrderOfEffects(t *testing.T) {
	d := plan.Device{Name: "leaf1", Status: plan.Change}
	add := func(kind, port string, weight int) {
		d.Behaviour = append(d.Behaviour, plan.Behaviour{Kind: kind, Where: []string{port}, Text: kind + " " + port, Weight: weight})
	}
	add("class-moved", "e1", 70)
	add("share-changed", "e2", 35)
	add("strict-lost", "e1", 40)
	add("mtu-shrinks", "e3", 20)
	add("ecn-gained", "e2", 0)
	add("of-a-later-weft", "e1", 0)
	add("lossless-lost", "e2", 100)
	add("another-of-a-later-weft", "e3", 50)
	var got []string
	for _, e := range Of(summarised(d)).Changes[0].Effects {
		sign, _ := painter(false).sign(e.Sense)
		got = append(got, sign+e.Text)
	}
	want := []string{
		"! lossless-lost e2", "! mtu-shrinks e3",
		"~ class-moved e1", "~ strict-lost e1", "+ of-a-later-weft e1",
		"~ another-of-a-later-weft e3",
		"~ share-changed e2", "+ ecn-gained e2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestSharedNotes tells once what holds on several groups of switches, and leaves to a group what is only its own.
func TestSharedNotes(t *testing.T) {
	device := func(name string, status plan.Status, warnings ...string) plan.Device {
		return plan.Device{
			Name: name, Status: status, Warnings: warnings, Behaviour: []plan.Behaviour{{Text: "of " + name}},
			Deviations: []plan.Deviation{{Text: "the same", Ports: ports(1, len(name)-4)}},
			Unread:     []plan.Line{{Text: "odd", Number: 1}},
		}
	}
	tree := Of(summarised(device("leaf1", plan.Change, "own"), device("leaf10", plan.Change, "of both"), device("leaf2", plan.Unchanged, "of both")))
	say := func(notes []Note) (out []string) {
		for _, n := range notes {
			out = append(out, n.Kind.String()+": "+n.Text+" on "+placesText(n.Places))
		}
		return out
	}
	for _, test := range []struct {
		what string
		got  []Note
		want []string
	}{
		{"shared", tree.Shared, []string{"warning: of both on leaf2,10", "deviation: the same on leaf1-2: Ethernet1/1; leaf10: Ethernet1/1-2"}},
		{"leaf1", tree.Changes[0].Notes, []string{"warning: own on the whole switch", "not understood, kept: odd on the whole switch"}},
		{"leaf10", tree.Changes[1].Notes, []string{"not understood, kept: odd on the whole switch"}},
		{"leaf2", tree.Unchanged.Notes, []string{"not understood, kept: odd on the whole switch"}},
	} {
		if diff := cmp.Diff(test.want, say(test.got)); diff != "" {
			t.Errorf("%s: %s", test.what, diff)
		}
	}
}

// TestWhatFollowsIsToldOnRequest hides what is no news, and its title with it.
func TestWhatFollowsIsToldOnRequest(t *testing.T) {
	d := plan.Device{Name: "leaf1", Status: plan.Change, Behaviour: []plan.Behaviour{{Kind: "headroom-follows", Text: "aside"}}}
	for _, verbose := range []bool{false, true} {
		var out bytes.Buffer
		if err := Text(&out, Of(summarised(d)), Options{Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		if told := strings.Contains(out.String(), "aside"); told != verbose || told != strings.Contains(out.String(), "Changes:") {
			t.Errorf("verbose is %v:\n%s", verbose, out.String())
		}
	}
}

// TestTreeOf gives a block that goes its line, wherever in the difference that stands, and pairs what is replaced.
func TestTreeOf(t *testing.T) {
	lines := treeOf([]plan.Diff{
		{Op: "+", Path: []string{"policy A", "class x"}, Text: "share 20"},
		{Op: "+", Path: []string{"policy A", "class x"}, Text: "limit 5"},
		{Op: "-", Path: []string{"policy A", "class x"}, Text: "share 10"},
		{Op: "-", Path: []string{"policy B"}, Text: "class y"},
		{Op: "-", Text: "policy B"},
		{Op: "-", Text: "mtu 1500"},
		{Op: "-", Text: "mode off"},
		{Op: "+", Text: "mtu 9216"},
		{Op: "-", Path: []string{"list"}, Text: "entry 1"},
		{Op: "+", Path: []string{"list"}, Text: "entry 2"},
		{Op: "-", Path: []string{"list"}, Text: "entry 3"},
		{Op: "+", Path: []string{"list"}, Text: "entry 4"},
	})
	var got strings.Builder
	var walk func(depth int, lines []*Line)
	walk = func(depth int, lines []*Line) {
		for _, l := range lines {
			fmt.Fprintf(&got, "%c%*s%s\n", l.Op, depth, "", l.Text)
			walk(depth+1, l.Kids)
		}
	}
	walk(0, lines)
	want := " policy A\n  class x\n-  share 10\n+  share 20\n+  limit 5\n-policy B\n- class y\n-mode off\n-mtu 1500\n+mtu 9216\n list\n- entry 1\n+ entry 2\n- entry 3\n+ entry 4\n"
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// TestLongDifferencesAreCut tells what comes whole by its first line, and what changes in place in full.
// TestReplacementsShareTheMost: a line that only begins alike does not take another one's partner.
func TestReplacementsShareTheMost(t *testing.T) {
	port := []string{"interface 100GE1/0/1"}
	lines := treeOf([]plan.Diff{
		{Op: "-", Path: port, Text: "qos phb marking dscp enable"},
		{Op: "+", Path: port, Text: "qos queue 0 drr weight 6"},
		{Op: "+", Path: port, Text: "qos queue 4 drr weight 76"},
		{Op: "-", Path: port, Text: "qos queue 4 drr weight 65"},
		{Op: "-", Path: port, Text: "qos queue 0 drr weight 5"},
	})
	var got []string
	for _, kid := range lines[0].Kids {
		got = append(got, string(kid.Op)+kid.Text)
	}
	want := []string{
		"-qos phb marking dscp enable",
		"-qos queue 0 drr weight 5", "+qos queue 0 drr weight 6",
		"-qos queue 4 drr weight 65", "+qos queue 4 drr weight 76",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLongDifferencesAreCut(t *testing.T) {
	d := plan.Device{Name: "leaf1", Status: plan.Change}
	add := func(op, text string, path ...string) {
		d.LineDiff = append(d.LineDiff, plan.Diff{Op: op, Text: text, Path: path})
	}
	add("+", "policy NEW")
	for i := range 20 {
		add("+", fmt.Sprintf("new %d", i), "policy NEW")
		add("+", fmt.Sprintf("edited %d", i), "policy OLD")
	}
	add("+", "small")
	add("+", "in small", "small")
	text := func(o Options) string {
		var out bytes.Buffer
		if err := Text(&out, Of(summarised(d)), o); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	brief, full := text(Options{}), text(Options{Verbose: true})
	for _, want := range []string{"+ policy NEW  (and 20 lines in it; -v shows them)", "edited 19", "in small"} {
		if !strings.Contains(brief, want) {
			t.Errorf("%q is missing:\n%s", want, brief)
		}
	}
	d.LineDiff = d.LineDiff[:20]
	if short := text(Options{}); !strings.Contains(short, "new 3") {
		t.Errorf("a short difference is cut:\n%s", short)
	}
	if strings.Contains(brief, "new 3") || !strings.Contains(full, "new 3") {
		t.Errorf("cut in the wrong place:\n%s%s", brief, full)
	}
}

// TestManyNotesAreCut tells the first notes of a kind, and how many more there are.
func TestManyNotesAreCut(t *testing.T) {
	d := plan.Device{Name: "leaf1", Status: plan.Unchanged}
	for i := range 9 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("number %d", i))
	}
	text := func(verbose bool) string {
		var out bytes.Buffer
		if err := Text(&out, Of(summarised(d)), Options{Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if brief := text(false); strings.Contains(brief, "number 6") || !strings.Contains(brief, "warning: and 3 more (-v shows them)") {
		t.Errorf("not cut:\n%s", brief)
	}
	if full := text(true); !strings.Contains(full, "number 8") || strings.Contains(full, "more") {
		t.Errorf("cut:\n%s", full)
	}
}

// TestNoColourUnlessAsked looks for escapes, and for lines of prose that are too long.
func TestNoColourUnlessAsked(t *testing.T) {
	var out bytes.Buffer
	if err := Text(&out, Of(mixed()), Options{Width: 60}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Error("there is colour although nobody asked for it")
	}
	for line := range strings.Lines(out.String()) {
		configuration := len(line) > 6 && (line[4] == '+' || line[4] == '-' || line[:6] == "      " && !strings.ContainsAny(line[6:7], "!~+ "))
		if strings.HasPrefix(line, "Plan: ") {
			continue // the one line that a script looks for
		}
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 60 && !configuration {
			t.Errorf("%d characters: %s", n, line)
		}
	}
}

// TestJSONIsThePlanFile reads back what the face for programs writes.
func TestJSONIsThePlanFile(t *testing.T) {
	var out bytes.Buffer
	if err := JSON(&out, Of(mixed())); err != nil {
		t.Fatal(err)
	}
	back, err := plan.Read(bytes.NewReader(out.Bytes()))
	if err != nil || len(back.Devices) != 8 {
		t.Errorf("%v", err)
	}
	if !json.Valid(out.Bytes()) {
		t.Error("it is no JSON")
	}
}

// TestApart shows what is set off in a replaced line: whole words.
func TestApart(t *testing.T) {
	var apart []string
	for _, piece := range wordDiff("bandwidth percent 50", "bandwidth percent 55 x") {
		apart = append(apart, fmt.Sprintf("%s:%q", piece.Type, piece.Text))
	}
	if got, want := strings.Join(apart, " "), `Equal:"bandwidth percent " Delete:"50" Insert:"55 x"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func BenchmarkTree(b *testing.B) {
	p := many(200, 64)
	b.ReportAllocs()
	for b.Loop() {
		if err := Text(&bytes.Buffer{}, Of(p), Options{Width: 80}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestTextColours: in coloured text the only colours are weft's own, whatever a configuration has in its lines.
func TestTextColours(t *testing.T) {
	p := &printer{paint: painter(true)}
	p.diff(0, '-', "class S\x1b[0m\x1b[32m")
	p.block(0, []*Line{{Text: "mtu \x1b[8m1", Op: '-'}, {Text: "mtu 2\u202e", Op: '+'}})
	p.steps("commands", []plan.Step{{Commands: []string{"no Q\x15"}, Disruption: "none"}})
	p.prose(0, "", "a \x1b[32mgreen\u2028word", p.paint.red)
	out := regexp.MustCompile(`\x1b\[(0|2|31|32|33|1;4;31|1;4;32)m`).ReplaceAllString(p.out.String(), "")
	want := `- class S\u001b[0m\u001b[32m
- mtu \u001b[8m1
+ mtu 2\u202e
  commands:
    no Q\u0015

a \u001b[32mgreen\u2028word
`
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
}
