package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// scheduling is how a line makes a queue take its turn: the kinds exclude each other in a class, and none can be taken out of
// a policy that is applied (S-ANN). It is empty for a line that is no such thing.
func scheduling(line string) string {
	for _, kind := range []string{"priority", "bandwidth percent", "bandwidth remaining"} {
		if strings.HasPrefix(line, kind+" ") {
			return kind
		}
	}
	return ""
}

// mayReplace tells whether a line of a class can be set while the policy is applied. What cannot is an error with what to do. A
// policy of weft's is in such a state only when somebody edited it, and the policy of its second name too: its name changes with
// the kinds of its queues.
func (t *targeter) mayReplace(o mqc, class, old *conf.Node, now string) bool {
	if o.typ != "queuing" {
		return true
	}
	for _, line := range class.Kids {
		had := scheduling(line.Text)
		if had == "" || had == scheduling(now) || scheduling(now) == "" && line != old {
			continue
		}
		t.diags.Errorf(int(line.Line), "%s, %s: NX-OS does not change %q into %s in place: %s", o, class.Text, line.Text, orNothing(now), t.wayOut(o))
		return false
	}
	return true
}

// wayOut says what a person can do about a queuing policy that cannot be edited while it is bound.
func (t *targeter) wayOut(o mqc) string {
	if t.owns(o) {
		return "delete it, or " + secondName(o) + ", by hand while it is bound nowhere"
	}
	return "bind another policy in its place and change it by hand, or adopt it no more, and weft binds one of its own"
}

// mayAdd tells whether a class can be added to a queuing policy that is applied. It could, but not be taken out again: the
// change would have no undo.
func (t *targeter) mayAdd(o mqc, have, class *conf.Node) bool {
	schedules := slices.ContainsFunc(class.Kids, func(line *conf.Node) bool { return scheduling(line.Text) != "" })
	if o.typ != "queuing" || !schedules || !t.bound(o) {
		return true
	}
	t.diags.Errorf(int(have.Line), "%s lacks %s, and NX-OS does not take such a class out of an attached policy again: %s", o, class.Text, t.wayOut(o))
	return false
}

// bound tells whether a policy is bound anywhere in the running configuration.
func (t *targeter) bound(o mqc) bool {
	return slices.ContainsFunc(t.have.tree.Top, func(block *conf.Node) bool {
		return bindsPolicies(block) && bindsPolicy(block, o)
	})
}

func orNothing(line string) string {
	if line == "" {
		return "nothing"
	}
	return "\"" + line + "\""
}

// otherScheduling tells whether a line says how a queue takes its turn and the wanted class says it in another way: then
// mayReplace has refused the new line already.
func otherScheduling(line, wanted *conf.Node) bool {
	return scheduling(line.Text) != "" && slices.ContainsFunc(wanted.Kids, func(w *conf.Node) bool { return scheduling(w.Text) != "" })
}
