package nxos

import (
	"slices"

	"github.com/weft-net/weft/vendors/conf"
)

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
