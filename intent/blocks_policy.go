package intent

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
)

// The codes of policies that are rules of the house on plans. There may be several of each.
const (
	MaxSwitches = "MAX-SWITCHES" // no more than so many switches in one plan
	Together    = "TOGETHER"     // no more than so many of a group in one plan
	OnlyInHours = "HOURS"        // what disrupts waits for its hours
)

var policyBlock = block[Policy]{
	BlockSchema: BlockSchema{Type: "policy", Label: "code", Doc: "Changes how severe the finding of a check is, with a reason that is printed with it. `UNNAMED-PORTS`, unless an error, lets a change of the whole switch take a protection from ports that the intent does not name; `UNSAVED`, as an error, has `weft apply` refuse switches on which others left something unsaved.\n\n" +
		"Three codes are rules on plans, of which there may be several. `MAX-SWITCHES`: no more than `limit` switches change in one plan. `TOGETHER`: of the switches of a name or a `role` no more than `limit` change in one plan. `HOURS`: what does more to traffic than `max_disruption` is applied in the `hours` only. A plan that breaks one says so first; `weft apply` refuses it where the rule is an error, and asks about it by name where it is a warning."},
	open: func(d *decoder, b *hcl.Block, p *Policy) {
		p.Code, p.Range = b.Labels[0], b.DefRange
		d.report(checkCode(p.Code, b.LabelRanges[0]))
		if houseRules[p.Code] == nil {
			d.report(d.names.declare(policies, p.Code, b.LabelRanges[0]))
		}
	},
	attributes: []attribute[Policy]{
		attr("severity", word("error", "warning", "info", "off"), func(p *Policy) *Opt[string] { return &p.Severity }, info{"", `"warning"`,
			"What the finding counts as from now on."}).required(),
		attr("reason", prose, func(p *Policy) *Opt[string] { return &p.Reason }, info{"", `"accepted until the new optics arrive"`,
			"Why, for the people who read the report."}).required(),
		attr("limit", number[int]("whole number", "limits are", 0, 100000), func(p *Policy) *Opt[int] { return &p.Limit }, info{"1 for TOGETHER", "20",
			"`MAX-SWITCHES`, `TOGETHER`: how many switches may change in one plan."}),
		attr("switches", someOf(glob), func(p *Policy) *Opt[[]string] { return &p.Switches }, info{"", `["spine1", "border*"]`,
			"`TOGETHER`: the group, by name; * and ? stand for any text and any letter."}),
		attr("role", prose, func(p *Policy) *Opt[string] { return &p.Role }, info{"", `"spine"`,
			"`TOGETHER`: the group, by the role of its devices."}),
		attrOr("max_disruption", word("none", "loss", "recarve", "flap", "reload"), func(p *Policy) *Opt[string] { return &p.MaxDisruption }, "none", info{
			`"none"`, `"loss"`, "`HOURS`: the worst that a plan may do to traffic outside of the hours."}),
		attr("hours", list(hours), func(p *Policy) *Opt[[]Hours] { return &p.Hours }, info{"", `["Mon-Fri 20:00-06:00", "Sat-Sun 00:00-24:00"]`,
			"`HOURS`: when more may be done. Hours that end before they begin go on to the next day. An empty list is never."}),
		attr("zone", zone, func(p *Policy) *Opt[*time.Location] { return &p.Zone }, info{"", `"Europe/Berlin"`,
			"`HOURS`: the time zone of the hours."}),
	},
	done: checkPolicy,
}.build()

// houseRules are the attributes of each rule on plans.
var houseRules = map[string][]string{
	MaxSwitches: {"limit"},
	Together:    {"limit", "switches", "role"},
	OnlyInHours: {"max_disruption", "hours", "zone"},
}

// checkPolicy wants the attributes that a rule has, and no others.
func checkPolicy(d *decoder, _ scope, p *Policy) {
	var missing []string
	for _, a := range []struct {
		name string
		set  bool
		at   hcl.Range
	}{
		{"limit", p.Limit.Set, p.Limit.Range}, {"switches", p.Switches.Set, p.Switches.Range}, {"role", p.Role.Set, p.Role.Range},
		{"max_disruption", p.MaxDisruption.Set, p.MaxDisruption.Range}, {"hours", p.Hours.Set, p.Hours.Range}, {"zone", p.Zone.Set, p.Zone.Range},
	} {
		has := slices.Contains(houseRules[p.Code], a.name)
		switch {
		case a.set && !has:
			d.report(problem(a.at, fmt.Sprintf("%s says nothing to %s", a.name, p.Code), "%s.", sentence(attributesOf(p.Code))))
		case !a.set && has:
			missing = append(missing, a.name)
		}
	}
	if d.broken["policy"] {
		return // what misses may be what could not be read
	}
	for _, name := range missing {
		if p.needs(name) {
			d.report(problem(p.Range, fmt.Sprintf("No %s in policy %s", name, p.Code), "%s.", sentence(attributesOf(p.Code))))
		}
	}
	if p.Code == Together && p.Switches.Set == p.Role.Set {
		d.report(problem(p.Range, "Whom the policy is about", "Write either switches or role."))
	}
	if p.Code == Together && !p.Limit.Set {
		p.Limit.V = 1
	}
}

// needs tells whether a rule cannot do without an attribute that it has.
func (p *Policy) needs(name string) bool {
	return p.Code == MaxSwitches || name == "hours" || name == "zone"
}

// attributesOf says what can be written in a policy beside severity and reason.
func attributesOf(code string) error {
	if own := houseRules[code]; own != nil {
		return fmt.Errorf("%s has severity, reason, %s", code, strings.Join(own, ", "))
	}
	return fmt.Errorf("%s has severity and reason", code)
}

// checkHouseRules warns of groups that nothing belongs to.
func (c *checker) checkHouseRules() {
	if !c.whole("device", "policy") {
		return
	}
	for i := range c.in.Policies {
		p := &c.in.Policies[i]
		for _, pattern := range p.Switches.V {
			if !c.matchesDevice(pattern) {
				c.report(warning(p.Switches.Range, fmt.Sprintf("%q is no device", pattern), "No device of the intent has a name like that%s",
					ended(didYouMean(strings.Trim(pattern, "*"), c.names.list(devices)))))
			}
		}
		if p.Role.Set && !slices.ContainsFunc(c.in.Devices, func(d Device) bool { return d.Role.V == p.Role.V }) {
			c.report(warning(p.Role.Range, fmt.Sprintf("No device has the role %q", p.Role.V), "The policy is about nothing."))
		}
	}
}
