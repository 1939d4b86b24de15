package compiler

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// build compiles one switch: lower, fit, render, and read back. Of one from which all is to be removed only the names count.
func (p *Project) build(n *node) *Unit {
	at := places{p.in, n}
	b := &builder{places: at, unit: &Unit{Device: n.device, Vendor: n.vendor, Site: n.unresolved(), places: at}}
	found := n.diags
	if !found.HasErrors() {
		b.guarded(func() {
			b.unit.Site = p.site(n)
			b.unit.Asked = n.lower(p.in)
		})
	}
	if p.remove {
		b.unit.Fitted, b.unit.Diagnostics = b.unit.Asked, append(b.unit.Diagnostics, found...)
		return b.unit
	}
	b.unit.Diagnostics = append(b.unit.Diagnostics, n.diags...)
	if !b.unit.Failed() {
		b.guarded(b.compile)
	}
	return b.unit
}

// builder compiles one lowered switch. It stops at the first stage that fails.
type builder struct {
	places places
	unit   *Unit
}

// guarded turns a defect of weft into an error of the switch that shows it.
func (b *builder) guarded(stage func()) {
	defer func() {
		if defect := recover(); defect != nil {
			b.fail(homeless("Defect in weft", "Compiling %s failed: %v. Please report it with this intent.", b.unit.Device.Name, defect))
		}
	}()
	stage()
}

func (b *builder) fail(d *hcl.Diagnostic) { b.unit.Diagnostics = append(b.unit.Diagnostics, d) }

func (b *builder) compile() {
	u := b.unit
	fitted, deviations, diags := u.Vendor.Fit(u.Asked, u.Site)
	u.Fitted, u.Deviations = fitted, deviations
	if b.add(diags); u.Failed() {
		return
	}
	desired, diags := u.Vendor.Render(fitted, u.Site)
	if b.add(diags); u.Failed() {
		return
	}
	if err := b.readBack(desired); err != nil {
		b.fail(homeless("The configuration does not do what was asked", "Read back, what weft wrote says something else than it was to say: %v.", err))
		return
	}
	u.Desired = desired
}

// add gives a vendor's diagnostics their places in the intent.
func (b *builder) add(diags vendors.Diagnostics) {
	for _, d := range diags {
		at := b.places.find(d.Ports, d.Field)
		switch d.Severity {
		case vendors.Error:
			b.fail(problem(at, d.Summary, "%s", onPorts(d.Detail, d.Ports)))
		case vendors.Warning:
			b.fail(caution(at, d.Summary, "%s", onPorts(d.Detail, d.Ports)))
		}
	}
}

// onPorts makes a sentence of a detail and the ports it is about.
func onPorts(detail string, ports []string) string {
	if len(ports) > 0 {
		detail = strings.TrimSpace(detail + " (on " + qos.PortRanges(ports) + ")")
	}
	if detail == "" {
		return ""
	}
	return capital(detail) + "."
}

// readBack checks that a rendered configuration says exactly the fitted model, by a reader that shares no code with the writer.
func (b *builder) readBack(desired vendors.Config) error {
	reading := b.unit.Vendor.Read(desired, b.unit.Site.Platform)
	for _, l := range reading.Unread {
		return fmt.Errorf("line %d is not understood: %s", l.Number, l.Text)
	}
	return sameBehaviour(reading.Switch, b.unit.Fitted)
}
