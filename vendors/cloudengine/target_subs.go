package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// attachSubs gives the sub-interfaces of an interface the classes of it: they have their own lines for those, and go by the
// built-in map where they have none (1.3, 2.12). All other lines stay as they are.
func (t *targeter) attachSubs(of *attachment) {
	blocks := t.subs()[of.block.Text[len(interfaceWord):]]
	if blocks == nil {
		return
	}
	wanted := t.wantedOn(of)
	switched, routed := onSub(wanted, of, true), onSub(wanted, of, false)
	for _, block := range blocks {
		a := attachment{block: block, ports: of.ports, sub: true, keep: of.keep}
		if switches(block) {
			t.attachAs(&a, switched)
		} else if t.routesAsWanted(&a, of, wanted) {
			t.attachAs(&a, routed)
		}
	}
}

// subs are the blocks of sub-interfaces, by the port or Eth-Trunk that they are of.
func (t *targeter) subs() map[string][]*conf.Node {
	if t.subsOf == nil {
		t.subsOf = map[string][]*conf.Node{}
		for _, n := range t.have.tree.Top {
			if !isInterface(n) || strings.IndexByte(n.Text, '.') < 0 {
				continue
			}
			if of, is := isSub(firstOf(n.Text[len(interfaceWord):])); is && t.have.block(n.Text) == t.have.tree.Find(n.Text) {
				t.subsOf[of] = append(t.subsOf[of], n)
			}
		}
	}
	return t.subsOf
}

// switches tells whether a sub-interface is of layer 2.
func switches(sub *conf.Node) bool { return strings.HasSuffix(sub.Text, " mode l2") }

// onSub are the lines for classes that make a sub-interface do as its port does. One that routes goes by DSCP without a line, and
// takes none; on one that switches of a port that routes there is to be one.
func onSub(wanted section, of *attachment, switched bool) (lines section) {
	if switched && hasLine(of.block, lineRouted) {
		lines = append(lines, conf.New(lineTrust+" dscp"))
	}
	for _, n := range wanted {
		l, ok := portSettings.of(n)
		if !ok {
			continue
		}
		s := &portSettings.list[l.kind]
		if s.facets == setsClasses && s.starts != linePriority && (switched || s.starts != lineTrust) {
			lines = append(lines, n)
		}
	}
	return lines
}

// routesAsWanted tells whether a sub-interface that routes can do what is wanted of its port: it goes by DSCP and nothing else.
func (t *targeter) routesAsWanted(a, of *attachment, wanted section) bool {
	if setsClasses&^a.keep == 0 || hasLine(of.block, lineRouted) || wanted.find(lineTrust+" dscp") != nil {
		return true
	}
	name := of.block.Text[len(interfaceWord):]
	t.diags.Errorf(int(a.block.Line), "%s routes, so that its packets go by DSCP, and the intent has %s go by something else: "+
		"say trust = \"dscp\" for %s, or take the sub-interface off it", a.block.Text, name, name)
	return false
}
