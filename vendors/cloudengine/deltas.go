package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Deltas is the difference of two configurations line by line, in canonical form. Order counts among lines out of scope
// only, such as the rules of an access list. A line of an interface that says what is so without it counts for nothing: no switch
// prints it (5.5), and what somebody's file has in it does not come back from one.
func (CloudEngine) Deltas(from, to vendors.Config) []vendors.Delta {
	return slices.DeleteFunc(conf.Deltas(treeOf(from), treeOf(to), orderCounts), saysDefault)
}

func saysDefault(d vendors.Delta) bool {
	if d.Text == "" || len(d.Path) != 1 || !strings.HasPrefix(d.Path[0], interfaceWord) {
		return false
	}
	for _, i := range portSettings.at[d.Text[0]] {
		s := &portSettings.list[i]
		if s.builtin == "" || !strings.HasSuffix(d.Text, s.builtin) {
			continue
		}
		if l, ok := s.read(d.Text); ok && l.value == s.builtin {
			return true
		}
	}
	return false
}

// orderCounts tells whether the lines of a block are a sequence and not a set; nil is the system view. No block of lines in
// scope is one: even the classifiers of a traffic policy have numbers for their precedence.
func orderCounts(*conf.Node) bool { return false }

// PrintRank tells where the switch prints a block of its running configuration.
func (CloudEngine) PrintRank(header string) int { return rankIn(topOrder, header) }

// Remark tells the lines that set nothing: comments, those of the head with its times among them, and blank lines.
func (CloudEngine) Remark(line string) bool { return !isCommand(line) }
