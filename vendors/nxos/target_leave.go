package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// leavePorts cleans the interfaces that bind an object of weft's and that the intent names no more: those bindings go, and
// with them the lines without a name that weft sets beside them. The MTU stays.
func (t *targeter) leavePorts() {
	var left leavers
	named := t.blocks
	for _, block := range t.have.tree.Top {
		if len(named) > 0 && named[0] == block {
			named = named[1:]
			continue
		}
		name, isPort := strings.CutPrefix(block.Text, "interface ")
		if !isPort || t.want.block(block.Text) != nil || left.has(block) {
			continue
		}
		if slices.ContainsFunc(bindings(block), t.owns) && !t.named(name) {
			t.leave(&left, block, name)
		}
	}
	for _, group := range left.groups {
		t.info(group.ports, "no longer of the intent", "these lines go: %s", group.lines)
	}
}

// leave cleans one interface, and the members of a bundle with it.
func (t *targeter) leave(left *leavers, block *conf.Node, name string) {
	t.clean(left, block, name)
	if !strings.HasPrefix(name, "port-channel") {
		return
	}
	for _, member := range t.have.tree.Top {
		port, isPort := strings.CutPrefix(member.Text, "interface ")
		if isPort && !t.named(port) && bundleOf(member.FindPrefix("channel-group ")) == name {
			t.clean(left, member, port)
		}
	}
}

// clean removes from a block what weft leaves with a port.
func (t *targeter) clean(left *leavers, block *conf.Node, name string) {
	lines := fill(block.Kids)
	var gone []string
	for s, line := range lines {
		if line == nil || !t.owns(policy(line)) && (!slots[s].leaves || isDefault(line.Text)) {
			continue
		}
		t.set(block, line, "")
		gone = append(gone, line.Text)
	}
	left.add(block, name, strings.Join(gone, ", "))
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
