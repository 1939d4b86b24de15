package nxos

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Widen finds a switch whose policies have the classes of four queues and shall get those of eight, or the other way round. No
// document says what a switch does with both at once, and nxos.md 1.2 says to keep them apart (S-CHKPT, S-LAB). So what
// could be kept of them goes along with what has to be set.
func (NXOS) Widen(running, desired vendors.Config, site vendors.Site, scope vendors.Scope) vendors.Scope {
	if desired == nil || scope.Destroy {
		return scope
	}
	have, want := activeSets(treeOf(running)), activeSets(treeOf(desired))
	if have.mixed() || !(have.has(fourClasses) && want.has(eightClasses) || have.has(eightClasses) && want.has(fourClasses)) {
		return scope
	}
	t := newTargeter(running, desired, site, scope)
	scope.SwitchOver = scope.TakeOver || !t.keptOnAll(qos.FacetEgress) || !t.keepsLossless()
	return scope
}

// keepsLossless tells whether the active network-qos policy could stay.
func (t *targeter) keepsLossless() bool {
	active, _ := systemPolicy(t.have.tree, "network-qos", "")
	wanted, _ := systemPolicy(t.want.tree, "network-qos", "")
	return t.sameLossless(active, wanted)
}

// activePolicy is a network-qos or queuing policy that is bound, with the block and the line that bind it.
type activePolicy struct {
	policy      mqc
	block, line *conf.Node
}

// bySet has one bound policy of each class set, of four classes and of eight.
type bySet [2]activePolicy

func (s *bySet) has(set classSet) bool { return s[set].line != nil }
func (s *bySet) mixed() bool           { return s.has(fourClasses) && s.has(eightClasses) }

func activeSets(tree *conf.Tree) (sets bySet) {
	eachActive(tree, func(set classSet, a activePolicy) {
		if !sets.has(set) {
			sets[set] = a
		}
	})
	return sets
}

// eachActive goes over the lines that bind a policy of one of the two class sets. A line that repeats the one before it, as
// those of ports do, is looked up once.
func eachActive(tree *conf.Tree, found func(classSet, activePolicy)) {
	of := setsOf(tree)
	var last [2]struct {
		text string
		o    mqc
		set  classSet
		ok   bool
	}
	for _, block := range tree.Top {
		if !bindsPolicies(block) {
			continue
		}
		for _, line := range block.Kids {
			if line.Kind != conf.In || !strings.HasPrefix(line.Text, "service-policy type ") || strings.HasPrefix(line.Text, "service-policy type qos ") {
				continue
			}
			l := &last[len(line.Text)&1]
			if l.text != line.Text {
				l.text = line.Text
				l.o, _ = policyOf(line.Text)
				l.set, l.ok = of[l.o]
			}
			if l.ok {
				found(l.set, activePolicy{l.o, block, line})
			}
		}
	}
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

// checkClassSets refuses a target in which policies of four classes and of eight are active together, where they were not:
// something binds one that the intent has no say in.
func (t *targeter) checkClassSets() {
	if t.edit == nil {
		return
	}
	now := activeSets(t.tree())
	if !now.mixed() {
		return
	}
	if was := activeSets(t.have.tree); was.mixed() {
		return
	}
	theirs, ours := now[fourClasses], now[eightClasses]
	if t.owns(theirs.policy) {
		theirs, ours = ours, theirs
	}
	t.diags = append(t.diags, vendors.Diagnostic{
		Severity: vendors.Error, Line: int(theirs.line.Line), Ports: t.portsOfSet(theirs.policy),
		Summary: fmt.Sprintf("%s would stay bound (%s) beside %s: one has the classes of four queues, the other those of eight, and a switch "+
			"takes one or the other", theirs.policy, theirs.block.Text, ours.policy),
		Detail: "have the intent name these ports too, or unbind the policy there first",
	})
}

// portsOfSet are the interfaces of the target that bind policies of the same class set as one of them.
func (t *targeter) portsOfSet(o mqc) []string {
	var ports []string
	sets := setsOf(t.tree())
	eachActive(t.tree(), func(set classSet, a activePolicy) {
		if name, isPort := strings.CutPrefix(a.block.Text, "interface "); isPort && set == sets[o] {
			ports = append(ports, name)
		}
	})
	return slices.Compact(ports)
}
