package check

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// TestOwnHeadroom: headroom that no line sets is what the platform has by itself, as far as its row says, and for cables that it is for.
func TestOwnHeadroom(t *testing.T) {
	for _, test := range []struct {
		vendor, model, release string
		metres                 float64
		want                   string
	}{
		{"cloudengine", "CE8855", "V300R023C00", 40, ""},
		{"cloudengine", "CE8855", "V300R023C00", 20_000, "queue 3 (roce) has 262,144 B of headroom and needs 2,880,512 B"},
		{"nxos", "N9K-C9332D-GX2B", "10.4(3)", 100, "by its own rule is not known"},
		{"nxos", "N9K-C9332D-GX2B", "10.4(3)", 2000, "queue 3 (roce) has the headroom that N9K-C9332D-GX2B sets aside by itself, which is for cables of up to 100 m, and the cable is 2 km (S-PFC105)"},
	} {
		v, err := vendors.Lookup(test.vendor)
		if err != nil {
			t.Fatal(err)
		}
		n := good()
		p := &n.Switches[0].Ports[1]
		if n.Switches[0].Platform, err = v.Platform(test.model, test.release); err != nil {
			t.Fatal(err)
		}
		p.CableMetres = test.metres
		p.Ingress = &qos.Ingress{}
		p.Ingress.Buffers[3] = qos.Default(qos.Buffer{})
		var said []string
		for _, f := range Run(n).Findings {
			if f.Code == "C01" && f.Where[len(f.Where)-1].Port == p.Name {
				said = append(said, f.Text)
			}
		}
		if text := strings.Join(said, "\n"); !strings.Contains(text, test.want) || (text == "") != (test.want == "") {
			t.Errorf("%s, %g m: %q", test.model, test.metres, said)
		}
	}
}
