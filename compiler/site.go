package compiler

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/vendors"
)

// site is what the vendor needs to know of a switch beside its QoS.
func (p *Project) site(n *node) vendors.Site {
	s := vendors.Site{
		Device:    n.device.Name,
		Platform:  n.platform,
		Prefix:    p.in.Fabric.Prefix.V,
		Ports:     make([]vendors.SitePort, len(n.ports)),
		Accept:    map[string]bool{},
		Adopt:     n.adopted(),
		VXLAN:     n.tunnels(p.in),
		Headroom:  n.headroomAsks(),
		Templates: templates(p.in, p.dir),
	}
	for _, id := range n.device.Accept.V {
		s.Accept[id] = true
	}
	for i, port := range n.ports {
		g := port.group
		s.Ports[i] = vendors.SitePort{
			Name: port.name, SpeedBps: g.speed, CableMetres: port.cable,
			LAG: g.lag, Routed: routed(g), Role: g.block.Role.V,
		}
	}
	return s
}

// unresolved is the site of a switch as the intent names it, for one that goes no further.
func (n *node) unresolved() vendors.Site {
	d := n.device
	return vendors.Site{Device: d.Name, Platform: vendors.Platform{Vendor: d.Vendor.V, Model: d.Platform.V, Release: d.Release.V}}
}

// templates is the directory of a house's own templates, seen from where weft runs.
func templates(in *intent.Intent, dir string) string {
	own := in.Fabric.Templates.V
	if own == "" || filepath.IsAbs(own) {
		return own
	}
	return filepath.Join(dir, own)
}

// checkTemplates tells whether the house's own templates are where the intent says.
func (p *Project) checkTemplates() bool {
	own := templates(p.in, p.dir)
	if own == "" {
		return true
	}
	stat, err := os.Stat(own)
	if err == nil && stat.IsDir() {
		return true
	}
	p.diags = append(p.diags, problem(p.in.Fabric.Templates.Range, "No directory of templates", "There is no directory %q. It is seen from the intent's directory.", own))
	return false
}

// adopted are the objects that weft is handed, by the role it uses them in.
func (n *node) adopted() map[string]string {
	objects := map[string]string{}
	for i := range n.device.Adopt {
		a := &n.device.Adopt[i]
		if first, twice := objects[a.As]; twice {
			n.report(a.Range, fmt.Sprintf("Two objects adopted as %q", a.As), "The other one is %q. Adopt one of them.", first)
		}
		objects[a.As] = a.Object
	}
	return objects
}

// findLAG brings the name of a bundle into the vendor's own form.
func (n *node) findLAG(block *intent.Ports) string {
	if !block.LAG.Set {
		return ""
	}
	names, err := n.vendor.ExpandPorts(n.platform, block.LAG.V, "")
	if err != nil || len(names) != 1 {
		n.report(block.LAG.Range, fmt.Sprintf("%q is no bundle", block.LAG.V), "Write its name as the switch does.")
		return ""
	}
	return names[0]
}
