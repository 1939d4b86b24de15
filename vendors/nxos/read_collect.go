package nxos

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// definition is a policy-map, a class-map, or a class of a policy-map: its lines, those of several blocks of one name together.
type definition struct {
	line int32
	kids []*conf.Node
}

// globals are what stands outside ports and policies.
type globals struct {
	network, output, input, classify binding    // of `system qos`
	odd                              *conf.Node // what was not understood there

	pauseOff   bool // priority-flow-control override-interface mode off
	watchdog   bool
	watchdogAt int32
	interval   time.Duration // 0 where no line sets it
	shutdown   int           // multiplier, 0 likewise
	restore    int           // sum of the multipliers auto-restore and fixed-restore
	restores   int           // how many of the two a line sets
	timesAt    int32
	times      bool // a line sets a time
	lldp       bool
	dcbxOff    bool
	vlanPolicy *conf.Node // a policy on VLANs, which may classify switched ports
	tunnel     qos.Tunnel
	nonECT     qos.Value[qos.NonECT]
}

// collect goes over the top of the tree and takes what is there.
func (x *index) collect() {
	x.bundles, x.scattered = nil, false
	x.collectShared()
	blocks := make([]portBlock, 0, len(x.tree.Top))
	for _, n := range x.tree.Top {
		if name, ok := strings.CutPrefix(n.Text, "interface "); ok && n.Kind == conf.In {
			blocks = x.iface(blocks, name, n)
		}
	}
	x.portsOf(blocks)
}

// merged are lines in which a block that occurs again is joined to the first one, as the switch does.
func merged(nodes []*conf.Node) []*conf.Node {
	same := func(i int) func(*conf.Node) bool {
		return func(n *conf.Node) bool { return n.Kind == conf.In && n.Text == nodes[i].Text }
	}
	for i := range nodes {
		first := slices.IndexFunc(nodes[:i], same(i))
		if first < 0 || nodes[i].Kind != conf.In || len(nodes[i].Kids) == 0 {
			continue
		}
		joined := conf.New(nodes[i].Text, slices.Concat(nodes[first].Kids, nodes[i].Kids)...)
		joined.Line = nodes[first].Line
		nodes = slices.Delete(slices.Clone(nodes), i, i+1)
		nodes[first] = joined
		return merged(nodes)
	}
	return nodes
}

// portBlock is a block with lines of a physical port.
type portBlock struct {
	port string
	node *conf.Node
}

// collectShared takes all but ports and bundles.
func (x *index) collectShared() {
	x.objects = make(map[string]definition, 32)
	x.globals = globals{nonECT: qos.Is(qos.NonECTDrop)}
	for _, n := range x.tree.Top {
		switch {
		case n.Kind != conf.In || strings.HasPrefix(n.Text, "interface Ethernet"):
		case strings.HasPrefix(n.Text, "policy-map ") || strings.HasPrefix(n.Text, "class-map "):
			o, again := x.objects[n.Text]
			if again {
				o.kids = slices.Concat(o.kids, n.Kids)
			} else {
				o = definition{n.Line, n.Kids}
			}
			o.kids = merged(o.kids)
			x.objects[n.Text] = o
		case n.Text == "system qos":
			x.globals.system(n)
		default:
			x.globals.line(n)
		}
	}
	x.watching = x.globals.watching()
}

// iface takes an interface block.
func (x *index) iface(blocks []portBlock, name string, n *conf.Node) []portBlock {
	switch {
	case isPort(name):
		return append(blocks, portBlock{name, n})
	case isBundle(name):
		x.bundle(name, n)
	}
	return blocks
}

func (x *index) bundle(name string, n *conf.Node) {
	if x.bundles == nil {
		x.bundles = map[string]*port{}
	}
	if x.bundles[name] == nil {
		x.bundles[name] = &port{name: name, node: n}
	} else {
		x.scattered = true
	}
	x.bundles[name].lines.add(n)
}

// portsOf makes ports of their blocks, in natural order. Several blocks of one port are one port.
func (x *index) portsOf(blocks []portBlock) {
	byName := func(a, b portBlock) int { return qos.ComparePorts(a.port, b.port) }
	if !slices.IsSortedFunc(blocks, byName) {
		slices.SortStableFunc(blocks, byName)
	}
	if x.shared {
		x.ports, x.shared = nil, false
	}
	x.ports = slices.Grow(x.ports[:0], len(blocks))
	for _, b := range blocks {
		if last := len(x.ports) - 1; last < 0 || x.ports[last].name != b.port {
			x.ports = append(x.ports, port{name: b.port, node: b.node})
		} else {
			x.scattered = true
		}
		x.ports[len(x.ports)-1].lines.add(b.node)
	}
}

// system reads the block `system qos`.
func (g *globals) system(n *conf.Node) {
	for _, kid := range n.Kids {
		switch {
		case kid.Kind == conf.Odd:
			g.odd = kid
		case kid.Kind == conf.Out:
		case g.network.bind(kid, "service-policy type network-qos "):
		case g.output.bind(kid, "service-policy type queuing output "):
		case g.input.bind(kid, "service-policy type queuing input "):
		case g.classify.bind(kid, "service-policy type qos input "):
		}
	}
}

// line reads a command of the top.
func (g *globals) line(n *conf.Node) {
	switch n.Text {
	case "priority-flow-control watch-dog-interval on":
		g.watchdog, g.watchdogAt = true, n.Line
	case "priority-flow-control override-interface mode off":
		g.pauseOff = true
	case "feature lldp":
		g.lldp = true
	case "interface nve1":
		g.tunnelOf(n)
	case "no lldp tlv-select dcbxp":
		g.dcbxOff = true
	case "congestion-control random-detect forward-nonecn":
		g.nonECT = qos.IsAt(qos.NonECTForward, n.Line)
	default:
		switch {
		case strings.HasPrefix(n.Text, "priority-flow-control "):
			g.watchdogTime(n)
		case strings.HasPrefix(n.Text, "vlan configuration "), strings.HasPrefix(n.Text, "interface Vlan"):
			g.vlan(n)
		}
	}
}

// watchdogTime reads the lines that set the watchdog's times. Their spelling is not confirmed.
func (g *globals) watchdogTime(n *conf.Node) {
	at := strings.LastIndexByte(n.Text, ' ')
	value, err := strconv.Atoi(n.Text[at+1:])
	if err != nil {
		return
	}
	switch n.Text[:at] {
	case "priority-flow-control watch-dog interval":
		g.interval = time.Duration(value) * time.Millisecond
	case "priority-flow-control watch-dog shutdown-multiplier":
		g.shutdown = value
	case "priority-flow-control auto-restore multiplier", "priority-flow-control fixed-restore multiplier":
		g.restore += value
		g.restores++
	default:
		return
	}
	g.times, g.timesAt = true, n.Line
}

// vlan notes a policy on VLANs.
func (g *globals) vlan(n *conf.Node) {
	for _, kid := range n.Kids {
		if kid.Kind == conf.Odd && oddWord(viewOtherInterface, kid) == "service-policy" {
			g.vlanPolicy = kid
		}
	}
}

// tunnelOf reads the VXLAN interface. No source says what becomes of ECN in a tunnel.
func (g *globals) tunnelOf(n *conf.Node) {
	g.tunnel.DSCP = qos.IsAt(qos.TunnelUniform, n.Line)
	g.tunnel.ECN = qos.Value[qos.TunnelECN]{State: qos.PlatformDefault, Why: "no source says what the switch does with ECN in a tunnel"}
	if pipe := n.Find("qos-mode pipe"); pipe != nil {
		g.tunnel.DSCP = qos.IsAt(qos.TunnelPipe, pipe.Line)
	}
}

// oddWord is the keyword that put a line in scope that was not understood.
func oddWord(v *view, n *conf.Node) string {
	first := firstOf(n.Text)
	if first == "no" {
		first = firstOf(strings.TrimLeft(n.Text[len(first):], " \t"))
	}
	for i := range v.words {
		if isWord(first, v.words[i].word, v.words[i].letters) {
			return v.words[i].word
		}
	}
	return first
}

// twice finds a line of a class that says otherwise what another one has said, where no source tells which of the two the switch
// would take. The same line again, as in a block that stands twice, says nothing new, and some lines replace what was entered
// before them.
func twice(nodes []*conf.Node) *conf.Node {
	for i, n := range nodes {
		for _, before := range nodes[:i] {
			if n.Kind == conf.In && before.Kind == conf.In && n.Text != before.Text && settingOf(n.Text) == settingOf(before.Text) && !replaces(n, before) {
				return n
			}
		}
	}
	return nil
}

// entries are what lines start with that take the place of one entered before (nxos.md 2.2 to 2.4).
var entries = []string{"set ", "mtu ", "priority level ", "bandwidth percent ", "bandwidth remaining percent "}

// replaces tells whether a line takes the place of one before it that makes the same setting.
func replaces(n, before *conf.Node) bool {
	return slices.ContainsFunc(entries, func(start string) bool {
		return strings.HasPrefix(n.Text, start) && strings.HasPrefix(before.Text, start)
	})
}

// settingOf is what a line of a class sets: its keyword, or the keyword after set and no.
func settingOf(line string) string {
	first := firstOf(line)
	if first == "set" || first == "no" {
		return line[:len(first)+1+len(firstOf(line[len(first)+1:]))]
	}
	return first
}

// saidTwice is the reason why such a line makes something unknown.
func saidTwice(n *conf.Node) string { return "`" + n.Text + "` says again what its class has said" }

// notUnderstood is the reason why a line makes something unknown.
func notUnderstood(n *conf.Node) string { return "`" + n.Text + "` is not understood" }
