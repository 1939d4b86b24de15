package plan

import (
	"errors"
	"fmt"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// scopeFor says what weft may leave as it is: the facets of each named port that already do what the intent asks. A facet
// that the platform has once for the whole switch, and those of the switch itself, are kept when every named port agrees.
func (m *maker) scopeFor(r vendors.Reading) vendors.Scope {
	options := m.in.Options
	scope := vendors.Scope{TakeOver: options.TakeOver, Destroy: options.Destroy, Prune: options.Prune}
	if options.TakeOver || options.Destroy {
		return scope
	}
	scope.Keep = qos.Satisfies(r.Switch, m.in.Fitted)
	shared := m.in.Site.Platform.SwitchWide
	for port, met := range scope.Keep {
		if port != "" {
			shared &= met
		}
	}
	scope.Keep[""] |= shared
	return scope
}

// satisfied tells whether a reading does all that the intent asks of the named ports; the error says what it does not.
func (m *maker) satisfied(r vendors.Reading) error {
	if m.in.Options.Destroy {
		return nil
	}
	met := qos.Satisfies(r.Switch, m.in.Fitted)
	var missed []error
	if lacks := qos.SwitchFacets &^ met[""]; lacks != 0 {
		missed = append(missed, fmt.Errorf("the switch: %s", lacks))
	}
	for i := range m.in.Fitted.Ports {
		name := m.in.Fitted.Ports[i].Name
		if lacks := qos.PortFacets &^ met[name]; lacks != 0 {
			missed = append(missed, fmt.Errorf("%s: %s", name, lacks))
		}
	}
	if len(missed) > 0 {
		return fmt.Errorf("the configuration it ends with does not read as the intent asks:\n%w", errors.Join(missed...))
	}
	return nil
}

// converges plans once more from where the patch ends: nothing may be left to do.
func (m *maker) converges() error {
	again, _, diags := m.vendor.Target(m.after.config, m.desired(), m.in.Site, m.scopeFor(m.after.reading))
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
			Reason: d.Reason, Source: d.Source, Accept: d.Accept,
		}
	}
	return out
}

// deltaText is one line of difference with the blocks it stands in: "+ interface Ethernet1/1 > mtu 9216".
func deltaText(d vendors.Delta) string {
	return string(d.Op) + " " + strings.Join(append(d.Path[:len(d.Path):len(d.Path)], redactLine(d.Text)), " > ")
}
