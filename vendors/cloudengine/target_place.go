package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// linePlace is a place in the order in which a switch prints lines: what a line starts with, and its rank.
type linePlace struct {
	prefix string
	rank   int
}

// topOrder is the order of blocks in a running configuration, as far as documents agree on one (5.4).
var topOrder = []linePlace{
	{"drop-profile ", 1},
	{"dcb pfc deadlock", 3}, {"dcb pfc dscp-mapping ", 4}, {"dcb pfc", 2},
	{"dcb ets-profile ", 5}, {"dcb app-profile ", 5},
	{"qos buffer ", 6}, {"qos ecn", 6}, {"assign forward ", 6},
	{"diffserv domain ", 7},
	{"acl ", 8}, {"traffic classifier ", 9}, {"traffic behavior ", 10}, {"traffic policy ", 11},
	{interfaceWord, 12}, {"ai-service", 13}, {"dcb pfc uplink ", 13}, {"port-group ", 13},
	{"lldp enable", 14}, {"return", 15},
}

// lastRank is the rank of a line that no table has.
const lastRank = 99

func rankIn(order []linePlace, text string) int {
	for i := range order {
		if p := &order[i]; strings.HasPrefix(text, p.prefix) {
			return p.rank
		}
	}
	return lastRank
}

// placeTop inserts a block where the switch would print it: before the first one that comes later.
func placeTop(e *conf.Editor, n *conf.Node) {
	rank := rankIn(topOrder, n.Text)
	e.Insert(nil, n, firstOfRank(e.Tree().Top, func(other *conf.Node) bool {
		r := rankIn(topOrder, other.Text)
		return r > rank && r != lastRank
	}))
}

// placeLine inserts a line where the switch would print it in a block: in an interface behind the last line that it prints
// before. In other blocks no order is known.
func (t *targeter) placeLine(block, n *conf.Node) {
	var before *conf.Node
	if isInterface(block) {
		rank, at := t.rank(n), len(block.Kids)
		t.ranks[n] = rank
		for at > 0 && block.Kids[at-1].Kind == conf.In && t.rank(block.Kids[at-1]) > rank {
			at--
			before = block.Kids[at]
		}
	}
	t.editor().Insert(block, n, before)
}

// rank is the place of a line in an interface. Lines that come are the same ones in many interfaces.
func (t *targeter) rank(n *conf.Node) int {
	if rank, known := t.ranks[n]; known {
		return rank
	}
	return portRank(n)
}

// firstOfRank finds the first line in scope that comes later.
func firstOfRank(lines []*conf.Node, later func(*conf.Node) bool) *conf.Node {
	for _, other := range lines {
		if other.Kind == conf.In && later(other) {
			return other
		}
	}
	return nil
}

// portRank is the place of a line among those of an interface, and of lines of a kind the place of their queue. What is no
// setting and no scheduler comes before all.
func portRank(n *conf.Node) int {
	l, ok := portSettings.of(n)
	switch {
	case ok && len(l.key) == 1:
		return int(portSettings.list[l.kind].prints)*qos.NumQueues + int(l.key[0]-'0')
	case ok:
		return int(portSettings.list[l.kind].prints) * qos.NumQueues
	case strings.HasPrefix(n.Text, "qos "):
		return printsScheduler * qos.NumQueues
	}
	return -1
}
