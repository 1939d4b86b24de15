package cloudengine

import (
	"slices"

	"github.com/weft-net/weft/vendors/conf"
)

// kids are the lines of the open block, or of the system view.
func (d *device) kids() []*conf.Node {
	switch {
	case d.at.inner != nil:
		return d.at.inner.Kids
	case d.at.block != nil:
		return d.at.block.Kids
	case d.at.mode == inSystem:
		return d.tree.Top
	}
	return nil
}

// besides tells whether a line here begins so.
func (d *device) besides(words string) bool { return d.lineHere(words) != nil }

// lineHere is the first line here that begins so, or nil.
func (d *device) lineHere(words string) *conf.Node {
	for _, n := range d.kids() {
		if n.Kind != conf.Out && startsWith(n.Text, words) {
			return n
		}
	}
	return nil
}

// lineOf is the line here that a command takes the place of, or nil.
func (d *device) lineOf(c *command) *conf.Node {
	for _, n := range d.kids() {
		if n.Kind != conf.Out && (c.fits(n.Text) || c.row.rival != "" && startsWith(n.Text, c.row.rival)) {
			return n
		}
	}
	return nil
}

// stored is the command with the line that the switch makes of it.
func (d *device) stored(c *command) *command {
	if c.row.form == nil {
		return c
	}
	text := c.row.form(d, c)
	if text == c.text {
		return c
	}
	made := *c
	made.prints(text)
	return &made
}

// set prints a line in the place of the one with its key. A line that says what holds anyway takes that one away.
func (d *device) set(c *command) (says string) {
	c = d.stored(c)
	old := d.lineOf(c)
	if old != nil && old.Text == c.text {
		return ""
	}
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	switch plain := c.row.plain != nil && c.row.plain(d, c); {
	case !plain:
		d.put(c.text, old)
	case old != nil:
		d.drop(old)
	default:
		return ""
	}
	d.settle(c)
	return ""
}

// addLine prints a line beside others, once.
func (d *device) addLine(c *command) (says string) {
	if d.exactly(c.text) != nil {
		return ""
	}
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	d.put(c.text, nil)
	d.settle(c)
	return ""
}

// exactly is the line here of this text, or nil.
func (d *device) exactly(text string) *conf.Node {
	for _, n := range d.kids() {
		if n.Text == text && n.Kind != conf.Out {
			return n
		}
	}
	return nil
}

// unset takes every line away that begins with the words of an undo and is of its row.
func (d *device) unset(c *command) (says string) {
	var lines []*conf.Node
	for _, n := range d.kids() {
		if n.Kind != conf.Out && c.fits(n.Text) && c.row.owns(n.Text) {
			lines = append(lines, n)
		}
	}
	if lines == nil {
		return d.absent()
	}
	if says := d.check(c.row.frees, c); says != "" {
		return says
	}
	for _, n := range lines {
		d.drop(n)
	}
	d.settle(c)
	return ""
}

const saysAbsent = "Error: The configuration does not exist."

// absent answers an undo of what is not there.
func (d *device) absent() (says string) {
	if d.reads(doubtUndoAbsent) == 1 {
		return ""
	}
	return saysAbsent
}

// settle notes whom a line that came or went is about, and brings up to date what the device remembers of it.
func (d *device) settle(c *command) {
	d.reached(c.row.reach())
	if startsWith(c.text, "qos buffer headroom-pool") {
		d.surveyPools()
	}
}

// applyPolicy applies a traffic policy, beside the one of the same direction that is there or in its place.
func (d *device) applyPolicy(c *command) (says string) {
	if d.exactly(c.text) != nil {
		return ""
	}
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	others := d.policies(lastWords(c.text, 1))
	if len(others) > 0 && d.hardware.is(onV200) && d.reads(doubtPolicyAgain) == 1 {
		d.put(c.text, others[0])
	} else {
		d.put(c.text, nil)
	}
	d.settle(c)
	return ""
}

// policies are the traffic policies of a direction here.
func (d *device) policies(direction string) (lines []*conf.Node) {
	for _, n := range d.kids() {
		if n.Kind == conf.In && startsWith(n.Text, "traffic-policy") && lastWords(n.Text, 1) == direction {
			lines = append(lines, n)
		}
	}
	return lines
}

// The lines of a port that only make sense on a switched one, and on a routed one. They go when that changes (reference 2.10).
var (
	switchedLines = []string{"port default", "port link-type", "port trunk", "port hybrid", "port priority", "trust"}
	routedLines   = []string{"ip", "ipv6", "mtu", "ospf", "isis"}
)

// toRouted turns the port into a routed one.
func (d *device) toRouted(c *command) (says string) {
	if d.isRoutedPort() {
		return ""
	}
	d.wipe(switchedLines)
	d.put("undo portswitch", nil)
	d.settle(c)
	return ""
}

// toSwitched turns the port into a switched one.
func (d *device) toSwitched(c *command) (says string) {
	if !d.isRoutedPort() {
		return ""
	}
	d.wipe(routedLines)
	d.drop(d.lineHere("undo portswitch"))
	d.settle(c)
	return ""
}

// wipe takes away every line here that begins so. The binding of a domain stays.
func (d *device) wipe(starts []string) {
	for _, start := range starts {
		for n := d.foreign(start); n != nil; n = d.foreign(start) {
			d.edit.Remove(d.open(), n)
		}
		for _, n := range slices.Clone(d.kids()) {
			if n.Kind != conf.Out && startsWith(n.Text, start) && !startsWith(n.Text, "trust upstream") {
				d.drop(n)
			}
		}
	}
}
