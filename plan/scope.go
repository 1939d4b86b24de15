package plan

import (
	"errors"
	"fmt"

	"github.com/weft-net/weft/vendors"
)

// inScope holds the target against the vendor's second opinion of what weft may change. A line that fails is a fault of
// weft's own, and is said plainly.
func (m *maker) inScope(deltas []vendors.Delta) error {
	var outside []error
	for _, d := range deltas {
		if !m.vendor.InScope(d, m.in.Site, m.scope) {
			outside = append(outside, fmt.Errorf("internal fault: the patch would change a line outside weft's scope: %s", deltaText(d)))
		}
	}
	return errors.Join(outside...)
}

// noSecrets refuses a patch whose commands would print a secret: they cannot be shown, and so not be approved.
func noSecrets(steps []vendors.Step) error {
	for _, s := range steps {
		for _, command := range s.Commands {
			if shown := vendors.RedactLine(command); shown != command {
				return fmt.Errorf("internal fault: a command of the patch holds a secret: %s", shown)
			}
		}
	}
	return nil
}

// allowed holds the steps against the most disruption that the user accepts.
func (m *maker) allowed(steps []vendors.Step) error {
	limit := m.in.Options.MaxDisruption
	var over []error
	for d := worst(steps); d > limit; d-- {
		if what := disrupted(steps, d); what != "" {
			over = append(over, errors.New(what))
		}
	}
	if len(over) == 0 {
		return nil
	}
	return fmt.Errorf("the patch would disrupt more than %s allows; --max-disruption %s allows it:\n%w",
		limit, worst(steps), errors.Join(over...))
}

// disrupted says what the steps of one disruption do, and where: "flap on Ethernet1/1-4: rebind queue 3, in 4 steps".
func disrupted(steps []vendors.Step, d vendors.Disruption) string {
	first, count, whole := "", 0, false
	var ports []string
	for i := range steps {
		s := &steps[i]
		if s.Disruption != d {
			continue
		}
		if count++; count == 1 {
			first = s.Text
		}
		whole = whole || len(s.Ports) == 0
		ports = append(ports, s.Ports...)
	}
	switch {
	case whole:
		ports = nil
	case count == 0:
		return ""
	}
	text := fmt.Sprintf("%s on %s: %s", d, where(ports), first)
	if count > 1 {
		text += fmt.Sprintf(", in %d steps", count)
	}
	return text
}

func worst(steps []vendors.Step) vendors.Disruption {
	d := vendors.None
	for _, s := range steps {
		d = vendors.MoreDisruptive(d, s.Disruption)
	}
	return d
}

// where names ports, or the whole switch for none.
func where(ports []string) string {
	if len(ports) == 0 {
		return "the whole switch"
	}
	return Ranges(ports)
}

func planSteps(steps []vendors.Step) []Step {
	out := make([]Step, len(steps))
	for i, s := range steps {
		out[i] = Step{Commands: s.Commands, Disruption: s.Disruption.String(), Ports: s.Ports, Seconds: s.Seconds, Text: s.Text}
	}
	return out
}
