package cloudengine

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// checkAdopted looks at the objects that weft is handed by name. One that is not there, or that holds something weft cannot
// read or could not write again, is refused with the line: editing it in place would lose what the operator meant.
func (t *targeter) checkAdopted() {
	t.adopted = make(map[named]bool, len(t.site.Adopt))
	for _, role := range slices.Sorted(maps.Keys(t.site.Adopt)) {
		name := t.site.Adopt[role]
		o, ok := namedOf(name)
		if !ok || objectKinds[o.kind].settings == nil {
			t.diags.Errorf(0, "adopt %q as %s: that is not the full name of an object that weft edits, such as \"diffserv domain roce\"", name, role)
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

// unsayable are the lines of objects that no intent can ask for.
var unsayable = []string{"dei enable", "color non-tcp ", "ecn weight "}

// checkAdoptedObject refuses an object that cannot be edited in place without losing something.
func (t *targeter) checkAdoptedObject(o named, node *conf.Node) {
	for _, n := range node.Kids {
		switch {
		case n.Kind == conf.Odd:
			t.checked[node] = true // the refusal names the line
			t.diags.Errorf(int(n.Line), "%s cannot be adopted: %q in it is not understood", o, n.Text)
		case slices.ContainsFunc(unsayable, func(start string) bool { return strings.HasPrefix(n.Text, start) }):
			t.diags.Errorf(int(n.Line), "%s cannot be adopted: an intent cannot say %q", o, n.Text)
		}
	}
}
