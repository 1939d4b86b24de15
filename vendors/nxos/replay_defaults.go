package nxos

import (
	"slices"

	"github.com/weft-net/weft/vendors/conf"
)

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

// presets are the defaults of all rows.
var presets = presetsOf(manual)

func presetsOf(rows []manualRow) map[string]bool {
	set := map[string]bool{}
	for i := range rows {
		if rows[i].preset != "" && rows[i].does != keeps {
			set[rows[i].preset] = true
		}
	}
	return set
}
