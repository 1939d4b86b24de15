package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
)

// question is what a person is asked before a plan is carried out. One that brings errors to the fabric as a whole is refused where nobody is
// asked, unless the command line accepts that. broken are rules of the house that warn.
func (p *applying) question(made *plan.Plan, broken []plan.Policy) (string, error) {
	wrong := made.NewErrors()
	switch {
	case len(wrong) == 0 && len(broken) == 0:
		return "Apply this plan", nil
	case len(wrong) == 0:
		return "Rules of the house warn of this change: " + sentences(broken) + ". Apply it all the same", nil
	}
	if p.run.approve && !p.acceptWorse {
		return "", errors.New("nothing was touched: this change makes the fabric worse:\n" + listed(wrong) +
			"Look at the plan. --accept-worse carries it out all the same; a policy with a reason changes what a rule is worth")
	}
	codes := make([]string, len(wrong))
	for i := range wrong {
		codes[i] = wrong[i].Code
	}
	warned := ""
	if len(broken) > 0 {
		warned = ", and rules of the house warn of it: " + sentences(broken)
	}
	return "This change makes the fabric worse (" + strings.Join(slices.Compact(codes), ", ") + ")" + warned + ". Apply it all the same", nil
}

// listed are findings, one a line.
func listed(findings []plan.Finding) string {
	var b strings.Builder
	for i := range findings {
		f := &findings[i]
		b.WriteString("  " + f.Code + " " + view.Places(f.Where) + ": " + f.Text + "\n")
	}
	return b.String()
}
