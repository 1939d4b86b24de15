package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// objectKind is what a named object is.
type objectKind uint8

// The kinds. The parts of a traffic policy are never weft's own.
const (
	noObject objectKind = iota
	kindDrop
	kindDomain
	kindPFC
	kindETS
	kindPolicy
	kindBehavior
	kindClassifier
	numObjectKinds
)

// objectKinds says of each kind what the switch calls it, and how its lines are changed in place; nil for one that weft does
// not edit.
var objectKinds = [numObjectKinds]struct {
	word     string
	settings *settings
}{
	kindDrop:       {"drop-profile", dropSettings},
	kindDomain:     {"diffserv domain", domainSettings},
	kindPFC:        {"dcb pfc", pfcSettings},
	kindETS:        {"dcb ets-profile", nil},
	kindPolicy:     {"traffic policy", nil},
	kindBehavior:   {"traffic behavior", nil},
	kindClassifier: {"traffic classifier", nil},
}

// settingsOf are the settings that the lines of a block make.
func settingsOf(block *conf.Node) *settings {
	if o, ok := namedOf(block.Text); ok && objectKinds[o.kind].settings != nil {
		return objectKinds[o.kind].settings
	}
	return portSettings
}

// named is an object by what it is called.
type named struct {
	kind objectKind
	name string
}

// builtinName is that of the profiles and the domain that are always there.
const builtinName = "default"

// String is the object's full name: "dcb pfc roce".
func (o named) String() string {
	if o == (named{kindPFC, builtinName}) {
		return "dcb pfc"
	}
	return objectKinds[o.kind].word + " " + o.name
}

// namedOf reads the header of an object.
func namedOf(header string) (named, bool) {
	if header == "dcb pfc" {
		return named{kindPFC, builtinName}, true
	}
	for kind := kindDrop; kind < numObjectKinds; kind++ {
		if name, ok := cutWord(header, objectKinds[kind].word); ok && name != "" {
			if kind == kindClassifier {
				name = firstOf(name) // type or
			}
			return named{kind, name}, !strings.Contains(name, " ")
		}
	}
	return named{}, false
}

// bound is what a line names, or nothing.
func (s *settings) bound(l *line) named {
	if l == nil || s.list[l.kind].binds == noObject {
		return named{}
	}
	o := named{s.list[l.kind].binds, firstOf(l.value)}
	switch {
	case o == named{kindDomain, "none"}:
		return named{}
	case o.kind == kindPFC && o.name == "mode":
		o.name = builtinName
	}
	return o
}

// inventory is a configuration with its objects.
type inventory struct {
	tree    *conf.Tree
	objects []named // in order of the file
	nodes   map[named]*conf.Node
	// joined are the blocks that a file has in several parts, each as one: people write such files, switches do not.
	joined map[string]*conf.Node
}

// inventoryOf looks through a configuration once.
func inventoryOf(tree *conf.Tree) *inventory {
	v := &inventory{tree: tree, nodes: make(map[named]*conf.Node, 16)}
	for _, n := range tree.Top {
		if n.Kind != conf.In || isInterface(n) && !tree.Twins() {
			continue
		}
		if tree.Twins() && (v.joined[n.Text] != nil || tree.Find(n.Text) != n) {
			n = v.join(n)
		}
		if o, ok := namedOf(n.Text); ok {
			if v.nodes[o] == nil {
				v.objects = append(v.objects, o)
			}
			v.nodes[o] = n
		}
	}
	return v
}

// join adds a part of a block to those before it.
func (v *inventory) join(part *conf.Node) *conf.Node {
	if v.joined == nil {
		v.joined = map[string]*conf.Node{}
	}
	whole := v.joined[part.Text]
	if whole == nil {
		whole = conf.New(part.Text)
		whole.Line = part.Line
		v.joined[part.Text] = whole
	}
	whole.Kids = slices.Concat(whole.Kids, part.Kids)
	return whole
}

// block is the block with this header, or nil.
func (v *inventory) block(header string) *conf.Node {
	if whole := v.joined[header]; whole != nil {
		return whole
	}
	return v.tree.Find(header)
}

// isInterface tells whether a line at the top is the header of an interface.
func isInterface(n *conf.Node) bool {
	return n.Kind == conf.In && strings.HasPrefix(n.Text, interfaceWord)
}

const interfaceWord = "interface "

// hasLine tells whether a block has a line in scope.
func hasLine(block *conf.Node, text string) bool {
	return block != nil && section(block.Kids).find(text) != nil
}

// bindings are the objects that the lines of a block name.
func bindings(block *conf.Node) []named {
	var list []named
	for _, n := range block.Kids {
		if n.Kind != conf.In {
			continue
		}
		if l, ok := portSettings.of(n); ok {
			if o := portSettings.bound(&l); o != (named{}) {
				list = append(list, o)
			}
		}
	}
	return list
}

// names tells whether a line of some interface names an object.
func (v *inventory) names(o named) bool {
	return slices.ContainsFunc(v.tree.Top, func(block *conf.Node) bool {
		return isInterface(block) && slices.Contains(bindings(block), o)
	})
}
