package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// attachment is an interface on which weft decides some slots.
type attachment struct {
	block *conf.Node // of the running configuration
	ports []string   // the ports of the intent that it is, or carries
	slots slotSet
	keep  qos.FacetSet
}

// attachPorts sets or keeps what is attached to the ports that the intent names, and to the bundles they are in.
func (t *targeter) attachPorts() {
	var bundles []attachment
	names := make([]string, len(t.site.Ports))
	t.blocks = make([]*conf.Node, 0, len(t.site.Ports))
	for i := range t.site.Ports {
		p := &t.site.Ports[i]
		names[i] = p.Name
		block := t.have.block("interface " + p.Name)
		if block == nil {
			t.diags.Errorf(0, "interface %s is not in the running configuration", p.Name)
			continue
		}
		t.blocks = append(t.blocks, block)
		t.checkPort(p, block)
		a := attachment{block: block, ports: names[i : i+1 : i+1], slots: allSlots, keep: t.scope.Keep[p.Name] &^ t.stale}
		if p.LAG != "" {
			bundles = addMember(bundles, t.have.block("interface "+p.LAG), a)
			a.slots = linkSlots
		}
		t.attach(&a)
	}
	for i := range bundles {
		t.attach(&bundles[i])
	}
}

// addMember adds a port to its bundle. The bundle keeps what all its members keep.
func addMember(bundles []attachment, bundle *conf.Node, member attachment) []attachment {
	i := slices.IndexFunc(bundles, func(b attachment) bool { return b.block == bundle })
	switch {
	case bundle == nil: // checkPort has said so
		return bundles
	case i < 0:
		return append(bundles, attachment{block: bundle, ports: member.ports, slots: bundleSlots, keep: member.keep})
	}
	bundles[i].ports = append(slices.Clip(bundles[i].ports), member.ports...)
	bundles[i].keep &= member.keep
	return bundles
}

// attach decides every slot of one interface.
func (t *targeter) attach(a *attachment) {
	have := fill(a.block.Kids)
	var want filled
	if desired := t.want.block(a.block.Text); desired != nil {
		want = fill(desired.Kids)
		want[slotMTU] = t.wantedMTU(a.block, want[slotMTU])
	}
	if a.slots.has(slotPFC) && t.flowControlled(a.block, want[slotPFC]) {
		return
	}
	var toSet slotSet
	for s := range numSlots {
		switch {
		case have[s] == nil && want[s] == nil:
			t.noteInherited(a, s)
		case a.slots.has(s) && have[s] != nil && want[s] != nil && have[s].Text == want[s].Text && t.settled[s] == want[s].Text:
		case (a.slots.has(s) || t.owns(policy(have[s]))) && t.differs(a, s, have[s], want[s]):
			toSet |= 1 << s
		}
	}
	if toSet != 0 && t.may(a.block) && (!toSet.has(slotMTU) || t.mtuFits(a.block, want[slotMTU])) {
		t.setSlots(a.block, toSet, have, want)
	}
}

// differs decides on one slot: whether the line is to be as wanted and is not. What a port only has from system qos goes when
// it is of weft's: it belongs on ports.
func (t *targeter) differs(a *attachment, s slot, have, want *conf.Node) bool {
	keeps := t.keeps(a, s) && (have != nil || !t.owns(t.inherited[s]))
	bound := policy(have)
	switch {
	case t.sameLine(a, s, text(have), text(want)):
		t.settle(s, want, !keeps || t.owns(bound))
		return false
	case keeps && !t.owns(bound):
		t.noteKept(a, s, bound)
		return false
	case have == nil && t.inherits(s, policy(want)):
		t.settle(s, want, true)
		return false
	}
	t.settle(s, want, true)
	return true
}

// inherits tells whether a port without a policy of its own has an adopted one from system qos: editing that one is enough.
func (t *targeter) inherits(s slot, o mqc) bool { return t.adopted[o] && t.inherited[s] == o }

// settle notes that the policy of a wanted line is needed.
func (t *targeter) settle(s slot, want *conf.Node, asDesired bool) {
	if want != nil && t.settled[s] != want.Text && t.use(policy(want), asDesired) {
		t.settled[s] = want.Text
	}
}

// setSlots puts the wanted lines of slots in the place of those that are there.
func (t *targeter) setSlots(block *conf.Node, toSet slotSet, have, want filled) {
	e := t.editor()
	now := e.Own(block)
	at := 0 // slots are in the order of the switch: what was passed for one need not be looked at for the next
	for s := range numSlots {
		if !toSet.has(s) {
			continue
		}
		wanted := want[s]
		if isDefault(text(wanted)) {
			wanted = nil
		}
		switch {
		case wanted == nil:
			t.unwatched = t.unwatched || watches(have[s])
			e.Remove(now, have[s])
			at = 0
		case have[s] != nil && exchanges[s] == "":
			e.Replace(now, have[s], t.line(wanted.Text))
		default:
			if have[s] != nil {
				e.Remove(now, have[s])
				at = 0
			}
			at = placeInPort(now, slots[s].rank, at)
			e.Insert(now, t.line(wanted.Text), kidAt(now, at))
		}
	}
}

// keeps tells whether a slot does already what is wanted. The line that sets PFC decides too whether it is advertised.
func (t *targeter) keeps(a *attachment, s slot) bool {
	return a.slots.has(s) && !t.scope.TakeOver && !(s == slotEgress && t.scope.SwitchOver) && a.keep.Has(slots[s].facet) && (s != slotPFC || a.keep.Has(qos.FacetDCBX))
}

// sameLine tells whether two lines of a slot do the same. Whether a port advertises its PFC is a facet of its own.
func (t *targeter) sameLine(a *attachment, s slot, have, want string) bool {
	if s == slotPFC && a.keep.Has(qos.FacetDCBX) {
		have, want = strings.TrimSuffix(have, " send-tlv"), strings.TrimSuffix(want, " send-tlv")
	}
	return sameMeaning(have, want)
}

// flowControlled refuses PFC where 802.3x flow control is on, also PFC that is on already: they exclude each other (nxos.md 2.7).
func (t *targeter) flowControlled(block, want *conf.Node) bool {
	if !strings.HasPrefix(text(want), "priority-flow-control mode on") {
		return false
	}
	found := false
	for _, line := range block.Kids {
		if line.Kind == conf.In && strings.HasPrefix(line.Text, "flowcontrol ") && strings.HasSuffix(line.Text, " on") {
			t.diags.Errorf(int(line.Line), "%s: %q excludes PFC on the same port, remove it first", block.Text, line.Text)
			found = true
		}
	}
	return found
}

// noteKept lists a foreign object that already does what is wanted.
func (t *targeter) noteKept(a *attachment, s slot, bound mqc) {
	if bound == (mqc{}) {
		t.noteInherited(a, s)
	} else if t.foreign(bound) {
		t.kept.add(bound, slots[s].facet, a.ports)
	}
}

// noteInherited lists a foreign queuing policy under system qos that does on a port what is wanted.
func (t *targeter) noteInherited(a *attachment, s slot) {
	if t.foreign(t.inherited[s]) && t.keeps(a, s) {
		t.kept.add(t.inherited[s], slots[s].facet, a.ports)
	}
}

// keptList collects what is kept, the ports of one object and facet together.
type keptList struct {
	list []vendors.Kept
	last mqc // the object of the last entry
}

func (k *keptList) add(o mqc, facet qos.Facet, ports []string) {
	at := -1
	if n := len(k.list) - 1; n >= 0 && k.last == o && k.list[n].Facet == facet {
		at = n
	} else {
		name := o.String()
		at = slices.IndexFunc(k.list, func(e vendors.Kept) bool { return e.Object == name && e.Facet == facet })
	}
	if at < 0 {
		at = len(k.list)
		k.list = append(k.list, vendors.Kept{Object: o.String(), Facet: facet})
	}
	k.list[at].Ports = append(k.list[at].Ports, ports...)
	k.last = o
}
