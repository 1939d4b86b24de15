package nxos

import (
	"fmt"
	"slices"

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
	train train
	asked *qos.Switch
	ports []vendors.SitePort // beside asked.Ports

	reach    qos.QueueSet  // queues that something gets into
	noDrop   qos.QueueSet  // the no-drop classes of the switch
	classMTU *qos.ClassMTU // of the switch
	times    *qos.Watchdog // the watchdog times of the switch, where they can be set

	ledger   fitting.Ledger
	used     []string // accept ids
	diags    vendors.Diagnostics
	classify fitting.Once[*qos.Classify, *qos.Classify]
	egress   fitting.Once[egressKey, *qos.Egress]
	ingress  fitting.Once[ingressKey, *qos.Ingress]
	pfc      fitting.Once[qos.PFC, qos.PFC]
	watchdog fitting.Once[qos.Watchdog, qos.Watchdog]
	mtu      fitting.Once[mtuKey, qos.Value[qos.Bytes]]
	dcbx     fitting.Once[dcbxKey, qos.Value[qos.DCBX]]
}

// Fit adapts a model to the platform row. What one number cannot express is rounded, what the switch does by itself becomes
// a platform default, and both are deviations; what it cannot do is an impossible deviation and an error diagnostic that
// names it. The asked model is not written to.
func (NXOS) Fit(asked *qos.Switch, site vendors.Site) (*qos.Switch, []vendors.Deviation, vendors.Diagnostics) {
	f := &fitter{site: site, row: rowOf(site.Platform), asked: asked, reach: qos.Reach(asked)}
	if err := f.begin(); err != nil {
		f.diags.Errorf(0, "%v", err)
		return asked, nil, f.diags
	}
	fitted := f.fit()
	f.bundles(fitted)
	f.cautions(fitted)
	f.cautionStage()
	f.ledger.Headroom(site.Headroom, fitting.HeadroomRules{
		Pool: noPool, Oversubscribe: noPool, Packets: "no command says for what packets the switch works headroom out", Source: "S-PFC105",
	})
	return fitted, f.ledger.Deviations(), append(f.ledger.Errors(site.Platform.Model), f.diags...)
}

// begin finds out what it needs to know beside the model, and refuses a family that weft writes nothing for.
func (f *fitter) begin() (err error) {
	if f.train, err = trainOf(f.site.Platform.Release); err != nil {
		return err
	}
	if f.row.refuse != "" {
		return fmt.Errorf("weft writes no QoS for %s (%s): %s (%s)", f.site.Platform.Model, f.row.family, f.row.refuse, f.row.refuseSource)
	}
	for i := range f.asked.Ports {
		name := f.asked.Ports[i].Name
		if !isEthernet(name) {
			return fmt.Errorf("%q is not a physical port; name Ethernet ports, and for a bundle its members with lag", name)
		}
	}
	f.ports = fitting.SitePorts(f.asked, f.site)
	return nil
}

func (f *fitter) fit() *qos.Switch {
	out := &qos.Switch{Ports: make([]qos.Port, len(f.asked.Ports)), Names: f.asked.Names}
	f.noDropClasses()
	f.classMTUs()
	f.watchdogTimes()
	out.Tunnel = f.tunnel()
	out.NonECT = f.nonECT()
	for i := range f.asked.Ports {
		out.Ports[i] = f.port(&f.asked.Ports[i], &f.ports[i])
	}
	return out
}

func (f *fitter) port(p *qos.Port, at *vendors.SitePort) qos.Port {
	out := qos.Port{Name: p.Name, Label: p.Label, Labels: p.Labels, ClassMTU: f.classMTU}
	l := &f.ledger
	if p.Classify != nil {
		out.Classify = f.classify.Of(l, p.Classify, p.Name, f.fitClassify)
	}
	if p.Egress != nil {
		out.Egress = f.egress.Of(l, egressKey{p.Egress, at.SpeedBps}, p.Name, f.fitEgress)
	}
	out.PFC = f.pfc.Of(l, p.PFC, p.Name, f.fitPFC)
	lossless := out.PFC.Priorities.V
	out.Ingress = f.ingress.Of(l, ingressKey{p.Ingress, lossless, at.CableMetres > shortCableMetres}, p.Name, f.fitIngress)
	out.Watchdog = f.watchdog.Of(l, p.Watchdog, p.Name, f.fitWatchdog)
	out.MTU = f.mtu.Of(l, mtuKey{p.MTU, at.Routed}, p.Name, f.fitMTU)
	out.DCBX = f.dcbx.Of(l, dcbxKey{p.DCBX, lossless != 0, out.PFC.Negotiated.V}, p.Name, f.fitDCBX)
	return out
}

// class is what the intent calls a queue, for fields.
func (f *fitter) class(q qos.Queue) string { return fitting.ClassName(f.asked, q) }

// switchWide books deviations on no port: they are about the whole switch.
func (f *fitter) switchWide(n notes) { f.ledger.Switch(n) }

// Accepts lists the ids that Fit looks for, and the one of the operator.
func (NXOS) Accepts() []string {
	return []string{acceptDualStage, acceptForwardNonECT, acceptHeadroom, acceptWatchdogTimes}
}

// cautionStage says what accepting dual-stage commits comes to.
func (f *fitter) cautionStage() {
	switch {
	case stages(f.site):
		f.accepted(acceptDualStage, "the change goes in one dual-stage commit, which the switch is to take back unless it is confirmed")
	case f.site.Accept[acceptDualStage]:
		f.diags.Warnf(0, "%s: release 10.2 or later has dual-stage commits, and this is %s: the change goes line by line, with a checkpoint only (S-DUAL)",
			acceptDualStage, f.site.Platform.Release)
	}
}

// accepted tells whether the intent allows an unconfirmed line, and warns once that it is used.
func (f *fitter) accepted(id, what string) bool {
	if !f.site.Accept[id] {
		return false
	}
	if slices.Contains(f.used, id) {
		return true
	}
	f.used = append(f.used, id)
	f.diags = append(f.diags, vendors.Diagnostic{
		Severity: vendors.Warning, Field: "accept",
		Summary: fmt.Sprintf("%s: %s", id, what), Detail: "no source confirms it; try it on one switch first",
	})
	return true
}
