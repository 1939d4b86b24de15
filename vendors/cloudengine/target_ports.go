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
	sub           bool       // a sub-interface
	keep          qos.FacetSet
}

// decides tells whether a setting is decided here: an Eth-Trunk has the lines for classes and sizes, its members the others, and
// a sub-interface those for classes (1.3).
func (a *attachment) decides(s *setting) bool {
	if a.sub {
		return s.facets == setsClasses && s.starts != linePriority
	}
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
		if !a.member {
			t.attachSubs(&a)
		}
	}
	for i := range trunks {
		t.attach(&trunks[i])
		t.attachSubs(&trunks[i])
	}
}

// keepOf are the facets of a port that are as they shall be, and may stay so.
func (t *targeter) keepOf(port string) qos.FacetSet {
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

// outcome is what was decided on one interface. The next one mostly has the same lines, and comes to the same.
type outcome struct {
	attachment
	wanted []*conf.Node
	swaps  []swap
	keeps  []keptObject
	fits   bool // nothing is in the way of the edits
}

// keptObject is an object that stays bound and what for.
type keptObject struct {
	named
	facet qos.Facet
}

// attach decides every line of one interface.
func (t *targeter) attach(a *attachment) {
	t.attachAs(a, t.wantedOn(a))
}

// wantedOn are the desired lines of an interface.
func (t *targeter) wantedOn(a *attachment) section {
	if desired := t.want.block(a.block.Text); desired != nil {
		return desired.Kids
	}
	return nil
}

// attachAs decides every line of one interface by those that are wanted there.
func (t *targeter) attachAs(a *attachment, wanted section) {
	o := outcome{attachment: *a, wanted: wanted}
	if t.last.fits && t.last.likeThis(&o) {
		o.keeps, o.fits = t.last.keeps, true
		o.swaps = t.last.swapsFor(a.block.Kids)
	} else {
		t.work(&o)
		o.fits = t.fits(a, o.swaps)
	}
	for _, k := range o.keeps {
		t.kept.add(k.named, k.facet, a.ports)
	}
	if o.fits {
		t.apply(a.block, o.swaps)
	}
	t.last = o
}

// work finds the outcome for an interface.
func (t *targeter) work(o *outcome) {
	t.haveLines = portSettings.lines(t.haveLines[:0], o.block.Kids)
	t.wantLines = portSettings.lines(t.wantLines[:0], o.wanted)
	ours := t.ours()
	for i := range t.haveLines {
		have := &t.haveLines[i]
		t.decide(o, ours, have, have.same(t.wantLines))
	}
	for i := range t.wantLines {
		if want := &t.wantLines[i]; want.same(t.haveLines) == nil {
			t.decide(o, ours, nil, want)
		}
	}
	if !o.trunk && !o.sub && (!o.keep.Has(qos.FacetEgress) || ours.Has(qos.FacetEgress)) {
		o.swaps = setSchedule(o.swaps, o.block.Kids, o.wanted)
	}
}

// likeThis tells whether another interface has the same lines, wanted ones too, and the same to keep.
func (o *outcome) likeThis(other *outcome) bool {
	return o.block != nil && o.keep == other.keep && o.member == other.member && o.trunk == other.trunk && o.sub == other.sub &&
		sameLines(o.block.Kids, other.block.Kids) && sameLines(o.wanted, other.wanted)
}

// swapsFor are the edits of an interface that has the same lines.
func (o *outcome) swapsFor(kids []*conf.Node) []swap {
	if !slices.ContainsFunc(o.swaps, func(s swap) bool { return s.old != nil }) {
		return o.swaps
	}
	swaps := slices.Clone(o.swaps)
	for i := range swaps {
		if swaps[i].old != nil {
			swaps[i].old = kids[placeAmong(kids, placeIn(o.block.Kids, swaps[i].old))]
		}
	}
	return swaps
}

// placeIn counts the lines in scope before one of them, and placeAmong finds the one with so many before it.
func placeIn(kids []*conf.Node, n *conf.Node) (place int) {
	for _, kid := range kids {
		if kid == n {
			break
		}
		if kid.Kind != conf.Out {
			place++
		}
	}
	return place
}

func placeAmong(kids []*conf.Node, place int) int {
	return slices.IndexFunc(kids, func(kid *conf.Node) bool {
		if kid.Kind != conf.Out {
			place--
		}
		return place < 0
	})
}

// sameLines tells whether two blocks have the same lines in scope, in the same order.
func sameLines(a, b []*conf.Node) bool {
	for {
		for len(a) > 0 && a[0].Kind == conf.Out {
			a = a[1:]
		}
		for len(b) > 0 && b[0].Kind == conf.Out {
			b = b[1:]
		}
		if len(a) == 0 || len(b) == 0 {
			return len(a) == len(b)
		}
		if a[0] != b[0] && (a[0].Kind != b[0].Kind || a[0].Text != b[0].Text) {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

// withBuffers adds the buffers to facets among which is the PFC that they are for.
func withBuffers(set qos.FacetSet) qos.FacetSet {
	if set.Has(qos.FacetPFC) {
		return set | setsBuffers
	}
	return set
}

// ours are the facets of an interface that an object of weft's decides and that are not as desired, by the object's name or by
// what is in it: those are set whether or not they behave as they shall, so that no port goes by what another one needs changed.
func (t *targeter) ours() (set qos.FacetSet) {
	for i := range t.haveLines {
		have := &t.haveLines[i]
		bound := portSettings.bound(have)
		if t.owns(bound) && (portSettings.bound(have.same(t.wantLines)) != bound || t.changes(bound)) {
			set |= portSettings.list[have.kind].facets
		}
	}
	return withBuffers(set)
}

// changes tells whether an object of weft's is to have other lines.
func (t *targeter) changes(o named) bool {
	changes, asked := t.changing[o]
	if !asked {
		have, want := t.have.nodes[o], t.want.nodes[o]
		changes = have == nil || want == nil || len(t.swapsIn(o, have, want)) > 0
		t.changing[o] = changes
	}
	return changes
}

// decide sets or keeps one setting: either line may be none. What somebody else's object does stays with it.
func (t *targeter) decide(o *outcome, ours qos.FacetSet, have, want *line) {
	l := have
	if l == nil {
		l = want
	}
	s := &portSettings.list[l.kind]
	bound, wanted := portSettings.bound(have), portSettings.bound(want)
	if !o.decides(s) && !t.owns(bound) {
		return
	}
	facets := portSettings.facets(l)
	keeps := o.decides(s) && facets&^o.keep == 0 && (facets&ours == 0 || t.foreign(bound))
	switch {
	case t.sameMeaning(portSettings, have, want):
		t.use(wanted, !keeps)
	case keeps && t.foreign(bound), t.foreign(bound) && t.doesSame(bound, wanted):
		o.keeps = append(o.keeps, keptObject{bound, keptFacet(s)})
	case keeps:
		t.use(bound, false)
	case t.isBuiltin(portSettings, want):
		o.swaps = append(o.swaps, swap{have.node, nil})
	default:
		t.use(wanted, true)
		o.swaps = append(o.swaps, swap{nodeOf(have), conf.New(want.node.Text)})
	}
}

// doesSame tells whether a drop profile says what another one is to say: whatever else of the queues changes, it may stay bound.
func (t *targeter) doesSame(bound, wanted named) bool {
	have, want := t.have.nodes[bound], t.want.nodes[wanted]
	return bound.kind == kindDrop && !t.scope.TakeOver && have != nil && want != nil &&
		section(have.Kids).odd() == nil && len(t.swapsIn(bound, have, want)) == 0
}

func nodeOf(l *line) *conf.Node {
	if l == nil {
		return nil
	}
	return l.node
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
	var line *conf.Node
	if text := shall.line(); text != "" {
		line = conf.New(text)
	}
	for _, n := range said {
		swaps = append(swaps, swap{n, line})
		line = nil
	}
	if line != nil {
		swaps = append(swaps, swap{nil, line})
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
