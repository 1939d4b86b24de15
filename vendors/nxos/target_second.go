package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
	"github.com/weft-net/weft/vendors/fitting"
)

// A queuing policy of weft's that somebody edited so that it cannot become what it shall be while it is bound gets a second
// name: a new policy is made, bound in its place, and stays under that name.

// secondNames gives desired queuing policies their second names where the switch needs or has those.
func (t *targeter) secondNames() {
	var renamed map[string]string
	for _, o := range t.want.objects {
		if !o.policy || o.typ != "queuing" || !t.owns(o) {
			continue
		}
		second := mqc{true, o.typ, secondName(o)}
		if t.takesSecond(t.have.nodes[o], t.have.nodes[second], t.want.nodes[o]) {
			if renamed == nil {
				renamed = map[string]string{}
			}
			renamed[o.name] = second.name
		}
	}
	if renamed != nil {
		t.want = surveyOf(renamePolicies(t.want.tree, renamed))
	}
}

// secondName is the other name of a policy.
func secondName(o mqc) string { return fitting.ObjectName(o.name, "2") }

// takesSecond tells whether a policy takes its second name: when the first is of one that cannot be made as wanted and the
// second is free or can, or when only the second is there and can.
func (t *targeter) takesSecond(first, second, want *conf.Node) bool {
	if first == nil {
		return second != nil && repairable(second, want)
	}
	return !repairable(first, want) && (second == nil || repairable(second, want))
}

// repairable tells whether every class of a queuing policy takes its turn in the wanted way: that cannot change while it is
// bound.
func repairable(have, want *conf.Node) bool {
	return !slices.ContainsFunc(want.Kids, func(class *conf.Node) bool {
		return isClass(class) && schedulingOf(have.Find(class.Text)) != schedulingOf(class)
	})
}

// schedulingOf is how a class takes its turn.
func schedulingOf(class *conf.Node) string {
	for _, line := range kids(class) {
		if kind := scheduling(line.Text); kind != "" && line.Kind == conf.In {
			return kind
		}
	}
	return ""
}

// renamePolicies gives queuing policies other names, where they are defined and where they are bound.
func renamePolicies(tree *conf.Tree, names map[string]string) *conf.Tree {
	e := tree.Edit()
	for _, block := range tree.Top {
		o, _ := mqcOf(block.Text)
		if name := names[o.name]; name != "" && o.policy && o.typ == "queuing" {
			e.Replace(nil, block, conf.New(strings.TrimSuffix(block.Text, o.name)+name, conf.Copy(block).Kids...))
		}
		if bindsPolicies(block) {
			renameBindings(e, block, names)
		}
	}
	return e.Tree()
}

func renameBindings(e *conf.Editor, block *conf.Node, names map[string]string) {
	for _, line := range slices.Clone(block.Kids) {
		o := policy(line)
		if name := names[o.name]; name != "" && o.typ == "queuing" {
			e.Replace(e.Own(block), line, conf.New(strings.TrimSuffix(line.Text, o.name)+name))
		}
	}
}
