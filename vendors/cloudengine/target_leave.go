package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// leavePorts cleans the interfaces that name an object of weft's and that the intent names no more: those lines go, and with
// them the lines without a name that weft sets beside them. Packet sizes and what concerns LLDP stay.
func (t *targeter) leavePorts() {
	var left leavers
	for _, block := range t.have.tree.Top {
		if !isInterface(block) || t.want.block(block.Text) != nil || left.has(block) {
			continue
		}
		name := firstOf(block.Text[len(interfaceWord):])
		whole, _, _ := strings.Cut(name, ".")
		if slices.ContainsFunc(bindings(block), t.owns) && !t.named(whole) {
			t.leave(&left, block, name)
		}
	}
	for _, group := range left.groups {
		t.info(group.ports, "no longer of the intent", "these lines go: %s", group.lines)
	}
}

// leave cleans one interface, and the members of an Eth-Trunk with it.
func (t *targeter) leave(left *leavers, block *conf.Node, name string) {
	t.clean(left, block, name)
	if !isBundle(name) {
		return
	}
	for _, member := range t.have.tree.Top {
		if !isInterface(member) {
			continue
		}
		port := member.Text[len(interfaceWord):]
		if trunk, _ := trunkOf(member); trunk == name && !t.named(port) && !left.has(member) {
			t.clean(left, member, port)
		}
	}
}

// clean removes from a block what weft leaves with a port.
func (t *targeter) clean(left *leavers, block *conf.Node, name string) {
	t.haveLines = portSettings.lines(t.haveLines[:0], block.Kids)
	set := t.setByWeft(t.haveLines)
	var swaps []swap
	var gone []string
	drop := func(n *conf.Node) {
		swaps = append(swaps, swap{n, nil})
		gone = append(gone, n.Text)
	}
	for i := range t.haveLines {
		l := &t.haveLines[i]
		s := &portSettings.list[l.kind]
		if bound := portSettings.bound(l); t.owns(bound) || s.ours && !s.stays && !t.foreign(bound) && s.facets&^set == 0 {
			drop(l.node)
		}
	}
	if _, said := scheduleOf(block.Kids); set.Has(qos.FacetEgress) {
		for _, n := range said {
			drop(n)
		}
	}
	t.apply(block, swaps)
	left.add(block, name, strings.Join(gone, ", "))
}

// setByWeft are the facets of a port that weft has set: classes and PFC if they name an object of weft's; the queues unless they
// name an object of somebody else's.
func (t *targeter) setByWeft(lines []line) (set qos.FacetSet) {
	foreign := qos.FacetSet(0)
	for i := range lines {
		switch bound := portSettings.bound(&lines[i]); {
		case t.owns(bound):
			set |= portSettings.list[lines[i].kind].facets
		case t.foreign(bound):
			foreign |= portSettings.list[lines[i].kind].facets
		}
	}
	if foreign&setsQueues == 0 {
		set |= setsQueues
	}
	return withBuffers(set)
}

// leavers are the interfaces that were cleaned, grouped by what went.
type leavers struct {
	blocks []*conf.Node
	groups []leaveGroup
}

type leaveGroup struct {
	lines string
	ports []string
}

func (l *leavers) has(block *conf.Node) bool { return slices.Contains(l.blocks, block) }

func (l *leavers) add(block *conf.Node, port, lines string) {
	l.blocks = append(l.blocks, block)
	if lines == "" {
		return
	}
	i := slices.IndexFunc(l.groups, func(g leaveGroup) bool { return g.lines == lines })
	if i < 0 {
		i = len(l.groups)
		l.groups = append(l.groups, leaveGroup{lines: lines})
	}
	l.groups[i].ports = append(l.groups[i].ports, port)
}
