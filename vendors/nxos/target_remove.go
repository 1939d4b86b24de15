package nxos

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// removeObjects deletes what is not wanted any more: weft's own objects, and foreign ones that nothing uses when told to
// prune. Policies go first, so that their class-maps are free.
func (t *targeter) removeObjects() {
	t.removeUnused(true)
	t.removeUnused(false)
}

// removeUnused deletes the policies, or the class-maps, that are to go.
func (t *targeter) removeUnused(policies bool) {
	var refs map[mqc]bool
	for _, o := range t.have.objects {
		if o.policy != policies || t.used[o] || t.stays[o] || !t.goes(o) {
			continue
		}
		if refs == nil {
			refs = t.references()
		}
		t.remove(o, refs[o])
	}
}

// goes tells whether an object that is not wanted is for weft to delete.
func (t *targeter) goes(o mqc) bool {
	if t.owns(o) {
		return true
	}
	return t.scope.Prune && t.foreign(o) && !ofWeft(o) && !builtIn(o)
}

// ofWeft tells whether a name has the shape that weft gives, whatever the prefix: what another fabric's weft made is not
// pruned.
func ofWeft(o mqc) bool {
	prefix, rest, _ := strings.Cut(o.name, "-")
	role, _, _ := strings.Cut(rest, "-")
	return len(prefix) >= 1 && len(prefix) <= 8 && slices.Contains([]string{"classify", "egress", "headroom", "nodrop"}, role)
}

// builtIn tells whether an object is the system's own: some releases print them.
func builtIn(o mqc) bool {
	return strings.HasPrefix(o.name, "default-") || o.typ != "qos" && !o.policy && strings.HasPrefix(o.name, "c-")
}

// remove deletes one mqc, unless something that weft leaves alone still uses it, or it is not weft's and could not come back.
func (t *targeter) remove(o mqc, used bool) {
	node := t.have.nodes[o]
	switch {
	case used && t.owns(o) && t.scope.Destroy && !o.policy:
		// Its queue may go with the rest: an adopted policy is the operator's again, and so is what is in it.
		t.refuse(node, nil, "take it out of there first",
			"%s would stay: a policy that weft does not manage any more classifies by it, into a queue that weft configures no more", o)
	case used && t.owns(o):
		t.warn(node, "%s is not wanted any more and stays: something that weft does not manage uses it", o)
	case used:
	case !t.owns(o):
		t.prune(o, node)
	case t.may(node):
		t.editor().Remove(nil, node)
	}
}

// prune deletes an object that is not weft's and that nothing uses. One that could not come back as it was stays.
func (t *targeter) prune(o mqc, node *conf.Node) {
	if odd := oddLines(node, nil); odd != nil {
		t.warn(odd[0], "%s is used by nothing and stays: a line in it is not understood", o)
		return
	}
	if t.have.joined[node.Text] != nil {
		t.warn(node, "%s is used by nothing and stays: the file has it in several blocks", o)
		return
	}
	if why := t.cannotReturn(o, node); why != "" {
		t.warn(node, "%s is used by nothing and stays, for there would be no way back: %s", o, why)
		return
	}
	t.editor().Remove(nil, node)
}

// cannotReturn says why the switch would not take an object as it is when it is made anew, or nothing. People's objects hold
// lines of other releases and platforms: the model of the device is asked.
func (t *targeter) cannotReturn(o mqc, node *conf.Node) string {
	edit := t.have.tree.Edit()
	edit.Remove(nil, node)
	without := configOf(edit.Tree())
	d := newDiffer(surveyOf(edit.Tree()), t.have, t.site)
	d.create(o, node)
	device := NXOS{}.Replay(without, t.site.Platform, nil)
	for _, step := range (NXOS{}).Sequence(without, d.changes, t.site) {
		if _, err := device.Do(step); err != nil {
			return err.Error()
		}
	}
	if deltas := (NXOS{}).Deltas(configOf(t.have.tree), device.Config()); len(deltas) > 0 {
		return fmt.Sprintf("%q would not be the same again", deltas[0].Text)
	}
	return ""
}

func (t *targeter) warn(at *conf.Node, format string, args ...any) {
	t.diags.Warnf(int(at.Line), format, args...)
}

// references are the objects that the target uses: what is bound anywhere, also in blocks that are out of scope, and what
// the classes of its policies are.
func (t *targeter) references() map[mqc]bool {
	refs := map[mqc]bool{}
	tree := t.tree()
	now := surveyOf(tree)
	for _, block := range tree.Top {
		if bindsPolicies(block) {
			for _, o := range bindings(block) {
				refs[o] = true
			}
		}
	}
	for _, o := range now.objects {
		if !o.policy {
			continue
		}
		for _, class := range now.nodes[o].Kids {
			if c, ok := classOf(o.typ, class.Text); ok {
				refs[c] = true
			}
		}
	}
	t.boundOutOfScope(refs)
	return refs
}

// boundOutOfScope adds what lines bind that weft does not read, such as those of a vlan or of its interface, in whatever form:
// any word behind service-policy may be the name of a policy of any type.
func (t *targeter) boundOutOfScope(refs map[mqc]bool) {
	known := t.bindingLines()
	lines := conf.Scan(t.have.tree.Source())
	for line, ok := lines.Next(); ok; line, ok = lines.Next() {
		_, binds, found := strings.Cut(line, "service-policy")
		if !found || known[lines.Number] {
			continue
		}
		for name := range strings.FieldsSeq(binds) {
			for _, typ := range []string{"qos", "queuing", "network-qos"} {
				refs[mqc{policy: true, typ: typ, name: name}] = true
			}
		}
	}
}

// bindingLines are the numbers of the lines in scope that bind policies, which the target may have changed.
func (t *targeter) bindingLines() map[int]bool {
	numbers := map[int]bool{}
	for _, block := range t.have.tree.Top {
		if !bindsPolicies(block) {
			continue
		}
		for _, line := range block.Kids {
			if line.Kind == conf.In {
				numbers[int(line.Line)] = true
			}
		}
	}
	return numbers
}
