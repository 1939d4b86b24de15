package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// setSwitch sets what the switch has only once.
func (t *targeter) setSwitch() {
	if t.scope.SwitchOver {
		t.info(nil, "the switch goes over to other classes as a whole",
			"a switch takes policies of four queues or of eight, so that those which do already what the intent asks are replaced too")
	}
	t.setLossless()
	t.setSystemQoS()
	t.setTunnel()
	for _, line := range t.want.tree.Top {
		if line.Kind == conf.In && !isBlock(line.Text) {
			t.setGlobal(line)
		}
	}
	t.clearNonECT()
}

// isBlock tells whether a header at the top opens a block.
func isBlock(text string) bool {
	_, isObject := mqcOf(text)
	return isObject || text == "system qos" || strings.HasPrefix(text, "interface ")
}

// setLossless keeps or swaps the active network-qos policy. It is not edited while another name will do: the name of weft's
// carries the hash of its body. No wanted policy stands for the built-in one.
func (t *targeter) setLossless() {
	active, line := systemPolicy(t.have.tree, "network-qos", "")
	wanted, wantedLine := systemPolicy(t.want.tree, "network-qos", "")
	same := t.sameLossless(active, wanted)
	switch {
	case len(t.site.Ports) == 0 && !t.owns(active): // nothing is asked for
	case active == wanted:
		if t.use(wanted, !same) && !same {
			t.stale = t.stale.With(qos.FacetPFC)
		}
	case len(t.site.Ports) > 0 && same && !t.scope.SwitchOver && (t.owns(active) || !t.scope.TakeOver):
		t.stay(active)
		if t.foreign(active) {
			t.kept.add(active, qos.FacetClassMTU, nil)
		}
	case t.ofAnotherFabric(active):
		t.diags.Errorf(int(line.Line), "%s is active on the whole switch and belongs to another fabric, which pauses otherwise or has other MTUs", active)
	default:
		t.use(wanted, true)
		t.stale = t.stale.With(qos.FacetPFC)
		t.setSystemLine(line, text(wantedLine))
	}
}

// sameLossless tells whether the active network-qos policy does what the wanted one would: as every named port has it, or
// by what the two say. One with a line that is not understood does so only when the ports show it.
func (t *targeter) sameLossless(active, wanted mqc) bool {
	if node := t.have.nodes[active]; node != nil && oddLines(node, nil) != nil && !t.keptOnAll(qos.FacetPFC, qos.FacetClassMTU) {
		return false
	}
	have, want := losslessOf(t.have, active), losslessOf(t.want, wanted)
	if t.keptOnAll(qos.FacetPFC, qos.FacetDCBX, qos.FacetIngress) { // no line of PFC will change
		have.pause = want.pause
	}
	if t.keptOnAll(qos.FacetClassMTU) {
		have.mtu = want.mtu
	}
	return have.sameFor(&want, reachedBy(t.want))
}

// keptOnAll tells whether facets are as wanted on every port that the intent names.
func (t *targeter) keptOnAll(facets ...qos.Facet) bool {
	kept := qos.AllFacets
	for i := range t.site.Ports {
		kept &= t.scope.Keep[t.site.Ports[i].Name]
	}
	return !slices.ContainsFunc(facets, func(f qos.Facet) bool { return !kept.Has(f) })
}

// ofAnotherFabric tells whether a network-qos policy has a name such as weft gives, with another prefix.
func (t *targeter) ofAnotherFabric(o mqc) bool {
	prefix, rest, _ := strings.Cut(o.name, "-")
	role, hash, _ := strings.Cut(rest, "-")
	return !t.owns(o) && len(prefix) >= 1 && len(prefix) <= 8 && role == "nodrop" &&
		len(hash) == 6 && strings.Trim(hash, "0123456789abcdef") == ""
}

// setSystemLine sets a line under system qos, whose block need not be there.
func (t *targeter) setSystemLine(old *conf.Node, now string) {
	block := t.have.block("system qos")
	if block == nil {
		placeTop(t.editor(), conf.New("system qos", conf.New(now)))
		return
	}
	t.set(block, old, now)
	if t.edit != nil && len(t.tree().Find("system qos").Kids) == 0 {
		t.edit.Remove(nil, block)
	}
}

// setSystemQoS takes weft's other objects off the switch as a whole: they belong on ports. Where the switch goes over to other
// classes, so does an output policy of the old ones.
func (t *targeter) setSystemQoS() {
	for _, line := range kids(t.have.block("system qos")) {
		o := policy(line)
		switch {
		case line.Kind != conf.In || o.typ == "network-qos" || o == mqc{}:
		case t.owns(o):
			t.setSystemLine(line, "")
		case t.scope.SwitchOver && t.inherited[slotEgress] == o:
			t.setSystemLine(line, t.builtInInstead(o))
		}
	}
}

// builtInInstead is the line that attaches the built-in output policy of the wanted classes where that of the other ones is
// attached by name: taking the line away would leave it so. It is empty for any other policy.
func (t *targeter) builtInInstead(o mqc) string {
	if !builtIn(o) {
		return ""
	}
	name := "default-8q-out-policy"
	if t.site.Platform.Queues == 4 {
		name = "default-out-policy"
	}
	return "service-policy type queuing output " + name
}

// setTunnel sets how VXLAN treats the DSCP on decapsulation.
func (t *targeter) setTunnel() {
	const header, pipe = "interface nve1", pipeMode
	desired, block := t.want.block(header), t.have.block(header)
	if desired == nil || t.scope.Keep[""].Has(qos.FacetTunnel) && !t.scope.TakeOver {
		return
	}
	want := desired.Find(pipe)
	switch {
	case block == nil && want != nil:
		t.diags.Errorf(0, "%s is not in the running configuration, and the intent has a vxlan block", header)
	case block != nil && (block.Find(pipe) != nil) != (want != nil):
		t.set(block, block.Find(pipe), text(want))
	}
}

// setGlobal makes a desired line at the top hold. The jumbo ceiling is only raised.
func (t *targeter) setGlobal(want *conf.Node) {
	name, value := globalSetting(want.Text)
	old := settingIn(t.have.tree, name)
	switch {
	case sameMeaning(text(old), want.Text):
		return
	case name == "system jumbomtu" && numberOf(value, 0) <= jumboOf(old):
		return
	case old == nil:
		placeTop(t.editor(), conf.New(want.Text))
	default:
		t.editor().Replace(nil, old, conf.New(want.Text))
	}
	t.stale |= globalFacets[name]
}

// globalFacets are the facets of ports that a setting of the whole switch is a part of.
var globalFacets = map[string]qos.FacetSet{
	"priority-flow-control watch-dog-interval": 1 << qos.FacetWatchdog,
	"feature lldp": 1 << qos.FacetDCBX,
}

// defaultJumbo is the largest interface MTU without a system jumbomtu line (nxos.jumbo-default).
const defaultJumbo = 9216

// jumboOf is the jumbo ceiling that a line sets.
func jumboOf(line *conf.Node) int64 { return numberOf(text(line), defaultJumbo) }

// globalSettings are the settings at the top that hold one value each: what follows is the value.
var globalSettings = []string{"system jumbomtu", "priority-flow-control watch-dog-interval"}

// globalSetting divides a line at the top into the setting and its value. A line that is no such setting is one by itself.
func globalSetting(text string) (name, value string) {
	for _, name := range globalSettings {
		if value, ok := strings.CutPrefix(text, name+" "); ok {
			return name, value
		}
	}
	return text, ""
}

// settingIn is the line of a configuration for a setting at the top, or nil.
func settingIn(tree *conf.Tree, name string) *conf.Node {
	for _, n := range tree.Top {
		if n.Kind != conf.In || !strings.HasPrefix(n.Text, name) {
			continue
		}
		if other, _ := globalSetting(n.Text); other == name {
			return n
		}
	}
	return nil
}

// watchdogOn switches the watchdog on: at the top for the switch, in an interface for the port. Both are needed.
const watchdogOn = "priority-flow-control watch-dog-interval on"

// watches tells whether a line is that.
func watches(line *conf.Node) bool { return line.Text == watchdogOn }

// endWatchdog switches the watchdog of the switch off once the last port that had one has lost it.
func (t *targeter) endWatchdog() {
	line := t.have.block(watchdogOn)
	if !t.unwatched || line == nil || t.want.block(watchdogOn) != nil {
		return
	}
	for _, block := range t.tree().Top {
		if strings.HasPrefix(block.Text, "interface ") && slices.ContainsFunc(block.Kids, watches) {
			return
		}
	}
	t.editor().Remove(nil, line)
	t.info(nil, "no port has a PFC watchdog any more", "this line goes: %s", line.Text)
}

// forwardNonECT is the line that spares packets that are not ECN-capable.
const forwardNonECT = "congestion-control random-detect forward-nonecn"

// clearNonECT removes that line where the intent has queues with ECN and wants such packets dropped.
func (t *targeter) clearNonECT() {
	line := t.have.block(forwardNonECT)
	if line == nil || t.want.block(forwardNonECT) != nil || t.scope.Keep[""].Has(qos.FacetNonECT) || !marksAnywhere(t.want) {
		return
	}
	t.editor().Remove(nil, line)
	t.diags = append(t.diags, vendors.Diagnostic{
		Severity: vendors.Info, Line: int(line.Line),
		Summary: "packets that are not ECN-capable are no longer spared in queues with ECN, on any port",
	})
}

// marksAnywhere tells whether a configuration has queues with ECN.
func marksAnywhere(s *survey) bool {
	return slices.ContainsFunc(s.objects, func(o mqc) bool {
		does := queuingOf(s, o, nil)
		return o.policy && o.typ == "queuing" && does.marked != 0
	})
}
