package house

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Judge tells which rules a plan breaks, and which have it wait for their hours: errors first. It depends on no clock.
func Judge(in *intent.Intent, p *plan.Plan) []plan.Policy {
	var out []plan.Policy
	each(in, p, func(_ *intent.Policy, told plan.Policy) { out = append(out, told) })
	return worstFirst(out)
}

// Broken tells which rules a plan breaks that is carried out at a time: errors first. One of hours is broken outside of them.
func Broken(in *intent.Intent, p *plan.Plan, at time.Time) []plan.Policy {
	var out []plan.Policy
	each(in, p, func(rule *intent.Policy, told plan.Policy) {
		if rule.Code == intent.OnlyInHours && within(rule, at) {
			return
		}
		if told.Hours != nil && len(told.Hours.When) > 0 {
			told.Text += ", and it is " + at.In(rule.Zone.V).Format("Mon 15:04") + " there"
		}
		out = append(out, told)
	})
	return worstFirst(out)
}

// within tells whether a time is in the hours of a rule.
func within(rule *intent.Policy, at time.Time) bool {
	at = at.In(rule.Zone.V)
	return slices.ContainsFunc(rule.Hours.V, func(h intent.Hours) bool { return h.Include(at) })
}

// each calls do with the rules that have something to say of a plan.
func each(in *intent.Intent, p *plan.Plan, do func(*intent.Policy, plan.Policy)) {
	j := &judge{in: in, plan: p}
	for i := range in.Policies {
		rule := &in.Policies[i]
		if rule.Severity.V == "off" {
			continue
		}
		if switches, text := j.ask(rule); text != "" {
			do(rule, plan.Policy{
				Code: rule.Code, Severity: rule.Severity.V, Switches: switches, Text: text,
				Hours: hoursOf(rule), Reason: rule.Reason.V, Intent: fmt.Sprintf("%s:%d", rule.Range.Filename, rule.Range.Start.Line),
			})
		}
	}
}

// severities are in order of weight.
var severities = []string{"error", "warning", "info"}

func worstFirst(list []plan.Policy) []plan.Policy {
	slices.SortStableFunc(list, func(a, b plan.Policy) int {
		return cmp.Compare(slices.Index(severities, a.Severity), slices.Index(severities, b.Severity))
	})
	return list
}

// hoursOf are the hours of a rule with their zone; nil of another rule.
func hoursOf(rule *intent.Policy) *plan.Hours {
	if rule.Code != intent.OnlyInHours {
		return nil
	}
	h := &plan.Hours{When: []string{}, Zone: rule.Zone.V.String()}
	for _, span := range rule.Hours.V {
		h.When = append(h.When, span.String())
	}
	return h
}

// judge is a plan that rules are asked about.
type judge struct {
	in   *intent.Intent
	plan *plan.Plan
}

// ask asks a rule: because of which switches it has something to say, and what. Of one that has nothing to say the text is empty.
func (j *judge) ask(rule *intent.Policy) (switches []string, text string) {
	switch rule.Code {
	case intent.MaxSwitches:
		return j.tooMany(rule, "", func(*plan.Device) bool { return true })
	case intent.Together:
		group := j.group(rule)
		return j.tooMany(rule, " of "+groupName(rule), func(d *plan.Device) bool { return group(d.Name) })
	case intent.OnlyInHours:
		return j.disruptive(rule)
	}
	return nil, ""
}

// tooMany asks whether more switches change than a limit, among some.
func (j *judge) tooMany(rule *intent.Policy, of string, among func(*plan.Device) bool) ([]string, string) {
	names := j.changing(among)
	if len(names) <= rule.Limit.V {
		return nil, ""
	}
	verb := "switches change"
	if len(names) == 1 {
		verb = "switch changes"
	}
	return names, fmt.Sprintf("%d %s in one plan (%s), and%s at most %d may", len(names), verb, few(names), of, rule.Limit.V)
}

// disruptive asks whether the plan does more to traffic than it may at any time.
func (j *judge) disruptive(rule *intent.Policy) ([]string, string) {
	limit, _ := vendors.ParseDisruption(rule.MaxDisruption.V)
	worst := vendors.None
	names := j.changing(func(d *plan.Device) bool {
		does, _ := vendors.ParseDisruption(d.Disruption)
		worst = vendors.MoreDisruptive(worst, does)
		return does > limit
	})
	if names == nil {
		return nil, ""
	}
	when := "never applied"
	if h := hoursOf(rule); len(h.When) > 0 {
		when = "only applied " + strings.Join(h.When, ", ") + " " + h.Zone
	}
	return names, fmt.Sprintf("%s on %s is %s", worst, few(names), when)
}

// changing are the switches among some that the plan changes.
func (j *judge) changing(among func(*plan.Device) bool) (names []string) {
	for i := range j.plan.Devices {
		if d := &j.plan.Devices[i]; d.Status == plan.Change && among(d) {
			names = append(names, d.Name)
		}
	}
	slices.SortFunc(names, qos.ComparePorts)
	return names
}

// group tells who belongs to the group of a rule.
func (j *judge) group(rule *intent.Policy) func(name string) bool {
	if rule.Role.Set {
		has := map[string]bool{}
		for i := range j.in.Devices {
			d := &j.in.Devices[i]
			has[d.Name] = d.Role.V == rule.Role.V
		}
		return func(name string) bool { return has[name] }
	}
	return func(name string) bool {
		return slices.ContainsFunc(rule.Switches.V, func(pattern string) bool {
			is, _ := path.Match(pattern, name) // the intent has judged the pattern
			return is
		})
	}
}

func groupName(rule *intent.Policy) string {
	if rule.Role.Set {
		return "the role " + rule.Role.V
	}
	return strings.Join(rule.Switches.V, ", ")
}

// mostNames is how many names, or ranges of them, a sentence has room for.
const mostNames = 6

// few are the first of many names: "leaf1-30", "leaf1, leaf3 and 12 more".
func few(names []string) string {
	if ranges := plan.Ranges(names); strings.Count(ranges, ",") < mostNames {
		return ranges
	}
	return strings.Join(names[:mostNames], ", ") + fmt.Sprintf(" and %d more", len(names)-mostNames)
}
