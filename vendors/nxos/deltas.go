package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Deltas is the difference of two configurations line by line, in canonical form. Order counts among the classes of a
// policy-map type qos, where the first match wins, and among lines out of scope, such as the entries of an access list.
// Comments inside a block are no difference: the switch has none, so that they cannot come back with a block that was deleted.
// Nor is an empty block system qos.
func (NXOS) Deltas(from, to vendors.Config) []vendors.Delta {
	all := conf.Deltas(treeOf(from), treeOf(to), orderCounts)
	return slices.DeleteFunc(all, func(d vendors.Delta) bool {
		return len(d.Path) > 0 && !isCommand(d.Text) || len(d.Path) == 0 && d.Text == "system qos" && !fills(all, d)
	})
}

// fills tells whether lines come or go with the header of their block. A switch does not print the block system qos when it is empty.
func fills(all []vendors.Delta, header vendors.Delta) bool {
	return slices.ContainsFunc(all, func(d vendors.Delta) bool {
		return d.Op == header.Op && len(d.Path) == 1 && d.Path[0] == header.Text
	})
}

// orderCounts tells whether the lines of a block are a sequence and not a set; nil is the top.
func orderCounts(block *conf.Node) bool {
	return block != nil && strings.HasPrefix(block.Text, "policy-map type qos ")
}

// PrintRank tells where the switch prints a block of its running configuration.
func (NXOS) PrintRank(header string) int { return rankIn(topOrder, header) }

// Remark tells the lines that set nothing: comments, those of the head with its times among them, and blank lines.
func (NXOS) Remark(line string) bool { return !isCommand(line) }
