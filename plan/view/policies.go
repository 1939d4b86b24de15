package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// Forbidden tells whether a rule of the house forbids a plan at any time. What waits for its hours is not forbidden.
func Forbidden(p *plan.Policy) bool {
	return p.Severity == "error" && (p.Hours == nil || len(p.Hours.When) == 0)
}

// HouseTitle heads what the rules of the house say of a plan.
func HouseTitle(policies []plan.Policy) string {
	if slices.ContainsFunc(policies, func(p plan.Policy) bool { return Forbidden(&p) }) {
		return "Rules of the house forbid this plan"
	}
	return "Rules of the house on this plan"
}

// PolicyReason is why there is a rule, and where.
func PolicyReason(p *plan.Policy) string {
	return fmt.Sprintf("By policy: %s (%s)", p.Reason, p.Intent)
}

// policies tells what the rules of the house say.
func (p *printer) policies(t *Tree) {
	all := t.Plan.Policies
	if len(all) == 0 {
		return
	}
	p.prose(0, "", HouseTitle(all)+":", p.paint.red)
	for i := range all {
		rule := &all[i]
		sense := qos.Changed
		if Forbidden(rule) {
			sense = qos.Worse
		}
		sign, color := p.paint.sign(sense)
		p.prose(2, "", rule.Code+" "+rule.Severity+":", plain)
		p.prose(6, sign, rule.Text, color)
		p.prose(8, "", PolicyReason(rule)+".", plain)
	}
	p.line("")
}

// policiesMarkdown is what the rules of the house say, in short the codes alone.
func policiesMarkdown(policies []plan.Policy, short bool) string {
	if len(policies) == 0 {
		return ""
	}
	title := "**" + HouseTitle(policies) + "**"
	if short {
		var codes []string
		for i := range policies {
			codes = append(codes, policies[i].Code)
		}
		slices.Sort(codes)
		return title + " (" + strings.Join(slices.Compact(codes), ", ") + ").\n\n"
	}
	var b strings.Builder
	b.WriteString(title + ":\n\n")
	for i := range policies {
		p := &policies[i]
		b.WriteString("- " + prose(p.Code+" "+p.Severity+": "+p.Text+". "+PolicyReason(p)) + "\n")
	}
	return b.String() + "\n"
}
