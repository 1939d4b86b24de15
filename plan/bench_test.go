package plan

import (
	"fmt"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// instant is a vendor that takes no time, so that a benchmark shows what the engine itself costs. Its configurations are
// prepared switches; one threshold differs on every port.
type instant struct {
	vendors.Vendor
	before, after *instantConfig
}

type instantConfig struct{ reading vendors.Reading }

func (*instantConfig) Bytes() []byte   { return nil }
func (*instantConfig) Line(int) string { return "" }

func newInstant(ports int) *instant {
	text := func(curve string) vendors.Reading {
		s := "map W-a 26:3\ncurve W-c " + curve + "\nnodrop W-n 3\nuse W-n\n"
		for i := range ports {
			s += fmt.Sprintf("port Ethernet1/%d\n  map W-a\n  curve W-c\n  pfc\n", i+1)
		}
		v := newToy()
		c, _ := v.Parse([]byte(s))
		r := v.Read(c, vendors.Platform{})
		for i := range r.Switch.Ports { // ports share what they have alike
			r.Switch.Ports[i].Classify = r.Switch.Ports[0].Classify
			r.Switch.Ports[i].Egress = r.Switch.Ports[0].Egress
		}
		return r
	}
	v := &instant{before: &instantConfig{text("3:100-200")}, after: &instantConfig{text("3:150-200")}}
	for i := range v.after.reading.Switch.Ports {
		v.after.reading.Switch.Ports[i].Classify = v.before.reading.Switch.Ports[i].Classify
	}
	return v
}

func (v *instant) Parse([]byte) (vendors.Config, vendors.Diagnostics) { return v.before, nil }
func (*instant) Complete(vendors.Config, []string) error              { return nil }
func (*instant) Read(c vendors.Config, _ vendors.Platform) vendors.Reading {
	return c.(*instantConfig).reading
}
func (v *instant) Reread(c vendors.Config, p vendors.Platform, _ vendors.Reading, _ vendors.Effect) vendors.Reading {
	return v.Read(c, p)
}
func (v *instant) Target(_, _ vendors.Config, _ vendors.Site, _ vendors.Scope) (vendors.Config, []vendors.Kept, vendors.Diagnostics) {
	return v.after, nil, nil
}
func (*instant) InScope(vendors.Delta, vendors.Site, vendors.Scope) bool { return true }
func (*instant) Changes(_, to vendors.Config, _ vendors.Site) []vendors.Change {
	return []vendors.Change{{Key: "curve W-c", Text: "edit", Body: to}}
}
func (*instant) Sequence(_ vendors.Config, ordered []vendors.Change, _ vendors.Site) []vendors.Step {
	return []vendors.Step{{Commands: []string{"curve"}, Text: "edit"}}
}
func (v *instant) Replay(c vendors.Config, _ vendors.Platform, _ map[string]int) vendors.Device {
	if c == v.before {
		return &instantDevice{v.after}
	}
	return &instantDevice{v.before}
}
func (*instant) Exchanges() []vendors.Exchange { return nil }
func (*instant) Deltas(from, to vendors.Config) []vendors.Delta {
	if from == to {
		return nil
	}
	return []vendors.Delta{{Op: '-', Line: vendors.Line{Text: "a"}}, {Op: '+', Line: vendors.Line{Text: "b"}}}
}
func (*instant) Fingerprint(vendors.Config) string { return "x" }

type instantDevice struct{ config vendors.Config }

func (d *instantDevice) Do(vendors.Step) (vendors.Effect, error) {
	return vendors.Effect{All: true}, nil
}
func (d *instantDevice) Config() vendors.Config { return d.config }
func (d *instantDevice) Leaned() []string       { return nil }

// BenchmarkMake is the engine's own cost of a switch whose ports share one threshold that changes.
func BenchmarkMake(b *testing.B) {
	for _, ports := range []int{64, 128, 256, 512} {
		v := newInstant(ports)
		in := Input{Name: "leaf1", Vendor: v, Fitted: v.after.reading.Switch}
		for _, p := range in.Fitted.Ports {
			in.Site.Ports = append(in.Site.Ports, vendors.SitePort{Name: p.Name})
		}
		in.Site.Platform.SwitchWide = qos.FacetSet(0).With(qos.FacetPFC)
		if r := Make(in); r.Device.Status != Change {
			b.Fatal(r.Device.Reason)
		}
		b.Run(fmt.Sprint(ports), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Make(in)
			}
		})
	}
}
