package cloudengine

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// objects finds the changes of domains, profiles, and the parts of traffic policies.
func (d *changer) objects() {
	for _, o := range d.to.objects {
		if d.from.nodes[o] == nil {
			d.create(o, d.to.nodes[o])
		}
	}
	for _, o := range d.from.objects {
		switch have, want := d.from.nodes[o], d.to.nodes[o]; {
		case have == want:
		case want == nil:
			d.remove(o, have)
		default:
			d.editObject(o, have, want)
		}
	}
}

// create makes an object that is not there: its view is entered.
func (d *changer) create(o named, node *conf.Node) {
	mark := len(d.entries)
	lines := slices.DeleteFunc(slices.Clone(node.Kids), func(n *conf.Node) bool { return n.Kind != conf.In })
	if o.kind == kindPFC {
		slices.SortStableFunc(lines, func(a, b *conf.Node) int { return cmp.Compare(profileTurn(a), profileTurn(b)) })
	}
	for _, n := range lines {
		d.add(entry{text: n.Text})
	}
	rank := rankObjectNew
	if d.crowded(o) && !d.to.names(o) {
		rank = rankTakeRoom
	}
	d.changes = append(d.changes, vendors.Change{
		Key: o.String(), Rank: rank, Text: "create " + o.String(),
		Defines: []string{o.String()}, Uses: partKeys(o, node), Body: body{view: node.Text, entries: d.since(mark)},
	})
}

// profileTurn is when a line of a PFC profile is set: the priority that it starts with goes first where it has to, so that never
// more are in it than shall be, then those that it shall have come in, then what else is set for them.
func profileTurn(n *conf.Node) int {
	switch _, takes, ok := priorityLine(n); {
	case takes:
		return 0
	case ok:
		return 1
	}
	return 2
}

// remove deletes an object.
func (d *changer) remove(o named, node *conf.Node) {
	mark := len(d.entries)
	d.add(entry{text: "undo " + o.String()})
	rank := rankObjectGone + int(o.kind)
	if d.crowded(o) && !d.from.names(o) {
		rank = rankMakeRoom
	}
	d.change(mark, "", nil, vendors.Change{
		Key: o.String() + " gone", Rank: rank, Text: "delete " + o.String(),
		Removes: []string{o.String()}, Frees: partKeys(o, node),
	})
}

// crowded tells whether the drop profiles of before and after have no room beside each other.
func (d *changer) crowded(o named) bool {
	room := rowOf(d.site.Platform).dropProfiles
	if o.kind != kindDrop || !room.Known() {
		return false
	}
	count := 1 // the default one, printed or not
	for _, side := range []*inventory{d.from, d.to} {
		for _, o := range side.objects {
			if o.kind == kindDrop && o.name != builtinName && (side == d.from || d.from.nodes[o] == nil) {
				count++
			}
		}
	}
	return count > room.V
}

// partKeys are the parts of a traffic policy.
func partKeys(o named, node *conf.Node) (keys []string) {
	if o.kind == kindPolicy {
		for _, part := range partsOf(node) {
			keys = append(keys, part.String())
		}
	}
	return keys
}

// editObject changes an object in place.
func (d *changer) editObject(o named, have, want *conf.Node) {
	s := objectKinds[o.kind].settings
	if s == nil {
		return
	}
	mark := len(d.entries)
	less, more := d.edits(s, have.Kids, want.Kids)
	d.putEdits(o, less)
	if o.kind == kindPFC {
		d.editPriorities(have, want)
	}
	d.putEdits(o, more)
	d.change(mark, have.Text, d.bound[o], vendors.Change{Key: o.String(), Rank: rankObjectEdit, Text: "edit " + o.String()})
}

func (d *changer) putEdits(o named, edits []edit) {
	for _, e := range edits {
		d.add(entry{text: commandOf(objectKinds[o.kind].settings, e), disruption: d.disrupts(o, e)})
	}
}

// editPriorities takes priorities out of a profile and puts others in: `priority` adds to those that are there (2.2). What else
// is set for a priority that leaves was taken back before. The priority that a profile starts with is listed only when it is put
// in once more.
func (d *changer) editPriorities(have, want *conf.Node) {
	now, shall := prioritiesIn(have.Kids), prioritiesIn(want.Kids)
	in, again := shall.all()&^now.all(), initialPriorities&now.undone&shall.listed
	d.list("undo priority ", now.all()&^shall.all())
	d.list("priority ", in)
	d.list("priority ", again)
}

// list adds a command about some priorities.
func (d *changer) list(text string, set qos.QueueSet) {
	if set != 0 {
		d.add(entry{text: text + spaced(set)})
	}
}

// disrupts is what an edit of a line does to the ports that name its object: they lose packets where a domain moves a code point
// into a queue that is paused, or out of one (6.2).
func (d *changer) disrupts(o named, e edit) vendors.Disruption {
	s, l := objectKinds[o.kind].settings, e.line()
	if s.list[l.kind].disrupts == vendors.None {
		return vendors.None
	}
	d.findBound()
	if len(d.bound[o]) == 0 || d.paused&(classIn(e.old)|classIn(e.now)|builtinClassOf(s, l)) == 0 {
		return vendors.None
	}
	return s.list[l.kind].disrupts
}

// classIn is the queue in a line such as ip-dscp-inbound 24 phb af4 green.
func classIn(l *line) qos.QueueSet {
	if l == nil {
		return 0
	}
	words := strings.Fields(l.value)
	if len(words) < 2 {
		return 0
	}
	q, _ := phbOf(words[1])
	return qos.Queues(q)
}

// builtinClassOf is the queue of a code point where no line says it: DSCP n is in n/8 (1.2).
func builtinClassOf(s *settings, l *line) qos.QueueSet {
	n := numberOf(l.key)
	if s.list[l.kind].starts == "ip-dscp-inbound" {
		n /= 8
	}
	return qos.Queues(qos.Queue(n % qos.NumQueues))
}

// findBound finds which ports name which objects now, and what is paused on any port before or after.
func (d *changer) findBound() {
	if d.bound != nil {
		return
	}
	d.bound = map[named][]string{}
	for _, side := range []*inventory{d.from, d.to} {
		for _, block := range side.tree.Top {
			if !isInterface(block) {
				continue
			}
			ports := d.portsOf(block)
			for _, o := range bindings(block) {
				if side == d.from {
					d.bound[o] = addNew(d.bound[o], ports)
				}
				if o.kind == kindPFC {
					d.paused |= pausedBy(side.nodes[o])
				}
			}
		}
	}
}

// pausedBy is the set of a profile; of one that is not there, what one starts with.
func pausedBy(profile *conf.Node) qos.QueueSet {
	if profile == nil {
		return initialPriorities
	}
	p := prioritiesIn(profile.Kids)
	return p.all()
}
