package cloudengine

import (
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Deltas is the difference of two configurations line by line, in canonical form. Order counts among lines out of scope
// only, such as the rules of an access list.
func (CloudEngine) Deltas(from, to vendors.Config) []vendors.Delta {
	return conf.Deltas(treeOf(from), treeOf(to), orderCounts)
}

// orderCounts tells whether the lines of a block are a sequence and not a set; nil is the system view. No block of lines in
// scope is one: even the classifiers of a traffic policy have numbers for their precedence.
func orderCounts(*conf.Node) bool { return false }

// PrintRank tells where the switch prints a block of its running configuration.
func (CloudEngine) PrintRank(header string) int { return rankIn(topOrder, header) }
