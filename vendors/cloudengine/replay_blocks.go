package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// openObject enters an object, and makes it first if there is none of the name.
func (d *device) openObject(c *command) (says string) {
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	key := objectOf(c.text)
	o := d.find(key)
	switch {
	case o == nil:
		header := d.stored(c).text
		d.define(key, header)
		o = d.find(key)
		d.insertTop(d.line(header))
	case saysType(c.text) && o.header != c.text:
		d.edit.Replace(nil, d.tree.Find(o.header), d.line(c.text)) // another type: it has no rules
		o.header = c.text
		d.touchObject(key)
	}
	d.at = place{mode: c.row.opens, header: o.header, block: d.tree.Find(o.header), object: key}
	return ""
}

// removeObject takes an object away with all in it.
func (d *device) removeObject(c *command) (says string) {
	key := objectOf(c.text)
	o := d.find(key)
	if o == nil {
		return d.absent()
	}
	if says := d.check(c.row.frees, c); says != "" {
		return says
	}
	for n := d.tree.Find(o.header); n != nil; n = d.tree.Find(o.header) {
		d.forget(n)
		d.removeTop(n)
	}
	o.header = ""
	d.counts[key.kind].objects--
	if key.kind == uplinkObject {
		d.touched.all = true
	}
	return ""
}

// forget uncounts what the lines of a block refer to.
func (d *device) forget(block *conf.Node) {
	for _, kid := range block.Kids {
		if kid.Kind == conf.In {
			d.count(kid.Text, -1)
		}
	}
}

// openBlock enters a block that has no name to refer to, and makes it first if it is not there.
func (d *device) openBlock(c *command) (says string) {
	if d.at.mode != inSystem {
		return d.openInner(c)
	}
	n := d.tree.Find(c.text)
	if n == nil {
		n = d.line(c.text)
		d.insertTop(n)
	}
	d.at = place{mode: c.row.opens, header: c.text, block: n}
	return ""
}

func (d *device) openInner(c *command) (says string) {
	n := d.at.block.Find(c.text)
	if n == nil {
		n = d.line(c.text)
		d.at.block = d.edit.Insert(d.at.block, n, nil)
		d.reached(c.row.reach())
	}
	d.at.mode, d.at.inner = c.row.opens, n
	return ""
}

// removeBlock takes such a block away with all in it.
func (d *device) removeBlock(c *command) (says string) {
	if d.at.mode != inSystem {
		return d.unset(c)
	}
	n := d.tree.Find(c.text)
	if n == nil {
		return d.absent()
	}
	d.forget(n)
	d.removeTop(n)
	d.reached(usualReach[c.row.opens])
	return ""
}

// enterPort enters an interface that is typed as it is printed, which is what the most commands with a new text do.
func (d *device) enterPort(raw string) bool {
	port, ok := strings.CutPrefix(raw, "interface ")
	if !ok || d.at.mode != inSystem {
		return false
	}
	n := d.tree.Find(raw)
	if n == nil || n.Kind != conf.In {
		return false
	}
	port = wordAt(port, 0)
	d.at = place{mode: portMode(port), header: raw, block: n, port: port}
	return true
}

// openPort enters an interface. Those that are not hardware are made first if need be.
func (d *device) openPort(c *command) (says string) {
	name := c.args[0]
	header := "interface " + name
	n := d.tree.Find(header)
	if n == nil {
		header += " mode l2"
		n = d.tree.Find(header)
	}
	if n == nil {
		if says := mayMakePort(d, name); says != "" {
			return says
		}
		header, n = c.text, d.line(c.text)
		d.insertTop(n)
	}
	d.at = place{mode: portMode(name), header: header, block: n, port: name}
	return ""
}

// portMode is the view of an interface.
func portMode(name string) cliMode {
	whole, _, sub := strings.Cut(name, ".")
	switch {
	case sub && (isHardwarePort(whole) || isTrunkPort(whole)):
		return inSub
	case isHardwarePort(name):
		return inPort
	case isTrunkPort(name):
		return inTrunk
	case strings.HasPrefix(name, "Nve"):
		return inTunnel
	}
	return inScope
}

func mayMakePort(d *device, name string) (says string) {
	whole, _, sub := strings.Cut(name, ".")
	if sub && d.tree.Find("interface "+whole) == nil || !sub && isHardwarePort(name) {
		return saysWrong
	}
	return ""
}

// removePort takes an interface away that users made.
func (d *device) removePort(c *command) (says string) {
	n := d.tree.Find(c.text)
	if n == nil {
		n = d.tree.Find(c.text + " mode l2")
	}
	if n == nil {
		return d.absent()
	}
	if says := d.check(c.row.frees, c); says != "" {
		return says
	}
	d.forget(n)
	d.touched.port(c.args[0])
	d.removeTop(n)
	return ""
}

// runOnMembers types a command of a port group at each of its members.
func (d *device) runOnMembers(raw, says string) string {
	group := d.at
	for _, port := range d.groupMembers() {
		d.at = place{mode: inPort, header: "interface " + port, block: d.tree.Find("interface " + port), port: port}
		c, refused := d.parse(raw)
		if c == nil || c.row == nil || d.at.block == nil {
			says = refused
		} else {
			says = d.apply(c)
		}
		if says != "" {
			break
		}
	}
	d.at = group
	return says
}

// groupMembers are the ports of the open port group.
func (d *device) groupMembers() (ports []string) {
	for _, n := range d.at.block.Kids {
		for line := range strings.Lines(n.Raw() + n.Text) {
			if port, ok := strings.CutPrefix(strings.TrimSpace(line), "group-member "); ok {
				ports = append(ports, port)
			}
		}
	}
	return ports
}
