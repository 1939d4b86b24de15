package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/house"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
)

// broken are the rules of the house of a severity that a plan breaks when it is carried out now.
func (a *app) broken(in *intent.Intent, made *plan.Plan, severity string) []plan.Policy {
	return slices.DeleteFunc(house.Broken(in, made, a.now()), func(p plan.Policy) bool { return p.Severity != severity })
}

// forbidden is why the rules of the house do not let a plan be carried out now. Those that only warn are told.
func (a *app) forbidden(in *intent.Intent, made *plan.Plan) error {
	if wrong := a.broken(in, made, "error"); len(wrong) > 0 {
		return errors.New("nothing was touched: rules of the house forbid this plan:\n" + listedPolicies(wrong) +
			"Plan fewer switches with --target, or come back in the hours; what the rules are is in the intent")
	}
	if warned := a.broken(in, made, "warning"); len(warned) > 0 {
		fmt.Fprint(a.err, "Warning: rules of the house warn of this plan:\n"+listedPolicies(warned))
	}
	return nil
}

// listedPolicies are rules, one a line, with the reasons.
func listedPolicies(policies []plan.Policy) string {
	var b strings.Builder
	for i := range policies {
		p := &policies[i]
		b.WriteString("  " + p.Code + ": " + p.Text + " (" + p.Intent + ": " + p.Reason + ")\n")
	}
	return b.String()
}

// sentences are what rules say, on one line.
func sentences(policies []plan.Policy) string {
	texts := make([]string, len(policies))
	for i := range policies {
		texts[i] = policies[i].Code + ", " + policies[i].Text
	}
	return strings.Join(texts, "; ")
}
