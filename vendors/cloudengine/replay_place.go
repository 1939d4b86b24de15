package cloudengine

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// printOrder ranks lines by how they begin, so that new ones stand where the switch would print them. Where several starts
// fit the longest one counts.
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
	for _, starts := range order {
		slices.SortStableFunc(starts, func(a, b ranked) int { return cmp.Compare(len(b.start), len(a.start)) })
	}
	return order
}

// rank is the place of a line, or 0 for one that no start fits. A number may follow the last word of a start.
func (o *printOrder) rank(line string) int {
	if line == "" {
		return 0
	}
	for _, r := range o[line[0]] {
		if strings.HasPrefix(line, r.start) && (len(line) == len(r.start) || line[len(r.start)] <= '9') {
			return r.rank
		}
	}
	return 0
}

// sections is the order of a configuration (reference 3, 5.4).
var sections = newPrintOrder(
	[]string{"clock"},
	[]string{"sysname"},
	[]string{"port split", "device board"},
	[]string{"drop-profile"},
	[]string{"dcb pfc"},
	[]string{"dcb pfc dscp-mapping"},
	[]string{"dcb pfc deadlock", "dcb pfc deadlock-detect", "dcb pfc deadlock-recovery", "dcb pfc global", "dcb pfc uplink"},
	[]string{"dcb ets-profile"},
	[]string{"dcb app-profile"},
	[]string{"qos buffer headroom-pool"},
	[]string{"vlan"},
	[]string{"ntp", "telnet"},
	[]string{"diffserv domain"},
	[]string{"acl"},
	[]string{"traffic classifier"},
	[]string{"traffic behavior"},
	[]string{"traffic policy"},
	[]string{"ip vpn-instance", "bridge-domain"},
	[]string{"aaa"},
	[]string{"stack"},
	[]string{"interface Vlanif", "interface Vbdif"},
	[]string{"interface MEth"},
	[]string{"interface Eth-Trunk"},
	[]string{"interface Stack-Port"},
	[]string{"interface GE", "interface 1", "interface 2", "interface 4", "interface 5", "interface 8"},
	[]string{"interface LoopBack"},
	[]string{"interface NULL", "interface Nve", "interface Tunnel"},
	[]string{"ai-service"},
	[]string{"port-group"},
	[]string{"bgp", "ospf", "isis", "ip route-static"},
	[]string{"snmp-agent"},
	[]string{"qos", "assign", "traffic-policy", "set priority"},
	[]string{"lldp enable"},
	[]string{"ssh", "stelnet", "sftp"},
	[]string{"user-interface"},
	[]string{"return"},
)

// blockLines is the order of lines in blocks (reference 2.1, 2.6, 2.9, 3). Lines that no start fits are of other things than
// QoS, and come first.
var blockLines = newPrintOrder(
	[]string{"undo portswitch"},
	[]string{"mtu"},
	[]string{"ip-dscp-inbound", "ecn", "classifier", "if-match", "adjust"},
	[]string{"8021p-inbound", "color"},
	[]string{"8021p-outbound"},
	[]string{"ip-dscp-outbound"},
	[]string{"iqcn", "npcc"},
	[]string{"port priority"},
	[]string{"trust dscp", "trust 8021p"},
	[]string{"trust upstream"},
	[]string{"qos phb marking"},
	[]string{"dcb pfc enable"},
	[]string{"dcb pfc buffer"},
	[]string{"port pfc-deadlock"},
	[]string{"dcb ets"},
	[]string{"dcb app-profile", "dcb compliance"},
	[]string{"qos pq", "qos drr", "qos lpq", "qos wfq"},
	[]string{"qos lr", "qos car"},
	[]string{"flow-control"},
	[]string{"jumboframe"},
	[]string{"lldp"},
	[]string{"traffic-policy"},
)

// finer is how many ranks fit between two of blockLines.
const finer = 10

var (
	firstRank    = finer * blockLines.rank("undo portswitch")
	scheduleRank = finer * blockLines.rank("qos drr")
)

// queueRank is the place of what a line sets of a queue, before or behind the line that schedules all queues (reference 2.5).
func queueRank(setting string) int {
	switch {
	case strings.HasPrefix(setting, "shaping"):
		return -1
	case strings.HasPrefix(setting, "wred"):
		return 3
	case strings.HasPrefix(setting, "ecn"):
		return 4
	}
	return 1
}

// lineRank is the place of a line in its block.
func (d *device) lineRank(line string) int {
	switch {
	case strings.HasPrefix(line, "qos queue ") && len(line) > 12:
		return scheduleRank + queueRank(line[12:])
	case strings.HasPrefix(line, "qos buffer "):
		return scheduleRank + 2
	case strings.HasPrefix(line, "priority "):
		if isPriorityList(line) {
			return 2
		}
		return 4
	case strings.HasPrefix(line, "undo priority "):
		return 3 - 2*int(d.readings[doubtUndoneFirst]) // wherever it is printed it does the same
	case strings.HasPrefix(line, "priority-group "):
		if strings.Contains(line, " drr ") {
			return 1
		}
		return 2
	}
	return finer * blockLines.rank(line)
}

// put prints a line in the open block, or in the system view, in the place of old or, when old is nil, where the switch would
// print it.
func (d *device) put(text string, old *conf.Node) {
	n := d.line(text)
	d.count(text, +1)
	if old != nil {
		d.count(old.Text, -1)
	}
	switch {
	case d.at.mode == inSystem && old == nil:
		d.insertTop(n)
	case d.at.mode == inSystem:
		d.edit.Replace(nil, old, n)
	case old == nil:
		d.insert(n)
	default:
		d.edit.Replace(d.open(), old, n)
	}
}

// drop takes a line away. The block of a built-in object that was not printed at the start is not printed when it is empty.
func (d *device) drop(old *conf.Node) {
	d.count(old.Text, -1)
	if d.at.mode == inSystem {
		d.removeTop(old)
		return
	}
	d.edit.Remove(d.open(), old)
	if len(d.at.block.Kids) == 0 && isBuiltIn(d.at.object) && d.start.Find(d.at.header) == nil {
		d.removeTop(d.at.block)
		d.at.block = nil
	}
}

// open makes the open block ready to be written to, and prints it first if it is not there.
func (d *device) open() *conf.Node {
	if d.at.block == nil {
		d.at.block = d.line(d.at.header)
		d.insertTop(d.at.block)
	}
	d.at.block = d.edit.Own(d.at.block)
	if d.at.inner == nil {
		return d.at.block
	}
	d.at.inner = d.edit.Own(d.at.inner)
	return d.at.inner
}

// line makes a line for the tree.
func (d *device) line(text string) *conf.Node {
	if len(d.lines) == 0 {
		d.lines = make([]conf.Node, 64)
	}
	n := &d.lines[0]
	d.lines = d.lines[1:]
	n.Text, n.Kind, n.Count = text, conf.In, 1
	return n
}

// insert prints a line behind the last one of the block that comes before it.
func (d *device) insert(n *conf.Node) {
	parent := d.at.block
	if parent == nil || d.at.inner != nil {
		parent = d.open()
	}
	rank, at := d.lineRank(n.Text), len(parent.Kids)
	for at > 0 && d.comesAfter(parent.Kids[at-1], n.Text, rank) {
		at--
	}
	var before *conf.Node
	if at < len(parent.Kids) {
		before = parent.Kids[at]
	}
	if parent = d.edit.Insert(parent, n, before); d.at.inner == nil {
		d.at.block = parent
	}
}

// comesAfter tells whether a line of a block is printed behind another one of this rank. Lines of other things than QoS come
// behind what makes the port a routed one, and before all else.
func (d *device) comesAfter(n *conf.Node, text string, rank int) bool {
	if n.Kind == conf.Out {
		return rank == firstRank
	}
	r := d.lineRank(n.Text)
	return r > rank || r == rank && naturalOrder(n.Text, text) > 0
}

// naturalOrder compares lines word by word, numbers by value. What is called default comes first.
func naturalOrder(a, b string) int {
	for a != "" && b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, " ")
		y, b, _ = strings.Cut(b, " ")
		n, isN := digits(x)
		m, isM := digits(y)
		switch {
		case x == y:
		case x == "default":
			return -1
		case y == "default":
			return 1
		case isN && isM:
			return cmp.Compare(n, m)
		default:
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(len(a), len(b))
}

// insertTop prints a block or line of the system view behind the last one of its section, or of those before it.
func (d *device) insertTop(n *conf.Node) {
	var before *conf.Node
	if at := d.placeAtTop(n.Text); at < len(d.tree.Top) {
		before = d.tree.Top[at]
	}
	d.edit.Insert(nil, n, before)
	if n.Kind == conf.Out {
		d.edit.Insert(nil, &conf.Node{Text: d.tree.Separator, Kind: conf.Out}, before)
	}
}

// placeAtTop is how many lines of the system view come before a new one.
func (d *device) placeAtTop(text string) int {
	rank, at := sections.rank(text), 0
	for i, other := range d.tree.Top {
		if other.Kind == conf.Out {
			continue
		}
		switch r := sections.rank(other.Text); {
		case r == 0:
		case r < rank || r == rank && naturalOrder(other.Text, text) < 0:
			at = i + 1
		case r > rank && at > 0:
			return d.placeAmongOut(at, rank)
		}
	}
	return d.placeAmongOut(at, rank)
}

// placeAmongOut goes on behind the lines out of scope at a place that come before a line of a rank, and behind the # that ends
// what comes before. A run with other lines too is split.
func (d *device) placeAmongOut(at, rank int) int {
	passing := at > 0 // the last command comes before
	split, passed := at, 0
	for ; at < len(d.tree.Top) && d.tree.Top[at].Kind == conf.Out; at++ {
		lines := conf.Scan(linesOf(d.tree.Top[at]))
		if d.tree.Top[at].IsText() {
			lines = conf.Scan(d.tree.Top[at].Text)
		}
		for line, ok := lines.Next(); ok; line, ok = lines.Next() {
			if passing = comesBefore(line, rank, passing); passing {
				split, passed = at, lines.Number
			}
		}
		if split == at && passed == lines.Number {
			split, passed = at+1, 0
		}
	}
	if passed > 0 {
		d.edit.Split(nil, d.tree.Top[split], isCommand)
	}
	return split + passed
}

// linesOf is the text of a node out of scope.
func linesOf(n *conf.Node) string {
	if n.Raw() != "" {
		return n.Raw()
	}
	return n.Text
}

// comesBefore tells whether a line out of scope is printed before lines of a rank: what has no rank, such as a # or a line of a
// block, goes with the command above it. A line with ! is of the head of the file.
func comesBefore(line string, rank int, above bool) bool {
	switch {
	case strings.HasPrefix(line, "!"):
		return true
	case !isCommand(line), line[0] == ' ', line[0] == '\t':
		return above
	}
	r := sections.rank(strings.TrimRight(line, " \t"))
	return r > 0 && r <= rank
}

// removeTop takes a block or line out of the system view.
func (d *device) removeTop(n *conf.Node) {
	at := slices.Index(d.tree.Top, n)
	d.edit.Remove(nil, n)
	if n.Kind == conf.Out && at < len(d.tree.Top) && strings.TrimSpace(linesOf(d.tree.Top[at])) == d.tree.Separator {
		d.edit.Remove(nil, d.tree.Top[at])
	}
}
