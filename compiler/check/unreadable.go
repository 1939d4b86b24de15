package check

import (
	"cmp"

	"github.com/weft-net/weft/qos"
)

// unreadable is a verdict on a value that a configuration says something of and that cannot be read: what it would have told is not checked,
// and why. What the vendor forbids is wrong, whatever the switch does with it. The line is in it.
func unreadable[T comparable](what string, v qos.Value[T]) verdict {
	found := verdict{text: v.Why}
	if !v.Forbidden {
		found = notChecked(what + ": " + v.Why)
	}
	found.at = v.At
	return found
}

// model names what a switch is: its model, or that nobody says it.
func (s *Switch) model() string {
	if s.Platform.Model == "" || s.Platform.Model == "generic" {
		return "a switch of unknown model"
	}
	return s.Platform.Model
}

// unclassed is a verdict that something hangs on the classes of DSCPs, which cannot all be told, and why.
func (p *Port) unclassed(what string) verdict {
	c, v := p.Classify, verdict{}
	switch {
	case c == nil:
		return notChecked(what + ": nothing is said of how the port classes packets")
	case !c.Trust.Known():
		v = notChecked(what + ": " + cmp.Or(c.Trust.Why, "how the port classes packets is not known"))
	case len(c.Rules) > 0:
		v = notChecked(what + ": the port has rules beside code points")
	default:
		v = notChecked(what + ": the port does not go by DSCP alone")
	}
	v.at, v.dscp = c.Trust.At, c.Unlisted
	return v
}
