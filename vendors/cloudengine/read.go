package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Read gives the behaviour of every physical port of a configuration, whoever wrote it. A name that is bound and not defined,
// and a line that is not understood, make unknown what they decide, with the reason. Defaults are those of the reference,
// which no configuration prints. Some of it needs words:
//
//   - PFC.Key is PFCByClass where the slot has `dcb pfc dscp-mapping`, for it makes the switch pause by internal priority,
//     and PFCByPCP elsewhere.
//   - RewritePCP is what the domain writes on the way out, which every port does unless a line stops it. RewriteDSCP is what
//     a port with `qos phb marking dscp enable` writes.
//   - A threshold that is `dynamic` is unknown: no source says what factor its number stands for.
//   - What of a buffer no line sets is 0, and the switch's own.
//
// Ports whose lines are the same share what they do, with the lines of the first of them as origins.
func (CloudEngine) Read(c vendors.Config, p vendors.Platform) vendors.Reading {
	return read(treeOf(c), factsOf(p), nil)
}

// Reread is Read after a change. It follows the edits of the tree since the reading before: where they are in the blocks of
// interfaces only, what ports with the same lines do is taken from there. The effect has nothing to add to that.
func (CloudEngine) Reread(c vendors.Config, p vendors.Platform, before vendors.Reading, _ vendors.Effect) vendors.Reading {
	x, _ := before.Index.(*index)
	return read(treeOf(c), factsOf(p), x)
}

// index is what Read finds on its way, kept for Reread. It is not changed afterwards.
type index struct {
	tree   *conf.Tree
	mark   int // the state of the tree that was read
	facts  facts
	shared *shared

	ports  []port
	trunks map[string]section // bundles by name
	subs   map[string][]sub   // sub-interfaces by port or bundle

	likes  map[string]*like // by the lines of a port
	before map[string]*like // those of the reading before, as far as they still hold
	key    []byte           // room for one key
}

// port is a physical port.
type port struct {
	name  string
	lines section
	trunk string // the bundle that it is a member of
}

// sub is a sub-interface.
type sub struct {
	name  string
	lines section
	l2    bool
	line  int32 // of its header
}

// read makes the reading of a tree. before, if there is one, may spare work.
func read(tree *conf.Tree, f facts, before *index) vendors.Reading {
	x := &index{tree: tree, mark: tree.Mark(), facts: f, likes: map[string]*like{}}
	if before != nil && before.facts == f {
		if edits, related := tree.Edits(before.tree, before.mark); related && inInterfaces(edits) {
			x.shared, x.before = before.shared, before.likes
		}
	}
	if x.shared == nil {
		x.shared = collectShared(tree, f)
	}
	x.collect()
	sw := &qos.Switch{
		Ports: make([]qos.Port, len(x.ports)), Tunnel: x.shared.tunnel, NonECT: qos.Is(qos.NonECTDrop),
	}
	var assumed assumptions
	for i := range x.ports {
		l := x.likeOf(&x.ports[i])
		sw.Ports[i] = l.port
		sw.Ports[i].Name = x.ports[i].name
		assumed |= l.assumed
	}
	x.before = nil
	counts := tree.Lines()
	r := vendors.Reading{Switch: sw, Foreign: counts[conf.Out], Assumed: assumed.ids(), Index: x}
	if counts[conf.Odd] > 0 {
		r.Unread = unread(tree)
	}
	return r
}

// inInterfaces tells whether all edits are in blocks of ports, bundles and their sub-interfaces.
func inInterfaces(edits []conf.Edit) bool {
	for _, e := range edits {
		if e.Block == nil {
			return false
		}
		name, ok := strings.CutPrefix(e.Block.Text, "interface ")
		if v := viewOfInterface(firstOf(name)); !ok || v != viewPort && v != viewSub {
			return false
		}
	}
	return true
}

// unread lists the lines in scope that are not understood.
func unread(tree *conf.Tree) []vendors.Line {
	var lines []vendors.Line
	var path []string
	var walk func(nodes []*conf.Node)
	walk = func(nodes []*conf.Node) {
		for _, n := range nodes {
			if n.Kind == conf.Odd {
				lines = append(lines, vendors.Line{Number: int(n.Line), Path: slices.Clone(path), Text: n.Text})
			}
			if len(n.Kids) > 0 {
				path = append(path, n.Text)
				walk(n.Kids)
				path = path[:len(path)-1]
			}
		}
	}
	walk(tree.Top)
	return lines
}

// like is what every port with the same lines does.
type like struct {
	port    qos.Port // without its name
	assumed assumptions
	at      uint64 // where its lines stand
}

// likeOf finds or reads what a port does.
func (x *index) likeOf(p *port) *like {
	x.keyOf(p)
	if l := x.likes[string(x.key)]; l != nil {
		return l
	}
	l := x.before[string(x.key)]
	if at := x.placeOf(p); l == nil || l.at != at {
		l = x.readLike(p)
		l.at = at
	}
	x.likes[string(x.key)] = l
	return l
}

// keyOf writes all that decides what a port does, beside what ports share: its lines and those of its bundle and of
// sub-interfaces, its speed and slot, and the groups that it is in.
func (x *index) keyOf(p *port) {
	x.key = append(x.key[:0], p.name[:strings.LastIndex(p.name, "GE")+2]...)
	x.key = append(x.key, slotIn(p.name)...)
	for i, group := range x.shared.uplinks {
		if group.find("group-member interface "+p.name) != nil {
			x.key = append(x.key, '\a', byte(i))
		}
	}
	x.key = p.lines.appendTo(x.key)
	if p.trunk != "" {
		x.key = x.trunks[p.trunk].appendTo(append(x.key, '\v'))
	}
	for _, of := range []string{p.name, p.trunk} {
		for _, s := range x.subs[of] {
			x.key = append(append(x.key, '\f'), s.name...)
			if s.l2 {
				x.key = append(x.key, '2')
			}
			x.key = s.lines.appendTo(append(x.key, '\n'))
		}
	}
}

// placeOf tells where the lines of a port stand, in one number: the origins of what is read from them.
func (x *index) placeOf(p *port) uint64 {
	at := p.lines.place(14695981039346656037)
	at = x.trunks[p.trunk].place(at)
	for _, of := range []string{p.name, p.trunk} {
		for _, s := range x.subs[of] {
			at = s.lines.place((at ^ uint64(s.line)) * 1099511628211)
		}
	}
	return at
}
