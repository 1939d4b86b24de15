package cloudengine

import (
	"slices"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// attachment is an interface on which weft decides some lines.
type attachment struct {
	block         *conf.Node // of the running configuration
	ports         []string   // the ports of the intent that it is, or carries
	member, trunk bool       // of an Eth-Trunk; neither for a port by itself
	keep          qos.FacetSet
}

// decides tells whether a setting is decided here: an Eth-Trunk has the lines for classes and sizes, its members the others.
func (a *attachment) decides(s *setting) bool {
	return s.outer && !a.member || !s.outer && !a.trunk
}

// attachPorts sets or keeps the lines of the ports that the intent names, and of the Eth-Trunks they are in.
func (t *targeter) attachPorts() {
	var trunks []attachment
	names := make([]string, len(t.site.Ports))
	for i := range t.site.Ports {
		p := &t.site.Ports[i]
		names[i] = p.Name
		block := t.have.block(interfaceWord + p.Name)
		if block == nil {
			t.diags.Errorf(0, "interface %s is not in the running configuration", p.Name)
			continue
		}
		t.checkPort(p, block)
		a := attachment{block: block, ports: names[i : i+1 : i+1], keep: t.keepOf(p.Name), member: p.LAG != ""}
		if a.member {
			trunks = addMember(trunks, t.have.block(interfaceWord+p.LAG), &a)
		}
		t.attach(&a)
	}
	for i := range trunks {
		t.attach(&trunks[i])
	}
}

// keepOf are the facets of a port that are as they shall be, and may stay so.
func (t *targeter) keepOf(port string) qos.FacetSet {
	if t.scope.TakeOver {
		return 0
	}
	return t.scope.Keep[port] &^ t.stale
}

// addMember adds a port to its Eth-Trunk, which keeps what all its members keep.
func addMember(trunks []attachment, trunk *conf.Node, member *attachment) []attachment {
	if trunk == nil { // checkPort has said so
		return trunks
	}
	i := slices.IndexFunc(trunks, func(a attachment) bool { return a.block == trunk })
	if i < 0 {
		return append(trunks, attachment{block: trunk, ports: member.ports, trunk: true, keep: member.keep})
	}
	trunks[i].ports = append(slices.Clip(trunks[i].ports), member.ports...)
	trunks[i].keep &= member.keep
	return trunks
}

// attach decides every line of one interface.
func (t *targeter) attach(a *attachment) {
	var wanted []*conf.Node
	if desired := t.want.block(a.block.Text); desired != nil {
		wanted = desired.Kids
	}
	t.haveLines = portSettings.lines(t.haveLines[:0], a.block.Kids)
	t.wantLines = portSettings.lines(t.wantLines[:0], wanted)
	var swaps []swap
	loose := t.loose(a)
	for i := range t.haveLines {
		have := &t.haveLines[i]
		swaps = t.decide(swaps, a, loose, have, have.same(t.wantLines))
	}
	for i := range t.wantLines {
		if want := &t.wantLines[i]; want.same(t.haveLines) == nil {
			swaps = t.decide(swaps, a, loose, nil, want)
		}
	}
	if !a.trunk && !a.keep.Has(qos.FacetEgress) {
		swaps = setSchedule(swaps, a.block.Kids, wanted)
	}
	if t.fits(a, swaps) {
		t.apply(a.block, swaps)
	}
}

// loose are the queues whose drop profile changes: whether they mark has to follow, even where a facet is kept.
func (t *targeter) loose(a *attachment) (set qos.QueueSet) {
	if !a.keep.Has(qos.FacetEgress) {
		return 0
	}
	for i := range t.haveLines {
		have := &t.haveLines[i]
		if o := portSettings.bound(have); o.kind != kindDrop || !t.owns(o) {
			continue
		}
		if q, ok := queuesOf([]string{have.key}); ok && have.same(t.wantLines) == nil {
			set |= q
		}
	}
	return set
}

// decide adds the edit that one setting needs: either line may be none.
func (t *targeter) decide(swaps []swap, a *attachment, loose qos.QueueSet, have, want *line) []swap {
	l := have
	if l == nil {
		l = want
	}
	s := &portSettings.list[l.kind]
	bound := portSettings.bound(have)
	if !a.decides(s) && !t.owns(bound) {
		return swaps
	}
	keeps := a.decides(s) && s.facets&^a.keep == 0 && !followsProfile(l, loose)
	switch {
	case t.sameMeaning(portSettings, have, want):
		t.use(portSettings.bound(want), !keeps || t.owns(bound))
	case keeps && !t.owns(bound):
		if t.foreign(bound) {
			t.kept.add(bound, keptFacet(s), a.ports)
		}
	case t.isBuiltin(portSettings, want):
		swaps = append(swaps, swap{have.node, ""})
	default:
		t.use(portSettings.bound(want), true)
		swaps = append(swaps, swap{nodeOf(have), want.node.Text})
	}
	return swaps
}

func nodeOf(l *line) *conf.Node {
	if l == nil {
		return nil
	}
	return l.node
}

// followsProfile tells whether a line says that a queue marks whose drop profile goes.
func followsProfile(l *line, loose qos.QueueSet) bool {
	s := &portSettings.list[l.kind]
	if loose == 0 || s.starts != "qos queue" || s.then != "ecn" {
		return false
	}
	q, _ := queuesOf([]string{l.key})
	return loose&q != 0
}

// keptFacet is the facet that a kept object is listed under.
func keptFacet(s *setting) qos.Facet {
	for f := range qos.NumFacets {
		if s.facets.Has(f) {
			return f
		}
	}
	return 0
}

// setSchedule adds the edits that make the scheduler as wanted: one line says all of it.
func setSchedule(swaps []swap, have, want section) []swap {
	now, said := scheduleOf(have)
	shall, _ := scheduleOf(want)
	if now == shall {
		return swaps
	}
	text := shall.line()
	for _, n := range said {
		swaps = append(swaps, swap{n, text})
		text = ""
	}
	if text != "" {
		swaps = append(swaps, swap{nil, text})
	}
	return swaps
}

// keptList collects what is kept, the ports of one object and facet together.
type keptList struct {
	list []vendors.Kept
	last named // the object of the last entry
}

func (k *keptList) add(o named, facet qos.Facet, ports []string) {
	at := len(k.list) - 1
	if at < 0 || k.last != o || k.list[at].Facet != facet {
		name := o.String()
		at = slices.IndexFunc(k.list, func(e vendors.Kept) bool { return e.Object == name && e.Facet == facet })
	}
	if at < 0 {
		at = len(k.list)
		k.list = append(k.list, vendors.Kept{Object: o.String(), Facet: facet})
	}
	if last := k.list[at].Ports; len(last) == 0 || last[len(last)-1] != ports[len(ports)-1] {
		k.list[at].Ports = append(last, ports...)
	}
	k.last = o
}
