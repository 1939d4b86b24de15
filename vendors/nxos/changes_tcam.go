package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// carves tells whether a line at the top carves a region of the TCAM.
func carves(n *conf.Node) bool { return n.Kind == conf.In && strings.HasPrefix(n.Text, tcamRegion) }

// regions finds regions of the TCAM that are carved otherwise. That takes effect when the switch starts, so that all of them are one
// step, which saves and reloads (S-TCAM).
func (d *differ) regions() {
	var lines []string
	for _, n := range d.to.tree.Top {
		if carves(n) && d.from.tree.Find(n.Text) == nil {
			lines = append(lines, n.Text)
		}
	}
	if lines == nil {
		return
	}
	words := "carve the TCAM otherwise, save and reload"
	then := append(lines[1:len(lines):len(lines)], "end", "copy running-config startup-config", "reload", "configure terminal")
	mark := d.mark()
	d.add(command{text: lines[0], then: then, words: words, audience: audience{all: true}, disruption: vendors.Reload})
	d.change(mark, vendors.Change{Key: tcamRegion, Rank: rankGlobalMore, Text: words})
}
