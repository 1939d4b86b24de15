package fitting

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestFacts(t *testing.T) {
	if (Fact[int]{}).Known() || !Assumed(0, "no source").Known() {
		t.Error("a fact is known by its source")
	}
	if Stated(1, "S").Quality != vendors.Stated || Advertised(1, "S").Quality != vendors.Advertised || Assumed(1, "S").Quality != vendors.Assumed {
		t.Error("a fact has the quality of its maker")
	}
}

// TestLedger: a deviation is booked once with all its ports, whoever books it; those of the switch have none.
func TestLedger(t *testing.T) {
	var rounding, refusal Notes
	rounding.Rounding("share", "33.3 %", "33 %", "whole numbers", "S-1")
	refusal.UnlessAccepted("x.line", "watchdog", "200ms", "not confirmed", "S-2")
	var l Ledger
	l.Port(rounding, "Port1")
	l.Switch(refusal)
	l.Port(rounding, "Port2")
	l.Port(rounding, "Port2")
	want := []vendors.Deviation{
		{Kind: vendors.Rounding, Ports: []string{"Port1", "Port2"}, Field: "share", Asked: "33.3 %", Got: "33 %", Reason: "whole numbers", Source: "S-1"},
		{Kind: vendors.Impossible, Field: "watchdog", Asked: "200ms", Reason: "not confirmed", Source: "S-2", Accept: "x.line"},
	}
	if diff := cmp.Diff(want, l.Deviations()); diff != "" {
		t.Error(diff)
	}
	errors := vendors.Diagnostics{{
		Severity: vendors.Error, Field: "watchdog",
		Summary: "watchdog: 200ms is not possible on M1", Detail: `not confirmed (S-2); accept = ["x.line"] allows it all the same`,
	}}
	if diff := cmp.Diff(errors, l.Errors("M1")); diff != "" {
		t.Error(diff)
	}
}

// TestOnce: equal keys are fitted once and deviate on every port, in whatever order ports come.
func TestOnce(t *testing.T) {
	var l Ledger
	var once Once[int, string]
	calls := 0
	fit := func(key int) (fitted string, n Notes) {
		calls++
		if key == 2 {
			n.ByPlatform("field", "2", "two", "reason", "S")
		}
		return strings.Repeat("x", key), n
	}
	for port, key := range []int{1, 2, 2, 1, 2} {
		if got := once.Of(&l, key, string(rune('A'+port)), fit); len(got) != key {
			t.Errorf("key %d gives %q", key, got)
		}
	}
	if calls != 2 {
		t.Errorf("%d calls for two keys", calls)
	}
	if ds := l.Deviations(); len(ds) != 1 || !slices.Equal(ds[0].Ports, []string{"B", "C", "E"}) {
		t.Errorf("booked: %+v", ds)
	}
}

func TestObjectName(t *testing.T) {
	tests := map[string][]string{
		"WEFT-pfc":                        {"WEFT", "pfc", ""},
		"WEFT-ecn-roce-400G":              {"WEFT", "ecn", "roce", "400G", ""},
		"WEFT-ecn-remote_direct_m-8ae946": {"WEFT", "ecn", "remote_direct_memory_access", "400G"},
	}
	for want, parts := range tests {
		if got := ObjectName(parts...); got != want || len(got) > MaxName {
			t.Errorf("%v: got %s, want %s", parts, got, want)
		}
	}
	if a, b := ObjectName("WEFT", strings.Repeat("a", 40), "1"), ObjectName("WEFT", strings.Repeat("a", 40), "2"); a == b {
		t.Errorf("two long names are both %s", a)
	}
}

func TestNamerGivesEachNameOnce(t *testing.T) {
	n := Namer{}
	first, second, third := n.Unique(1, "W", "x"), n.Unique(2, "W", "x"), n.Unique(1, "W", "y")
	if first != "W-x" || third != "W-y" || second == first || !strings.HasPrefix(second, "W-x-") {
		t.Errorf("got %s, %s, %s", first, second, third)
	}
}

func TestParts(t *testing.T) {
	for label, want := range map[string]string{"gpu port": "gpu-port", "-a.b-": "a-b", "": "", "é": ""} {
		if got := NamePart(label); got != want {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
	}
	for speed, want := range map[qos.BitsPerSecond]string{0: "", 400 * qos.Gbps: "400G", 2500 * qos.Mbps: "2500M"} {
		if got := SpeedName(speed); got != want {
			t.Errorf("%s: got %q", speed, got)
		}
	}
	sw := &qos.Switch{Names: [qos.NumQueues]string{3: "roce"}}
	if a, b := ClassName(sw, 3), ClassName(sw, 4); a != "traffic_class roce" || b != "queue 4" {
		t.Errorf("got %s and %s", a, b)
	}
}

func TestSitePorts(t *testing.T) {
	sw := &qos.Switch{Ports: []qos.Port{{Name: "A"}, {Name: "B"}, {Name: "D"}, {Name: "C"}}}
	site := vendors.Site{Ports: []vendors.SitePort{{Name: "A", Role: "a"}, {Name: "C", Role: "c"}, {Name: "D", Role: "d"}}}
	want := []vendors.SitePort{{Name: "A", Role: "a"}, {Name: "B"}, {Name: "D", Role: "d"}, {Name: "C", Role: "c"}}
	if diff := cmp.Diff(want, SitePorts(sw, site)); diff != "" {
		t.Error(diff)
	}
}
