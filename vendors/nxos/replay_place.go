package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// printOrder ranks lines by how they begin, so that new ones stand where the switch would print them. Lines that no row
// knows have no place of their own: others pass them by. Where rows overlap the first one counts.
type printOrder [256][]ranked

type ranked struct {
	start string
	rank  int
}

func newPrintOrder(groups ...[]string) (order printOrder) {
	for rank, starts := range groups {
		for _, start := range starts {
			order[start[0]] = append(order[start[0]], ranked{start, rank + 1})
		}
	}
	return order
}

// rank is the place of a line, or 0. A number may follow the last word of a start: "interface Vlan10".
func (o *printOrder) rank(line string) int {
	if line == "" {
		return 0
	}
	for _, r := range o[line[0]] {
		if !strings.HasPrefix(line, r.start) {
			continue
		}
		if len(line) == len(r.start) || line[len(r.start)] <= '9' {
			return r.rank
		}
	}
	return 0
}

// sections is the order of a running configuration (reference section 5).
var sections = newPrintOrder(
	[]string{"version"},
	[]string{"hostname", "switchname"},
	[]string{"class-map type network-qos"},
	[]string{"policy-map type network-qos"},
	[]string{"vdc"},
	[]string{"feature"},
	[]string{"system jumbomtu", "username", "role"},
	[]string{"ip domain-lookup"},
	[]string{"ip access-list", "ipv6 access-list", "mac access-list"},
	[]string{"class-map type qos", "class-map type queuing"},
	[]string{"policy-map type qos"},
	[]string{"policy-map type queuing"},
	[]string{"system qos"},
	[]string{"copp"},
	[]string{"snmp-server", "rmon", "ntp", "logging"},
	[]string{"vlan"},
	[]string{"vrf"},
	[]string{"hardware", "nxapi"},
	[]string{"interface Vlan"},
	[]string{"interface port-channel"},
	[]string{"interface"},
	[]string{"line"},
	[]string{"boot"},
	[]string{"router"},
	[]string{"priority-flow-control", "no priority-flow-control", "lldp", "no lldp", "congestion-control", "qos", "no qos", "wred-queue"},
)

// blockLines is the order of lines in interfaces and in classes (reference sections 2.3, 2.7, 3.1).
var blockLines = newPrintOrder(
	[]string{"description"},
	[]string{"switchport", "no switchport"},
	[]string{"lldp", "no lldp", "flowcontrol"},
	[]string{"priority-flow-control mode"},
	[]string{"priority-flow-control"},
	[]string{"spanning-tree"},
	[]string{"mtu"},
	[]string{"pause", "speed"},
	[]string{"logging"},
	[]string{"service-policy type qos"},
	[]string{"service-policy type queuing"},
	[]string{"service-policy type network-qos"},
	[]string{"channel-group"},
	[]string{"no ip", "ip", "no ipv6", "ipv6"},
	[]string{"shutdown", "no shutdown"},
)

// insertTop prints a block or line at the top: behind the last one of its section, or of those before it. What no section
// knows goes last.
func (d *device) insertTop(n *conf.Node) {
	rank, behind := sections.rank(n.Text), -1
	for i, other := range d.tree.Top {
		r := sections.rank(other.Text)
		if r > 0 && (rank == 0 || r <= rank) {
			behind = i
		} else if r > 0 && behind >= 0 {
			break
		}
	}
	next := behind + 1
	for behind >= 0 && next < len(d.tree.Top) && d.tree.Top[next].Kind == conf.Out && isIndented(d.tree.Top[next]) {
		next++ // lines of the block before stay with it
	}
	var before *conf.Node
	if next < len(d.tree.Top) && (behind >= 0 || rank > 0) {
		before = d.tree.Top[next]
	}
	d.edit.Insert(nil, n, before)
}

// printedBefore is the line of a block that a new one is printed before, or nil for the end.
func (d *device) printedBefore(block *conf.Node, text string) *conf.Node {
	rank := blockLines.rank(text)
	if rank == 0 {
		return nil
	}
	for _, n := range block.Kids {
		if blockLines.rank(n.Text) > rank {
			return n
		}
	}
	return nil
}
