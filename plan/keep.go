package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// met is what a reading already does of what the intent asks: facets by named port, and under "" those of the switch. When
// everything is to go, nothing is asked. What the running configuration has no place for is not asked either.
func (m *maker) met(r vendors.Reading) map[string]qos.FacetSet {
	if m.in.Options.Destroy {
		return nil
	}
	met := qos.Satisfies(r.Switch, m.in.Fitted)
	if m.lacks != 0 {
		for i := range m.in.Fitted.Ports {
			met[m.in.Fitted.Ports[i].Name] |= m.lacks
		}
	}
	return met
}

// scopeFor says what weft may leave as it is: the facets that already do what the intent asks. A facet that the platform has
// once for the whole switch is left when every named port agrees. The vendor may have reasons to leave less.
func (m *maker) scopeFor(running vendors.Config, met map[string]qos.FacetSet) vendors.Scope {
	scope := m.askedScope(met)
	if vendor, can := m.vendor.(vendors.Widener); can {
		scope = vendor.Widen(running, m.desired(), m.in.Site, scope)
	}
	return scope
}

func (m *maker) askedScope(met map[string]qos.FacetSet) vendors.Scope {
	options := m.in.Options
	scope := vendors.Scope{
		TakeOver: options.TakeOver, Destroy: options.Destroy, Prune: options.Prune, Reload: options.MaxDisruption >= vendors.Reload,
	}
	if options.Destroy {
		return scope
	}
	if options.TakeOver {
		scope.Keep = nameless(met)
		return scope
	}
	shared := m.in.Site.Platform.SwitchWide
	for port, facets := range met {
		if port != "" {
			shared &= facets
		}
	}
	scope.Keep = met
	scope.Keep[""] |= shared
	return scope
}

// nameless leaves of facets those that no object decides on any platform: there is nothing to take over, and what the switch
// does stays.
func nameless(met map[string]qos.FacetSet) map[string]qos.FacetSet {
	kept := make(map[string]qos.FacetSet, len(met))
	for port, facets := range met {
		kept[port] = facets & (1 << qos.FacetDCBX)
	}
	return kept
}

// satisfied fails when a switch does not meet something that the intent asks, and says how the intent differs.
func (m *maker) satisfied(s *qos.Switch, met map[string]qos.FacetSet) error {
	if met == nil {
		return nil
	}
	var missed []error
	if lacks := qos.SwitchFacets &^ met[""]; lacks != 0 {
		missed = append(missed, fmt.Errorf("the switch: %s", lacks))
	}
	for _, group := range m.missing(met) {
		missed = append(missed, fmt.Errorf("%s: %s", Ranges(group.ports), group.lacks))
	}
	if len(missed) == 0 {
		return nil
	}
	for _, d := range behaviour(s, m.in.Fitted, func(port string) bool { return m.named[port] }) {
		if d.After != "not set" { // what the intent leaves out is not missed
			missed = append(missed, fmt.Errorf("the intent would have it: %s: %s", where(d.Where), d.Text))
		}
	}
	return fmt.Errorf("the configuration it ends with does not read as the intent asks:\n%w", errors.Join(missed...))
}

// unmet are ports that lack the same facets.
type unmet struct {
	lacks qos.FacetSet
	ports []string
}

// missing groups the named ports that lack something.
func (m *maker) missing(met map[string]qos.FacetSet) []unmet {
	var groups []unmet
	for i := range m.in.Fitted.Ports {
		name := m.in.Fitted.Ports[i].Name
		lacks := qos.PortFacets &^ met[name]
		if lacks == 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(g unmet) bool { return g.lacks == lacks })
		if at < 0 {
			at = len(groups)
			groups = append(groups, unmet{lacks: lacks})
		}
		groups[at].ports = append(groups[at].ports, name)
	}
	return groups
}

// settled checks the end of the patch: it does what the intent asks, and planning once more from there leaves nothing to do.
func (m *maker) settled() error {
	if m.prepares {
		return nil // that is for the plan after this one
	}
	met := m.met(m.after.reading)
	if err := m.satisfied(m.after.reading.Switch, met); err != nil {
		return err
	}
	again, _, diags := m.vendor.Target(m.after.config, m.desired(), m.in.Site, m.scopeFor(m.after.config, met))
	if err := reasons(diags); err != nil {
		return fmt.Errorf("planning again after the patch fails:\n%w", err)
	}
	if deltas := m.vendor.Deltas(m.after.config, again); len(deltas) > 0 {
		return fmt.Errorf("planning again after the patch would change more: %s", deltaText(deltas[0]))
	}
	return nil
}

func keptObjects(kept []vendors.Kept) []Kept {
	out := make([]Kept, len(kept))
	for i, k := range kept {
		out[i] = Kept{
			Object: k.Object, Facet: k.Facet.String(), Ports: k.Ports,
			Text: fmt.Sprintf("%s already does this (%s)", k.Object, k.Facet),
		}
	}
	return out
}

func deviations(ds []vendors.Deviation) []Deviation {
	out := make([]Deviation, len(ds))
	for i, d := range ds {
		out[i] = Deviation{
			Kind: d.Kind.String(), Ports: d.Ports, Field: d.Field, Asked: d.Asked, Got: d.Got,
			Reason: d.Reason, Source: d.Source, Accept: d.Accept, Text: d.Sentence(),
		}
	}
	return out
}

// deltaText is one line of difference with the blocks it stands in: "+ interface Ethernet1/1 > mtu 9216".
func deltaText(d vendors.Delta) string {
	return string(d.Op) + " " + strings.Join(append(d.Path[:len(d.Path):len(d.Path)], vendors.RedactLine(d.Text)), " > ")
}
