package nxos

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// crossing is a port that passes from one queuing policy to another.
type crossing struct {
	block, old, now *conf.Node // the interface, and its lines before and after
	from, to        mqc
	passage         egressPassage
}

// spanEgress lets ports whose traffic would be unmarked or without bandwidth either way pass by one of weft's two policies,
// which meanwhile does what both do. Where that is the one they have now, ports that leave it and need no bridge leave it
// first: what it does meanwhile is not theirs.
func (b *bridge) spanEgress() {
	crossings := b.crossings()
	var stretched []mqc
	for _, c := range crossings {
		switch {
		case !b.needed(c.passage.may()):
		case strings.HasPrefix(c.to.name, b.own):
			b.widen(b.to, c.to, b.from, c.from, b.orAll(c.passage.left()))
			b.bind(c)
		case strings.HasPrefix(c.from.name, b.own):
			b.widen(b.from, c.from, b.to, c.to, b.orAll(c.passage.entered()))
			stretched = append(stretched, c.from)
		}
	}
	for _, c := range crossings {
		before, after := c.passage.may()
		if slices.Contains(stretched, c.from) && (before || after) && c.passage.early() && b.make(c.to) {
			b.bind(c)
		}
	}
	if b.moves {
		b.widenEdited()
	}
	for i := range b.widened {
		b.widened[i].divide(b)
	}
}

// orAll is a set of queues, or all where traffic moves on the way to the bridge.
func (b *bridge) orAll(set qos.QueueSet) qos.QueueSet {
	if b.moves {
		return qos.AllQueues
	}
	return set
}

// needed tells whether a bridge is needed for what may change before traffic moves, or after that. Where classes pass through
// stand-ins, traffic moves on the way to the bridge: what has to change before is part of it.
func (b *bridge) needed(before, after bool) bool { return !after && (b.moves || !before) }

// widenEdited lets policies that are edited in place do what they do and what they shall do.
func (b *bridge) widenEdited() {
	for _, o := range b.from.objects {
		have, want := b.from.nodes[o], b.to.nodes[o]
		if o.policy && o.typ == "queuing" && want != nil && want != have && b.from.joined[have.Text] == nil {
			b.widen(b.from, o, b.to, o, qos.AllQueues)
		}
	}
}

// left and entered are the queues that traffic leaves and enters.
func (p *egressPassage) left() qos.QueueSet    { return p.marked.left | p.served.left }
func (p *egressPassage) entered() qos.QueueSet { return p.marked.entered | p.served.entered }

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
		c.from, c.to = boundOutput(b.from, text(c.old)), boundOutput(b.to, text(c.now))
		if c.from != c.to {
			c.passage = b.flows.egress(text(before[slotClassify]), text(after[slotClassify]), c.from, c.to, rowOf(b.site.Platform))
			list = append(list, c)
		}
	}
	return list
}

// bind gives a port its new queuing policy.
func (b *bridge) bind(c crossing) { b.rebind(c.block, c.old, c.now) }

// rebind puts a line of a port in the place of another; either may be none.
func (b *bridge) rebind(block, old, now *conf.Node) {
	if old != nil {
		b.editor().Remove(block, old)
	}
	if now != nil {
		placeLine(b.editor(), b.editor().Own(block), conf.New(now.Text))
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

// widen makes a policy that is in the bridge, or puts there the one it shall be, do what that one does, and in some queues
// also what another one does.
func (b *bridge) widen(in *survey, o mqc, inOther *survey, other mqc, queues qos.QueueSet) {
	as := in.nodes[o]
	there := b.editor().Tree().Find(as.Text)
	if there == nil {
		there = conf.Copy(as)
		placeTop(b.edit, there)
	}
	b.addMarks(there, as, qos.AllQueues)
	b.addMarks(there, inOther.nodes[other], queues)
	r := rowOf(b.site.Platform)
	does := queuingOf(in, o, r)
	b.addShares(as.Text, does, queuingOf(inOther, other, r), queues)
	if inOther.nodes[o] != nil { // ports that have it stay on it
		b.addShares(as.Text, does, queuingOf(inOther, o, r), qos.AllQueues)
	}
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

// strictsShare is the share that a strict queue gets meanwhile in a policy where it is not strict.
const strictsShare = 10

// widened is a policy of the bridge that divides its bandwidth among its queues and those of other policies.
type widened struct {
	header string
	shares [qos.NumQueues]share
}

// addShares notes that queues of another policy shall have bandwidth too in a policy in the bridge.
func (b *bridge) addShares(header string, does, other queuing, queues qos.QueueSet) {
	i := slices.IndexFunc(b.widened, func(w widened) bool { return w.header == header })
	if i < 0 {
		i = len(b.widened)
		b.widened = append(b.widened, widened{header: header})
		for q, percent := range does.shares {
			b.widened[i].shares[q] = share{old: percent, now: percent}
		}
	}
	others := other.served()
	for q := range does.shares {
		s := &b.widened[i].shares[q]
		switch has := others.Has(qos.Queue(q)); {
		case does.strict.Has(qos.Queue(q)):
		case s.now > 0 && !has:
			s.old = 0
		case s.now == 0 && has && queues.Has(qos.Queue(q)):
			s.old = max(s.old, other.shares[q])
			if other.strict.Has(qos.Queue(q)) {
				s.old = max(s.old, strictsShare)
			}
		}
	}
}

// divide divides the bandwidth in a policy of the bridge.
func (w *widened) divide(b *bridge) {
	divide(w.shares[:])
	there := b.edit.Own(b.edit.Tree().Find(w.header))
	for _, class := range there.Kids {
		c, _ := classOf("queuing", class.Text)
		q, known := queueOf(b.from, c)
		kind, had := bandwidthOf(class)
		if known && kind != "" && w.shares[q].between != had {
			b.edit.Replace(class, class.FindPrefix(kind), conf.New(kind+strconv.FormatInt(w.shares[q].between, 10)))
		}
	}
}
