package nxos

import (
	"slices"

	"github.com/weft-net/weft/vendors/conf"
)

// orderClasses sees to the order of the classes of a type qos policy, of which the first that matches counts. The order the
// switch has, with new classes last, is as good as the desired one unless it decides a packet that two classes match.
func (t *targeter) orderClasses(have, want *conf.Node) {
	classes := have.Kids
	if t.edit != nil && t.have.joined[have.Text] == nil {
		classes = t.tree().Find(have.Text).Kids
	}
	if t.ordered(classes, want.Kids) || !t.may(have) {
		return
	}
	now := t.editor().Own(have)
	for _, class := range want.Kids {
		moved := now.Find(class.Text)
		t.edit.Remove(now, moved)
		placeLine(t.edit, now, moved)
	}
}

// ordered tells whether classes are in an order that decides every packet as the wanted order does.
func (t *targeter) ordered(classes, wanted []*conf.Node) bool {
	for i, b := range wanted {
		at := indexOf(classes, b.Text)
		for _, a := range wanted[:i] {
			if indexOf(classes, a.Text) > at && t.overlap(a, b) {
				return false
			}
		}
	}
	return true
}

func indexOf(nodes []*conf.Node, text string) int {
	return slices.IndexFunc(nodes, func(n *conf.Node) bool { return n.Text == text })
}

// overlap tells whether a packet can be in both of two classes: not when they match different values of one and the same
// field.
func (t *targeter) overlap(a, b *conf.Node) bool {
	return overlap(t.matches(a), t.matches(b))
}

// matches is the desired class-map of a class.
func (t *targeter) matches(class *conf.Node) *conf.Node {
	o, _ := classOf("qos", class.Text)
	return t.want.nodes[o]
}

func overlap(a, b *conf.Node) bool {
	if a == nil || b == nil {
		return true
	}
	valuesA, valuesB := valuesOf(a), valuesOf(b)
	for f := range matchFields {
		if onlyField(a, valuesA, f) && onlyField(b, valuesB, f) {
			return valuesA[f]&valuesB[f] != 0
		}
	}
	return true
}

// onlyField tells whether a class-map matches values of one field and nothing else.
func onlyField(classMap *conf.Node, sets [numMatchFields]values, field int) bool {
	set := sets[field]
	sets[field] = 0
	return set != 0 && sets == [numMatchFields]values{} && !slices.ContainsFunc(classMap.Kids, func(line *conf.Node) bool {
		_, _, lists := matchField(line.Text)
		return !lists && !isDescription(line.Text)
	})
}
