package compiler

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/intent"
)

// places finds where in the intent a field of a port was decided, by the names that vendors.Diagnostic and vendors.Deviation
// give fields: "traffic_class roce: ecn", "pfc_watchdog: detect", "mtu".
type places struct {
	in   *intent.Intent
	node *node
}

// find returns the place of a field of the first of the ports that is known, or of the switch. What was not written has the place
// of the block that could have said it.
func (p places) find(ports []string, field string) hcl.Range {
	scope, attribute, _ := strings.Cut(field, ": ")
	kind, name, _ := strings.Cut(scope, " ")
	g := p.group(ports)
	switch kind {
	case "traffic_class":
		return p.class(g, name, attribute)
	case "pfc_watchdog":
		return p.watchdog(g, attribute)
	case "vxlan":
		return p.vxlan()
	case "host_nic":
		return p.hostNIC(g, attribute)
	}
	return p.setting(g, kind)
}

// group is the group of the first port that is known, or nil.
func (p places) group(ports []string) *group {
	for _, name := range ports {
		if port := p.node.byName[name]; port != nil {
			return port.group
		}
	}
	return nil
}

// class is the place of an attribute of a class, as it holds on a group.
func (p places) class(g *group, name, attribute string) hcl.Range {
	classes, _ := p.in.Effective(p.node.device, nil)
	if g != nil {
		classes = g.classes
	}
	for i := range classes {
		if classes[i].Name == name {
			return firstSet(classAttribute(&classes[i], attribute), p.classBlock(name))
		}
	}
	return p.node.device.Range
}

func classAttribute(c *intent.EffectiveClass, attribute string) hcl.Range {
	word, _, _ := strings.Cut(attribute, " ")
	switch word {
	case "dscp":
		return c.DSCP.Range
	case "pcp":
		return c.PCP.Range
	case "queue":
		return c.Queue.Range
	case "lossless":
		return c.Lossless.Range
	case "strict":
		return c.Strict.Range
	case "bandwidth":
		return c.Bandwidth.Range
	case "mark":
		return c.Mark.Range
	case "min":
		return c.Min.Range
	case "max":
		return c.Max.Range
	case "threshold":
		return c.Threshold.Range
	case "headroom":
		return c.Headroom.Range
	case "ecn":
		return c.ECN[""].Range
	}
	return hcl.Range{}
}

func (p places) classBlock(name string) hcl.Range {
	for i := range p.in.Classes {
		if p.in.Classes[i].Name == name {
			return p.in.Classes[i].Range
		}
	}
	return hcl.Range{}
}

func (p places) watchdog(g *group, attribute string) hcl.Range {
	w := p.in.Watchdog
	if w == nil {
		return p.setting(g, "watchdog")
	}
	at := map[string]hcl.Range{
		"action": w.Action.Range, "detect": w.Detect.Range, "restore": w.Restore.Range, "poll": w.Poll.Range, "escalate": w.Escalate.Range,
	}
	return firstSet(at[attribute], w.Range)
}

func (p places) vxlan() hcl.Range {
	if v := vxlanOf(p.in, p.node.device); v != nil {
		return v.Range
	}
	return p.node.device.Range
}

// hostNIC is the place of an attribute of the block about the hosts of a group.
func (p places) hostNIC(g *group, attribute string) hcl.Range {
	if g == nil {
		return p.node.device.Range
	}
	h := hostNIC(p.in, g.settings.HostNIC.V)
	if h == nil {
		return firstSet(g.settings.HostNIC.Range, g.block.Range)
	}
	at := map[string]hcl.Range{
		"pfc": h.PFC.Range, "trust": h.Trust.Range, "roce_dscp": h.RoCEDSCP.Range, "cnp_dscp": h.CNPDSCP.Range, "mtu": h.MTU.Range,
	}
	return firstSet(at[attribute], h.Range)
}

// setting is the place of a setting of ports, or of the switch.
func (p places) setting(g *group, name string) hcl.Range {
	if name == "accept" {
		return firstSet(p.node.device.Accept.Range, p.node.device.Range)
	}
	if g == nil {
		return p.node.device.Range
	}
	s := &g.settings
	at := map[string]hcl.Range{
		"trust": s.Trust.Range, "mtu": mtuRange(p.in, g), "dcbx": firstSet(s.DCBX.Range, p.in.Fabric.DCBX.Range), "lag": g.block.LAG.Range,
		"watchdog": s.Watchdog.Range, "mode": s.Mode.Range, "rewrite": s.Rewrite.Range,
	}
	return firstSet(at[name], g.block.Range)
}

// firstSet is the first place that is one.
func firstSet(ranges ...hcl.Range) hcl.Range {
	for _, r := range ranges {
		if r != (hcl.Range{}) {
			return r
		}
	}
	return hcl.Range{}
}

// Place is where the intent decided a field of a port of the switch, by the names that vendors.Diagnostic gives fields.
func (u *Unit) Place(port, field string) hcl.Range { return u.places.find([]string{port}, field) }

// Places is Place for who keeps it: it holds on to the intent, and not to what the switch compiles to.
func (u *Unit) Places() func(port, field string) hcl.Range {
	at := u.places
	return func(port, field string) hcl.Range { return at.find([]string{port}, field) }
}
