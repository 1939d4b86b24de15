package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// setObjects makes the desired policies that something uses, and the class-maps they are made of, as desired.
func (t *targeter) setObjects() {
	for _, o := range t.want.objects {
		asDesired, used := t.used[o]
		if !o.policy || !used {
			continue
		}
		if !asDesired {
			t.stay(o)
			continue
		}
		for _, class := range t.want.nodes[o].Kids {
			if c, ok := classOf(o.typ, class.Text); ok && t.want.nodes[c] != nil {
				t.use(c, true)
			}
		}
	}
	for _, o := range t.want.objects {
		if t.used[o] {
			t.setObject(o)
		}
	}
}

// stay notes that a policy of the running configuration stays as it is, with what its classes are.
func (t *targeter) stay(policy mqc) {
	t.stays[policy] = true
	if node := t.have.nodes[policy]; node != nil {
		for _, class := range node.Kids {
			if c, ok := classOf(policy.typ, class.Text); ok {
				t.stays[c] = true
			}
		}
	}
}

// setObject makes one object as desired.
func (t *targeter) setObject(o mqc) {
	have, want := t.have.nodes[o], t.want.nodes[o]
	switch {
	case have == nil:
		placeTop(t.editor(), conf.Copy(want))
	case o.policy:
		t.mergePolicy(o, have, want)
	default:
		t.mergeClassMap(have, want)
	}
}

// mergeClassMap gives a class-map the desired values. Whether any or all lines have to match does not count: the platform
// takes both for any (S-CLS7X).
func (t *targeter) mergeClassMap(have, want *conf.Node) {
	had, wanted := valuesOf(have), valuesOf(want)
	for f := range matchFields {
		t.mergeField(have, f, wanted[f]&^had[f], had[f]&^wanted[f])
	}
	for _, line := range have.Kids {
		if _, _, lists := matchField(line.Text); !lists {
			t.mergeOther(have, want, line)
		}
	}
	for _, line := range want.Kids {
		if _, _, lists := matchField(line.Text); !lists && have.Find(line.Text) == nil {
			t.set(have, nil, line.Text)
		}
	}
}

// mergeField adds and takes away values of one field. Lines are written as the switch does it: new values join the first
// line of their field (nxos.match-merge), old ones go out of whichever line has them (nxos.match-partial-no).
func (t *targeter) mergeField(block *conf.Node, field int, more, less values) {
	for _, line := range block.Kids {
		f, set, ok := matchField(line.Text)
		if !ok || f != field {
			continue
		}
		if now := (set | more) &^ less; now != set {
			t.set(block, line, matchLine(field, now))
		}
		more = 0
	}
	if more != 0 {
		t.set(block, nil, matchLine(field, more))
	}
}

// mergeOther drops a line of a class-map that matches by something else than code points, unless it is desired.
func (t *targeter) mergeOther(have, want, line *conf.Node) {
	if line.Kind == conf.In && want.Find(line.Text) == nil && !isDescription(line.Text) {
		t.set(have, line, "")
	}
}

// valuesOf is the code points that a class-map matches, by field.
func valuesOf(classMap *conf.Node) (sets [numMatchFields]values) {
	if classMap == nil {
		return sets
	}
	for _, line := range classMap.Kids {
		if f, set, ok := matchField(line.Text); ok && line.Kind == conf.In {
			sets[f] |= set
		}
	}
	return sets
}

// matchLine is the line that matches a set of values, empty for none.
func matchLine(field int, set values) string {
	if set == 0 {
		return ""
	}
	return matchFields[field] + set.String()
}

// mergePolicy gives a policy the desired classes with the desired lines.
func (t *targeter) mergePolicy(o mqc, have, want *conf.Node) {
	for _, class := range want.Kids {
		switch old := have.Find(class.Text); {
		case old != nil:
			t.mergeClass(o, have, old, class)
		case !t.saysNothing(class) && t.mayAdd(o, have, class) && t.may(have):
			placeLine(t.editor(), t.editor().Own(have), conf.Copy(class))
		}
	}
	for _, class := range have.Kids {
		if want.Find(class.Text) == nil && !t.saysNothing(class) && t.may(have) {
			t.editor().Remove(have, class)
		}
	}
	if o.typ == "qos" {
		t.orderClasses(have, want)
	}
}

// saysNothing tells whether a line or class of a policy does nothing: a description, a class-default with defaults, or a queue
// with no share of what is left.
func (t *targeter) saysNothing(n *conf.Node) bool {
	if n.Text != catchAll && !strings.HasPrefix(n.Text, "class type queuing ") {
		return isDescription(n.Text)
	}
	return !slices.ContainsFunc(n.Kids, func(line *conf.Node) bool {
		return line.Kind != conf.In || !isDefault(line.Text) && line.Text != "bandwidth remaining percent 0"
	})
}

// mergeClass gives a class of a policy the desired lines.
func (t *targeter) mergeClass(o mqc, policy, have, want *conf.Node) {
	for _, line := range want.Kids {
		old := findSlot(have, classSlot(line.Text))
		if sameMeaning(text(old), line.Text) || !t.mayReplace(o, have, old, line.Text) {
			continue
		}
		t.setInClass(policy, have, old, line.Text)
	}
	for _, line := range have.Kids {
		if line.Kind != conf.In || isDefault(line.Text) || findSlot(want, classSlot(line.Text)) != nil || otherScheduling(line, want) {
			continue
		}
		if t.mayReplace(o, have, line, "") {
			t.setInClass(policy, have, line, "")
		}
	}
}

// setInClass sets a line in a class of a policy.
func (t *targeter) setInClass(policy, class, old *conf.Node, now string) {
	if !t.may(policy) {
		return
	}
	t.editor().Own(policy)
	t.checked[class] = true
	t.set(class, old, now)
}

// classSlots are what the lines of a class of a policy start with; a class has one line of each.
var classSlots = []string{
	"set qos-group ", "set dscp ", "set cos ", "set precedence ",
	"bandwidth ", "priority ", "shape ", "random-detect non-ecn ", "random-detect ", "queue-limit ",
	"pause pfc-cos ", "pause no-drop", "pause buffer-size ", "mtu ", "police ", "description ",
}

// classSlot is the setting that a line of a class makes: the start of it, or all of a line that no table has.
func classSlot(text string) string { return slotIn(classSlots, text) }

// findSlot is the line of a block that makes a setting, or nil.
func findSlot(block *conf.Node, slot string) *conf.Node {
	for _, line := range block.Kids {
		if line.Kind != conf.Out && classSlot(line.Text) == slot {
			return line
		}
	}
	return nil
}
