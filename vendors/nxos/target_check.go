package nxos

import (
	"fmt"
	"slices"
	"strconv"
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

// wantedMTU is the MTU line that an interface shall have. On families whose switched ports have the MTU of their classes
// (nxos.md 2.10, S-N3KNOTES) none is desired for a port whose mode the intent leaves out; one that routes needs it all the same.
func (t *targeter) wantedMTU(block, want *conf.Node) *conf.Node {
	r, ok := t.site.Platform.Row.(*row)
	if want != nil || !ok || !r.layer2MTU || block.Find("no switchport") == nil {
		return want
	}
	active, _ := systemPolicy(t.want.tree, "network-qos", "")
	classes := losslessOf(t.want, active)
	return t.line("mtu " + strconv.FormatInt(slices.Max(classes.mtu[:]), 10))
}

// mtuFits tells whether an interface takes an MTU. On a switched one that is the default, the jumbo value, and what another
// switched one has: so much is known (nxos.l2-mtu). Anything else is an error that says what would do.
func (t *targeter) mtuFits(block, want *conf.Node) bool {
	mtu := numberOf(text(want), int64(builtinMTU))
	if mtu == int64(builtinMTU) || mtu == t.jumbo || block.Find("no switchport") != nil || t.switchedWith(mtu) {
		return true
	}
	name := strings.TrimPrefix(block.Text, "interface ")
	if i := slices.IndexFunc(t.misfits, func(m misfit) bool { return m.mtu == mtu }); i >= 0 {
		t.misfits[i].ports = append(t.misfits[i].ports, name)
		return false
	}
	t.misfits = append(t.misfits, misfit{mtu, block, []string{name}})
	return false
}

// misfit is an MTU that switched ports are not known to take.
type misfit struct {
	mtu   int64
	block *conf.Node // of the first
	ports []string
}

// refuseMisfits makes each such MTU one error.
func (t *targeter) refuseMisfits() {
	for _, m := range t.misfits {
		t.diags = append(t.diags, vendors.Diagnostic{
			Severity: vendors.Error, Line: int(m.block.Line), Ports: m.ports,
			Summary: fmt.Sprintf("a switched port is only known to take an mtu of %d or %d, not %d", builtinMTU, t.jumbo, m.mtu),
			Detail:  "give it one of these, or make it a routed port (no switchport) first",
		})
	}
}

// switchedWith tells whether a switched interface has this MTU.
func (t *targeter) switchedWith(mtu int64) bool {
	return slices.ContainsFunc(t.have.tree.Top, func(block *conf.Node) bool {
		port := strings.HasPrefix(block.Text, "interface Ethernet") || strings.HasPrefix(block.Text, "interface port-channel")
		return port && block.Find("no switchport") == nil && numberOf(text(block.FindPrefix("mtu ")), 0) == mtu
	})
}
