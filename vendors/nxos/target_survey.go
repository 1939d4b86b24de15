package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// mqc is a class-map or policy-map by what it is called: an object of the modular QoS command line. Names live per type
// (nxos.md 6.1).
type mqc struct {
	policy bool // a policy-map, not a class-map
	typ    string
	name   string
}

// String is the object's full name: "policy-map type qos WEFT-classify".
func (o mqc) String() string {
	if o.policy {
		return "policy-map type " + o.typ + " " + o.name
	}
	return "class-map type " + o.typ + " " + o.name
}

// mqcOf reads the header of a class-map or policy-map, with or without the match keyword.
func mqcOf(header string) (mqc, bool) {
	rest, policy := strings.CutPrefix(header, "policy-map type ")
	if !policy {
		var ok bool
		if rest, ok = strings.CutPrefix(header, "class-map type "); !ok {
			return mqc{}, false
		}
	}
	typ, name, ok := strings.Cut(rest, " ")
	if !policy {
		name = strings.TrimPrefix(strings.TrimPrefix(name, "match-any "), "match-all ")
	}
	return mqc{policy, typ, name}, ok
}

// classOf is the class-map that a class block of a policy-map of some type speaks of: "class type queuing c-out-8q-q3".
func classOf(typ, header string) (mqc, bool) {
	name, ok := strings.CutPrefix(header, "class ")
	if !ok {
		return mqc{}, false
	}
	if rest, typed := strings.CutPrefix(name, "type "); typed {
		_, name, _ = strings.Cut(rest, " ")
	}
	return mqc{typ: typ, name: name}, true
}

// catchAll is the class that catches the rest; it is always the last one.
const catchAll = "class class-default"

// attached is one service-policy line.
type attached struct {
	block, line *conf.Node
	policy      mqc
}

// policyOf reads a service-policy line: "service-policy type queuing output NAME no-stats".
func policyOf(text string) (mqc, bool) {
	rest, ok := strings.CutPrefix(text, "service-policy type ")
	if !ok {
		return mqc{}, false
	}
	typ, name, _ := strings.Cut(withoutStats(rest), " ")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "input "), "output ")
	return mqc{policy: true, typ: typ, name: name}, true
}

// survey is what one pass over a configuration finds.
type survey struct {
	tree     *conf.Tree
	objects  []mqc // class-maps and policy-maps in order of the file
	nodes    map[mqc]*conf.Node
	bindings []attached
	// parts are the blocks of one header, or that speak of one interface, where there are several; in order.
	parts map[string][]*conf.Node
}

// surveyOf looks through a configuration once.
func surveyOf(tree *conf.Tree) *survey {
	s := &survey{tree: tree, nodes: make(map[mqc]*conf.Node, 32), bindings: make([]attached, 0, 128)}
	for _, n := range tree.Top {
		if n.Kind == conf.Out {
			continue
		}
		if len(n.Kids) > 0 && (strings.HasPrefix(n.Text, "interface ") || n.Text == "system qos") {
			s.bind(n)
		} else if o, ok := mqcOf(n.Text); ok {
			if s.nodes[o] == nil {
				s.objects = append(s.objects, o)
			}
			s.nodes[o] = n
		}
	}
	return s
}

// bind notes the service-policy lines of a block.
func (s *survey) bind(block *conf.Node) {
	for _, line := range block.Kids {
		if line.Kind != conf.In {
			continue
		}
		if policy, ok := policyOf(line.Text); ok {
			s.bindings = append(s.bindings, attached{block, line, policy})
		}
	}
}

// block is the block with this header, or nil.
func (s *survey) block(header string) *conf.Node { return s.tree.Find(header) }

// systemPolicy is the policy of a type bound under system qos, or no object. direction is "" for network-qos, else "input "
// or "output ".
func systemPolicy(tree *conf.Tree, typ, direction string) (mqc, *conf.Node) {
	block := tree.Find("system qos")
	if block == nil {
		return mqc{}, nil
	}
	line := block.FindPrefix("service-policy type " + typ + " " + direction)
	if line == nil {
		return mqc{}, nil
	}
	policy, _ := policyOf(line.Text)
	return policy, line
}
