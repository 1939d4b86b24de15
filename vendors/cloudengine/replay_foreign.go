package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// Lines that are not of QoS are kept as they are typed: the model knows only which of them takes the place of which. Weft
// sends none; a person at a simulated switch may.

// isCommand tells a command from a separator, a line of the head and a blank line.
func isCommand(line string) bool {
	text := strings.TrimSpace(line)
	return text != "" && text[0] != '!' && text[0] != '#'
}

// foreignLine makes a line out of scope for the tree.
func foreignLine(text string) *conf.Node { return &conf.Node{Text: text, Kind: conf.Out, Count: 1} }

// foreign is the line here, out of scope, that begins with these words, or nil. A run that holds it is split into lines.
func (d *device) foreign(words string) *conf.Node {
	for _, n := range slices.Clone(d.kids()) {
		if n.Kind != conf.Out || !strings.Contains(n.Text, words) && !strings.Contains(n.Raw(), words) {
			continue
		}
		var parent *conf.Node
		if d.at.mode != inSystem && d.at.mode != inForeign {
			parent = d.open()
		}
		_, parts := d.edit.Split(parent, n, isCommand)
		for _, part := range parts {
			if startsWith(part.Text, words) && (parent != nil || !isIndented(part)) {
				return part
			}
		}
	}
	return nil
}

// isIndented tells whether a line of the system view belongs to the block above it.
func isIndented(n *conf.Node) bool {
	text := n.Raw()
	if text == "" {
		text = n.Text
	}
	return text != "" && (text[0] == ' ' || text[0] == '\t')
}

// keep stores a line, in the place of one with the same key.
func (d *device) keep(c *command) (says string) {
	if d.at.mode == inForeign {
		return d.keepWithin(c.text)
	}
	old := d.foreign(c.key)
	switch {
	case old != nil && old.Text == c.text:
		return ""
	case d.at.mode != inSystem && old == nil:
		d.insert(foreignLine(c.text))
	case d.at.mode != inSystem:
		d.edit.Replace(d.open(), old, foreignLine(c.text))
	case old == nil:
		d.insertTop(foreignLine(c.text))
	default:
		d.edit.Replace(nil, old, foreignLine(c.text))
	}
	d.reached(c.row.reach())
	return ""
}

// unkeep takes a line away.
func (d *device) unkeep(c *command) (says string) {
	if d.at.mode == inForeign {
		return d.unkeepWithin(c.text)
	}
	old := d.foreign(c.text)
	switch {
	case old == nil:
		return d.absent()
	case d.at.mode == inSystem:
		d.removeTop(old)
	default:
		d.edit.Remove(d.open(), old)
	}
	d.reached(c.row.reach())
	return ""
}

// openForeign enters a block that is not of QoS, and makes it first if it is not there.
func (d *device) openForeign(c *command) (says string) {
	header := d.foreign(c.text)
	if header == nil {
		header = foreignLine(c.text)
		d.insertTop(header)
	}
	d.at = place{mode: inForeign, header: c.text, block: header}
	return ""
}

// removeForeign takes such a block away with the lines in it.
func (d *device) removeForeign(c *command) (says string) {
	header := d.foreign(c.text)
	if header == nil {
		return d.absent()
	}
	for _, n := range slices.Clone(d.within(header)) {
		d.edit.Remove(nil, n)
	}
	d.removeTop(header)
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
	d.hide(text, "traffic-policy")
	return ""
}

func (d *device) unkeepWithin(text string) (says string) {
	for _, n := range d.within(d.at.block) {
		if startsWith(strings.TrimSpace(n.Text), text) {
			d.edit.Remove(nil, n)
			return ""
		}
	}
	return d.absent()
}
