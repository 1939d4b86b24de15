package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// Most releases hide defaults, older ones print some. What the switch ran at the start shows which this one prints.

// restore puts a line back to its default: printed where it was printed before, else gone.
func (d *device) restore(row *manualRow, old *conf.Node) {
	switch {
	case row.preset != "" && d.stoodHere(row.preset):
		d.put(row.preset, old)
	case old != nil:
		d.drop(old)
	}
}

// stoodHere tells whether a line stood in the open place at the start.
func (d *device) stoodHere(text string) bool {
	if d.at.block == nil {
		return d.start.Find(text) != nil
	}
	place := d.start.Find(d.at.block.Text)
	if place != nil && d.at.class != nil {
		place = place.Find(d.at.class.Text)
	}
	return place != nil && place.Find(text) != nil
}

// printsTyped tells whether the switch prints the default of a row when it is typed: it did so somewhere in the text that
// was read from it. An edit since then does not count, or the undo of a patch would not find what the patch replaced.
func (d *device) printsTyped(row *manualRow) bool {
	shown, known := d.prints[row]
	if !known {
		shown = strings.Contains(d.start.Source(), row.preset)
		if d.prints == nil {
			d.prints = map[*manualRow]bool{}
		}
		d.prints[row] = shown
	}
	return shown
}
