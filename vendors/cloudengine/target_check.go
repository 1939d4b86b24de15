package cloudengine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// checkPort compares what the intent says of a port with what the switch says: in which Eth-Trunk it is, and whether it routes.
func (t *targeter) checkPort(p *vendors.SitePort, block *conf.Node) {
	t.checkTrunk(p, block)
	if p.LAG != "" {
		block = t.have.block(interfaceWord + p.LAG)
	}
	if block != nil {
		t.checkMode(p, block)
	}
}

// named tells whether the intent speaks for an interface.
func (t *targeter) named(name string) bool {
	return slices.ContainsFunc(t.site.Ports, func(p vendors.SitePort) bool { return p.Name == name || p.LAG == name })
}

// checkTrunk compares a port's lag with its eth-trunk. What belongs on the trunk does nothing on a member (2.11).
func (t *targeter) checkTrunk(p *vendors.SitePort, block *conf.Node) {
	trunk, n := trunkOf(block)
	switch {
	case trunk != p.LAG && p.LAG == "":
		t.diags.Errorf(int(n.Line), "%s is in %s (%q), and the intent names no lag", p.Name, trunk, n.Text)
	case trunk != p.LAG && n != nil:
		t.diags.Errorf(int(n.Line), "%s is in %s (%q), and the intent says lag %s", p.Name, trunk, n.Text, p.LAG)
	case trunk != p.LAG:
		t.diags.Errorf(int(block.Line), "%s is in no Eth-Trunk, and the intent says lag %s", p.Name, p.LAG)
	case trunk != "" && t.have.block(interfaceWord+trunk) == nil:
		t.diags.Errorf(int(n.Line), "%s is in %s, and interface %s is not in the running configuration", p.Name, trunk, trunk)
	}
}

// trunkOf is the Eth-Trunk that a port is a member of, and the line that says so.
func trunkOf(block *conf.Node) (trunk string, line *conf.Node) {
	number, n := section(block.Kids).last(lineMember)
	if n == nil {
		return "", nil
	}
	return "Eth-Trunk" + number, n
}

// checkMode compares whether a port routes: a routed one takes other lines.
func (t *targeter) checkMode(p *vendors.SitePort, block *conf.Node) {
	n := section(block.Kids).find(lineRouted)
	switch {
	case p.Routed && n == nil:
		t.diags.Errorf(int(block.Line), "%s is switched (%s has no %q), and the intent says mode l3", p.Name, block.Text, lineRouted)
	case !p.Routed && n != nil:
		t.diags.Errorf(int(n.Line), "%s is routed (%q), and the intent does not say mode l3", p.Name, n.Text)
	}
}

// exclusions are lines of an interface that cannot stand beside one that weft would set (4, rules 6, 11, 21).
var exclusions = []struct{ there, set string }{
	{"flow-control", linePFC},
	{"iqcn enable", "qos queue "},
	{"npcc enable", "qos queue "},
	{"qos burst-mode", "qos buffer queue "},
	{"lldp disable", lineDCBX},
	{"undo lldp enable", lineDCBX},
}

// stuck are lines of an interface as a whole that are not weft's to take back, with what cannot be as asked while they are there.
var stuck = []struct {
	starts, ends string
	facet        qos.Facet
}{
	{"qos car ", "", qos.FacetClassify},
	{"qos lr ", " inbound", qos.FacetClassify},
	{"qos lr ", " outbound", qos.FacetEgress},
	{"traffic-policy ", " outbound", qos.FacetClassify},
}

// fits tells whether edits are possible beside the other lines of an interface. What is in their way is an error with the line.
func (t *targeter) fits(a *attachment, swaps []swap) bool {
	fit := true
	refuse := func(n *conf.Node, format string, args ...any) {
		fit = false
		t.diags.Errorf(int(n.Line), "%s: "+format+", remove it first", append([]any{a.block.Text, n.Text}, args...)...)
	}
	for _, n := range a.block.Kids {
		if n.Kind != conf.In {
			continue
		}
		for _, x := range exclusions {
			if strings.HasPrefix(n.Text, x.there) && setsLine(swaps, x.set) {
				refuse(n, "%q excludes %q on the same port", strings.TrimSpace(x.set))
			}
		}
		for _, x := range stuck {
			if strings.HasPrefix(n.Text, x.starts) && strings.HasSuffix(n.Text, x.ends) && !a.keep.Has(x.facet) {
				refuse(n, "with %q the %s cannot be as asked", x.facet)
			}
		}
	}
	for _, s := range swaps {
		if s.old == nil {
			continue
		}
		if does := t.filters(s.old); does != nil {
			refuse(s.old, "%q holds %q, which no intent asks for or takes back", does.Text)
		}
	}
	return fit
}

// filters finds what the traffic policy that a line names does to packets beside choosing their class and marks.
func (t *targeter) filters(n *conf.Node) *conf.Node {
	l, _ := portSettings.of(n)
	policy := t.have.nodes[portSettings.bound(&l)]
	if policy == nil || portSettings.bound(&l).kind != kindPolicy {
		return nil
	}
	for _, part := range partsOf(policy) {
		if part.kind != kindBehavior || t.have.nodes[part] == nil {
			continue
		}
		for _, does := range t.have.nodes[part].Kids {
			if !marks(does.Text) {
				return does
			}
		}
	}
	return nil
}

// marks tells whether a line of a behavior only chooses a class or a mark, or counts.
func marks(line string) bool {
	return strings.HasPrefix(line, "remark ") || line == "statistics enable" || line == "permit"
}

// setsLine tells whether one of the edits sets a line that starts so.
func setsLine(swaps []swap, start string) bool {
	return slices.ContainsFunc(swaps, func(s swap) bool { return s.now != nil && strings.HasPrefix(s.now.Text, start) })
}

// checkSwitch finds lines of the system view that stand against what the named ports need.
func (t *targeter) checkSwitch() {
	for _, x := range []struct {
		there, wanted string // wanted on a port, up to the queue
		facets        qos.FacetSet
	}{
		{"dcb pfc global disable", linePFC, setsPFC},
		{"qos ecn enable", "qos queue ", setsQueues},
	} {
		n := t.have.block(x.there)
		if n != nil && t.wantsLine(x.wanted) && !t.keptOnAll(x.facets) {
			t.diags.Errorf(int(n.Line), "%q stands against what the intent asks (%s) on every port, remove it first", n.Text, x.facets)
		}
	}
}

// wantsLine tells whether a line that starts so is desired on some interface.
func (t *targeter) wantsLine(start string) bool {
	for _, block := range t.want.tree.Top {
		if isInterface(block) && slices.ContainsFunc(block.Kids, func(n *conf.Node) bool { return strings.HasPrefix(n.Text, start) }) {
			return true
		}
	}
	return false
}

// keptOnAll tells whether facets are as wanted on every port that the intent names, and may stay so.
func (t *targeter) keptOnAll(facets qos.FacetSet) bool { return facets&^(t.common&^t.stale) == 0 }

// checkPools refuses to change the PFC of a slot whose ports have it without the headroom pool that the family wants before it:
// the switch takes neither such a port's PFC nor the removal of the pool, so that nothing leads back to what is there now (2.2).
func (t *targeter) checkPools() {
	if t.edit == nil || !t.row.pool.Known() {
		return
	}
	have, target := pooledSlots(t.have.tree), pooledSlots(t.tree())
	said := map[string]int{} // where a slot is spoken of
	for _, block := range t.have.tree.Top {
		if !isInterface(block) {
			continue
		}
		name := block.Text[len(interfaceWord):]
		slot := slotIn(name)
		if slot == "" || have[slot] {
			continue
		}
		n := pfcOf(block)
		if n == nil || !target[slot] && pfcOf(t.tree().Find(block.Text)) == n {
			continue
		}
		if _, is := said[slot]; !is {
			said[slot] = len(t.diags)
			t.diags = append(t.diags, vendors.Diagnostic{
				Line: int(n.Line), Summary: fmt.Sprintf("%q stands in slot %s without a headroom pool, and the switch does not take it so", n.Text, slot),
				Detail: fmt.Sprintf("set the pool by hand (%s size %d mbytes slot %s), or take PFC off", linePool, t.row.pool.V/mib, slot),
			})
		}
		of := &t.diags[said[slot]]
		of.Ports = append(of.Ports, name)
	}
}

// pfcOf is the line that puts PFC on an interface, or nil.
func pfcOf(block *conf.Node) *conf.Node {
	if block == nil {
		return nil
	}
	_, n := section(block.Kids).last(linePFC)
	return n
}

// pooledSlots are the slots that have a headroom pool.
func pooledSlots(tree *conf.Tree) map[string]bool {
	slots := map[string]bool{}
	for _, n := range tree.Top {
		if n.Kind == conf.In && strings.HasPrefix(n.Text, linePool) {
			_, slot, _ := strings.Cut(n.Text, " slot ")
			slots[slot] = true
		}
	}
	return slots
}

// checkRoom counts the drop profiles of the target: a family has room for so many, those of others and the default one included.
func (t *targeter) checkRoom() {
	room := t.row.dropProfiles
	if t.edit == nil || !room.Known() {
		return
	}
	count := 1
	for _, n := range t.tree().Top {
		if name, is := cutWord(n.Text, objectKinds[kindDrop].word); is && n.Kind == conf.In && name != builtinName {
			count++
		}
	}
	if count > room.V {
		t.diags.Errorf(0, "the switch would have %d drop profiles with the default one, and this family has room for %d: remove some, or prune what nothing uses", count, room.V)
	}
}
