package sonic

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// notes are the deviations of one facet.
type notes = fitting.Notes

// fitter adapts one switch to its platform row. It looks at each shared facet once.
type fitter struct {
	site  vendors.Site
	row   *platformRow
	train train
	asked *qos.Switch
	ports []vendors.SitePort // beside asked.Ports

	lossless qos.QueueSet  // priorities that any port pauses
	marks    *classMarks   // what packets of each class leave with; nil where they leave as they came
	watched  *qos.Watchdog // what the watchdog has once for the whole switch; nil where nothing is watched

	ledger   fitting.Ledger
	diags    vendors.Diagnostics
	classify fitting.Once[*qos.Classify, *qos.Classify]
	egress   fitting.Once[egressKey, *qos.Egress]
	ingress  fitting.Once[ingressKey, *qos.Ingress]
	pfc      fitting.Once[qos.PFC, qos.PFC]
	watchdog fitting.Once[watchdogKey, qos.Watchdog]
	mtus     fitting.Once[qos.Value[qos.Bytes], qos.Value[qos.Bytes]]
	classes  fitting.Once[classMTUKey, struct{}]
	dcbx     fitting.Once[qos.Value[qos.DCBX], struct{}]
}

// Fit adapts a model to the platform row. What one number cannot express is rounded, what the switch does by itself becomes
// a platform default, and both are deviations; what it cannot do is an impossible deviation and an error diagnostic that
// names it. The asked model is not written to.
//
// The fitted model says nothing of MTUs by class, of DCBX and of tunnels, since CONFIG_DB says nothing of them either.
func (SONiC) Fit(asked *qos.Switch, site vendors.Site) (*qos.Switch, []vendors.Deviation, vendors.Diagnostics) {
	f := &fitter{site: site, row: platformOf(site.Platform), asked: asked}
	if err := f.begin(); err != nil {
		f.diags.Errorf(0, "%v", err)
		return asked, nil, f.diags
	}
	fitted := f.fit()
	f.budget(fitted)
	f.sharedHeadroom()
	f.cautions(fitted)
	return fitted, f.ledger.Deviations(), append(f.ledger.Errors(site.Platform.Model), f.diags...)
}

// begin finds out what it needs to know beside the model, and refuses a family that weft writes nothing for.
func (f *fitter) begin() (err error) {
	if f.train, err = trainOf(f.site.Platform.Release); err != nil {
		return err
	}
	if chip := f.row.chip; chip.refuse != "" {
		return fmt.Errorf("weft writes no QoS for %s (%s): %s (%s)", f.site.Platform.Model, chip.name, chip.refuse, chip.refuseSource)
	}
	for i := range f.asked.Ports {
		if name := f.asked.Ports[i].Name; !isPhysical(name) {
			return fmt.Errorf("%q is not a physical port; name ports such as Ethernet0, and for a bundle its members with lag", name)
		}
	}
	f.ports = fitting.SitePorts(f.asked, f.site)
	return nil
}

func (f *fitter) fit() *qos.Switch {
	out := &qos.Switch{Ports: make([]qos.Port, len(f.asked.Ports)), Names: f.asked.Names}
	f.losslessClasses()
	f.switchMarks()
	f.switchWatchdog()
	f.tunnel()
	out.NonECT = f.nonECT()
	for i := range f.asked.Ports {
		out.Ports[i] = f.port(&f.asked.Ports[i], &f.ports[i])
	}
	return out
}

func (f *fitter) port(p *qos.Port, at *vendors.SitePort) qos.Port {
	out := qos.Port{Name: p.Name, Label: p.Label, Labels: p.Labels}
	l := &f.ledger
	if p.Classify != nil {
		out.Classify = f.classify.Of(l, p.Classify, p.Name, f.fitClassify)
	}
	if p.Egress != nil {
		out.Egress = f.egress.Of(l, egressKey{p.Egress, at.SpeedBps, p.PFC.Priorities.V}, p.Name, f.fitEgress)
	}
	out.PFC = f.pfc.Of(l, p.PFC, p.Name, f.fitPFC)
	paused := out.PFC.Priorities.V
	out.Ingress = f.ingress.Of(l, ingressKey{p.Ingress, paused, linkOf(p, at)}, p.Name, f.fitIngress)
	out.Watchdog = f.watchdog.Of(l, watchdogKey{p.Watchdog, paused != 0}, p.Name, f.fitWatchdog)
	out.MTU = f.mtus.Of(l, p.MTU, p.Name, f.fitMTU)
	f.classes.Of(l, classMTUKey{p.ClassMTU, p.MTU.V}, p.Name, f.fitClassMTU)
	f.dcbx.Of(l, p.DCBX, p.Name, f.fitDCBX)
	return out
}

// class is what the intent calls a queue, for fields.
func (f *fitter) class(q qos.Queue) string { return fitting.ClassName(f.asked, q) }
