package apply

import (
	"slices"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// Outcome is what a switch is after a run, in weft's scope.
type Outcome string

// The outcomes. Old and New were read on the switch, running and saved. Between is neither: the switch refused every way back or
// cannot be reached any more. An Untouched switch was not changed by this run, nor one that was Unreachable or Refused from the start.
const (
	Old         Outcome = "old"
	New         Outcome = "new"
	Between     Outcome = "between"
	Untouched   Outcome = "untouched"
	Unreachable Outcome = "unreachable"
	Refused     Outcome = "refused"
)

// Report is what a run did.
type Report struct {
	Run         string         `json:"run"`
	Rolls       string         `json:"rolls,omitempty"` // the run that it took back
	Switches    []SwitchReport `json:"switches"`        // in natural order of their names
	Stopped     string         `json:"stopped,omitempty"`
	Interrupted bool           `json:"interrupted,omitempty"`
	Warnings    []string       `json:"warnings,omitempty"`
}

// SwitchReport is what happened on one switch.
type SwitchReport struct {
	Name    string  `json:"name"`
	Outcome Outcome `json:"outcome"`
	// Failed says that the switch is not what it was to be, through no wish of a person.
	Failed bool   `json:"failed,omitempty"`
	Reason string `json:"reason,omitempty"` // why it is not new, or what is wrong although it is
	Wave   int    `json:"wave,omitempty"`   // in which it was changed, from 1
	Net    string `json:"net,omitempty"`    // what caught it if contact had been lost
	// Hash is the fingerprint of what it runs, where the outcome is old or new.
	Hash      string   `json:"hash,omitempty"`
	WayBack   string   `json:"way_back,omitempty"`  // that led to the old configuration
	Unchecked []string `json:"unchecked,omitempty"` // signs of health that the platform cannot show
	Others    []string `json:"others,omitempty"`    // lines that somebody else changed meanwhile
	Warnings  []string `json:"warnings,omitempty"`
	// Of a switch in between: the lines by which it is not old, and what a person enters to get there.
	Lines    []string `json:"lines,omitempty"`
	Commands []string `json:"commands,omitempty"`
}

// Exit codes of a run.
const (
	exitDone        = 0
	exitFailed      = 3
	exitPartly      = 6
	exitInterrupted = 130
)

// ExitCode is what the program ends with: 0 done, 3 some switches failed, 6 some could not be read or were refused and the rest is
// done, 130 interrupted.
func (r *Report) ExitCode() int {
	failed := func(s SwitchReport) bool {
		return s.Failed || s.Outcome == Between || s.Outcome == Untouched && r.Stopped != ""
	}
	switch {
	case r.Interrupted:
		return exitInterrupted
	case slices.ContainsFunc(r.Switches, failed):
		return exitFailed
	case slices.ContainsFunc(r.Switches, func(s SwitchReport) bool { return s.Outcome == Unreachable || s.Outcome == Refused }):
		return exitPartly
	}
	return exitDone
}

// sort puts switches in natural order.
func (r *Report) sort() {
	slices.SortStableFunc(r.Switches, func(a, b SwitchReport) int { return qos.ComparePorts(a.Name, b.Name) })
}

// notChanged are the switches of a plan that a run has nothing to do with, and why.
func notChanged(p *plan.Plan) []SwitchReport {
	var all []SwitchReport
	for i := range p.Devices {
		d := &p.Devices[i]
		switch d.Status {
		case plan.Refused:
			all = append(all, SwitchReport{Name: d.Name, Outcome: Refused, Reason: d.Reason})
		case plan.NotPlanned:
			all = append(all, SwitchReport{Name: d.Name, Outcome: Unreachable, Reason: d.Reason})
		}
	}
	return all
}
