package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// setting is one thing that lines of a block set. A block has one line of each, told apart by a key, and a later line takes the
// place of an earlier one. The tables of settings are what weft knows about changing lines: Target and Changes go by them.
type setting struct {
	starts string // what the line starts with, before the key
	key    int    // how many words tell settings of this kind apart: a queue, a code point, a class and its colour
	then   string // what the line goes on with behind the key
	bySlot bool   // the key is the slot at the end of the line
	many   bool   // several lines of this kind stand side by side, each its own setting

	// whole: the line is taken back by undo and all of it; else by undo and the words before the value (6.3).
	whole bool
	// anew: the line is taken back before another takes its place (6.2).
	anew    bool
	builtin string // the value that no line stands for
	// disrupts is what setting the line does to traffic.
	disrupts vendors.Disruption

	facets qos.FacetSet // what the line decides
	binds  objectKind   // what it names
	outer  bool         // of a member of an Eth-Trunk it stands in the trunk (2.11)
	// ours: weft sets such lines. Where it leaves a port they go, unless they stay.
	ours, stays bool
	prints      uint8 // place among the lines of an interface as a switch prints them (3)
}

// settings are those of one kind of block, in the order in which they are set; they are taken back in the reverse of it.
type settings struct {
	list []setting
	at   [256][]uint8 // places in list by the first letter of a line
}

func newSettings(list ...setting) *settings {
	s := &settings{list: list}
	for i := range list {
		s.at[list[i].starts[0]] = append(s.at[list[i].starts[0]], uint8(i))
	}
	return s
}

// line is a line of a block as a setting: what it sets to which value.
type line struct {
	node  *conf.Node
	kind  int // place in the settings
	key   string
	value string
	head  string // the line without its value
}

// of reads a line. ok is false for one that is no setting.
func (s *settings) of(n *conf.Node) (l line, ok bool) {
	for _, i := range s.at[n.Text[0]] {
		if l, ok := s.list[i].read(n.Text); ok {
			l.node, l.kind = n, int(i)
			return l, true
		}
	}
	return line{}, false
}

// read divides a line of the setting into its parts.
func (s *setting) read(text string) (l line, ok bool) {
	rest, ok := cutWord(text, s.starts)
	if !ok {
		return l, false
	}
	for at := 0; at < s.key; at++ {
		word := firstOf(rest)
		rest = strings.TrimPrefix(rest[len(word):], " ")
	}
	if s.key > 0 {
		l.key = strings.TrimSuffix(text[len(s.starts)+1:len(text)-len(rest)], " ")
	}
	if rest, ok = cutWord(rest, s.then); !ok {
		return l, false
	}
	l.value, l.head = rest, strings.TrimSuffix(text[:len(text)-len(rest)], " ")
	switch {
	case s.many:
		l.key = text
	case s.bySlot:
		_, l.key, _ = strings.Cut(text, " slot ")
	}
	return l, true
}

// cutWord cuts whole words off the start of a text.
func cutWord(text, words string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, words)
	switch {
	case !ok || words == "" || rest == "":
		return rest, ok
	case rest[0] == ' ':
		return rest[1:], true
	}
	return rest, false
}

// lines appends the settings among the lines of a block.
func (s *settings) lines(list []line, kids []*conf.Node) []line {
	for _, n := range kids {
		if n.Kind != conf.In {
			continue
		}
		if l, ok := s.of(n); ok {
			list = append(list, l)
		}
	}
	return list
}

// same is the line of the same setting in a list, or nil. The last one counts.
func (l *line) same(list []line) *line {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].kind == l.kind && list[i].key == l.key {
			return &list[i]
		}
	}
	return nil
}

// again finds a line that sets what one before it has set.
func (s *settings) again(kids []*conf.Node) *conf.Node {
	lines := s.lines(make([]line, 0, len(kids)), kids)
	for i := range lines {
		if lines[i].same(lines) != &lines[i] {
			return lines[i].same(lines).node
		}
	}
	return nil
}

// undo is the command that takes a line back.
func (s *settings) undo(l *line) string {
	if s.list[l.kind].whole {
		return "undo " + l.node.Text
	}
	return "undo " + l.head
}

// facets are what a line decides. PFC that is negotiated goes by what the port tells its peer too (2.2).
func (s *settings) facets(l *line) qos.FacetSet {
	one := &s.list[l.kind]
	if one.binds == kindPFC && isNegotiated(l.value) {
		return one.facets | setsDCBX
	}
	return one.facets
}

func isNegotiated(pfc string) bool { return strings.HasSuffix(pfc, "mode auto") }

// Facets that several lines decide.
const (
	setsClasses = qos.FacetSet(1 << qos.FacetClassify)
	setsQueues  = qos.FacetSet(1 << qos.FacetEgress)
	setsBuffers = qos.FacetSet(1 << qos.FacetIngress)
	setsWatch   = qos.FacetSet(1 << qos.FacetWatchdog)
	setsMTU     = qos.FacetSet(1 << qos.FacetMTU)
	setsDCBX    = qos.FacetSet(1 << qos.FacetDCBX)
	setsTunnel  = qos.FacetSet(1 << qos.FacetTunnel)
	setsPFC     = qos.FacetSet(1<<qos.FacetPFC | 1<<qos.FacetWatchdog) // a profile has the watchdog in it
)

// Lines that are spoken of by name.
const (
	lineUpstream = "trust upstream"
	lineTrust    = "trust"
	linePriority = "port priority"
	linePFC      = "dcb pfc enable"
	lineBuffer   = "dcb pfc buffer"
	lineDCBX     = "lldp tlv-enable dcbx"
	lineRouted   = "undo portswitch"
	lineMember   = "eth-trunk "
	lineJumbo    = "jumboframe enable"
	lineMTU      = "mtu"
	lineUniform  = "qos phb marking dscp disable" // of a VXLAN interface
)

// printsScheduler is the place of the line that schedules queues: behind their rates and before their weights (2.5).
const printsScheduler = 12

// portSettings are the lines of a port, of an Eth-Trunk, and of a sub-interface (2.1 to 2.10). The scheduler is not among them:
// a line of it moves queues.
var portSettings = newSettings(
	setting{starts: "dcb ets enable", facets: setsQueues, binds: kindETS, prints: 10},
	setting{starts: linePriority, facets: setsClasses, outer: true, builtin: "0", ours: true, prints: 2},
	setting{starts: lineUpstream, facets: setsClasses, outer: true, builtin: "default", binds: kindDomain, ours: true, prints: 4},
	setting{starts: lineTrust, facets: setsClasses, outer: true, builtin: "8021p outer", ours: true, prints: 3},
	setting{starts: "qos phb marking dscp", whole: true, facets: setsClasses, outer: true, ours: true, prints: 5},
	setting{starts: "qos phb marking 8021p", whole: true, facets: setsClasses, outer: true, ours: true, prints: 6},
	setting{starts: "traffic-policy", many: true, whole: true, facets: setsClasses, outer: true, binds: kindPolicy, disrupts: vendors.Loss, prints: 19},
	setting{starts: lineDCBX, whole: true, facets: setsDCBX, ours: true, stays: true, prints: 18},
	setting{starts: linePFC, anew: true, facets: setsPFC, binds: kindPFC, ours: true, prints: 7},
	setting{starts: "port pfc-deadlock trigger", whole: true, facets: setsWatch, builtin: "turn-off", ours: true, prints: 9},
	setting{starts: lineBuffer, key: 1, then: "hdrm", whole: true, facets: setsBuffers, disrupts: vendors.Loss, ours: true, prints: 8},
	setting{starts: lineBuffer, key: 1, then: "guaranteed", whole: true, facets: setsBuffers, disrupts: vendors.Loss, prints: 8},
	setting{starts: lineBuffer, key: 1, then: "xoff", whole: true, facets: setsBuffers, disrupts: vendors.Loss, ours: true, prints: 8},
	setting{starts: lineBuffer, key: 1, then: "xon", whole: true, facets: setsBuffers, disrupts: vendors.Loss, ours: true, prints: 8},
	setting{starts: "qos queue", key: 1, then: "drr weight", facets: setsQueues, builtin: "1", ours: true, prints: 13},
	setting{starts: "qos queue", key: 1, then: "wfq weight", facets: setsQueues, prints: 13},
	setting{starts: "qos queue", key: 1, then: "shaping", facets: setsQueues, ours: true, prints: 11},
	setting{starts: "qos buffer queue", key: 1, facets: setsQueues, ours: true, prints: 14},
	setting{starts: "qos queue", key: 1, then: "wred", facets: setsQueues, binds: kindDrop, ours: true, prints: 15},
	setting{starts: "qos queue", key: 1, then: "ecn", whole: true, facets: setsQueues, ours: true, prints: 16},
	setting{starts: lineJumbo, facets: setsMTU, outer: true, builtin: "9216", ours: true, stays: true, prints: 17},
	setting{starts: lineMTU, anew: true, facets: setsMTU, outer: true, builtin: "1500", ours: true, stays: true, prints: 1},
)

// The lines of objects (2.1, 2.2, 2.6). What a domain has built in is worked out, see builtinMapping. The priorities of a PFC
// profile are a set and not settings.
var (
	domainSettings = newSettings(
		setting{starts: "8021p-inbound", key: 1, disrupts: vendors.Loss},
		setting{starts: "8021p-outbound", key: 2},
		setting{starts: "ip-dscp-inbound", key: 1, disrupts: vendors.Loss},
		setting{starts: "ip-dscp-outbound", key: 2},
		setting{starts: "dei enable"},
	)
	pfcSettings = newSettings(
		setting{starts: "priority", key: 1, then: "deadlock-detect", builtin: "time 10"},
		setting{starts: "priority", key: 1, then: "deadlock-recovery", builtin: "time 10"},
		setting{starts: "priority", key: 1, then: "turn-off threshold", builtin: "30", whole: true},
		setting{starts: "priority", key: 1, then: "error-down threshold", builtin: "30", whole: true},
	)
	dropSettings = newSettings(
		setting{starts: "color", key: 1},
		setting{starts: "ecn weight"},
		setting{starts: "ecn"},
	)
)

// switchSettings are the lines that a switch has once, or once for each slot (2.2, 2.4, 2.6, 2.12). A change of one concerns
// these facets of every port.
var switchSettings = newSettings(
	setting{starts: "lldp enable", whole: true, facets: setsDCBX, ours: true, stays: true},
	setting{starts: "qos ecn enable"},
	setting{starts: "qos ecn", whole: true, facets: setsQueues, ours: true, stays: true},
	setting{starts: "assign forward nvo3 egress mark-ecn enable", whole: true, facets: setsTunnel, ours: true},
	setting{starts: "dcb pfc deadlock-detect interval", facets: setsWatch, builtin: "10", ours: true},
	setting{starts: "dcb pfc deadlock-detect timer", whole: true, facets: setsWatch, builtin: "100", ours: true},
	setting{starts: "dcb pfc deadlock-recovery timer", whole: true, facets: setsWatch, builtin: "100", ours: true},
	setting{starts: "dcb pfc deadlock recovery-behavior", bySlot: true, whole: true, facets: setsWatch, ours: true},
	setting{starts: linePool, bySlot: true, whole: true, facets: setsPFC | setsBuffers, disrupts: vendors.Recarve, ours: true, stays: true},
	setting{starts: lineMapping, bySlot: true, whole: true, facets: setsPFC, disrupts: vendors.Loss, ours: true, stays: true},
)

// Lines of a slot: the buffer that PFC needs before a port may pause, and what makes PFC follow the class.
const (
	linePool    = "qos buffer headroom-pool"
	lineMapping = "dcb pfc dscp-mapping enable"
)
