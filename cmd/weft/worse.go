package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
)

// question is what a person is asked before a plan is carried out. One that brings errors to the fabric as a whole is refused where nobody is
// asked, unless the command line accepts that.
func (p *applying) question(made *plan.Plan) (string, error) {
	wrong := made.NewErrors()
	if len(wrong) == 0 {
		return "Apply this plan", nil
	}
	if p.run.approve && !p.acceptWorse {
		return "", errors.New("nothing was touched: this change makes the fabric worse:\n" + listed(wrong) +
			"Look at the plan. --accept-worse carries it out all the same; a policy with a reason changes what a rule is worth")
	}
	codes := make([]string, len(wrong))
	for i := range wrong {
		codes[i] = wrong[i].Code
	}
	return "This change makes the fabric worse (" + strings.Join(slices.Compact(codes), ", ") + "). Apply it all the same", nil
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
