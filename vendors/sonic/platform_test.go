package sonic

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
)

func TestPlatformNames(t *testing.T) {
	tests := []struct{ model, release, name, family string }{
		{"Arista-7050CX3-32S-C32", "202405", "Arista-7050CX3-32S-C32", "TD3"},
		{" arista-7050cx3-32s-c32 ", " 202411.12 ", "Arista-7050CX3-32S-C32", "TD3"},
		{"DellEMC-S5232f-C32", "202505", "DellEMC-S5232f-C32", "TD3"},
		{"Arista-7260CX3-D108C8", "202511", "Arista-7260CX3-D108C8", "TH2"},
		{"ACS-MSN4700", "202605.20260823.1", "ACS-MSN4700", "SPC3"},
		{"Mellanox-SN5640-C512S2", "202511", "Mellanox-SN5640-C512S2", "SPC5"},
		{"Nokia-IXR7250E-36x400G", "202405", "Nokia-IXR7250E-36x400G", "J2C+"},
		{"td3", "202405", "TD3", "TD3"},
		{"SPC1", "202405", "SPC1", "SPC1"},
		{"cisco-8000", "202405", "Cisco-8000", "Cisco-8000"},
		{"Generic", "202405", "generic", "generic"},
	}
	for _, test := range tests {
		p, err := SONiC{}.Platform(test.model, test.release)
		if err != nil || p.Model != test.name || p.Family != test.family || p.Release != strings.TrimSpace(test.release) {
			t.Errorf("%s %s: got %q of %q, %v", test.model, test.release, p.Model, p.Family, err)
		}
	}
}

func TestPlatformRefusals(t *testing.T) {
	tests := []struct{ model, release, want string }{
		{"N9K-C9332D-GX2B", "202405", `platform "N9K-C9332D-GX2B" is not in the SONiC table; known are ACS-MSN2010, `},
		{"TD3", "master", `platform TD3: release "master" is of no known SONiC branch; known are 202405, 202411, 202505, 202511, 202605`},
		{"TD3", "20240", "is of no known SONiC branch"},
		{"TD3", "202405-rc1", "is of no known SONiC branch"},
		{"TD3", "202405.", "is of no known SONiC branch"},
	}
	for _, test := range tests {
		if _, err := (SONiC{}).Platform(test.model, test.release); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: got %v", test.model, test.release, err)
		}
	}
}

func TestPlatformIsComplete(t *testing.T) {
	models := SONiC{}.Models()
	if !slices.IsSorted(models) || len(models) < 90 {
		t.Errorf("%d models, sorted: %t", len(models), slices.IsSorted(models))
	}
	for _, model := range models {
		p, err := SONiC{}.Platform(model, "202505")
		if err != nil || p.Vendor != "sonic" || p.Queues != 8 || p.MaxPacket != 9216 || p.SwitchWide != 0 {
			t.Errorf("%s: %+v, %v", model, p, err)
			continue
		}
		checkPlatformRow(t, model, platformOf(p))
	}
}

// checkPlatformRow holds that a row has what fitting and rendering take for granted.
func checkPlatformRow(t *testing.T, model string, r *platformRow) {
	t.Helper()
	if r.chip.dynamic != (r.chip.headroom != nil) || r.chip.dynamic && !r.chip.cell.Known() {
		t.Errorf("%s: the dynamic model goes with a formula and a cell", model)
	}
	if r.profiles.Known() && !r.pools.Known() {
		t.Errorf("%s: profiles without pools", model)
	}
	if r.pools.Known() && (r.pool(ingressLosslessPool) == nil || r.pool(egressLosslessPool) == nil) {
		t.Errorf("%s: pools of lossless traffic are missing", model)
	}
	for _, p := range r.profiles.V.list() {
		pool := r.pool(p.pool)
		if pool == nil || r.chip.dynamic && p.static != 0 || p.alpha < -8 || p.alpha > 7 {
			t.Errorf("%s: profile %s does not go with pool %q", model, p.name, p.pool)
		}
	}
	for _, l := range r.lookup.V.lines {
		if cell := r.chip.cell; cell.Known() && l.xoff%cell.V != 0 && l.xoff != 160_000 {
			t.Errorf("%s: %+v is not whole cells of %d", model, l, cell.V)
		}
	}
}

// TestPlatformNumbers: numbers of each family as the stock tables have them.
func TestPlatformNumbers(t *testing.T) {
	tests := []struct {
		model  string
		pools  []bufferPool
		cell   qos.Bytes
		unsaid string
	}{
		{"Arista-7050CX3-32S-C32", []bufferPool{{"ingress_lossless_pool", false, false, 32732160, 1622016}, {"egress_lossless_pool", true, true, 32599040, 0}, {"egress_lossy_pool", true, false, 24709632, 0}}, 256, "largest headroom of a port"},
		{"DellEMC-S5232f-C32", []bufferPool{{"ingress_lossless_pool", false, false, 26284032, 6291456}, {"egress_lossless_pool", true, true, 32575488, 0}}, 256, "headroom of each speed and cable, largest headroom of a port"},
		{"Arista-7060CX-32S-C32", []bufferPool{{"ingress_lossless_pool", false, false, 10875072, 4194112}, {"egress_lossless_pool", true, true, 15982720, 0}, {"egress_lossy_pool", true, false, 9243812, 0}}, 208, "headroom of each speed and cable, largest headroom of a port"},
		{"Arista-7260CX3-C64", []bufferPool{{"ingress_lossless_pool", false, false, 33169344, 7827456}, {"egress_lossless_pool", true, true, 42349632, 0}, {"egress_lossy_pool", true, false, 26535808, 0}}, 208, "largest headroom of a port"},
		{"DellEMC-Z9332f-O32", []bufferPool{{"ingress_lossless_pool", false, false, 66394076, 27200352}, {"egress_lossless_pool", true, true, 38462204, 0}}, 254, "largest headroom of a port"},
		{"Nokia-IXR7220-H4-64D", []bufferPool{{"ingress_lossless_pool", false, false, 113143792, 48404780}, {"egress_lossless_pool", true, false, 56571896, 0}}, 254, "stock buffer profiles, headroom of each speed and cable, largest headroom of a port"},
		{"Nokia-IXR7220-H5-64D", []bufferPool{{"ingress_lossless_pool", false, false, 161176208, 29520896}, {"egress_lossless_pool", true, false, 161176208, 0}}, 254, "stock buffer profiles, headroom of each speed and cable, largest headroom of a port"},
		{"Dell-Z9864f-O64", []bufferPool{{"ingress_lossless_pool", false, false, 162539680, 33374584}, {"egress_lossless_pool", true, true, 162539680, 0}}, 254, "stock buffer profiles, largest headroom of a port"},
		{"Nokia-IXR7220-D4-36D", []bufferPool{{"ingress_lossless_pool", false, false, 84219120, 20325220}, {"egress_lossless_pool", true, false, 84219120, 0}}, 0, "buffer cell, stock buffer profiles, largest headroom of a port"},
		{"d64p512t_64x800G", []bufferPool{{"ingress_lossless_pool", false, false, 158630302, 71577600}, {"egress_lossless_pool", true, true, 214642688, 0}}, 0, "buffer cell, stock buffer profiles, headroom of each speed and cable, largest headroom of a port"},
		{"ACS-MSN2700", []bufferPool{{"ingress_lossless_pool", false, false, 0, 0}, {"egress_lossless_pool", true, false, 13945824, 0}, {"egress_lossy_pool", true, false, 0, 0}, {"ingress_lossy_pool", false, false, 0, 0}}, 96, "largest headroom of a port"},
		{"ACS-MSN3700", []bufferPool{{"ingress_lossless_pool", false, false, 0, 0}, {"egress_lossless_pool", true, false, 34287552, 0}, {"egress_lossy_pool", true, false, 0, 0}}, 144, "largest headroom of a port"},
		{"ACS-MSN4700", []bufferPool{{"ingress_lossless_pool", false, false, 0, 0}, {"egress_lossless_pool", true, false, 60817392, 0}, {"egress_lossy_pool", true, false, 0, 0}}, 144, "largest headroom of a port"},
		{"ACS-SN5600", []bufferPool{{"ingress_lossless_pool", false, false, 0, 0}, {"egress_lossless_pool", true, false, 158229504, 0}, {"egress_lossy_pool", true, false, 0, 0}}, 192, "largest headroom of a port"},
		{"ACS-SN5640", []bufferPool{{"ingress_lossless_pool", false, false, 0, 0}, {"egress_lossless_pool", true, false, 136209408, 0}, {"egress_lossy_pool", true, false, 0, 0}}, 192, "largest headroom of a port"},
		{"generic", nil, 0, "buffer cell, buffer pools, stock buffer profiles, headroom of each speed and cable, largest headroom of a port"},
	}
	for _, test := range tests {
		p, err := SONiC{}.Platform(test.model, "202411")
		if err != nil {
			t.Error(err)
			continue
		}
		if r := platformOf(p); !slices.Equal(r.pools.V, test.pools) || p.Cell != test.cell || strings.Join(p.Unsaid, ", ") != test.unsaid {
			t.Errorf("%s: %+v, cell %d, unsaid %v", test.model, r.pools.V, p.Cell, p.Unsaid)
		}
	}
}

func TestUpdaterClasses(t *testing.T) {
	for hwsku, want := range map[string]string{
		"Arista-7050CX3-32S-C32": "td3", "ACS-MSN4700": "spc3", "Force10-S6000": "td2", "acs-sn5600": "spc4",
		"DellEMC-S5232f-C32": "", "TD3": "", "generic": "", "": "",
	} {
		if got := updaterClass(hwsku, "202511"); got != want {
			t.Errorf("%s: got %q", hwsku, got)
		}
	}
}

// TestCableLengths: a cable is as long as the next line of the switch's table.
func TestCableLengths(t *testing.T) {
	tests := []struct {
		model  string
		speed  qos.BitsPerSecond
		metres float64
		length int
		err    string
	}{
		{"Arista-7260CX3-C64", 100, 3, 5, ""},
		{"Arista-7260CX3-C64", 100, 5, 5, ""},
		{"Arista-7260CX3-C64", 100, 5.5, 40, ""},
		{"Arista-7260CX3-C64", 100, 300, 300, ""},
		{"Arista-7260CX3-C64", 100, 301, 0, "the headroom table of the switch ends at 300 m for 100 Gbps"},
		{"Arista-7260CX3-C64", 400, 3, 0, "the headroom table of the switch has no line for 400 Gbps"},
		{"Arista-7260CX3-C64", 0, 41, 300, ""},
		{"DellEMC-Z9332f-O32", 400, 301, 1000, ""},
		{"Nokia-IXR7220-D4-36D", 400, 41, 100, ""},
		{"Nokia-IXR7220-H5-64D", 400, 3, 5, ""},
		{"generic", 400, 41, 300, ""},
		{"generic", 400, 400, 0, "the headroom table of the switch ends at 300 m for 400 Gbps"},
		{"ACS-MSN4700", 400, 2.5, 3, ""},
		{"ACS-MSN4700", 400, 4000, 4000, ""},
	}
	for _, test := range tests {
		r, _, err := findRow(test.model)
		if err != nil {
			t.Fatal(err)
		}
		length, err := r.cableLength(test.speed*qos.Gbps, test.metres)
		if length != test.length || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("%s %d %g m: got %d, %v", test.model, test.speed, test.metres, length, err)
		}
	}
}

func TestLookupLines(t *testing.T) {
	tests := []struct {
		model  string
		speed  qos.BitsPerSecond
		metres float64
		want   *lookupLine
	}{
		{"Arista-7050CX3-32S-C32", 100, 40, &lookupLine{100 * qos.Gbps, 40, 4608, 4608, 160000, 4608, 0}},
		{"Arista-7260CX3-C64", 100, 40, &lookupLine{100 * qos.Gbps, 40, 1248, 1248, 59696, 2496, 0}},
		{"Nokia-IXR7220-H5-64D", 400, 30, &lookupLine{400 * qos.Gbps, 40, 1248, 2288, 330200, 2288, 0}},
		{"DellEMC-Z9332f-O32", 400, 40, &lookupLine{400 * qos.Gbps, 40, 2540, 2540, 201930, 2540, -2}},
		{"Dell-Z9864f-O64", 800, 300, &lookupLine{800 * qos.Gbps, 300, 18796, 0, 1621536, 3556, 0}},
		{"Nokia-IXR7220-D4-36D", 400, 3, &lookupLine{400 * qos.Gbps, 5, 1272, 2544, 154548, 2544, 0}},
		{"Nokia-IXR7220-H5-64D", 400, 3, nil},
		{"generic", 100, 3, nil},
	}
	for _, test := range tests {
		r, _, err := findRow(test.model)
		if err != nil {
			t.Fatal(err)
		}
		got := r.lookupOf(test.speed*qos.Gbps, test.metres)
		if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("%s %d %g m: got %+v", test.model, test.speed, test.metres, got)
		}
	}
}

// TestHeadroomFormula: values of the script of the switch, run inside a real database, at MTU 9100.
func TestHeadroomFormula(t *testing.T) {
	worst, half := trafficPattern{1024, 100}, trafficPattern{1024, 50}
	tests := []struct {
		chip    *chip
		speed   qos.BitsPerSecond
		metres  int
		pattern trafficPattern
		want    groupBuffer
	}{
		{&chipSPC1, 100, 5, worst, groupBuffer{19456, 72704, 92160}},
		{&chipSPC2, 25, 5, worst, groupBuffer{19456, 47104, 66560}},
		{&chipSPC3, 100, 40, worst, groupBuffer{19456, 121856, 141312}},
		{&chipSPC3, 100, 40, half, groupBuffer{19456, 51200, 70656}},
		{&chipSPC2, 100, 300, worst, groupBuffer{19456, 220160, 239616}},
		{&chipSPC3, 400, 40, worst, groupBuffer{38912, 265216, 313344}},
		{&chipSPC4, 100, 5, worst, groupBuffer{19456, 113664, 133120}},
		{&chipSPC4, 400, 40, worst, groupBuffer{19456, 283648, 303104}},
		{&chipSPC4, 800, 40, worst, groupBuffer{38912, 362496, 410624}},
	}
	for _, test := range tests {
		if got := test.chip.headroomOf(test.speed*qos.Gbps, test.metres, 9100, test.pattern); got != test.want {
			t.Errorf("%s %d Gbps %d m: got %+v, want %+v", test.chip.name, test.speed, test.metres, got, test.want)
		}
	}
}
