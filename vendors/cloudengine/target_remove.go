package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// removeObjects deletes what is not wanted any more: weft's own objects, and foreign ones that nothing uses when told to prune.
// A traffic policy goes before its parts.
func (t *targeter) removeObjects() {
	for _, kinds := range [][]objectKind{{kindDrop, kindDomain, kindPFC, kindETS, kindPolicy}, {kindBehavior, kindClassifier}} {
		var refs map[named]bool
		for _, o := range t.have.objects {
			if _, used := t.used[o]; used || !slices.Contains(kinds, o.kind) || !t.goes(o) {
				continue
			}
			if refs == nil {
				refs = t.references()
			}
			t.remove(o, refs[o] || t.mentioned(o))
		}
	}
}

// goes tells whether an object that is not wanted is for weft to delete.
func (t *targeter) goes(o named) bool {
	if t.owns(o) {
		return true
	}
	return t.scope.Prune && !t.adopted[o] && !ofWeft(o) && o.name != builtinName
}

// ofWeft tells whether a name has the shape that weft gives, whatever the prefix: what another fabric's weft made is not
// pruned.
func ofWeft(o named) bool {
	prefix, rest, found := strings.Cut(o.name, "-")
	role, _, _ := strings.Cut(rest, "-")
	roles := map[objectKind]string{kindDomain: roleClassify, kindPFC: rolePFC, kindDrop: roleECN}
	return found && len(prefix) >= 1 && len(prefix) <= 8 && roles[o.kind] == role && role != ""
}

// remove deletes one object, unless something that weft leaves alone still uses it.
func (t *targeter) remove(o named, used bool) {
	node := t.have.nodes[o]
	switch {
	case used && t.owns(o):
		t.diags.Warnf(int(node.Line), "%s is not wanted any more and stays: something that weft does not manage uses it", o)
	case used:
	case !t.owns(o) && section(node.Kids).odd() != nil:
		t.diags.Warnf(int(section(node.Kids).odd().Line), "%s is used by nothing and stays: a line in it is not understood", o)
	case t.may(node):
		t.editor().Remove(nil, node)
	}
}

// references are the objects that the target uses: what lines of blocks and of the system view name, and the parts of traffic
// policies.
func (t *targeter) references() map[named]bool {
	refs := map[named]bool{}
	for _, block := range t.tree().Top {
		if block.Kind != conf.In {
			continue
		}
		if l, ok := portSettings.of(block); ok { // traffic-policy P global inbound
			refs[portSettings.bound(&l)] = true
		}
		for _, o := range bindings(block) {
			refs[o] = true
		}
		if o, ok := namedOf(block.Text); ok && o.kind == kindPolicy {
			for _, part := range partsOf(block) {
				refs[part] = true
			}
		}
	}
	return refs
}

// partsOf are the classifiers and behaviours of a traffic policy: classifier C behavior B precedence N.
func partsOf(policy *conf.Node) (parts []named) {
	for _, n := range section(policy.Kids).all("classifier ") {
		words := strings.Fields(n.Text)
		parts = append(parts, named{kindClassifier, words[1]}, named{kindBehavior, words[3]})
	}
	return parts
}

// mentioned tells whether a line that weft does not understand, or that is out of scope, has the name of an object in it.
func (t *targeter) mentioned(o named) bool {
	lines := conf.Scan(t.have.tree.Source())
	var known map[int]bool
	for text, ok := lines.Next(); ok; text, ok = lines.Next() {
		if !strings.Contains(text, o.name) || !slices.Contains(strings.Fields(text), o.name) {
			continue
		}
		if known == nil {
			known = t.understood()
		}
		if !known[lines.Number] {
			return true
		}
	}
	return false
}

// understood are the numbers of the lines in scope that are understood.
func (t *targeter) understood() map[int]bool {
	numbers := map[int]bool{}
	var walk func(nodes []*conf.Node)
	walk = func(nodes []*conf.Node) {
		for _, n := range nodes {
			switch {
			case n.Kind == conf.In:
				numbers[int(n.Line)] = true
			case n.IsText(): // it says nothing
				for i := range n.Count {
					numbers[int(n.Line+i)] = true
				}
			}
			walk(n.Kids)
		}
	}
	walk(t.have.tree.Top)
	return numbers
}
