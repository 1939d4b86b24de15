package compiler

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
)

func TestReadBackJudgesTheVendor(t *testing.T) {
	text := strings.Replace(plainFabric+classes+leaf("leaf1", "", ""), `"toy"`, `"liar"`, 1)
	result, diags := Compile(load(t, text), Options{})
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, "Port1: ") || !strings.Contains(diags[0].Detail, "1500") {
		t.Errorf("want the difference named: %v", diags)
	}
	if u := result.Units[0]; u.Desired != nil || !strings.Contains(u.Reason(), "1500") {
		t.Errorf("desired %v, reason %q", u.Desired, u.Reason())
	}
}

func TestReasonOfAnErrorWithoutDetail(t *testing.T) {
	u := &Unit{}
	u.Diagnostics = append(u.Diagnostics, homeless("adopt: that role takes a drop-profile", ""), homeless("No cable", "Give one."))
	if want := "adopt: that role takes a drop-profile\nNo cable: Give one."; u.Reason() != want {
		t.Errorf("got %q", u.Reason())
	}
}

func TestSameBehaviourSeesBothDirections(t *testing.T) {
	u := compileOne(t, plainFabric+classes+leaf("leaf1", "", ""))
	for name, change := range map[string]func(*qos.Port){
		"less": func(p *qos.Port) { p.MTU = qos.Value[qos.Bytes]{} },
		"more": func(p *qos.Port) {
			e := *p.Egress
			e.Queues[0].Max = qos.Is(qos.Gbps)
			p.Egress = &e
		},
	} {
		read := *u.Fitted
		read.Ports = slices.Clone(read.Ports)
		change(&read.Ports[1])
		if err := sameBehaviour(&read, u.Fitted); err == nil {
			t.Errorf("%s than fitted is not seen", name)
		}
	}
	read := *u.Fitted
	read.Ports = slices.Clone(read.Ports)
	read.Ports[0].DCBX = qos.Is(qos.DCBXOff) // the fitted model says nothing about it
	if err := sameBehaviour(&read, u.Fitted); err != nil {
		t.Errorf("what is not asked is judged: %v", err)
	}
}

func TestDefectIsAnErrorOfTheSwitch(t *testing.T) {
	text := strings.Replace(plainFabric+classes+leaf("leaf1", "", ""), `"toy"`, `"crash"`, 1) + leaf("leaf2", "", "")
	result, diags := Compile(load(t, text), Options{})
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, "leaf1") || !strings.Contains(diags[0].Detail, "out of paper") {
		t.Errorf("want the defect named: %v", diags)
	}
	if result.Units[1].Failed() {
		t.Error("leaf2 failed too")
	}
}

func TestVendorDiagnosticsHavePlaces(t *testing.T) {
	text := strings.ReplaceAll(plainFabric+classes+leaf("leaf1", "", "")+leaf("leaf2", "", ""), `"toy"`, `"strict"`)
	result, diags := Compile(load(t, text), Options{})
	if len(diags) != 1 || sourceLine(text, diags[0].Subject) != "  queue     = 3" {
		t.Fatalf("want one error at the queue: %v", diags)
	}
	if want := "There are 2 (on Port1-2). Concerns leaf1-2."; diags[0].Detail != want {
		t.Errorf("detail: %s", diags[0].Detail)
	}
	warnings := Deviations(result.Units)
	if len(warnings) != 1 || warnings.HasErrors() || sourceLine(text, warnings[0].Subject) != "  bandwidth = 60" {
		t.Errorf("want one warning at the bandwidth: %v", warnings)
	}
}

// TestPrecedence: fabric < profile of the device < profile of the ports < device < ports.
func TestPrecedence(t *testing.T) {
	at := func(n int) string {
		return fmt.Sprintf("override \"cnp\" {\n max = \"%dGbps\"\n }\n mtu = %d\n", n, 8000+n)
	}
	profiles := "profile \"a\" {\n" + at(1) + "}\nprofile \"b\" {\n" + at(2) + "}\n"
	for n, test := range []struct{ device, ports string }{
		1: {`profiles = ["a"]`, ""},
		2: {`profiles = ["a"]`, `profiles = ["b"]`},
		3: {`profiles = ["a"]` + "\n" + at(3), `profiles = ["b"]`},
		4: {`profiles = ["a"]` + "\n" + at(3), `profiles = ["b"]` + "\n" + at(4)},
	} {
		if n == 0 {
			continue
		}
		p := asked(t, compileOne(t, plainFabric+classes+profiles+leaf("leaf1", test.device, test.ports)), "Port1")
		if got := p.Egress.Queues[6].Max.V; got != qos.BitsPerSecond(n)*qos.Gbps || p.MTU.V != qos.Bytes(8000+n) {
			t.Errorf("scope %d: max %s, mtu %d", n, got, p.MTU.V)
		}
	}
}

func TestPortsShareFacets(t *testing.T) {
	u := compileOne(t, plainFabric+classes+leaf("leaf1", "", ""))
	a, b := asked(t, u, "Port1"), asked(t, u, "Port4")
	if a.Classify != b.Classify || a.Egress != b.Egress || a.Ingress != b.Ingress || a.ClassMTU != b.ClassMTU {
		t.Error("ports of one block do not share their facets")
	}
}

func TestLabels(t *testing.T) {
	profiles := "profile \"gpu\" {\n override \"cnp\" {\n max = \"1Gbps\"\n }\n}\n" +
		"profile \"same\" {\n override \"cnp\" {\n max = \"10%\"\n }\n mtu = 9000\n}\n" +
		"profile \"storage_port\" {\n override \"cnp\" {\n max = \"2Gbps\"\n }\n}\n" +
		"profile \"untrust\" {\n trust = \"none\"\n}\n" +
		"profile \"moved\" {\n override \"cnp\" {\n dscp = [49]\n max = \"5Gbps\"\n }\n}\n" +
		"profile \"back\" {\n override \"cnp\" {\n dscp = [48]\n }\n}\n"
	asks := map[string]*qos.Port{}
	for _, ports := range []string{
		``, `profiles = ["same"]`, `profiles = ["gpu"]`, `profiles = ["untrust"]`, `profiles = ["storage_port"]`,
		`profiles = ["gpu", "untrust"]`, `profiles = ["moved"]`, `profiles = ["moved", "back"]`, "override \"cnp\" {\n max = \"3Gbps\"\n }", "trust = \"pcp\"", "rewrite = \"class\"",
	} {
		asks[ports] = asked(t, compileOne(t, plainFabric+classes+profiles+leaf("leaf1", "", ports)), "Port1")
	}
	for ports, want := range map[string][2]string{
		``: {"", ""}, `profiles = ["same"]`: {"", ""}, `profiles = ["gpu"]`: {"", "gpu"}, `profiles = ["untrust"]`: {"untrust", ""},
		`profiles = ["gpu", "untrust"]`: {"untrust", "gpu"}, `profiles = ["moved"]`: {"moved", "moved"},
	} {
		if p := asks[ports]; p.Label != want[0] || p.Labels.Egress != want[1] {
			t.Errorf("%q: labels %q and %q, want %q", ports, p.Label, p.Labels.Egress, want)
		}
	}
	for _, ports := range []string{`trust = "pcp"`, `rewrite = "class"`} {
		if p := asks[ports]; p.Label == "" || p.Labels != (qos.Labels{}) {
			t.Errorf("%q: labels %q and %q: only the classification is another", ports, p.Label, p.Labels)
		}
	}
	arrivals, egresses := map[string]string{}, map[string]string{}
	for ports, p := range asks {
		oneMeaning(t, ports, p.Label, fmt.Sprint(p.Classify.Trust.V, p.Classify.DSCP, p.Classify.PCP, p.Classify.RewriteDSCP), arrivals)
		oneMeaning(t, ports, p.Labels.Egress, fmt.Sprint(p.Egress.Queues[6].Max.V), egresses)
	}
}

// oneMeaning checks the form of a label, and that what else has it does the same.
func oneMeaning(t *testing.T, ports, label, does string, seen map[string]string) {
	t.Helper()
	if len(label) > longestLabel || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		t.Errorf("%q: label %q", ports, label)
	}
	if was, taken := seen[label]; taken && was != does {
		t.Errorf("%q: label %q is taken by what does something else", ports, label)
	}
	seen[label] = does
}

// TestLabelsByFacet: what ports do with a lossless class, its buffers and their watchdog has labels of its own.
func TestLabelsByFacet(t *testing.T) {
	for ports, want := range map[string][4]bool{ // whether there is a label for arrival, queues, buffers, pausing
		"override \"roce\" {\n lossless = false\n }":           {false, false, true, true},
		"override \"roce\" {\n headroom = \"60KiB\"\n }":       {false, false, true, false},
		"override \"roce\" {\n threshold = \"60KiB\"\n }":      {false, false, true, false},
		"override \"roce\" {\n ecn {\n max = \"2MiB\"\n }\n }": {false, true, false, false},
		"override \"roce\" {\n dscp = [26]\n }":                {true, false, false, false},
		"watchdog = true":                                      {false, false, false, true},
	} {
		p := asked(t, compileOne(t, plainFabric+classes+leaf("leaf1", "", ports)), "Port1")
		got := [4]bool{p.Label != "", p.Labels.Egress != "", p.Labels.Ingress != "", p.Labels.PFC != ""}
		if got != want {
			t.Errorf("%q: labels %q and %q", ports, p.Label, p.Labels)
		}
	}
}

// TestLabelsOutliveEdits: a label that changed with a value would rebind ports for it.
func TestLabelsOutliveEdits(t *testing.T) {
	label := func(text string) string {
		p := asked(t, compileOne(t, text), "Port1")
		return p.Label + p.Labels.Egress
	}
	edit := strings.NewReplacer(`min = "950KiB"`, `min = "960KiB"`, "bandwidth = 60", "bandwidth = 70", "bandwidth = 40", "bandwidth = 30",
		`max    = "10%"`, `max    = "20%"`, `"3Gbps"`, `"4Gbps"`, `dscp   = [48]`, `dscp   = [48, 50]`, "Port1-4", "Port1-3", `"leaf1"`, `"leaf9"`)
	for _, ports := range []string{
		`trust = "pcp"`, `rewrite = "class"`, "override \"cnp\" {\n max = \"3Gbps\"\n }", `profiles = ["storage_port"]`,
	} {
		text := plainFabric + classes + "profile \"storage_port\" {\n override \"cnp\" {\n max = \"3Gbps\"\n }\n}\n" + leaf("leaf1", "", ports)
		before, after := label(text), label(edit.Replace(text))
		if before == "" || before != after {
			t.Errorf("%q: label %q turned into %q", ports, before, after)
		}
	}
}

// TestLabelsTellApart: two blocks of a switch that change the same in two ways have two labels, and the first keeps its own.
func TestLabelsTellApart(t *testing.T) {
	block := func(names, max string) string {
		return fmt.Sprintf("ports %q {\n speed = \"100G\"\n cable = \"3m\"\n override \"cnp\" {\n max = %q\n }\n}\n", names, max)
	}
	labels := func(blocks ...string) (list []string) {
		device := "device \"leaf1\" {\n vendor = \"toy\"\n platform = \"T1\"\n release = \"1\"\n" + strings.Join(blocks, "") + "}\n"
		u := compileOne(t, plainFabric+classes+device)
		for i := range u.Fitted.Ports {
			list = append(list, u.Fitted.Ports[i].Labels.Egress)
		}
		return list
	}
	first, second := block("Port1", "3Gbps"), block("Port2", "4Gbps")
	alone, both := labels(first), labels(first, second)
	if both[0] != alone[0] || both[1] == both[0] || both[1] == "" {
		t.Errorf("labels %q, and %q of the first alone", both, alone)
	}
	if got := labels(second, first); !slices.Equal(got, both) {
		t.Errorf("the order of blocks counts: %q, %q", got, both)
	}
	if got := labels(first, block("Port2", "3Gbps")); got[0] != got[1] {
		t.Errorf("two labels for the same: %q", got)
	}
}

// TestDeterminism: the order of files and the parallelism change nothing.
func TestDeterminism(t *testing.T) {
	parts := []string{plainFabric, classes, "pfc_watchdog {\n}\n", "profile \"gpu\" {\n override \"cnp\" {\n max = \"1Gbps\"\n }\n}\n"}
	for i := range 12 {
		parts = append(parts, leaf(fmt.Sprintf("leaf%d", i), `profiles = ["gpu"]`, ""))
	}
	parts = append(parts, leaf("bad", "", "mtu = 9999"), "device \"worse\" {\n vendor = \"nix\"\n platform = \"T1\"\n release = \"1\"\n}\n")
	var first string
	for parallelism := range 5 {
		rand.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		var archive strings.Builder
		for i, part := range parts {
			fmt.Fprintf(&archive, "-- f%d.hcl --\n%s", i, part)
		}
		got := printed(Compile(load(t, archive.String()), Options{Parallelism: parallelism}))
		if first == "" {
			first = got
		}
		if got != first {
			t.Fatalf("parallelism %d:\n%s\nfirst:\n%s", parallelism, got, first)
		}
	}
}

// printed is everything a compilation gives, but for the files that places are in.
func printed(r *Result, diags hcl.Diagnostics) string {
	var b strings.Builder
	for _, u := range r.Units {
		fmt.Fprintln(&b, u.Device.Name, u.Failed())
		if u.Desired == nil {
			continue
		}
		for _, p := range u.Fitted.Ports {
			fmt.Fprintln(&b, p.Name, p.Label, p.Classify.DSCP, p.PFC.Priorities.V, p.MTU.V, p.Watchdog.On.V)
			for _, q := range p.Egress.Queues {
				fmt.Fprintln(&b, q.Schedule.V, q.Max.V, q.ECN.V)
			}
		}
	}
	for _, d := range diags {
		fmt.Fprintln(&b, d.Severity, d.Summary)
	}
	return b.String()
}

func TestEachStopsWithItsContext(t *testing.T) {
	p, _ := Resolve(load(t, plainFabric+classes+leaf("leaf1", "", "")+leaf("leaf2", "", "")), Options{Parallelism: 1})
	ctx, cancel := context.WithCancel(context.Background())
	built := 0
	err := p.Each(ctx, func(int, *Unit) {
		built++
		cancel()
	})
	if err == nil || built != 1 {
		t.Errorf("built %d, error %v", built, err)
	}
}
