package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// Lines that are not of QoS are kept as they are typed: the model knows only which of them takes the place of which. Weft
// sends none; a person at a simulated switch may.

// isCommand tells a command from a comment and from a blank line.
func isCommand(line string) bool {
	text := strings.TrimSpace(line)
	return text != "" && text[0] != '!' && text[0] != '#'
}

// foreignLine makes a line for the tree.
func foreignLine(text string) *conf.Node { return &conf.Node{Text: text, Kind: conf.Out, Count: 1} }

// foreign is the line here, out of scope, that begins with these words, or nil. A run that holds it is split into lines.
func (d *device) foreign(words string) *conf.Node {
	for _, n := range slices.Clone(d.kids()) {
		if n.Kind != conf.Out || !strings.Contains(n.Text, words) && !strings.Contains(n.Raw(), words) {
			continue
		}
		_, parts := d.edit.Split(d.own(), n, isCommand)
		for _, part := range parts {
			if startsWith(part.Text, words) && (d.at.block != nil || !isIndented(part)) {
				return part
			}
		}
	}
	return nil
}

// isIndented tells whether a line at the top belongs to the block above it.
func isIndented(n *conf.Node) bool {
	text := n.Raw()
	if text == "" {
		text = n.Text
	}
	return text != "" && (text[0] == ' ' || text[0] == '\t')
}

// keep stores a line, in the place of one with the same key or of its negation.
func (d *device) keep(c *typed) (says string) {
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	if d.at.mode == inForeign {
		return d.keepWithin(c.text)
	}
	words := c.text
	if c.row.key > 0 {
		words = firstWords(c.text, c.row.key)
	}
	d.store(c.text, d.foreignEither(words))
	return ""
}

// foreignEither is the line that begins with these words, plain or negated, or nil.
func (d *device) foreignEither(words string) *conf.Node {
	if n := d.foreign(words); n != nil {
		return n
	}
	return d.foreign("no " + words)
}

// store puts a line in the place of old, or where it is printed.
func (d *device) store(text string, old *conf.Node) {
	if old != nil && old.Text == text {
		return
	}
	parent, n := d.open(), foreignLine(text)
	switch {
	case old != nil:
		d.edit.Replace(parent, old, n)
	case parent == nil:
		d.insertTop(n)
	default:
		d.edit.Insert(parent, n, d.printedBefore(parent, text))
	}
}

// unkeep takes a line away. In an interface the negation of a line that is not there is a line itself: "no ip redirects".
func (d *device) unkeep(c *typed) (says string) {
	if d.at.mode == inForeign {
		return d.unkeepWithin(c.text)
	}
	old := d.foreign(c.text)
	switch {
	case c.row.preset != "":
		d.store(c.row.preset, d.foreignEither(c.text))
	case old != nil:
		d.edit.Remove(d.open(), old)
	case d.at.port == "":
		return saysAbsent
	case d.foreign("no "+c.text) == nil:
		d.store("no "+c.text, nil)
	}
	return ""
}

// openForeign enters a block that is not of QoS, and makes it first if it is not there.
func (d *device) openForeign(c *typed) (says string) {
	header := d.foreign(c.text)
	if header == nil {
		header = foreignLine(c.text)
		d.insertTop(header)
		d.changed = true
	}
	d.at = place{mode: inForeign, block: header}
	return ""
}

// removeForeign takes such a block away with the lines in it.
func (d *device) removeForeign(c *typed) (says string) {
	header := d.foreign(c.text)
	if header == nil {
		return saysAbsent
	}
	for _, n := range slices.Clone(d.within(header)) {
		d.edit.Remove(nil, n)
	}
	d.edit.Remove(nil, header)
	d.changed = true
	return ""
}

// within are the lines of a foreign block: those below its header that are indented.
func (d *device) within(header *conf.Node) []*conf.Node {
	from := slices.Index(d.tree.Top, header) + 1
	to := from
	for to < len(d.tree.Top) && d.tree.Top[to].Kind == conf.Out && isIndented(d.tree.Top[to]) {
		to++
	}
	return d.tree.Top[from:to]
}

func (d *device) keepWithin(text string) (says string) {
	lines := d.within(d.at.block)
	for _, n := range lines {
		if strings.TrimSpace(n.Text) == text {
			return ""
		}
	}
	var before *conf.Node
	if next := slices.Index(d.tree.Top, d.at.block) + 1 + len(lines); next < len(d.tree.Top) {
		before = d.tree.Top[next]
	}
	d.edit.Insert(nil, foreignLine(d.tree.Indent+text), before)
	d.hide(text)
	d.changed = true
	return ""
}

func (d *device) unkeepWithin(text string) (says string) {
	for _, n := range d.within(d.at.block) {
		if startsWith(strings.TrimSpace(n.Text), text) {
			d.edit.Remove(nil, n)
			d.changed = true
			return ""
		}
	}
	return saysAbsent
}
