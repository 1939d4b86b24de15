package cloudengine

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
)

func TestPlatformNames(t *testing.T) {
	tests := []struct{ model, release, name, family string }{
		{"CE6865-48S8CQ-EI", "V200R019C10SPC800", "CE6865-48S8CQ-EI", "V200-fixed"},
		{" ce6865-48s8cq-ei ", "v200r019c10", "CE6865-48S8CQ-EI", "V200-fixed"},
		{"6865", "V200R020", "CE6865", "V200-fixed"},
		{"CE6860-48S8CQ-EI", "V200R020C10", "CE6860-48S8CQ-EI", "V200-fixed"},
		{"CE6863-48S6CQ", "V200R020C10", "CE6863-48S6CQ", "V200-fixed-color"},
		{"CE6863-48S6CQ-K", "V200R020C10", "CE6863-48S6CQ-K", "V200-fixed-color"},
		{"CE12804", "V200R003C00", "CE12804", "V200-CE12800"},
		{"CE12800", "V200R003C00", "CE12800", "V200-CE12800"},
		{"CE16800", "V200R020C10", "CE16800", "V200-CE16800"},
		{"CE16800", "V300R023C00", "CE16800", "V300-modular"},
		{"CE9800", "V300R023C00", "CE9800", "V300-modular"},
		{"CE8855", "V300R023C00SPC500", "CE8855", "V300-A"},
		{"CE6885-48YS8CQ", "V300R023C00", "CE6885-48YS8CQ", "V300-A"},
		{"CE6885-LL-STANDARD", "V300R023C00", "CE6885-LL-STANDARD", "V300-A"},
		{"CE6885-LL-LOWLATENCY", "V300R023C00", "CE6885-LL-LOWLATENCY", "V300-A-LL"},
		{"CE8851-32CQ8DQ-P", "V300R023C00", "CE8851-32CQ8DQ-P", "V300-B"},
		{"CE8851-32CQ4BQ", "V300R023C00", "CE8851-32CQ4BQ", "V300-A"},
		{"CE8850-SAN", "V300R023C00", "CE8850-SAN", "V300-B"},
		{"CE6863H-K", "V300R023C00", "CE6863H-K", "V300-C"},
		{"v300-a", "V300R023C00", "V300-A", "V300-A"},
		{"generic", "V300R023C00", "generic", "generic"},
		{"Generic", "V200R005", "generic", "generic"},
	}
	for _, test := range tests {
		p, err := CloudEngine{}.Platform(test.model, test.release)
		if p.Model != test.name || p.Family != test.family || (err == nil) != (test.name != "") {
			t.Errorf("%s %s: got %q of %q, %v", test.model, test.release, p.Model, p.Family, err)
		}
	}
}

func TestPlatformIsComplete(t *testing.T) {
	models := CloudEngine{}.Models()
	if !slices.IsSorted(models) {
		t.Error("models are not sorted")
	}
	for _, model := range models {
		found := 0
		for _, release := range []string{"V200R020C10", "V300R023C00"} {
			p, err := CloudEngine{}.Platform(model, release)
			if err != nil {
				continue
			}
			found++
			if p.Vendor != "cloudengine" || p.Queues != 8 || p.MaxPacket < 9000 || p.SwitchWide != 0 {
				t.Errorf("%s: %+v", model, p)
			}
			checkRow(t, rowOf(p))
		}
		if found == 0 {
			t.Errorf("%s is listed and not found", model)
		}
	}
	if p, _ := (CloudEngine{}).Platform("CE6866", "V300R023C00"); !slices.Equal(p.Unsaid, []string{"buffer size", "buffer cell"}) {
		t.Errorf("unsaid of a CE6866: %v", p.Unsaid)
	}
	if p, _ := (CloudEngine{}).Platform("CE6857", "V200R020C10"); !slices.Equal(p.Unsaid, []string{"buffer size", "buffer cell", "number of lossless priorities", "number of drop profiles"}) {
		t.Errorf("unsaid of a CE6857: %v", p.Unsaid)
	}
}

// checkRow holds that a row has what fitting and rendering take for granted.
func checkRow(t *testing.T, r *row) {
	t.Helper()
	lossless := r.priorities.Known() && r.maxLossless.Known() && r.deadlock != noDeadlock && r.buffers != noBuffers
	if lossless != (r.noPFC == "") {
		t.Errorf("%s says neither how nor why not to pause", r.family)
	}
	if !r.jumbo.Known() || !r.mtu.Known() {
		t.Errorf("%s says nothing about frame sizes", r.family)
	}
	if r.buffers == buffersByPart && (!r.headroomKB.Known() || !r.thresholdKB.Known() || !r.headroom.Known()) {
		t.Errorf("%s lacks a range of its buffers", r.family)
	}
	if r.buffers == buffersByPair && (!r.thresholdKB.Known() || !r.resumeGap.Known()) {
		t.Errorf("%s lacks a range of its thresholds", r.family)
	}
}

func TestPlatformRefuses(t *testing.T) {
	tests := []struct{ model, release, want string }{
		{"CE9999", "V300R023C00", "CE8855"},
		{"", "V300R023C00", "CE8855"},
		{"CE6865", "V300R023C00", "is in the CloudEngine table for V200, not for V300R023C00"},
		{"CE8855", "V200R020C10", "is in the CloudEngine table for V300, not for V200R020C10"},
		{"CE6885-LL", "V300R023C00", "name CE6885-LL-STANDARD or CE6885-LL-LOWLATENCY"},
		{"CE8855", "V100R006C00", "V300R020 to V300R029"},
		{"CE8855", "", "V300R020 to V300R029"},
	}
	for _, test := range tests {
		_, err := CloudEngine{}.Platform(test.model, test.release)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v does not say %s", test.model, test.release, err, test.want)
		}
	}
}

func TestReleases(t *testing.T) {
	known := map[string]release{
		"V200R001":          {train: v200, number: 1},
		"V200R019C10SPC800": {train: v200, number: 19},
		"v200r020c10":       {train: v200, number: 20},
		"V300R023C00":       {train: v300, number: 23},
		" V300R024C10 ":     {train: v300, number: 24},
	}
	for text, want := range known {
		got, err := parseRelease(text)
		if err != nil || got.train != want.train || got.number != want.number {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "V200", "V200R000", "V200R030", "V300R019C00", "V300R023C", "V300R023C00SPC", "V300R023C00SPC500\n dcb", "V400R001", "R020", "V200R20",
	} {
		if got, err := parseRelease(text); err == nil {
			t.Errorf("%q is release %+v", text, got)
		}
	}
}

// TestRowsOfARelease: what a row can do depends on the release, and a release that no document covers is said to be assumed.
func TestRowsOfARelease(t *testing.T) {
	for release, want := range map[string]bool{"V200R005C10": false, "V200R019C10": true, "V200R020C10": true} {
		p, err := CloudEngine{}.Platform("CE8860", release)
		if err != nil || rowOf(p).ecnLine != want {
			t.Errorf("%s: ecn lines %v, %v", release, rowOf(p).ecnLine, err)
		}
	}
	p, _ := CloudEngine{}.Platform("CE8855", "V300R022C00")
	if got, want := rowOf(p).caution, "V300R022C00 is assumed to have the commands of V300R023, the release that is documented"; got != want {
		t.Errorf("got %q", got)
	}
	if p, _ := (CloudEngine{}).Platform("CE8855", "V300R023C00"); rowOf(p).caution != "" || p.Cell != qos.Bytes(320) {
		t.Errorf("the row was written to: %+v", p)
	}
}

// TestAccepts holds that an intent can accept what a row or a rule asks it to accept, and nothing else.
func TestAccepts(t *testing.T) {
	want := []string{"cloudengine.tunnel-dscp", "cloudengine.v300-modular"}
	got := CloudEngine{}.Accepts()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for i := range rows {
		if id := rows[i].accept; id != "" && !slices.Contains(got, id) {
			t.Errorf("%s asks for %q, which cannot be accepted", rows[i].family, id)
		}
	}
}

// TestPrintRank holds the order of blocks in the two golden leaves.
func TestPrintRank(t *testing.T) {
	last := 0
	for _, header := range []string{
		"drop-profile roce100", "dcb pfc roce", "dcb pfc deadlock-detect interval 100", "dcb pfc dscp-mapping enable slot 1",
		"dcb ets-profile default", "qos buffer headroom-pool size 4 mbytes slot 1", "diffserv domain ds1", "acl number 3001",
		"traffic classifier c type or", "traffic behavior b", "traffic policy p", "interface 100GE1/0/1", "port-group all", "lldp enable",
	} {
		rank := CloudEngine{}.PrintRank(header)
		if rank <= last {
			t.Errorf("%s has rank %d, and the block before it %d", header, rank, last)
		}
		last = rank
	}
}
