package nxos

import (
	"fmt"
	"slices"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

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

	ledger   ledger
	used     []string // accept ids
	diags    vendors.Diagnostics
	classify once[*qos.Classify, *qos.Classify]
	egress   once[egressKey, *qos.Egress]
	ingress  once[ingressKey, *qos.Ingress]
	pfc      once[qos.PFC, qos.PFC]
	watchdog once[qos.Watchdog, qos.Watchdog]
	mtu      once[mtuKey, qos.Value[qos.Bytes]]
	dcbx     once[dcbxKey, qos.Value[qos.DCBX]]
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
	return fitted, f.ledger.list, append(f.ledger.errors(site.Platform.Model), f.diags...)
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
	f.ports = sitePorts(f.asked, f.site)
	return nil
}

// sitePorts finds what is known about each port beside its QoS.
func sitePorts(sw *qos.Switch, site vendors.Site) []vendors.SitePort {
	ports := make([]vendors.SitePort, len(sw.Ports))
	at := 0 // both lists are in natural order, so the next one is mostly the right one
	for i := range sw.Ports {
		name := sw.Ports[i].Name
		if at >= len(site.Ports) || site.Ports[at].Name != name {
			at = sitePort(site, name)
		}
		ports[i] = vendors.SitePort{Name: name}
		if at < len(site.Ports) {
			ports[i] = site.Ports[at]
			at++
		}
	}
	return ports
}

func sitePort(site vendors.Site, name string) int {
	for i := range site.Ports {
		if site.Ports[i].Name == name {
			return i
		}
	}
	return len(site.Ports)
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
	out := qos.Port{Name: p.Name, Label: p.Label, ClassMTU: f.classMTU}
	l := &f.ledger
	if p.Classify != nil {
		out.Classify = f.classify.of(l, p.Classify, p.Name, f.fitClassify)
	}
	if p.Egress != nil {
		out.Egress = f.egress.of(l, egressKey{p.Egress, at.SpeedBps}, p.Name, f.fitEgress)
	}
	out.PFC = f.pfc.of(l, p.PFC, p.Name, f.fitPFC)
	lossless := out.PFC.Priorities.V
	out.Ingress = f.ingress.of(l, ingressKey{p.Ingress, lossless, at.CableMetres > shortCableMetres}, p.Name, f.fitIngress)
	out.Watchdog = f.watchdog.of(l, p.Watchdog, p.Name, f.fitWatchdog)
	out.MTU = f.mtu.of(l, mtuKey{p.MTU, at.Routed}, p.Name, f.fitMTU)
	out.DCBX = f.dcbx.of(l, dcbxKey{p.DCBX, lossless != 0, out.PFC.Negotiated.V}, p.Name, f.fitDCBX)
	return out
}

// class is what the intent calls a queue, for fields.
func (f *fitter) class(q qos.Queue) string { return className(f.asked, q) }

func className(sw *qos.Switch, q qos.Queue) string {
	if name := sw.Names[q]; name != "" {
		return "traffic_class " + name
	}
	return fmt.Sprintf("queue %d", q)
}

// switchWide books deviations on no port: they are about the whole switch.
func (f *fitter) switchWide(n notes) { f.ledger.open(n) }

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
