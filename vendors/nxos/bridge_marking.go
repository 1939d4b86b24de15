package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// crossing is a port that passes from one queuing policy to another.
type crossing struct {
	block, old, now *conf.Node // the interface, and its lines before and after
	from, to        mqc
	had, has        qos.QueueSet // where the two mark
	flow            flow
}

// spanMarking lets ports whose traffic would be unmarked either way pass by one of weft's two policies, which marks meanwhile
// in the queues of both. Where that is the one they have now, ports that leave it and need no bridge leave it first: what it
// marks meanwhile is not theirs.
func (b *bridge) spanMarking() {
	crossings := b.crossings()
	var widened []mqc
	for _, c := range crossings {
		switch {
		case !c.flow.torn(c.had, c.has):
		case strings.HasPrefix(c.to.name, b.own):
			b.mark(b.to.nodes[c.to], b.from.nodes[c.from], c.flow.left)
			b.bind(c)
		case strings.HasPrefix(c.from.name, b.own):
			b.mark(b.from.nodes[c.from], b.to.nodes[c.to], c.flow.entered)
			widened = append(widened, c.from)
		}
	}
	for _, c := range crossings {
		if slices.Contains(widened, c.from) && !c.flow.torn(c.had, c.has) && c.flow.early(c.had, c.has) && b.make(c.to) {
			b.bind(c)
		}
	}
}

// crossings are the ports whose queuing policy changes.
func (b *bridge) crossings() []crossing {
	var list []crossing
	for _, have := range b.from.tree.Top {
		want := b.to.tree.Find(have.Text)
		if have.Kind != conf.In || want == nil || want == have || !strings.HasPrefix(have.Text, "interface ") {
			continue
		}
		before, after := fill(have.Kids), fill(want.Kids)
		c := crossing{block: have, old: before[slotEgress], now: after[slotEgress]}
		c.from, c.to = b.effective(b.from, c.old), b.effective(b.to, c.now)
		if c.from != c.to {
			c.had, c.has = markingOf(b.from, b.from.nodes[c.from]), markingOf(b.to, b.to.nodes[c.to])
			c.flow = b.flows.of(text(before[slotClassify]), text(after[slotClassify]), c.had, c.has)
			list = append(list, c)
		}
	}
	return list
}

// effective is the queuing policy of an egress line, or that of the whole switch.
func (b *bridge) effective(s *survey, line *conf.Node) mqc {
	if line != nil {
		return policy(line)
	}
	o, _ := systemPolicy(s.tree, "queuing", "output ")
	return o
}

// bind gives a port its new queuing policy.
func (b *bridge) bind(c crossing) {
	if c.old != nil {
		b.editor().Remove(c.block, c.old)
	}
	if c.now != nil {
		placeLine(b.editor(), b.editor().Own(c.block), conf.New(c.now.Text))
	}
}

// make sees to it that a policy is in the bridge as it shall be, and tells whether it is: one that is there and is edited is
// not.
func (b *bridge) make(o mqc) bool {
	have, want := b.from.nodes[o], b.to.nodes[o]
	if have != nil || want == nil {
		return have == want
	}
	if b.editor().Tree().Find(want.Text) == nil {
		placeTop(b.edit, conf.Copy(want))
	}
	return true
}

// mark makes a policy that is in the bridge, or puts there the one it shall be, mark where that one does, and also in queues
// that another one marks in.
func (b *bridge) mark(as, also *conf.Node, queues qos.QueueSet) {
	there := b.editor().Tree().Find(as.Text)
	if there == nil {
		there = conf.Copy(as)
		placeTop(b.edit, there)
	}
	b.addMarks(there, as, qos.AllQueues)
	b.addMarks(there, also, queues)
}

// addMarks gives classes of a policy in the bridge the random-detect lines of another one, where they have none.
func (b *bridge) addMarks(there, other *conf.Node, queues qos.QueueSet) {
	for _, class := range kids(other) {
		line := class.FindPrefix("random-detect ")
		c, _ := classOf("queuing", class.Text)
		if q, known := queueOf(b.from, c); line == nil || !marks(line.Text) || !known || !queues.Has(q) {
			continue
		}
		there = b.edit.Own(there)
		if into := there.Find(class.Text); into != nil && into.FindPrefix("random-detect ") == nil {
			b.edit.Insert(into, conf.New(line.Text), nil)
		}
	}
}
