package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/weft-net/weft/qos"
)

// UnnamedCode is the policy code that lets ports the intent does not name lose a protection or change a queue.
const UnnamedCode = "UNNAMED-PORTS"

// unnamedSafe refuses a patch by which a port that the intent does not name would lose a protection or get a class in another
// queue, unless a policy allows it: that is then a warning with the policy's reason.
func (m *maker) unnamedSafe() error {
	harmed := m.harmed()
	if len(harmed) == 0 {
		return nil
	}
	hurts := func(port string) bool {
		_, found := slices.BinarySearchFunc(harmed, port, qos.ComparePorts)
		return found
	}
	if reason := m.in.Options.AllowUnnamed; reason != "" {
		m.device.Warnings = append(m.device.Warnings, fmt.Sprintf(
			"ports that the intent does not name lose a protection or change a queue (%s); a policy allows it: %s",
			Ranges(harmed), reason))
		return nil
	}
	var how []error
	for _, b := range m.device.Unnamed {
		if b.Weight > 0 && slices.ContainsFunc(b.Where, hurts) {
			how = append(how, fmt.Errorf("%s: %s", where(b.Where), b.Text))
		}
	}
	return fmt.Errorf("ports that the intent does not name would lose a protection or change a queue: "+
		"name them, or allow it with policy %q and a reason:\n%w", UnnamedCode, errors.Join(how...))
}

// harmed lists, in natural order, the ports that lose something although nobody asked for a change on them: a protection of
// traffic that arrives there, the marking of a queue, or a priority that they pause without asking the peer. What could not be
// read may have been one, so that it is one. What only holds if the peer agrees, as on a port with nothing configured, is told
// and not counted.
func (m *maker) harmed() []string {
	var harmed []string
	for _, b := range m.device.Unnamed {
		if b.Kind == "ecn-lost" {
			harmed = append(harmed, b.Where...)
		}
	}
	guard := m.guard
	for i := range guard.ports {
		p := &guard.ports[i]
		if m.mine(p.Name) {
			continue
		}
		after := portAt(m.after.reading.Switch.Ports, i, p.Name)
		lost := !qos.Lost(guard.before[i], guard.after[i], guard.before[i]).None()
		unforced := m.tells(p.Name, "pfc-lost") && forced(p)&^forced(after) != 0
		unread := m.tells(p.Name, "readable-now") && !p.PFC.Negotiated.V
		if lost || unforced || unread {
			harmed = append(harmed, p.Name)
		}
	}
	slices.SortFunc(harmed, qos.ComparePorts)
	return slices.Compact(harmed)
}

// tells tells whether the plan says a kind of difference of a port that the intent does not name.
func (m *maker) tells(port, kind string) bool {
	return slices.ContainsFunc(m.device.Unnamed, func(b Behaviour) bool {
		return b.Kind == kind && slices.Contains(b.Where, port)
	})
}

// forced are the priorities that a port pauses whether its peer agrees or not.
func forced(p *qos.Port) qos.QueueSet {
	if p == nil || !p.PFC.Priorities.Known() || p.PFC.Negotiated.V {
		return 0
	}
	return p.PFC.Priorities.V
}
