package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// editQoS changes a type qos policy in place. The switch puts a new class behind all others but class-default, so classes
// that have to stand behind a new one are taken out and put in again, each covered by a class of its own meanwhile.
func (d *differ) editQoS(o mqc, have, want *conf.Node) {
	before, after := classesOf(have), classesOf(want)
	tail := tailOf(before, after)
	in := where{outer: have.Text}
	head := after[:len(after)-len(tail)]
	d.requeue(in, o, have, head)
	mark := d.mark()
	for _, class := range head {
		if c, _ := classOf("qos", class.Text); !d.requeued[c] {
			d.editActions(in.into(class.Text), o, have.Find(class.Text), class)
		}
	}
	last := d.arrange(in, o, have, want, tail)
	d.change(mark, vendors.Change{
		Key: o.key(), Rank: rankClassifyMore, Text: "edit " + o.String(), Uses: classKeys(d.to, o, newClasses(have, want)),
	})
	d.editRest(in, o, last, want.Find(catchAll))
	d.dropClasses(in, o, classesOf(&conf.Node{Kids: newClasses(want, have)}))
}

// editRest changes the class that catches the rest: when what is new is classed elsewhere, and before what goes falls into it.
func (d *differ) editRest(in where, o mqc, have, want *conf.Node) {
	mark := d.mark()
	switch {
	case have == want:
	case have == nil:
		d.make(in, want, o.String()+", "+catchAll)
	case want == nil:
		d.add(command{in: in, text: negated(catchAll), words: o.String() + ": remove " + catchAll})
	default:
		d.editActions(in.into(catchAll), o, have, want)
	}
	d.change(mark, vendors.Change{Key: o.key() + " rest", Rank: rankClassifyRest, Text: "edit " + o.String()})
}

// classesOf are the classes of a policy whose order counts: all but the last.
func classesOf(policy *conf.Node) []*conf.Node {
	var list []*conf.Node
	for _, class := range policy.Kids {
		if isClass(class) && class.Text != catchAll {
			list = append(list, class)
		}
	}
	return list
}

// tailOf are the wanted classes that have to be added, or taken out and added again: those behind the longest start of the
// wanted order that the switch has in this order already.
func tailOf(have, want []*conf.Node) []*conf.Node {
	at := 0
	for i, class := range want {
		next := indexOf(have[at:], class.Text)
		if next < 0 {
			return want[i:]
		}
		at += next + 1
	}
	return nil
}

// editActions changes what a class does.
func (d *differ) editActions(in where, o mqc, have, want *conf.Node) {
	for _, e := range edits(have.Kids, want.Kids, classSlot) {
		d.add(command{in: in, text: orNegated(e), words: o.String() + ", " + in.inner + ": " + changed(e)})
	}
}

// arrange adds the classes of tail in their order, and returns the class-default that is there then. One that leaves packets in
// the class they have without it makes way for them: where the switch puts a class behind it, nothing would reach that class
// (nxos.class-append).
func (d *differ) arrange(in where, o mqc, have, want *conf.Node, tail []*conf.Node) (last *conf.Node) {
	last = have.Find(catchAll)
	aside := last != nil && len(tail) > 0 && onlyMarks(last)
	if aside {
		d.add(command{in: in, text: negated(catchAll), words: o.String() + ": class-default makes way"})
		last = nil
	}
	for _, class := range tail {
		switch old := have.Find(class.Text); {
		case old == nil:
			d.make(in, class, o.String()+", "+class.Text)
		case d.boundTo(o).none():
			d.readd(in, o, class)
		default:
			d.move(in, o, old, class)
		}
	}
	if wanted := want.Find(catchAll); aside && wanted != nil && onlyMarks(wanted) {
		d.make(in, wanted, o.String()+", "+catchAll)
		last = wanted
	}
	return last
}

// onlyMarks tells whether the lines of a class mark packets at most, and otherwise say what is so without them.
func onlyMarks(class *conf.Node) bool {
	return !slices.ContainsFunc(class.Kids, func(line *conf.Node) bool {
		return !isDefault(line.Text) && !strings.HasPrefix(line.Text, "set dscp ") && !strings.HasPrefix(line.Text, "set cos ")
	})
}

// readd puts a class behind the others.
func (d *differ) readd(in where, o mqc, class *conf.Node) {
	d.add(command{in: in, text: negated(class.Text), words: o.String() + ": move " + class.Text})
	d.make(in, class, o.String()+": move "+class.Text)
}

// move puts a class of an attached policy behind the others. Another class with the same matches and actions stands in for it
// while it is out.
func (d *differ) move(in where, o mqc, have, want *conf.Node) {
	c, _ := classOf("qos", want.Text)
	name := d.site.Prefix + "-moving"
	words := o.String() + ": stand in for " + want.Text
	standIn := conf.New("class-map type qos match-any "+name, d.matchesOf(c)...)
	class := conf.New("class "+name, want.Kids...)
	d.make(where{}, standIn, words)
	d.make(in, class, words)
	d.readd(in, o, want)
	d.add(command{in: in, text: negated(class.Text), words: words + " no more"})
	d.add(command{text: negated(standIn.Text), words: words + " no more"})
}

// matchesOf are the lines of a class-map before and after, without the vanishing ones.
func (d *differ) matchesOf(c mqc) []*conf.Node {
	var lines []*conf.Node
	for _, line := range slices.Concat(kids(d.from.nodes[c]), kids(d.to.nodes[c])) {
		f, _, lists := matchField(line.Text)
		if line.Kind == conf.In && !hasLine(lines, line) && !(lists && d.vanishing[f]) {
			lines = append(lines, line)
		}
	}
	return lines
}

// dropClasses takes classes out of a policy: those that match vanishing fields before anything new is matched, the others
// when all that is new is there.
func (d *differ) dropClasses(in where, o mqc, classes []*conf.Node) {
	drop := func(rank int, part string, these []*conf.Node) {
		mark := d.mark()
		for _, class := range these {
			d.add(command{in: in, text: negated(class.Text), words: o.String() + ": remove " + class.Text})
		}
		d.change(mark, vendors.Change{
			Key: o.key() + part, Rank: rank, Text: "edit " + o.String(), Frees: classKeys(d.from, o, these),
		})
	}
	var early, late []*conf.Node
	for _, class := range classes {
		if c, _ := classOf("qos", class.Text); d.vanishes(d.from.nodes[c]) {
			early = append(early, class)
		} else {
			late = append(late, class)
		}
	}
	drop(rankClassifyEarly, " early", early)
	drop(rankClassifyLess, " less", late)
}
