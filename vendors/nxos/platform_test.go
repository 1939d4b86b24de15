package nxos

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
)

func TestPlatformNames(t *testing.T) {
	tests := map[string]string{
		"N9K-C9332D-GX2B":   "N9K-C9332D-GX2B",
		"C9332D-GX2B":       "N9K-C9332D-GX2B", // as show version has it
		"9332D-GX2B":        "N9K-C9332D-GX2B",
		" n9k-c9332d-gx2b ": "N9K-C9332D-GX2B",
		"3232C":             "N3K-C3232C",
		"N9K-C93180YC-EX":   "N9K-C93180YC-EX",
		"N9K-X9636PQ":       "N9K-X9636PQ",
		"9300-GX2":          "9300-GX2",
		"generic":           "generic",
	}
	for model, want := range tests {
		p, err := NXOS{}.Platform(model, "10.4(3)")
		if err != nil || p.Model != want {
			t.Errorf("%q: got %q, %v", model, p.Model, err)
		}
	}
}

func TestPlatformIsComplete(t *testing.T) {
	for _, model := range (NXOS{}).Models() {
		p, err := NXOS{}.Platform(model, "10.4(3)")
		if err != nil {
			t.Errorf("%s is listed and not found: %v", model, err)
			continue
		}
		if p.Vendor != "nxos" || p.Family == "" || p.Queues != 4 && p.Queues != 8 || p.MaxPacket != 9216 || !p.SwitchWide.Has(qos.FacetClassMTU) {
			t.Errorf("%s: %+v", model, p)
		}
		if r := rowOf(p); r.refuse == "" && !r.maxNoDrop.Known() {
			t.Errorf("%s says nothing about no-drop classes", model)
		}
	}
	if !slices.IsSorted(NXOS{}.Models()) {
		t.Error("models are not sorted")
	}
	if p, _ := (NXOS{}).Platform("9364C-H1", "10.4"); !slices.Equal(p.Unsaid, []string{"buffer cell", "least pause buffer", "buffer size", "TCAM region size"}) {
		t.Errorf("unsaid of a 9364C-H1: %v", p.Unsaid)
	}
}

func TestPlatformRefuses(t *testing.T) {
	tests := []struct{ model, release, want string }{
		{"N9K-C9999", "10.4(3)", "N9K-C9332D-GX2B"},
		{"N9K-C9508", "10.4(3)", "N9K-X9636C-R"},
		{"9332D-GX2B", "11.1(1)", "10.6"},
		{"9332D-GX2B", "", "10.6"},
	}
	for _, test := range tests {
		_, err := NXOS{}.Platform(test.model, test.release)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v does not say %s", test.model, test.release, err, test.want)
		}
	}
}

func TestTrains(t *testing.T) {
	known := map[string]string{
		"10.4": "10.4", "10.4(3)": "10.4", "10.4(3)F": "10.4", "10.4(3a)M": "10.4", "10.2(10)": "10.2",
		"9.3(13)": "9.3", "9.2(4)": "9.2", "7.0(3)I7": "7.0(3)I7", "7.0(3)I7(6)": "7.0(3)I7",
	}
	for release, want := range known {
		if got, err := trainOf(release); err != nil || got.name != want {
			t.Errorf("%s: got %q, %v", release, got.name, err)
		}
	}
	for _, release := range []string{
		"", "10", "10.7(1)", "10.44", "10.4(3", "10.4()", "10.4(a)", "10.4(3)X", "10.4(3ab)", "10.4 (3)", "7.0(3)I2(1)", "9.1", "10.4(3)\n",
	} {
		if got, err := trainOf(release); err == nil {
			t.Errorf("%q is of train %s", release, got.name)
		}
	}
}
