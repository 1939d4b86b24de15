package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// activePolicy is a network-qos or egress policy that is bound, with the line that binds it.
type activePolicy struct {
	policy mqc
	line   *conf.Node
}

// activeSets finds one bound policy of each class set, of four classes and of eight. No document says what a switch does with
// both at once, and nxos.md 1.2 says to keep them apart (S-CHKPT, S-LAB).
func activeSets(tree *conf.Tree) (sets [len(classStems)]*activePolicy) {
	of := setsOf(tree)
	for _, block := range tree.Top {
		if !bindsPolicies(block) {
			continue
		}
		for _, line := range block.Kids {
			o, ok := policyOf(line.Text)
			if !ok || o.typ == "qos" || line.Kind != conf.In {
				continue
			}
			if set, ok := of[o]; ok && sets[set] == nil {
				sets[set] = &activePolicy{o, line}
			}
		}
	}
	return sets
}

// setsOf tells the class set of each policy that has one: of those built in, and of those defined.
func setsOf(tree *conf.Tree) map[mqc]classSet {
	of := map[mqc]classSet{
		{true, "network-qos", "default-nq-policy"}: fourClasses, {true, "network-qos", "default-8q-nq-policy"}: eightClasses,
		{true, "queuing", "default-out-policy"}: fourClasses, {true, "queuing", "default-8q-out-policy"}: eightClasses,
	}
	for _, block := range tree.Top {
		o, ok := mqcOf(block.Text)
		if !ok || !o.policy || block.Kind != conf.In {
			continue
		}
		for _, class := range block.Kids {
			if set, ok := setOfClass(o.typ, class.Text); ok {
				of[o] = set
				break
			}
		}
	}
	return of
}

// setOfClass tells the class set of a class block of a policy: those of input queues, c-in-q3, are in both.
func setOfClass(typ, header string) (classSet, bool) {
	class, _ := classOf(typ, header)
	for set, stems := range classStems {
		for _, stem := range []classStem{stems.network, stems.output} {
			if rest, ok := strings.CutPrefix(class.name, string(stem)); ok && (rest == "-default" || len(rest) == 1) {
				return classSet(set), true
			}
		}
	}
	return 0, false
}

// checkClassSets refuses a target in which policies of four classes and of eight are active together, where they were not.
func (t *targeter) checkClassSets() {
	if t.edit == nil {
		return
	}
	now := activeSets(t.tree())
	four, eight := now[fourClasses], now[eightClasses]
	if four == nil || eight == nil {
		return
	}
	if was := activeSets(t.have.tree); was[fourClasses] != nil && was[eightClasses] != nil {
		return
	}
	theirs, ours := four, eight
	if t.owns(four.policy) {
		theirs, ours = eight, four
	}
	t.diags.Errorf(int(theirs.line.Line), "%s stays bound beside %s: one has the classes of four queues, the other those of eight, and a switch "+
		"takes one or the other. Name the ports that it is bound on too, or unbind it first", theirs.policy, ours.policy)
}
