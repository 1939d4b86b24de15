package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// setSwitch sets what the switch has only once, or once for each slot.
func (t *targeter) setSwitch() {
	t.checkSwitch()
	t.setTunnel()
	want := switchSettings.lines(nil, t.want.tree.Top)
	have := switchSettings.lines(nil, t.have.tree.Top)
	for i := range want {
		t.setGlobal(want[i].same(have), &want[i])
	}
	for i := range have {
		if have[i].same(want) == nil {
			t.resetGlobal(&have[i])
		}
	}
}

// setGlobal makes a desired line of the system view hold. The headroom pool is only raised.
func (t *targeter) setGlobal(have, want *line) {
	s := &switchSettings.list[want.kind]
	switch {
	case t.sameMeaning(switchSettings, have, want), t.keptOnAll(s.facets&qos.PortFacets) && t.tunnelKept(s) && !t.asksPool(s):
	case s.starts == linePool && poolOf(have) >= poolOf(want):
	case have == nil:
		placeTop(t.editor(), conf.New(want.node.Text))
		t.touch(s)
	case s.starts == linePool || !t.heldByOther(have):
		t.editor().Replace(nil, have.node, conf.New(want.node.Text))
		t.touch(s)
	}
}

// asksPool tells whether a setting is the headroom pool, and the intent asks one of a size.
func (t *targeter) asksPool(s *setting) bool {
	return s.starts == linePool && slices.ContainsFunc(t.site.Headroom, func(ask vendors.HeadroomAsk) bool { return ask.Pool != 0 })
}

// resetGlobal takes away a line of the system view that is not desired and stands against what is: times of the watchdog, what
// PFC goes by on a slot, and what a tunnel does.
func (t *targeter) resetGlobal(have *line) {
	s := &switchSettings.list[have.kind]
	goes := s.ours && !s.stays && t.asked(s) || s.starts == lineMapping && t.pausesOtherwise(have.key)
	if len(t.site.Ports) == 0 || !goes || t.isBuiltin(switchSettings, have) || t.heldByOther(have) {
		return
	}
	t.editor().Remove(nil, have.node)
	t.touch(s)
}

// asked tells whether something is asked that is not so and that a setting decides.
func (t *targeter) asked(s *setting) bool {
	if s.facets&setsTunnel != 0 {
		return t.site.VXLAN && !t.tunnelKept(s)
	}
	return !t.keptOnAll(s.facets)
}

// pausesOtherwise tells whether a named port of a slot is to pause, and what it does now is not as wanted.
func (t *targeter) pausesOtherwise(slot string) bool {
	return slices.ContainsFunc(t.site.Ports, func(p vendors.SitePort) bool {
		block := t.want.block(interfaceWord + p.Name)
		return slotOf(p.Name) == slot && setsPFC&^t.keepOf(p.Name) != 0 && block != nil && section(block.Kids).all(linePFC) != nil
	})
}

// tunnelKept tells whether a setting of tunnels is as wanted; others are.
func (t *targeter) tunnelKept(s *setting) bool {
	return s.facets&setsTunnel == 0 || !t.scope.TakeOver && t.scope.Keep[""].Has(qos.FacetTunnel)
}

// touch notes that what ports do has to be set anew where the setting is a part of it. A pool and the key of PFC are for all
// ports alike.
func (t *targeter) touch(s *setting) {
	if !s.bySlot || s.facets == setsWatch {
		t.stale |= s.facets & qos.PortFacets
	}
}

// poolOf is the size of a headroom pool in bytes: size 4 mbytes slot 1.
func poolOf(l *line) int64 {
	if l == nil {
		return -1
	}
	words := strings.Fields(l.value)
	return numberOf(words[1]) * baseUnits[words[2]].scale
}

// heldByOther refuses to change a line of the system view on a switch where another fabric's weft has objects.
func (t *targeter) heldByOther(have *line) bool {
	for _, o := range t.have.objects {
		if !t.owns(o) && !t.adopted[o] && ofWeft(o) {
			t.diags.Errorf(int(have.node.Line), "%q is of the switch as a whole and would have to change, and another fabric is on it too (%s)", have.node.Text, o)
			return true
		}
	}
	return false
}

// setTunnel sets what the VXLAN interfaces do with the DSCP.
func (t *targeter) setTunnel() {
	if t.scope.Keep[""].Has(qos.FacetTunnel) && !t.scope.TakeOver {
		return
	}
	for _, desired := range t.want.tree.Top {
		if !isInterface(desired) || viewOfInterface(desired.Text[len(interfaceWord):]) != viewNve {
			continue
		}
		block, wanted := t.have.block(desired.Text), hasLine(desired, lineUniform)
		switch {
		case block == nil:
			t.diags.Errorf(0, "%s is not in the running configuration, and the intent has a vxlan block", desired.Text)
		case wanted && !hasLine(block, lineUniform):
			t.apply(block, []swap{{section(block.Kids).find("qos phb marking dscp enable"), conf.New(lineUniform)}})
		case !wanted && hasLine(block, lineUniform):
			t.apply(block, []swap{{section(block.Kids).find(lineUniform), nil}})
		}
	}
}

// endDeadlock takes the switch-wide times of the watchdog back once the last port that paused has stopped to.
func (t *targeter) endDeadlock() {
	if !t.unpaused || t.pausing() {
		return
	}
	var gone []string
	want := switchSettings.lines(nil, t.want.tree.Top)
	for _, have := range switchSettings.lines(nil, t.tree().Top) {
		s := &switchSettings.list[have.kind]
		if s.facets == setsWatch && have.same(want) == nil {
			t.editor().Remove(nil, have.node)
			gone = append(gone, have.node.Text)
		}
	}
	if gone != nil {
		t.info(nil, "no port pauses any more", "these lines go: %s", strings.Join(gone, ", "))
	}
}

// pausing tells whether a port of the target has PFC.
func (t *targeter) pausing() bool {
	for _, block := range t.tree().Top {
		if isInterface(block) && section(block.Kids).all(linePFC) != nil {
			return true
		}
	}
	return false
}
