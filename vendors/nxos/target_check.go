package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// checkPort compares what the intent says of a port with what the switch says: in which bundle it is, and whether it routes.
func (t *targeter) checkPort(p *vendors.SitePort, block *conf.Node) {
	t.checkBundle(p, block)
	t.checkMode(p, block)
}

// named tells whether the intent speaks for an interface.
func (t *targeter) named(name string) bool {
	return slices.ContainsFunc(t.site.Ports, func(p vendors.SitePort) bool { return p.Name == name || p.LAG == name })
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
	case bundle != "" && t.have.block("interface "+bundle) == nil:
		t.diags.Errorf(int(line.Line), "%s is in %s, and interface %s is not in the running configuration", p.Name, bundle, bundle)
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
