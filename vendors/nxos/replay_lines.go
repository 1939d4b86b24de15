package nxos

import (
	"slices"

	"github.com/weft-net/weft/vendors/conf"
)

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
		d.lines = make([]conf.Node, 64)
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
	switch {
	case old != nil && old.Text == c.text,
		old == nil && c.text == c.row.preset && !d.showsDefault(c.row):
		return ""
	}
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	if c.row.kind == accessList {
		d.count(accessList, lastWord(c.text), +1)
	}
	switch {
	case c.text == c.row.preset && !d.showsAnyDefault(), c.text == c.row.hidden && d.reads(doubtClassMTUDefault) == 1:
		d.restore(c.row, old)
	default:
		d.put(c.text, old)
	}
	d.settle(c)
	return ""
}

// list prints a list in the place of the one with its key, or adds to that.
func (d *device) list(c *typed) (says string) {
	key := firstWords(c.text, c.row.key)
	for _, n := range d.kids() {
		if n.Kind != conf.Out && startsWith(n.Text, key) && n.Text != c.text && d.reads(doubtPauseAgain) == 1 {
			c.text = key + " " + listText(listOf(c.args[0])|listOf(lastWord(n.Text)), "")
		}
	}
	return d.set(c)
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

// restore puts a line back to its default, which most releases do not print.
func (d *device) restore(row *manualRow, old *conf.Node) {
	switch {
	case row.preset != "" && d.showsDefault(row):
		d.put(row.preset, old)
	case old != nil:
		d.drop(old)
	}
}

// showsDefault tells whether the switch prints the default of a row here: older releases do, and what it ran at the start
// shows it. A block that printed neither default nor value then does not print it now.
func (d *device) showsDefault(row *manualRow) bool {
	if d.at.block != nil {
		before := d.start.Find(d.at.block.Text)
		if before != nil && d.at.class == nil && lineAmong(before.Kids, row, firstWords(row.preset, row.key)) == nil {
			return false
		}
	}
	shown, known := d.prints[row]
	if !known {
		shown = printsAnywhere(d.start.Top, row.preset, d.depth())
		if d.prints == nil {
			d.prints = map[*manualRow]bool{}
		}
		d.prints[row] = shown
	}
	return shown
}

// showsAnyDefault tells whether the switch printed any default at the start. Then a default that is typed is printed, even
// where no line shows that this one is: every port that printed it may have another value by now.
func (d *device) showsAnyDefault() bool {
	return slices.ContainsFunc(d.start.Top, func(n *conf.Node) bool {
		return n.Kind == conf.In && (isPreset(n.Text) || slices.ContainsFunc(n.Kids, func(kid *conf.Node) bool {
			return kid.Kind == conf.In && isPreset(kid.Text)
		}))
	})
}

// isPreset tells whether a line is the default of a row.
func isPreset(line string) bool { return presets[line] }

// depth is how many blocks the open place is in.
func (d *device) depth() int {
	switch {
	case d.at.class != nil:
		return 2
	case d.at.mode == inConfig:
		return 0
	}
	return 1
}

// printsAnywhere tells whether a line stands somewhere, so many blocks deep.
func printsAnywhere(lines []*conf.Node, text string, depth int) bool {
	for _, n := range lines {
		switch {
		case depth > 0:
			if printsAnywhere(n.Kids, text, depth-1) {
				return true
			}
		case n.Text == text && n.Kind != conf.Out:
			return true
		}
	}
	return false
}

// toggle makes want hold where other, its negation, may stand.
func (d *device) toggle(c *typed, want, other string) (says string) {
	var old *conf.Node
	for _, n := range d.kids() {
		if n.Kind != conf.Out && (n.Text == want || n.Text == other) {
			old = n
		}
	}
	if old != nil && old.Text == want || old == nil && want == c.row.preset {
		return ""
	}
	demands := c.row.needs
	if c.no {
		demands = c.row.frees
	}
	if says := d.check(demands, c); says != "" {
		return says
	}
	if want == c.row.preset {
		d.restore(c.row, old)
	} else {
		d.put(want, old)
	}
	return ""
}

// join adds values to the list of a match line.
func (d *device) join(c *typed) (says string) {
	list := listOf(c.args[0])
	old := d.lineOf(c.row, c.text)
	if list&^d.matched(c) == 0 {
		return ""
	}
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	if old == nil || d.reads(doubtMatchMerge) == 1 {
		d.put(c.text, nil)
		return ""
	}
	merged := listText(list|listOf(lastWord(old.Text)), "")
	d.put(firstWords(c.text, c.row.key)+" "+merged, old)
	return ""
}

// matched are the values that match lines of this key hold.
func (d *device) matched(c *typed) (set uint64) {
	key := firstWords(c.text, c.row.key)
	for _, n := range d.kids() {
		if n.Kind != conf.Out && startsWith(n.Text, key) {
			set |= listOf(lastWord(n.Text))
		}
	}
	return set
}

// take takes values out of match lines.
func (d *device) take(c *typed) (says string) {
	list := listOf(c.args[0])
	if n := d.printed(c); n != nil {
		d.drop(n)
		return ""
	}
	if list&^d.matched(c) != 0 {
		return saysAbsent
	}
	if d.reads(doubtMatchPartialNo) == 1 {
		return saysAbsent
	}
	key := firstWords(c.text, c.row.key)
	for _, n := range slices.Clone(d.kids()) {
		if n.Kind == conf.Out || !startsWith(n.Text, key) {
			continue
		}
		had := listOf(lastWord(n.Text))
		switch left := had &^ list; left {
		case had:
		case 0:
			d.drop(n)
		default:
			d.put(key+" "+listText(left, ""), n)
		}
	}
	return ""
}

// numberAt is the number that word i of a line is, counted from 0, or -1.
func numberAt(line string, i int) int {
	if n, ok := plainNumber(lastWord(firstWords(line, i+1))); ok {
		return n
	}
	return -1
}
