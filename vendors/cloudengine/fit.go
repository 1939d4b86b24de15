package cloudengine

import (
	"fmt"
	"slices"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// notes are the deviations of one facet.
type notes = fitting.Notes

// fitter adapts one switch to its platform row. It looks at each shared facet once.
type fitter struct {
	site  vendors.Site
	row   *row
	asked *qos.Switch
	ports []vendors.SitePort // beside asked.Ports
	slots []string           // of the ports, beside them too

	lossless qos.QueueSet                  // priorities that any port pauses
	mapped   map[string]bool               // slots where PFC follows the class
	actions  map[string]qos.WatchdogAction // what is asked of the watchdog, by slot
	unit     time.Duration                 // of deadlock times; 0 where none fits all ports
	timers   *qos.Watchdog                 // the watchdog times of the switch, where it has only one pair

	ledger   fitting.Ledger
	used     []string // accept ids
	diags    vendors.Diagnostics
	classify fitting.Once[classifyKey, *qos.Classify]
	egress   fitting.Once[egressKey, *qos.Egress]
	ingress  fitting.Once[ingressKey, *qos.Ingress]
	pfc      fitting.Once[pfcKey, qos.PFC]
	watchdog fitting.Once[watchdogKey, qos.Watchdog]
	mtus     fitting.Once[mtuKey, qos.Value[qos.Bytes]]
	dcbx     fitting.Once[dcbxKey, qos.Value[qos.DCBX]]
}

// Fit adapts a model to the platform row. What one number cannot express is rounded, what the switch does by itself becomes
// a platform default, and both are deviations; what it cannot do is an impossible deviation and an error diagnostic that
// names it. The asked model is not written to.
func (CloudEngine) Fit(asked *qos.Switch, site vendors.Site) (*qos.Switch, []vendors.Deviation, vendors.Diagnostics) {
	f := &fitter{site: site, row: rowOf(site.Platform), asked: asked}
	if err := f.begin(); err != nil {
		f.diags.Errorf(0, "%v", err)
		return asked, nil, f.diags
	}
	fitted := f.fit()
	f.bundles(fitted)
	f.tables(fitted)
	f.cautions(fitted)
	f.sharedHeadroom()
	return fitted, f.ledger.Deviations(), append(f.ledger.Errors(site.Platform.Model), f.diags...)
}

// begin finds out what it needs to know beside the model, and refuses a family that the intent has to accept first.
func (f *fitter) begin() error {
	if id := f.row.accept; id != "" && !f.accepted(id, f.row.caution) {
		return fmt.Errorf("weft writes no QoS for %s (%s): %s; accept = [%q] allows it all the same", f.site.Platform.Model, f.row.family, f.row.caution, id)
	}
	f.slots = make([]string, len(f.asked.Ports))
	for i := range f.asked.Ports {
		name := f.asked.Ports[i].Name
		word, slot, ok := fullName(name)
		if !ok || word.bundle {
			return fmt.Errorf("%q is not a physical port; name ports such as 100GE1/0/1, and for a bundle its members with lag", name)
		}
		f.slots[i] = slot
	}
	f.ports = fitting.SitePorts(f.asked, f.site)
	return nil
}

func (f *fitter) fit() *qos.Switch {
	out := &qos.Switch{Ports: make([]qos.Port, len(f.asked.Ports)), Names: f.asked.Names}
	f.losslessClasses()
	f.slotwide()
	f.deadlockTimes()
	out.Tunnel = f.tunnel()
	out.NonECT = f.nonECT()
	for i := range f.asked.Ports {
		out.Ports[i] = f.port(&f.asked.Ports[i], &f.ports[i], f.slots[i])
	}
	return out
}

func (f *fitter) port(p *qos.Port, at *vendors.SitePort, slot string) qos.Port {
	out := qos.Port{Name: p.Name, Label: p.Label, Labels: p.Labels}
	l := &f.ledger
	if p.Classify != nil {
		out.Classify = f.classify.Of(l, classifyKey{p.Classify, at.Routed}, p.Name, f.fitClassify)
	}
	if p.Egress != nil {
		out.Egress = f.egress.Of(l, egressKey{p.Egress, at.SpeedBps}, p.Name, f.fitEgress)
	}
	out.PFC = f.pfc.Of(l, pfcKey{p.PFC, out.Classify, f.mapped[slot]}, p.Name, f.fitPFC)
	paused := out.PFC.Priorities.V
	out.Ingress = f.ingress.Of(l, ingressKey{p.Ingress, paused}, p.Name, f.fitIngress)
	out.Watchdog = f.watchdog.Of(l, watchdogKey{p.Watchdog, slot, paused != 0}, p.Name, f.fitWatchdog)
	out.MTU = f.mtus.Of(l, mtuKey{p.MTU, at.Routed}, p.Name, f.fitMTU)
	out.DCBX = f.dcbx.Of(l, dcbxKey{p.DCBX, paused != 0, out.PFC.Negotiated.V}, p.Name, f.fitDCBX)
	return out
}

// class is what the intent calls a queue, for fields.
func (f *fitter) class(q qos.Queue) string { return fitting.ClassName(f.asked, q) }

// Accepts lists the ids that Fit looks for.
func (CloudEngine) Accepts() []string { return []string{acceptTunnelDSCP, acceptModular300} }

// accepted tells whether the intent allows what no source confirms, and warns once that it is used.
func (f *fitter) accepted(id, what string) bool {
	if !f.site.Accept[id] {
		return false
	}
	if !slices.Contains(f.used, id) {
		f.used = append(f.used, id)
		f.diags = append(f.diags, vendors.Diagnostic{
			Severity: vendors.Warning, Field: "accept",
			Summary: id + ": " + what, Detail: "no source confirms it; try it on one switch first",
		})
	}
	return true
}
