package report

import (
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
	"github.com/weft-net/weft/qos"
)

// housePart is what the rules of the house say of the plan.
type housePart struct {
	Title string
	Bad   bool // one forbids it
	Rules []houseRule
}

// houseRule is one of them.
type houseRule struct{ Sign, Sense, Code, Severity, Text, Why string }

// houseOf is nil where no rule has anything to say.
func houseOf(policies []plan.Policy) *housePart {
	if len(policies) == 0 {
		return nil
	}
	out := &housePart{Title: view.HouseTitle(policies)}
	for i := range policies {
		p := &policies[i]
		s := senseOf(qos.Changed)
		if view.Forbidden(p) {
			s, out.Bad = senseOf(qos.Worse), true
		}
		out.Rules = append(out.Rules, houseRule{Sign: s.sign, Sense: s.word, Code: p.Code, Severity: p.Severity, Text: p.Text, Why: view.PolicyReason(p)})
	}
	return out
}
