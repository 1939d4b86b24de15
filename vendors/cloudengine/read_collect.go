package cloudengine

import (
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// facts are what reading needs to know of a platform.
type facts struct {
	v300 bool      // of the V300 release train
	cell qos.Bytes // unit of buffer memory, 0 where no source states it
	// watched: deadlocks are looked for wherever a priority is paused.
	watched bool
	// tagForOther: `trust dscp` sends frames that are no IP packets by their tag.
	tagForOther bool
	// keepsPCP: priorities are not written on the way out unless a line says so.
	keepsPCP bool
	// switchECN: queues mark only where `qos ecn` is in the system view.
	switchECN bool
	// pooled: a port pauses only where its slot has a headroom pool.
	pooled bool
	// tunnelDSCP and tunnelECN: VXLAN does by default what D300 says.
	tunnelDSCP, tunnelECN bool
	// recovery is what becomes of packets while the switch recovers from a deadlock, where no line says it.
	recovery qos.Value[qos.WatchdogAction]
}

// factsOf are the facts of a platform. Without a row of this vendor's they are those of the release train.
func factsOf(p vendors.Platform) facts {
	f := facts{v300: strings.HasPrefix(p.Release, v300.String()), cell: p.Cell}
	f.watched, f.tunnelDSCP, f.tunnelECN = f.v300, f.v300, f.v300
	f.recovery = qos.Value[qos.WatchdogAction]{State: qos.PlatformDefault, Why: "no source says what becomes of the packets"}
	r, ok := p.Row.(*row)
	if !ok {
		return f
	}
	f.watched, f.tagForOther, f.keepsPCP, f.switchECN = r.alwaysWatched, r.tagForOther, r.keepsPCP, r.ecnSwitch
	f.tunnelDSCP, f.tunnelECN, f.pooled = r.tunnelDSCP, r.tunnelECN, r.pool.Known()
	if r.recovery.Known() {
		f.recovery = qos.Is(r.recovery.V)
	}
	return f
}

// shared is what stands outside interfaces. It is not changed once it is collected.
type shared struct {
	facts   facts
	objects map[string]section // drop and ETS profiles and the parts of policies, by header

	domains  map[string]*domain
	profiles map[string]*pfcProfile
	scoped   []scopedPolicy
	uplinks  []section
	lists    map[string]bool // access lists that are there, by number or name

	mapped  map[string]bool       // slots whose PFC goes by internal priority
	pools   map[string]bool       // slots that have a headroom pool
	recover map[string]*conf.Node // recovery-behavior, by slot
	// unit is that of deadlock times in a profile. detect and restore are for the whole switch, where a line sets them.
	unit            time.Duration
	detect, restore qos.Value[time.Duration]

	pfcOff, ecn, ecnAll, burst *conf.Node
	adaptive                   [qos.NumQueues]*conf.Node // whose ECN the switch sets by itself

	lldp   bool
	vxlan  bool
	tunnel qos.Tunnel
}

// collect takes the interfaces of the tree.
func (x *index) collect() {
	x.ports = make([]port, 0, len(x.tree.Top)/2+1)
	for _, n := range x.tree.Top {
		if name, ok := strings.CutPrefix(n.Text, "interface "); ok && n.Kind == conf.In {
			x.take(name, n)
		}
	}
	x.sortPorts()
	for i := range x.ports {
		p := &x.ports[i]
		number, _ := p.lines.last("eth-trunk ")
		if _, ok := x.trunks["Eth-Trunk"+number]; ok {
			p.trunk = "Eth-Trunk" + number
		}
	}
}

// take takes an interface block.
func (x *index) take(name string, n *conf.Node) {
	name, mode, _ := strings.Cut(name, " ")
	switch of, isSub := isSub(name); {
	case isPort(name):
		x.ports = append(x.ports, port{name: name, lines: n.Kids})
	case isBundle(name):
		if x.trunks == nil {
			x.trunks = map[string]section{}
		}
		x.trunks[name] = slices.Concat(x.trunks[name], n.Kids)
	case isSub:
		x.takeSub(of, sub{name, n.Kids, mode != "", n.Line})
	}
}

// takeSub takes a block of a sub-interface of a port or bundle.
func (x *index) takeSub(of string, s sub) {
	if x.subs == nil {
		x.subs = map[string][]sub{}
	}
	for i := range x.subs[of] {
		if have := &x.subs[of][i]; have.name == s.name {
			have.lines = slices.Concat(have.lines, s.lines)
			return
		}
	}
	x.subs[of] = append(x.subs[of], s)
}

// sortPorts puts ports in natural order, and several blocks of one port together.
func (x *index) sortPorts() {
	byName := func(a, b port) int { return qos.ComparePorts(a.name, b.name) }
	if !slices.IsSortedFunc(x.ports, byName) {
		slices.SortStableFunc(x.ports, byName)
	}
	kept := x.ports[:0]
	for _, p := range x.ports {
		if last := len(kept) - 1; last >= 0 && kept[last].name == p.name {
			kept[last].lines = slices.Concat(kept[last].lines, p.lines)
		} else {
			kept = append(kept, p)
		}
	}
	x.ports = kept
}

// collectShared takes all but interfaces, and the VXLAN interface.
func collectShared(tree *conf.Tree, f facts) *shared {
	s := &shared{
		facts: f, objects: make(map[string]section, 32),
		domains: map[string]*domain{"default": builtinDomain()}, profiles: map[string]*pfcProfile{},
		unit: builtinUnit,
	}
	for _, n := range tree.Top {
		if n.Kind == conf.In {
			s.take(n)
		}
	}
	slices.SortStableFunc(s.scoped, func(a, b scopedPolicy) int { return int(a.scope) - int(b.scope) })
	s.finishTunnel()
	return s
}

// objectHeaders are how the headers start of the blocks that are looked up by name.
var objectHeaders = []string{"drop-profile ", "dcb ets-profile ", "traffic classifier ", "traffic behavior ", "traffic policy "}

func (s *shared) take(n *conf.Node) {
	switch {
	case strings.HasPrefix(n.Text, "interface "):
		s.takeInterface(n)
	case strings.HasPrefix(n.Text, "diffserv domain "):
		s.takeDomain(n)
	case strings.HasPrefix(n.Text, "dcb pfc"):
		s.takePFC(n)
	case strings.HasPrefix(n.Text, "traffic-policy "):
		s.applied(n, "", globally)
	case s.takeFlag(n):
	default:
		for _, start := range objectHeaders {
			if strings.HasPrefix(n.Text, start) {
				s.objects[n.Text] = slices.Concat(s.objects[n.Text], n.Kids)
				return
			}
		}
		s.takeScope(n)
	}
}

// takeFlag takes the lines of the system view that stand for themselves.
func (s *shared) takeFlag(n *conf.Node) bool {
	switch {
	case n.Text == "lldp enable":
		s.lldp = true
	case n.Text == "qos ecn":
		s.ecn = n
	case n.Text == "qos ecn enable":
		s.ecnAll = n
	case strings.HasPrefix(n.Text, "qos burst-mode "):
		s.burst = n
	case strings.HasPrefix(n.Text, "qos buffer headroom-pool "):
		words := wordsOf(n.Text)
		s.pools = with(s.pools, words[len(words)-1])
	case n.Text == "ai-service":
		s.takeAI(n)
	case n.Text == "assign forward nvo3 egress mark-ecn enable":
		s.tunnel.ECN = qos.IsAt(qos.TunnelECNCopy, n.Line)
	default:
		return false
	}
	return true
}

// with adds a slot to a set of them.
func with(slots map[string]bool, slot string) map[string]bool {
	if slots == nil {
		slots = map[string]bool{}
	}
	slots[slot] = true
	return slots
}

// takeAI notes the queues whose thresholds the switch finds by itself.
func (s *shared) takeAI(n *conf.Node) {
	for _, feature := range n.Kids {
		for _, line := range feature.Kids {
			if rest, ok := strings.CutPrefix(line.Text, "assign queue "); ok && line.Kind == conf.In {
				if q, _ := queuesOf([]string{firstOf(rest)}); q != 0 {
					s.adaptive[q.List()[0]] = feature
				}
			}
		}
	}
}

// takeInterface reads the VXLAN interface, and policies on interfaces that are neither ports nor bundles.
func (s *shared) takeInterface(n *conf.Node) {
	name := n.Text[len("interface "):]
	switch viewOfInterface(firstOf(name)) {
	case viewNve:
		s.vxlan = true
		if line := section(n.Kids).find("qos phb marking dscp disable"); line != nil {
			s.tunnel.DSCP = qos.IsAt(qos.TunnelUniform, line.Line)
		}
	case viewScope:
		for _, line := range section(n.Kids).all("traffic-policy ") {
			s.applied(line, "that "+name+" routes", toAll)
		}
	}
}

// finishTunnel fills in what no line says. With a VXLAN interface the outer header has DSCP 0, and marks of the underlay are
// lost, where the row knows the commands that change it (2.12); no source says what other families do.
func (s *shared) finishTunnel() {
	if !s.vxlan {
		s.tunnel = qos.Tunnel{}
		return
	}
	t := &s.tunnel
	if t.DSCP.State == qos.NotApplicable {
		t.DSCP = qos.Is(qos.TunnelDSCPZero)
		if !s.facts.tunnelDSCP {
			t.DSCP = qos.Value[qos.TunnelDSCP]{State: qos.PlatformDefault, Why: "no source says what the outer header carries"}
		}
	}
	if t.ECN.State == qos.NotApplicable {
		t.ECN = qos.Is(qos.TunnelECNIgnore)
		if !s.facts.tunnelECN {
			t.ECN = qos.Value[qos.TunnelECN]{State: qos.PlatformDefault, Why: "no source says what the switch does with ECN in a tunnel"}
		}
	}
}
