package check

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/compiler/headroom"
	"github.com/weft-net/weft/compiler/headroom/headroomtest"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	_ "github.com/weft-net/weft/vendors/sonic"
)

// TestPublishedHeadroom: what C01 wants on a platform of the table is what its maker publishes, row by row, for the packets that the
// maker counts with.
func TestPublishedHeadroom(t *testing.T) {
	rows := headroomtest.Published(t)
	for _, row := range rows {
		mix, err := headroom.PacketsNamed(row.Packets)
		if err != nil {
			t.Fatal(err)
		}
		p := &Port{
			Port: &qos.Port{MTU: qos.Is(row.MTU)}, Switch: &Switch{Platform: sonicRow(t, row.Platform)},
			Speed: fabric.Speed(row.Speed), CableMetres: row.CableMetres,
		}
		if got, err := needWith(p, mix); err != nil || got.bytes != row.XOFF {
			t.Errorf("%s %s %g m: %d, %v, want %d", row.Table, p.Speed, p.CableMetres, got.bytes, err, row.XOFF)
		}
	}
	if len(rows) != 128 {
		t.Errorf("%d rows, want 128", len(rows))
	}
}

func sonicRow(t *testing.T, model string) vendors.Platform {
	t.Helper()
	v, err := vendors.Lookup("sonic")
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.Platform(model, "202511")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTileCounts: one byte less than a switch with chiplets needs is an error that names the hop between them.
func TestTileCounts(t *testing.T) {
	for _, test := range []struct {
		model  string
		metres float64
		need   qos.Bytes
	}{{"ACS-SN5640", 300, 243_712}, {"ACS-SN5640", 40, 104_448}, {"ACS-SN5600", 40, 104_448}} {
		for has, wrong := range map[qos.Bytes]bool{test.need: false, test.need - 1: true} {
			n := good()
			for _, s := range n.Switches {
				s.Platform = sonicRow(t, test.model)
			}
			p := &n.Switches[0].Ports[1]
			p.Speed, p.CableMetres = fabric.Speed(400*qos.Gbps), test.metres
			p.Ingress = &qos.Ingress{}
			p.Ingress.Buffers[3] = qos.Is(qos.Buffer{Headroom: has, AlphaNum: 1, AlphaDen: 8})
			found := false
			for _, f := range Run(n).Findings {
				found = found || f.Code == "C01" && !f.NotChecked && strings.Contains(f.Text, "needs "+octets(test.need)) && strings.Contains(f.Text, "hop between chiplets 6000")
			}
			if found != wrong {
				t.Errorf("%s %g m with %d: told %t", test.model, test.metres, has, found)
			}
		}
	}
}
