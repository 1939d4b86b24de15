package vendortest

import (
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"pgregory.net/rapid"
)

// bench is one switch of a subject on the test bench.
type bench struct {
	Subject
	sw   Switch
	site vendors.Site
}

func newBench(t *testing.T, s Subject, sw Switch) *bench {
	t.Helper()
	p, err := s.Vendor.Platform(sw.Model, sw.Release)
	if err != nil {
		t.Fatalf("platform of %s: %v", sw.Name, err)
	}
	return &bench{Subject: s, sw: sw, site: site(sw, p)}
}

// wanted is a fitted model with its rendering.
type wanted struct {
	fitted     *qos.Switch
	deviations []vendors.Deviation
	desired    vendors.Config
}

// want draws a model that the platform can do and renders it.
func (b *bench) want(t *rapid.T, label string) wanted {
	asked := rapid.Custom(func(t *rapid.T) *qos.Switch { return draw(t, b.sw, b.site.Platform.Queues) }).Draw(t, label)
	fitted, deviations, diags := b.Vendor.Fit(asked, b.site)
	if diags.HasErrors() {
		t.Skip(diags.Err())
	}
	desired, diags := b.Vendor.Render(fitted, b.site)
	if diags.HasErrors() {
		t.Fatalf("render: %v", diags.Err())
	}
	return wanted{fitted, deviations, desired}
}

func (b *bench) input(running []byte, w wanted) plan.Input {
	return plan.Input{
		Name: b.site.Device, Vendor: b.Vendor, Site: b.site, Fitted: w.fitted, Deviations: w.deviations, Desired: w.desired,
		Running: running, Options: plan.Options{MaxDisruption: vendors.Reload},
	}
}

// plan plans and expects a status.
func (b *bench) plan(t *rapid.T, running []byte, w wanted, status ...plan.Status) plan.Result {
	t.Helper()
	res := plan.Make(b.input(running, w))
	if res.Device.Status == plan.Refused && b.Impossible != nil && b.Impossible(res.Device.Reason) {
		t.Skip(res.Device.Reason)
	}
	return expect(t, res, running, status...)
}

func expect(t *rapid.T, res plan.Result, running []byte, status ...plan.Status) plan.Result {
	t.Helper()
	for _, a := range res.Device.Assumptions {
		if a.Question == "" {
			t.Fatalf("the plan leans on %s, which the vendor does not list", a.ID)
		}
	}
	for _, s := range status {
		if res.Device.Status == s {
			return res
		}
	}
	t.Fatalf("status %s, not %v: %s\nsteps: %v\nrunning:\n%s", res.Device.Status, status, res.Device.Reason, commands(res.Device.Steps), running)
	return res
}

// configured is the running configuration of a switch that weft has brought to a drawn model.
func (b *bench) configured(t *rapid.T, label string) ([]byte, wanted) {
	w := b.want(t, label)
	return b.plan(t, b.sw.Blank, w, plan.Change, plan.Unchanged).Predicted.Bytes(), w
}

func (b *bench) parse(t *rapid.T, text []byte) vendors.Config {
	t.Helper()
	c, diags := b.Vendor.Parse(text)
	if diags.HasErrors() {
		t.Fatalf("parse: %v", diags.Err())
	}
	return c
}

func (b *bench) read(t *rapid.T, text []byte) *qos.Switch {
	t.Helper()
	return b.Vendor.Read(b.parse(t, text), b.site.Platform).Switch
}

func commands(steps []plan.Step) []string {
	var all []string
	for _, s := range steps {
		all = append(all, s.Commands...)
	}
	return all
}
