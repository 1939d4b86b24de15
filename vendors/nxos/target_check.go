package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// checkPorts compares what the intent says of its ports with what the switch says: that they are there, in which bundle,
// and whether they route.
func (t *targeter) checkPorts() {
	for i := range t.site.Ports {
		p := &t.site.Ports[i]
		t.named[p.Name] = true
		block := t.have.block("interface " + p.Name)
		if block == nil {
			t.diags.Errorf(0, "interface %s is not in the running configuration", p.Name)
			continue
		}
		t.checkBundle(p, block)
		t.checkMode(p, block)
	}
}

// checkBundle compares a port's lag with its channel-group. Policies on a member of a bundle do nothing (S-ATT).
func (t *targeter) checkBundle(p *vendors.SitePort, block *conf.Node) {
	line := block.FindPrefix("channel-group ")
	bundle := bundleOf(line)
	switch {
	case bundle != p.LAG && p.LAG == "":
		t.diags.Errorf(int(line.Line), "%s is in %s (%q), and the intent names no lag", p.Name, bundle, line.Text)
	case bundle != p.LAG && line != nil:
		t.diags.Errorf(int(line.Line), "%s is in %s (%q), and the intent says lag %s", p.Name, bundle, line.Text, p.LAG)
	case bundle != p.LAG:
		t.diags.Errorf(int(block.Line), "%s is in no bundle, and the intent says lag %s", p.Name, p.LAG)
	case bundle != "" && !t.named[bundle]:
		t.named[bundle] = true
		if t.have.block("interface "+bundle) == nil {
			t.diags.Errorf(0, "interface %s is not in the running configuration", bundle)
		}
	}
}

// bundleOf is the bundle that a channel-group line puts a port into: "channel-group 10 mode active".
func bundleOf(line *conf.Node) string {
	if line == nil {
		return ""
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(line.Text, "channel-group "), " ")
	return "port-channel" + id
}

// checkMode finds a port that the intent routes and the switch does not. The other way round proves nothing: a port whose
// mode the intent leaves out is not routed to it.
func (t *targeter) checkMode(p *vendors.SitePort, block *conf.Node) {
	if !p.Routed || block.Find("no switchport") != nil {
		return
	}
	for _, line := range block.Kids {
		if line.Kind == conf.In && line.Text == "switchport" {
			t.diags.Errorf(int(line.Line), "%s is switched (%q), and the intent says mode l3", p.Name, line.Text)
		}
	}
}
