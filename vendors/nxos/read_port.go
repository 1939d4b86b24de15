package nxos

import (
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// port is an interface that packets come and go by, physical or a bundle, with its block.
type port struct {
	name  string
	node  *conf.Node
	lines portLines
}

// portLines are what the block of a port says.
type portLines struct {
	classify, output, input binding
	mode, watchdog          setting // priority-flow-control
	mtu                     setting
	bundle                  string // the port-channel it is a member of
	routed                  bool
	lldpOff                 bool
	odd                     []*conf.Node // not understood
}

// binding is the name of an attached policy; setting is the value of a line. Both are empty where there is no line.
type binding struct {
	name string
	line int32
}
type setting struct {
	value string
	line  int32
}

// bind takes the name out of a line with this prefix. What follows a name, `no-stats`, does not matter here.
func (b *binding) bind(n *conf.Node, prefix string) bool {
	rest, ok := strings.CutPrefix(n.Text, prefix)
	if ok {
		name, _, _ := strings.Cut(rest, " ")
		*b = binding{name, n.Line}
	}
	return ok
}

func (s *setting) set(n *conf.Node, prefix string) bool {
	rest, ok := strings.CutPrefix(n.Text, prefix)
	if ok {
		*s = setting{rest, n.Line}
	}
	return ok
}

// add reads a block of the port. A later line of one kind takes the place of an earlier one.
func (l *portLines) add(block *conf.Node) {
	for _, n := range block.Kids {
		switch {
		case n.Kind == conf.Out:
		case n.Kind == conf.Odd:
			l.odd = append(l.odd, n)
		case strings.HasPrefix(n.Text, "service-policy "):
			l.bind(n)
		case strings.HasPrefix(n.Text, "priority-flow-control "):
			_ = l.mode.set(n, "priority-flow-control mode ") || l.watchdog.set(n, "priority-flow-control watch-dog-interval ")
		case l.mtu.set(n, "mtu "):
		case strings.HasPrefix(n.Text, "channel-group "):
			l.bundle = "port-channel" + firstOf(n.Text[len("channel-group "):])
		case n.Text == "no switchport":
			l.routed = true
		case n.Text == "no lldp transmit":
			l.lldpOff = true
		}
	}
}

// bind reads a service-policy line.
func (l *portLines) bind(n *conf.Node) {
	_ = l.classify.bind(n, "service-policy type qos input ") ||
		l.output.bind(n, "service-policy type queuing output ") ||
		l.input.bind(n, "service-policy type queuing input ")
}

// decides is the facets of the port for which it matters that other lines were there before. Those that are not understood
// are the same.
func (l *portLines) decides(before *portLines) qos.FacetSet {
	if l.bundle != before.bundle || l.routed != before.routed || l.lldpOff != before.lldpOff {
		return qos.AllFacets
	}
	var facets qos.FacetSet
	if l.classify != before.classify {
		facets |= 1 << qos.FacetClassify
	}
	if l.output != before.output {
		facets |= 1 << qos.FacetEgress
	}
	if l.input != before.input {
		facets |= 1 << qos.FacetIngress
	}
	if l.mode != before.mode {
		facets |= 1<<qos.FacetPFC | 1<<qos.FacetDCBX
	}
	if l.watchdog != before.watchdog {
		facets |= 1 << qos.FacetWatchdog
	}
	if l.mtu != before.mtu {
		facets |= 1 << qos.FacetMTU
	}
	return facets
}

// unclear is a line of the port, with this first word, that was not understood; nil when there is none.
func (l *portLines) unclear(word string) *conf.Node {
	if len(l.odd) == 0 {
		return nil
	}
	return l.oddLine(word)
}

func (l *portLines) oddLine(word string) *conf.Node {
	for _, n := range l.odd {
		if oddWord(viewPort, n) == word {
			return n
		}
	}
	return nil
}

// readPort makes the model of one port, or of some facets of it. It is large, and so written in its place.
func (x *index) readPort(i int, facets qos.FacetSet) {
	p := &x.ports[i]
	l := &p.lines
	var po *portLines // of the bundle that it is a member of
	if l.bundle != "" {
		if b := x.bundles[l.bundle]; b != nil {
			po = &b.lines
		}
	}
	out := &x.sw.Ports[i]
	out.Name, out.ClassMTU = p.name, x.network.classMTU
	if facets.Has(qos.FacetClassify) {
		out.Classify = x.classifyOf(p, po)
	}
	if facets.Has(qos.FacetEgress) {
		egress := x.egressOf(l, po)
		out.Egress = &egress.Egress
		x.lean(i, egress.kbytes)
	}
	if facets.Has(qos.FacetIngress) {
		out.Ingress = x.ingressOf(l, po)
	}
	if facets.Has(qos.FacetPFC) {
		x.readPFC(&out.PFC, l, po)
	}
	if facets.Has(qos.FacetWatchdog) {
		x.readWatchdog(&out.Watchdog, l, po)
	}
	if facets.Has(qos.FacetMTU) {
		out.MTU = x.mtuOf(l, po)
	}
	if facets.Has(qos.FacetDCBX) {
		out.DCBX = x.dcbxOf(l, po)
	}
}

// lean notes whether a port leans on assumedKbyte.
func (x *index) lean(i int, leans bool) {
	if x.leaning[i] == leans {
		return
	}
	x.leaning[i] = leans
	if leans {
		x.kbytes++
	} else {
		x.kbytes--
	}
}

// effective is the binding in force on a port, and why it is unknown if it is. On a member of a bundle the policy of the
// port-channel applies and its own does not (S-ATT); what applies when only the member has one, no source says.
func effective(own, bundle *binding, l, po *portLines) (binding, string) {
	if po != nil {
		l = po
	}
	if n := l.unclear("service-policy"); n != nil {
		return binding{line: n.Line}, notUnderstood(n)
	}
	switch {
	case po == nil:
		return *own, ""
	case bundle.name == "" && own.name != "":
		return *own, "policy " + own.name + " is bound on a member of a port-channel, and none on the port-channel"
	}
	return *bundle, ""
}

// or is the bundle's lines where there is a bundle, else the port's own.
func (l *portLines) or(po *portLines) *portLines {
	if po != nil {
		return po
	}
	return l
}

// readPFC reads what a port pauses: all no-drop classes of the switch, or none. A member of a bundle may have a line of its own.
func (x *index) readPFC(pfc *qos.PFC, l, po *portLines) {
	mode := l.mode
	if mode.line == 0 && mode.value == "" && po != nil {
		mode = po.mode
	}
	*pfc = qos.PFC{Key: qos.Is(qos.PFCByClass)}
	if n := l.unclear("priority-flow-control"); n != nil {
		pfc.Priorities = qos.NotRead[qos.QueueSet](notUnderstood(n), n.Line)
		return
	}
	word := firstOf(mode.value)
	pfc.Priorities = x.network.noDrop
	if word == "off" || x.globals.pauseOff {
		pfc.Priorities = qos.Is(qos.QueueSet(0))
	}
	if pfc.Priorities.Known() {
		pfc.Priorities.At.Line = mode.line
		pfc.Priorities.Why = x.idlePFC(word, pfc.Priorities.V)
	}
	pfc.Negotiated = qos.IsAt((word == "auto" || word == "") && pfc.Priorities.V != 0, mode.line)
}

// idlePFC says why a port with a PFC mode pauses nothing; empty when it pauses something.
func (x *index) idlePFC(mode string, paused qos.QueueSet) string {
	switch {
	case paused != 0:
		return ""
	case x.globals.pauseOff:
		return "PFC is off on the whole switch"
	case mode == "off":
		return "PFC is off"
	case mode == "on":
		return "PFC is on, but no class is no-drop"
	}
	return "no class is no-drop"
}

// readWatchdog reads the PFC watchdog: on only where both the switch and the port have it on.
func (x *index) readWatchdog(w *qos.Watchdog, l, po *portLines) {
	own := l.watchdog
	if own.value == "" && po != nil {
		own = po.watchdog
	}
	*w = qos.Watchdog{}
	if n := l.unclear("priority-flow-control"); n != nil {
		w.On = qos.NotRead[bool](notUnderstood(n), n.Line)
		return
	}
	on := own.value == "on" && x.globals.watchdog
	if on {
		*w = x.watching
	}
	w.On = qos.IsAt(on, own.line)
}

// watching is the watchdog of a port that has it on. Its action is fixed (S-PFC105).
func (g *globals) watching() qos.Watchdog {
	w := qos.Watchdog{
		Action: qos.Is(qos.WatchdogDrop),
		Poll:   qos.Default(watchdogInterval),
		Detect: qos.Default[time.Duration](0), Restore: qos.Default[time.Duration](0),
	}
	interval := watchdogInterval
	if g.interval > 0 {
		interval = g.interval
		w.Poll = qos.IsAt(interval, g.timesAt)
	}
	if g.shutdown > 0 {
		w.Detect = qos.IsAt(time.Duration(g.shutdown)*interval, g.timesAt)
	}
	switch g.restores {
	case 1:
		w.Restore = qos.NotRead[time.Duration]("the default of one of auto-restore and fixed-restore is not known", g.timesAt)
	case 2:
		w.Restore = qos.IsAt(time.Duration(g.restore)*interval, g.timesAt)
	}
	return w
}

// watchdogInterval is how often the watchdog looks when nothing says otherwise (S-DCNM).
const watchdogInterval = 100 * time.Millisecond

// mtuOf reads the largest IP packet of a port. It is 1500 bytes by default, or on some families that of the classes.
func (x *index) mtuOf(l, po *portLines) qos.Value[qos.Bytes] {
	from := l.or(po)
	if n := from.unclear("mtu"); n != nil {
		return qos.NotRead[qos.Bytes](notUnderstood(n), n.Line)
	}
	if x.facts.layer2MTU && !from.routed {
		return x.network.largestMTU()
	}
	if from.mtu.value == "" {
		return qos.Is(builtinMTU)
	}
	mtu, err := strconv.Atoi(from.mtu.value)
	if err != nil {
		return qos.NotRead[qos.Bytes]("mtu "+from.mtu.value+" is no number", from.mtu.line)
	}
	return qos.IsAt(qos.Bytes(mtu), from.mtu.line)
}

// dcbxOf reads whether a port that is forced to pause tells its peer so. That needs LLDP (S-AZ).
func (x *index) dcbxOf(l, po *portLines) qos.Value[qos.DCBX] {
	mode := l.mode
	if mode.value == "" && po != nil {
		mode = po.mode
	}
	sends := strings.HasSuffix(mode.value, " send-tlv") && x.globals.lldp && !x.globals.dcbxOff && !l.lldpOff
	if sends {
		return qos.IsAt(qos.DCBXAdvertise, mode.line)
	}
	return qos.IsAt(qos.DCBXOff, mode.line)
}
