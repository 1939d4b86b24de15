package nxos

import "github.com/weft-net/weft/vendors/conf"

// kids are the lines of the open class, block, or of the top.
func (d *device) kids() []*conf.Node {
	switch {
	case d.at.class != nil:
		return d.at.class.Kids
	case d.at.block != nil:
		return d.at.block.Kids
	case d.at.mode == inConfig:
		return d.tree.Top
	}
	return nil
}

// lineOf is the line here that begins with the same key as text, or with the row's rival beginning; nil when there is none.
func (d *device) lineOf(row *manualRow, text string) *conf.Node {
	return lineAmong(d.kids(), row, firstWords(text, row.key))
}

func lineAmong(lines []*conf.Node, row *manualRow, key string) *conf.Node {
	for _, n := range lines {
		if n.Kind != conf.Out && (startsWith(n.Text, key) || row.rival != "" && startsWith(n.Text, row.rival)) {
			return n
		}
	}
	return nil
}

// open makes the block and the class here ready for a change, and prints the block first if it is not yet.
func (d *device) open() *conf.Node {
	d.changed = true
	if d.at.object != nil {
		d.at.object.fits = ""
	}
	if d.at.block == nil && d.at.mode == inSystemQoS {
		d.insertTop(d.line("system qos"))
		d.at.block = d.tree.Find("system qos")
	}
	return d.own()
}

// line makes a line for the tree.
func (d *device) line(text string) *conf.Node {
	if len(d.lines) == 0 {
		d.lines = make([]conf.Node, 16)
	}
	n := &d.lines[0]
	d.lines = d.lines[1:]
	n.Text, n.Kind, n.Count = text, conf.In, 1
	return n
}

// own makes the block and the class here ready to be written to, and returns the inner one, or nil for the top.
func (d *device) own() *conf.Node {
	if d.at.block == nil {
		return nil
	}
	d.at.block = d.edit.Own(d.at.block)
	if d.at.class == nil {
		return d.at.block
	}
	d.at.class = d.edit.Own(d.at.class)
	return d.at.class
}

// put prints a line here, in the place of old or, when old is nil, where the switch would print it.
func (d *device) put(text string, old *conf.Node) {
	n := d.line(text)
	parent := d.open()
	switch {
	case old != nil:
		d.edit.Replace(parent, old, n)
	case parent == nil:
		d.insertTop(n)
	default:
		d.edit.Insert(parent, n, d.printedBefore(parent, text))
	}
}

// drop takes a line here away. A system qos block that holds nothing is not printed.
func (d *device) drop(old *conf.Node) {
	parent := d.open()
	d.edit.Remove(parent, old)
	if d.at.mode == inSystemQoS && len(d.at.block.Kids) == 0 {
		d.edit.Remove(nil, d.at.block)
		d.at.block = nil
	}
}

const saysAbsent = "ERROR: there is no such line in the configuration"

// set prints a line in the place of the one with its key.
func (d *device) set(c *typed) (says string) {
	old := d.lineOf(c.row, c.text)
	if old != nil && old.Text == c.text {
		return ""
	}
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	if c.row.kind == accessList {
		d.count(accessList, lastWord(c.text), +1)
	}
	switch {
	case !d.hides(c):
		d.put(c.text, old)
	case old != nil:
		d.drop(old)
	}
	d.settle(c)
	return ""
}

// hides tells whether the switch does not print a command, since it is a default.
func (d *device) hides(c *typed) bool {
	switch c.text {
	case c.row.preset:
		return !d.printsTyped(c.row)
	case c.row.hidden:
		return d.reads(doubtClassMTUDefault) == 1
	}
	return false
}

// unset takes a line away, so that its default holds.
func (d *device) unset(c *typed) (says string) {
	old := d.printed(c)
	if old == nil {
		return saysAbsent
	}
	if says := d.check(c.row.frees, c); says != "" {
		return says
	}
	if c.row.kind == accessList {
		d.count(accessList, lastWord(old.Text), -1)
	}
	d.restore(c.row, old)
	d.settle(c)
	return ""
}

// printed is the line here that a negation names, whole or, where the grammar lets it leave the values out, by its key.
// no-stats is no part of what is named.
func (d *device) printed(c *typed) *conf.Node {
	short := len(c.canon) <= c.row.key
	for _, n := range d.kids() {
		if n.Kind == conf.Out || !startsWith(n.Text, c.text) {
			continue
		}
		if short || len(n.Text) == len(c.text) || n.Text[len(c.text):] == " no-stats" {
			return n
		}
	}
	return nil
}

// settle brings up to date what the device remembers about the line that was set or taken away.
func (d *device) settle(c *typed) {
	switch {
	case c.row.touch == theMember:
		d.surveyBundles()
	case startsWith(c.text, jumboLine):
		d.surveyCeiling()
	}
}

// toggle makes want hold where other, its negation, may stand.
func (d *device) toggle(c *typed, want, other string) (says string) {
	var old *conf.Node
	for _, n := range d.kids() {
		if n.Kind != conf.Out && (n.Text == want || n.Text == other) {
			old = n
		}
	}
	if old != nil && old.Text == want {
		return ""
	}
	demands := c.row.needs
	if c.no {
		demands = c.row.frees
	}
	if says := d.check(demands, c); says != "" {
		return says
	}
	switch {
	case want != c.row.preset:
		d.put(want, old)
	case old != nil:
		d.restore(c.row, old)
	}
	return ""
}
