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

// mayReplace tells whether a line of a class can be set while the policy is applied. What cannot is an error: a policy of
// weft's is only ever in such a state when somebody else edited it, for its name changes with the kinds of its queues.
func (t *targeter) mayReplace(o mqc, class, old *conf.Node, now string) bool {
	if o.typ != "queuing" {
		return true
	}
	for _, line := range class.Kids {
		had := scheduling(line.Text)
		if had == "" || had == scheduling(now) || scheduling(now) == "" && line != old {
			continue
		}
		t.diags.Errorf(int(line.Line), "%s, %s: NX-OS does not change %q into %s in place", o, class.Text, line.Text, orNothing(now))
		return false
	}
	return true
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
