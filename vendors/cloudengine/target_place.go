package cloudengine

import (
	"strings"

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

// portOrder is the order of lines in an interface, as in the golden configurations. Lines out of scope stand where they do.
var portOrder = []linePlace{
	{"eth-trunk ", 0}, {"undo portswitch", 0}, {"mtu ", 1}, {"port priority ", 2},
	{"trust upstream ", 4}, {"trust ", 3}, {"qos phb ", 5},
	{"dcb pfc enable ", 6}, {"dcb pfc buffer ", 7}, {"dcb ets ", 8}, {"port pfc-deadlock ", 8},
	{"qos drr ", 9}, {"qos lpq ", 9}, {"qos wfq ", 9}, {"qos queue ", 10}, {"qos buffer ", 11},
	{"jumboframe ", 12}, {"lldp ", 13}, {"traffic-policy ", 14},
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
	e.Insert(nil, n, placeFor(e.Tree().Top, topOrder, n))
}

// placeLine inserts a line where the switch would print it in a block.
func placeLine(e *conf.Editor, block, n *conf.Node) {
	var before *conf.Node
	if isInterface(block) {
		before = placeFor(block.Kids, portOrder, n)
	}
	e.Insert(block, n, before)
}

// placeFor finds the first line in scope that is printed after n.
func placeFor(lines []*conf.Node, order []linePlace, n *conf.Node) *conf.Node {
	rank := rankIn(order, n.Text)
	for _, other := range lines {
		if other.Kind != conf.In {
			continue
		}
		if r := rankIn(order, other.Text); r > rank && r != lastRank {
			return other
		}
	}
	return nil
}
