package nxos

import (
	"fmt"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// A class that gives another queue after must not take along what it does not keep: it loses that first, changes queue, and
// gains what is new last, so that each code point is in the queue that it had or in the one it gets. A class that keeps nothing
// stands aside meanwhile, in the queue of what nothing matches, so that it is never without a match.

// findRequeued finds the classes of policies edited in place that give another queue after.
func (d *differ) findRequeued() {
	d.requeued = map[mqc]bool{}
	for _, o := range d.from.objects {
		have, want := d.from.nodes[o], d.to.nodes[o]
		if !o.policy || o.typ != "qos" || want == nil || want == have {
			continue
		}
		for _, class := range have.Kids {
			if c, ok := classOf("qos", class.Text); ok && requeues(class, want.Find(class.Text)) {
				d.requeued[c] = true
			}
		}
	}
}

// requeues tells whether a class is in two states of a policy and gives another queue in the second.
func requeues(have, want *conf.Node) bool {
	return want != nil && want != have && have.Text != catchAll && groupOf(have) != groupOf(want)
}

// groupOf is the qos-group that a class gives.
func groupOf(class *conf.Node) int64 {
	if class == nil {
		return 0
	}
	return numberOf(text(class.FindPrefix("set qos-group ")), 0)
}

// matchRanks are when a class-map gains values and when it loses them.
type matchRanks struct{ more, less int }

func (d *differ) matchRanks(o mqc, had, wanted [numMatchFields]values) matchRanks {
	switch {
	case !d.classes(o):
		return matchRanks{rankClassMapNew, rankClassMapNew}
	case !d.requeued[o]:
		return matchRanks{rankClassifyMore, rankClassifyLess}
	case meet(had, wanted):
		return matchRanks{rankClassifyWiden, rankClassifyNarrow}
	}
	return matchRanks{rankClassifyNarrow, rankClassifyNarrow}
}

// meet tells whether two sets of code points have one in common.
func meet(a, b [numMatchFields]values) bool {
	for f := range a {
		if a[f]&b[f] != 0 {
			return true
		}
	}
	return false
}

// classes tells whether a policy has a class of a class-map now.
func (d *differ) classes(classMap mqc) bool {
	for _, o := range d.from.objects {
		if o.policy && o.typ == "qos" && d.from.nodes[o].Find("class "+classMap.name) != nil {
			return true
		}
	}
	return false
}

// requeue changes what requeued classes do.
func (d *differ) requeue(in where, o mqc, have *conf.Node, classes []*conf.Node) {
	rest := groupOf(have.Find(catchAll))
	for _, class := range classes {
		c, _ := classOf("qos", class.Text)
		if !d.requeued[c] {
			continue
		}
		old, rank := have.Find(class.Text), rankClassifyMove
		switch keeps := meet(valuesOf(d.from.nodes[c]), valuesOf(d.to.nodes[c])); {
		case keeps || rest == groupOf(old):
		case rest == groupOf(class):
			rank = rankClassifyAside
		default:
			d.standAside(in.into(class.Text), o, rest)
		}
		mark := d.mark()
		d.editActions(in.into(class.Text), o, old, class)
		d.change(mark, vendors.Change{Key: o.key() + " " + class.Text, Rank: rank, Text: "edit " + o.String()})
	}
}

// standAside puts a class into the queue of what nothing matches.
func (d *differ) standAside(in where, o mqc, rest int64) {
	line := fmt.Sprintf("set qos-group %d", rest)
	mark := d.mark()
	d.add(command{in: in, text: line, words: o.String() + ", " + in.inner + ": " + line + " while its matches change"})
	d.change(mark, vendors.Change{Key: o.key() + " " + in.inner + " aside", Rank: rankClassifyAside, Text: "edit " + o.String()})
}
