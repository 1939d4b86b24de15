package compiler

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
)

// connect makes the inventory of all switches and the links between them. A link that does not hold is an error of the switches
// at its ends and is left out.
func (p *Project) connect() *fabric.Fabric {
	byName := make(map[string]*node, len(p.nodes))
	devices := make([]fabric.Device, len(p.nodes))
	for i, n := range p.nodes {
		byName[n.device.Name] = n
		devices[i] = n.inventory(p.in)
	}
	c := &cabling{in: p.in, nodes: byName, used: map[fabric.PortRef]hcl.Range{}}
	var links []fabric.Link
	for i := range p.in.Links {
		if link, ok := c.link(&p.in.Links[i]); ok {
			links = append(links, link)
		}
	}
	f, err := fabric.New(devices, links)
	if err != nil { // the checks above let something through
		p.diags = append(p.diags, homeless("The fabric does not fit together", "%s.", sentence(err)))
	}
	return f
}

// inventory is a switch as fabric sees it.
func (n *node) inventory(in *intent.Intent) fabric.Device {
	d := n.device
	out := fabric.Device{
		Name: d.Name, Vendor: d.Vendor.V, Platform: d.Platform.V, Release: d.Release.V,
		Address: d.Address.V, Role: d.Role.V, Ports: make([]fabric.Port, len(n.ports)),
	}
	for i, p := range n.ports {
		g := p.group
		out.Ports[i] = fabric.Port{
			Name: p.name, Speed: fabric.Speed(g.speed), CableMetres: g.block.Cable.V, Role: g.block.Role.V,
			LAG: g.lag, Routed: routed(g), NIC: nicOf(in, g.settings.HostNIC.V),
		}
	}
	return out
}

// routed tells whether a port routes: mode = "l3".
func routed(g *group) bool { return g.settings.Mode.V == "l3" }

// cabling checks links.
type cabling struct {
	in    *intent.Intent
	nodes map[string]*node
	used  map[fabric.PortRef]hcl.Range
}

// end is one end of a link that is there.
type end struct {
	node *node
	port *port
	at   hcl.Range
}

func (e end) ref() fabric.PortRef {
	return fabric.PortRef{Device: e.node.device.Name, Port: e.port.name}
}

// link checks one link; false when it is not usable.
func (c *cabling) link(l *intent.Link) (fabric.Link, bool) {
	a, okA := c.end(&l.Ends[0])
	b, okB := c.end(&l.Ends[1])
	if !okA || !okB {
		return fabric.Link{}, false
	}
	c.sameSpeed(a, b)
	c.sameMTU(a, b)
	cable, ok := c.cable(l, a, b)
	a.port.cable, b.port.cable = cable, cable
	return fabric.Link{A: a.ref(), B: b.ref(), CableMetres: cable}, ok
}

// end finds the port of an end. Of a switch whose ports are not known nothing can be said.
func (c *cabling) end(e *intent.End) (end, bool) {
	n := c.nodes[e.Device]
	if n == nil || !n.resolved {
		return end{}, false
	}
	p := n.port(e.Port)
	if p == nil {
		n.report(e.Range, fmt.Sprintf("%s has no port %s", e.Device, e.Port), "No ports block of %s names it. %s", e.Device, oneOf(e.Port, n.portNames()))
		return end{}, false
	}
	found := end{n, p, e.Range}
	if first, taken := c.used[found.ref()]; taken {
		n.report(e.Range, fmt.Sprintf("Port %s is in two links", found.ref()), "It is already an end of the link at %s. A port has one cable.", place(first))
		return end{}, false
	}
	c.used[found.ref()] = e.Range
	return found, true
}

// port finds a port by any spelling that its vendor takes.
func (n *node) port(name string) *port {
	if p, ok := n.byName[name]; ok {
		return p
	}
	if names, err := n.vendor.ExpandPorts(n.platform, name, ""); err == nil && len(names) == 1 {
		return n.byName[names[0]]
	}
	return nil
}

// portNames lists the ports that a message can propose.
func (n *node) portNames() []string {
	names := make([]string, len(n.ports))
	for i, p := range n.ports {
		names[i] = p.name
	}
	return names
}

// both reports an error about a link at one end of it, for the switches at both.
func both(a, b end, at hcl.Range, summary, detail string, args ...any) {
	d := problem(at, summary, detail, args...)
	a.node.diags = append(a.node.diags, d)
	if b.node != a.node {
		b.node.diags = append(b.node.diags, d)
	}
}

func (c *cabling) sameSpeed(a, b end) {
	if x, y := a.port.group.block.Speed, b.port.group.block.Speed; x.V != y.V {
		both(a, b, b.at, "Speeds of a link differ", "%s is %s (%s) and %s is %s (%s). The two ends of a cable have one speed.",
			a.ref(), x.V, place(x.Range), b.ref(), y.V, place(y.Range))
	}
}

func (c *cabling) sameMTU(a, b end) {
	x, y := a.node.mtuOf(c.in, a.port.group), b.node.mtuOf(c.in, b.port.group)
	if x != y {
		both(a, b, b.at, "MTUs of a link differ", "%s takes packets of up to %d bytes (%s) and %s of up to %d (%s). What the larger one sends, the smaller one drops.",
			a.ref(), x, place(mtuRange(c.in, a.port.group)), b.ref(), y, place(mtuRange(c.in, b.port.group)))
	}
}

// cable is the length of a link's cable: what the link says, or the ports at its ends. They may not contradict each other.
func (c *cabling) cable(l *intent.Link, a, b end) (metres float64, ok bool) {
	said := l.Cable
	for _, e := range [...]end{a, b} {
		own := e.port.group.block.Cable
		switch {
		case !own.Set:
		case !said.Set:
			said = own
		case said.V != own.V:
			both(a, b, own.Range, "Two lengths of one cable", "%s has %g m here, and %g m at %s. Say it once, in the link.", e.ref(), own.V, said.V, place(said.Range))
			return 0, false
		}
	}
	return said.V, true
}
