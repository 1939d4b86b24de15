package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// linePlace is a place in the order in which NX-OS prints lines: the keywords a line starts with, and its rank.
type linePlace struct {
	prefix string
	rank   int
}

// topOrder is the order of sections in a running configuration (nxos.md 5, release 9.2 and later). Lines out of scope that
// mark a section are in it too.
var topOrder = []linePlace{
	{"version ", 0}, {"hostname ", 0}, {"switchname ", 0},
	{"class-map type network-qos ", 1},
	{"policy-map type network-qos ", 2},
	{"vdc ", 3},
	{"feature ", 4}, {"nv overlay ", 4}, {"cfs ", 4},
	{"username ", 5}, {"role ", 5}, {"ip domain-lookup", 5}, {"system jumbomtu ", 5},
	{"ip access-list ", 6}, {"ipv6 access-list ", 6}, {"mac access-list ", 6},
	{"class-map type qos ", 7}, {"class-map type queuing ", 7},
	{"policy-map type qos ", 8},
	{"policy-map type queuing ", 9},
	{"system qos", 10},
	{"copp profile ", 11}, {"snmp-server ", 11}, {"rmon ", 11}, {"vlan ", 11}, {"vrf context ", 11},
	{"interface ", 12},
	{"line ", 13}, {"boot ", 13},
	{"congestion-control ", 14}, {"priority-flow-control ", 15},
}

// Where the lines that weft sets stand in an interface block.
const (
	rankPFC    = 2
	rankMTU    = 4
	rankPolicy = 7
)

// portOrder is the order of lines in an interface block (nxos.md 2.7). What is not in it comes last.
var portOrder = []linePlace{
	{"description ", 0},
	{"switchport", 1}, {"no switchport", 1},
	{"priority-flow-control ", rankPFC},
	{"lldp ", 3}, {"spanning-tree ", 3},
	{"mtu ", rankMTU},
	{"speed ", 5},
	{"logging event ", 6},
	{"service-policy ", rankPolicy},
}

// lastRank is the rank of a line that no table has.
const lastRank = 99

func rankIn(order []linePlace, text string) int {
	for i := range order {
		if p := &order[i]; text != "" && text[0] == p.prefix[0] && strings.HasPrefix(text, p.prefix) {
			return p.rank
		}
	}
	return lastRank
}

// placeTop inserts a block or line where the switch would print it: before the first one of a later section.
func placeTop(e *conf.Editor, n *conf.Node) {
	rank := rankIn(topOrder, n.Text)
	var before *conf.Node
	for _, other := range e.Tree().Top {
		if r := rankIn(topOrder, other.Text); r > rank && r != lastRank {
			before = other
			break
		}
	}
	e.Insert(nil, n, before)
}

// placeLine inserts a line where the switch would print it in a block: an interface has an order of its own, and the class that
// catches the rest is the last of its policy.
func placeLine(e *conf.Editor, block, n *conf.Node) {
	var before *conf.Node
	if strings.HasPrefix(block.Text, "interface ") {
		before = kidAt(block, placeInPort(block, rankIn(portOrder, n.Text), 0))
	} else if last := len(block.Kids) - 1; last >= 0 && block.Kids[last].Text == catchAll {
		before = block.Kids[last]
	}
	e.Insert(block, n, before)
}

// placeInPort finds, from a place on, where in an interface the first line stands that is printed after those of a rank.
func placeInPort(block *conf.Node, rank, from int) int {
	for i := from; i < len(block.Kids); i++ {
		other := block.Kids[i]
		isComment := other.Kind == conf.Out && other.Count == 0
		if !isComment && rankIn(portOrder, other.Text) > rank {
			return i
		}
	}
	return len(block.Kids)
}

// kidAt is the line at a place in a block, or nil behind the last.
func kidAt(block *conf.Node, i int) *conf.Node {
	if i < len(block.Kids) {
		return block.Kids[i]
	}
	return nil
}
