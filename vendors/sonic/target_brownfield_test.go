package sonic_test

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/sonic"
)

// brownfield is a plan for a switch that runs the community's default, and an intent that asks for the same.
type brownfield struct{ in plan.Input }

func newBrownfield(t testing.TB, ports int) *brownfield {
	v := sonic.New()
	p, err := v.Platform("Arista-7050CX3-32S-C32", "202511")
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "leaf01", Platform: p, Prefix: "WEFT"}
	for i := range ports {
		site.Ports = append(site.Ports, vendors.SitePort{Name: fmt.Sprintf("Ethernet%d", 4*i), SpeedBps: 100 * qos.Gbps, CableMetres: 40})
	}
	running := azure(t, site.Ports)
	cfg, diags := v.Parse(running)
	asked := v.Read(cfg, p).Switch
	copy(asked.Names[:], []string{"best_effort", 3: "roce", 4: "storage", 5: "voice", 6: "cnp"})
	fitted, _, fitting := v.Fit(asked, site)
	desired, rendering := v.Render(fitted, site)
	for _, d := range []vendors.Diagnostics{diags, fitting, rendering} {
		if d.HasErrors() {
			t.Fatal(d.Err())
		}
	}
	return &brownfield{plan.Input{Name: site.Device, Vendor: v, Site: site, Running: running, Desired: desired, Fitted: fitted}}
}

// azure is the golden switch with so many ports, each with the rows of its first one.
func azure(t testing.TB, ports []vendors.SitePort) []byte {
	text, err := os.ReadFile("testdata/golden/leaf-traditional.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]map[string]any
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	for table, rows := range golden {
		wide := map[string]any{}
		for key, row := range rows {
			port, index, _ := strings.Cut(key, "|")
			switch {
			case table == "QUEUE" && (index == "1" || index == "2"): // which no packet takes
			case !strings.HasPrefix(port, "Ethernet"):
				wide[key] = row
			case port == "Ethernet0":
				for _, p := range ports {
					wide[strings.TrimSuffix(p.Name+"|"+index, "|")] = row
				}
			}
		}
		golden[table] = wide
	}
	physical, cables := map[string]any{}, map[string]any{}
	for i, p := range ports {
		physical[p.Name] = map[string]string{
			"alias": fmt.Sprintf("etp%d", i+1), "lanes": fmt.Sprintf("%d,%d,%d,%d", 4*i+1, 4*i+2, 4*i+3, 4*i+4), "index": fmt.Sprint(i + 1),
			"speed": "100000", "mtu": "9100", "admin_status": "up",
		}
		cables[p.Name] = "40m"
	}
	golden["SCHEDULER"]["scheduler.0"], golden["SCHEDULER"]["scheduler.1"] = dwrr("17"), dwrr("33") // percent, as weft writes them
	golden["PORT"], golden["CABLE_LENGTH"] = physical, map[string]any{"AZURE": cables}
	out, err := json.MarshalIndent(golden, "", "    ")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func dwrr(weight string) map[string]string {
	return map[string]string{"type": "DWRR", "weight": weight}
}

// run plans and expects that everything is kept on every port.
func (b *brownfield) run(t testing.TB) {
	res := plan.Make(b.in)
	if res.Device.Status != plan.Unchanged {
		t.Fatalf("%s: %s", res.Device.Status, res.Device.Reason)
	}
	if len(res.Device.Kept) == 0 {
		t.Fatal("nothing is kept")
	}
	for _, k := range res.Device.Kept {
		if len(k.Ports) != len(b.in.Site.Ports) {
			t.Errorf("%s is kept on %d of %d ports", k.Object, len(k.Ports), len(b.in.Site.Ports))
		}
	}
}

// TestBrownfieldIsLinear plans switches that do already what is asked: what is kept on a port costs the same whatever was kept on
// those before it.
func TestBrownfieldIsLinear(t *testing.T) {
	per := func(ports int) uint64 {
		b := newBrownfield(t, ports)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		b.run(t)
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / uint64(ports)
	}
	few := per(8)
	for _, ports := range []int{16, 64} {
		if many := per(ports); many > 2*few {
			t.Fatalf("%d bytes for each of %d ports, and %d for each of 8", many, ports, few)
		}
	}
}

func BenchmarkBrownfield(b *testing.B) {
	for _, ports := range []int{64, 256} {
		p := newBrownfield(b, ports)
		b.Run(fmt.Sprint(ports), func(b *testing.B) {
			b.SetBytes(int64(len(p.in.Running)))
			for b.Loop() {
				p.run(b)
			}
		})
	}
}
