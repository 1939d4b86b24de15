package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/weft-net/weft/vendors"
)

// Route is a proved way between two configurations of one switch.
type Route struct {
	Steps []vendors.Step
	Proof Proof
	// End is what the switch runs after it: to, with the lines that weft does not read as they were in from.
	End vendors.Config
}

// Care says what a way may do to traffic.
type Care uint8

// Guarded keeps every protection that a port has both before and after, as every plan does. Bare holds to the end alone: each
// command is accepted and the way ends where it should. It is for a switch that must not stay where it is.
const (
	Guarded Care = iota
	Bare
)

// Way finds and proves the way from what a switch runs to another of its configurations, from a state in between back to the
// old one for instance. Only lines that weft reads are brought to what they are in to; every other line stays as it is in from.
func Way(v vendors.Vendor, site vendors.Site, from, to vendors.Config, care Care) (r Route, err error) {
	err = guarded(func() error {
		r, err = findWay(v, site, from, to, care)
		return err
	})
	return r, err
}

func findWay(v vendors.Vendor, site vendors.Site, from, to vendors.Config, care Care) (Route, error) {
	m := &maker{in: Input{Name: site.Device, Vendor: v, Site: site}, vendor: v, partly: true, bare: care == Bare, returns: true}
	m.before, m.after = m.sideOf(from), m.sideOf(to)
	m.guard = newGuard(m.before.reading, m.after.reading)
	found, err := m.way(m.before, m.after)
	if err != nil {
		return Route{}, err
	}
	end, err := Replay(v, site, from, found.steps)
	if err != nil {
		return Route{}, err
	}
	if err := m.touchesNothingElse(end); err != nil {
		return Route{}, err
	}
	return Route{Steps: found.steps, Proof: found.proof, End: end}, nil
}

func (m *maker) sideOf(c vendors.Config) side {
	return side{c, m.vendor.Read(c, m.in.Site.Platform)}
}

// touchesNothingElse checks that what the end still lacks of the target is what the start lacked: the way did not touch it.
func (m *maker) touchesNothingElse(end vendors.Config) error {
	lacked := map[string]bool{}
	for _, d := range m.vendor.Deltas(m.before.config, m.after.config) {
		lacked[deltaText(d)] = true
	}
	left := m.vendor.Deltas(end, m.after.config)
	if i := slices.IndexFunc(left, func(d vendors.Delta) bool { return !lacked[deltaText(d)] }); i >= 0 {
		return fmt.Errorf("internal fault: the way would change a line outside weft's scope: %s", deltaText(left[i]))
	}
	return nil
}

// Replay is the configuration after steps on a model of the switch, or why the switch would refuse one.
func Replay(v vendors.Vendor, site vendors.Site, from vendors.Config, steps []vendors.Step) (end vendors.Config, err error) {
	err = guarded(func() error {
		device := v.Replay(from, site.Platform, nil)
		vendors.Returning(device) // steps were proved, and may be of an undo
		for i := range steps {
			if _, err := device.Do(steps[i]); err != nil {
				return &refusedError{commandText(&steps[i]), err}
			}
		}
		end = device.Config()
		return nil
	})
	return end, err
}

// StepsOf are the steps of a plan file as they are sent.
func StepsOf(steps []Step) []vendors.Step {
	all := sent(steps)
	for i := range steps {
		all[i].Disruption, _ = vendors.ParseDisruption(steps[i].Disruption)
		all[i].Ports, all[i].Seconds, all[i].Text = steps[i].Ports, steps[i].Seconds, steps[i].Text
	}
	return all
}

// arrivedPartly is arrived for a way that leaves the lines that weft does not read alone.
func (m *maker) arrivedPartly(w *walk, to side) error {
	end := w.device.Config()
	if m.vendor.Fingerprint(end) == m.vendor.Fingerprint(to.config) {
		return nil
	}
	deltas := vendors.Sets(m.vendor, m.vendor.Deltas(end, to.config))
	if len(deltas) == 0 {
		return errors.New("it does not end where it should")
	}
	return fmt.Errorf("it does not end where it should: of %d lines that differ, the first is %s", len(deltas), deltaText(deltas[0]))
}
