package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
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

// survey is a configuration with its objects.
type survey struct {
	tree    *conf.Tree
	objects []mqc // class-maps and policy-maps in order of the file
	nodes   map[mqc]*conf.Node
	// joined are the blocks that a file has in several parts, each as one: people write such files, switches do not.
	joined map[string]*conf.Node
}

// surveyIn is the survey of a configuration. It is not to be written to.
func surveyIn(c vendors.Config) *survey { return c.(*config).surveyed() }

// surveyOf looks through a configuration once.
func surveyOf(tree *conf.Tree) *survey {
	s := &survey{tree: tree, nodes: make(map[mqc]*conf.Node, 16)}
	for _, n := range tree.Top {
		if n.Kind == conf.Out {
			continue
		}
		o, isObject := mqcOf(n.Text)
		if tree.Twins() && (isObject || bindsPolicies(n)) && (s.joined[n.Text] != nil || tree.Find(n.Text) != n) {
			n = s.join(n)
		}
		if isObject {
			if s.nodes[o] == nil {
				s.objects = append(s.objects, o)
			}
			s.nodes[o] = n
		}
	}
	return s
}

// join adds a part of a block to those before it.
func (s *survey) join(part *conf.Node) *conf.Node {
	if s.joined == nil {
		s.joined = map[string]*conf.Node{}
	}
	whole := s.joined[part.Text]
	if whole == nil {
		whole = conf.New(part.Text)
		whole.Line = part.Line
		s.joined[part.Text] = whole
	}
	for _, line := range part.Kids {
		if i := indexOf(whole.Kids, line.Text); i >= 0 && len(line.Kids) > 0 {
			whole.Kids[i] = conf.New(line.Text, slices.Concat(whole.Kids[i].Kids, line.Kids)...)
		} else {
			whole.Kids = append(whole.Kids, line)
		}
	}
	return whole
}

// block is the block with this header, or nil.
func (s *survey) block(header string) *conf.Node {
	if whole := s.joined[header]; whole != nil {
		return whole
	}
	return s.tree.Find(header)
}

// bindings are the policies that the lines of a block bind.
func bindings(block *conf.Node) []mqc {
	var list []mqc
	for _, line := range block.Kids {
		if o, ok := policyOf(line.Text); ok && line.Kind == conf.In {
			list = append(list, o)
		}
	}
	return list
}

// bindsPolicy tells whether a line of a block binds a policy.
func bindsPolicy(block *conf.Node, o mqc) bool {
	for _, line := range block.Kids {
		if line.Kind != conf.In || !strings.HasSuffix(withoutStats(line.Text), o.name) {
			continue
		}
		if bound, ok := policyOf(line.Text); ok && bound == o {
			return true
		}
	}
	return false
}

// bindsPolicies tells whether a block at the top is one in which policies are bound.
func bindsPolicies(block *conf.Node) bool {
	return len(block.Kids) > 0 && block.Kind == conf.In && (strings.HasPrefix(block.Text, "interface ") || block.Text == "system qos")
}

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
