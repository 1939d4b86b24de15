package nxos

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// checkAdopted looks at the objects that weft is handed by name. One that is not there, or that holds something weft cannot
// read or could not write again, is refused with the line: editing it in place would lose what the operator meant.
func (t *targeter) checkAdopted() {
	t.adopted = make(map[mqc]bool, len(t.site.Adopt))
	for _, role := range slices.Sorted(maps.Keys(t.site.Adopt)) {
		name := t.site.Adopt[role]
		o, ok := mqcOf(name)
		if !ok {
			t.diags.Errorf(0, "adopt %q as %s: that is not the full name of an mqc, such as \"policy-map type qos AI_INPUT_POLICY\"", name, role)
			continue
		}
		t.adopted[o] = true
		node := t.have.nodes[o]
		if node == nil {
			t.diags.Errorf(0, "adopt as %s: %s is not in the running configuration", role, o)
			continue
		}
		t.checkAdoptedObject(o, node)
	}
}

// checkAdoptedObject refuses an object that cannot be edited in place without losing something.
func (t *targeter) checkAdoptedObject(o mqc, node *conf.Node) {
	t.checked[node] = true // the refusals below name the lines
	t.checkAdoptedBlock(o, node)
	for _, class := range node.Kids {
		t.checkAdoptedBlock(o, class)
		c, ok := classOf(o.typ, class.Text)
		if classMap := t.have.nodes[c]; ok && classMap != nil {
			t.checkAdoptedBlock(o, classMap)
		}
	}
}

// writable are what lines start with that weft can write again in another form: everything that an intent can say.
var writable = []string{
	"class ", "description ", "match dscp ", "match cos ", "match precedence ", "match qos-group ",
	"set qos-group ", "set dscp ", "set cos ",
	"mtu ", "pause ", "no pause ",
	"priority level ", "bandwidth ", "shape ", "random-detect ", "queue-limit ",
}

// checkAdoptedBlock refuses the lines of one block.
func (t *targeter) checkAdoptedBlock(o mqc, block *conf.Node) {
	for _, line := range block.Kids {
		switch {
		case line.Kind == conf.Odd:
			t.diags.Errorf(int(line.Line), "%s cannot be adopted: %q in %s is not understood", o, line.Text, block.Text)
		case !slices.ContainsFunc(writable, func(start string) bool { return strings.HasPrefix(line.Text, start) }):
			t.diags.Errorf(int(line.Line), "%s cannot be adopted: an intent cannot say %q in %s", o, line.Text, block.Text)
		}
	}
}
