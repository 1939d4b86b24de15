package plan

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Make plans one switch. It never fails: what cannot be planned is refused with its reasons, or not planned when the switch
// could not be read.
func Make(in Input) Result {
	m := &maker{in: in, vendor: in.Vendor, device: Device{
		Name:       in.Name,
		Vendor:     in.Site.Platform.Vendor,
		Platform:   in.Site.Platform.Model,
		Release:    in.Site.Platform.Release,
		Disruption: vendors.None.String(),
		Deviations: deviations(in.Deviations),
	}}
	switch {
	case in.Refusal != "":
		m.stop(Refused, errors.New(in.Refusal))
	case in.ReadError != nil:
		m.stop(NotPlanned, in.ReadError)
	default:
		if err := guarded(m.plan); err != nil {
			m.stop(Refused, err)
		}
	}
	m.device.Assumptions = m.assumptions()
	m.redact()
	m.device.fillLists()
	return m.result()
}

// result is the plan with what the switch does before and after.
func (m *maker) result() Result {
	r := Result{Device: m.device, Predicted: m.predicted, Before: m.before.reading.Switch, After: m.before.reading.Switch}
	if m.device.Status == Change {
		r.After = m.after.reading.Switch
	}
	return r
}

// maker makes the plan of one switch.
type maker struct {
	in     Input
	vendor vendors.Vendor
	scope  vendors.Scope

	before, after side
	now           map[string]qos.FacetSet // what the running configuration meets of the intent
	guard         *guard                  // what the patch and its undo must keep
	named, left   map[string]bool         // ports that the intent names, and others that the patch cleans
	lacks         qos.FacetSet            // what the running configuration has no place for, being
	without       string                  // without this
	prepares      bool                    // the patch only makes the rest possible
	returns       bool                    // the way that is looked for leads back
	partly, bare  bool                    // lines that weft does not read stay as they are; protections do not count

	device    Device
	predicted vendors.Config
}

// side is a configuration with what it does.
type side struct {
	config  vendors.Config
	reading vendors.Reading
}

func (m *maker) plan() error {
	if err := m.readRunning(); err != nil {
		return err
	}
	if err := m.aim(); err != nil {
		return err
	}
	deltas := m.vendor.Deltas(m.before.config, m.after.config)
	if len(deltas) == 0 {
		return m.unchanged()
	}
	if err := m.inScope(deltas); err != nil {
		return err
	}
	m.device.LineDiff = m.lineDiff(deltas)
	if m.lacks != 0 {
		return fmt.Errorf("something is to change, and no patch can be proved on a fragment without %s, such as compile writes: give what the switch itself has", m.without)
	}
	m.after.reading = m.vendor.Read(m.after.config, m.in.Site.Platform)
	return m.change()
}

// readRunning parses the running configuration and reads what it does.
func (m *maker) readRunning() error {
	running, diags := m.vendor.Parse(m.in.Running)
	m.warn(diags)
	if err := reasons(diags); err != nil {
		return fmt.Errorf("the running configuration cannot be parsed:\n%w", err)
	}
	if err := m.vendor.Complete(running, m.namedPorts()); err != nil {
		return fmt.Errorf("the running configuration is incomplete: %w", err)
	}
	m.checkName(running)
	if err := m.checkRelease(running); err != nil {
		return err
	}
	m.checkWhole(running)
	running = vendors.PlainOf(m.vendor, running, m.in.Site.Platform)
	m.before = side{running, m.vendor.Read(running, m.in.Site.Platform)}
	m.device.RunningHash = m.vendor.Fingerprint(running)
	for _, l := range m.before.reading.Unread {
		m.device.Unread = append(m.device.Unread, Line{Number: l.Number, Path: l.Path, Text: l.Text})
	}
	return nil
}

// checkWhole warns of a running configuration that is no whole one, such as compile prints: it is held to what it can say.
func (m *maker) checkWhole(running vendors.Config) {
	lacks, what := vendors.LacksOf(m.vendor, running)
	if m.lacks, m.without = lacks, what; lacks != 0 {
		m.device.Warnings = append(m.device.Warnings, fmt.Sprintf("the running configuration is a fragment, such as compile writes, without %s: "+
			"%s is neither compared nor set, and nothing that %s says is checked; for all of it, give what the switch itself has", what, lacks, what))
	}
}

// aim finds the configuration that the switch shall run.
func (m *maker) aim() error {
	m.now = m.met(m.before.reading)
	m.scope = m.scopeFor(m.before.config, m.now)
	target, kept, diags := m.vendor.Target(m.before.config, m.desired(), m.in.Site, m.scope)
	if prepared := m.prepare(diags); prepared != nil {
		m.after.config = prepared
		return nil
	}
	m.warn(diags)
	m.tellAdopted()
	if err := reasons(diags); err != nil {
		return err
	}
	m.after.config = target
	m.device.Kept = keptObjects(kept)
	return nil
}

// tellAdopted says that what weft was handed stays as it is when all else goes: whose it was before knows what it held.
func (m *maker) tellAdopted() {
	if !m.in.Options.Destroy {
		return
	}
	for _, role := range slices.Sorted(maps.Keys(m.in.Site.Adopt)) {
		m.device.Warnings = append(m.device.Warnings, fmt.Sprintf("%s, which weft was handed as %q, stays as it is now", m.in.Site.Adopt[role], role))
	}
}

// prepare finds what has to be done first, with a reload, where the target is out of reach without it and a reload is allowed.
func (m *maker) prepare(diags vendors.Diagnostics) vendors.Config {
	vendor, can := m.vendor.(vendors.Preparer)
	if !can || !m.scope.Reload || !diags.HasErrors() {
		return nil
	}
	prepared, why := vendor.Prepare(m.before.config, m.desired(), m.in.Site, m.scope)
	if prepared != nil {
		m.prepares = true
		m.device.Warnings = append(m.device.Warnings, "this plan only prepares the switch, which has to reload: "+why+"; plan again after it for the rest")
	}
	return prepared
}

// desired is what weft owns on the switch: nothing when everything is to go.
func (m *maker) desired() vendors.Config {
	if m.in.Options.Destroy {
		return nil
	}
	return m.in.Desired
}

func (m *maker) namedPorts() []string {
	names := make([]string, len(m.in.Site.Ports))
	m.named = make(map[string]bool, len(names))
	for i := range m.in.Site.Ports {
		names[i] = m.in.Site.Ports[i].Name
		m.named[names[i]] = true
	}
	return names
}

// unchanged closes the plan of a switch that already runs its target. It must then do what the intent asks.
func (m *maker) unchanged() error {
	if err := m.satisfied(m.before.reading.Switch, m.now); err != nil {
		return err
	}
	m.device.Status = Unchanged
	m.device.Proof = &Proof{OK: true, Assumptions: m.before.reading.Assumed}
	m.predicted = m.before.config
	return nil
}

// change finds the way there and the way back, proves both, and judges what they do.
func (m *maker) change() error {
	m.guard = newGuard(m.before.reading, m.after.reading)
	forward, err := m.way(m.before, m.after)
	m.findLeft(forward.changes)
	m.describe()
	if err != nil {
		return m.unproved(m.atFault(fmt.Errorf("the patch failed its proof: %w", err)))
	}
	m.returns = true
	back, err := m.way(m.after, m.before)
	if err != nil {
		return m.unproved(m.atFault(fmt.Errorf("the way back failed its proof: %w", err)))
	}
	if err := m.settled(); err != nil {
		return m.unproved(err)
	}
	m.device.Proof = new(forward.proof) // not the way itself, which is large
	m.device.Disruption = worst(forward.steps).String()
	if err := errors.Join(m.allowed(forward.steps), m.unnamedSafe()); err != nil {
		return err
	}
	m.device.Status = Change
	m.device.Classes = m.classes()
	m.device.Net = m.in.Net
	m.device.Steps = planSteps(forward.steps)
	m.device.Undo = &Undo{Steps: planSteps(back.steps), Proof: back.proof}
	m.predicted = m.after.config
	return nil
}

// unproved keeps what failed in the proof.
func (m *maker) unproved(failure error) error {
	m.device.Proof = &Proof{Failure: failure.Error()}
	return failure
}

// stop ends the plan without a patch.
func (m *maker) stop(status Status, reason error) {
	m.device.Status, m.device.Reason = status, reason.Error()
}

// warn keeps what is no error.
func (m *maker) warn(diags vendors.Diagnostics) {
	for _, d := range diags {
		if d.Severity != vendors.Error {
			m.device.Warnings = append(m.device.Warnings, said(d))
		}
	}
}

// redact is the last look at everything that will be printed.
func (m *maker) redact() {
	d := &m.device
	for i := range d.LineDiff {
		d.LineDiff[i].Text = vendors.RedactLine(d.LineDiff[i].Text)
	}
	for i := range d.Unread {
		d.Unread[i].Text = vendors.RedactLine(d.Unread[i].Text)
	}
	m.redactSentences()
	m.redactClasses()
	if len(d.Warnings) == 0 && d.Reason == "" {
		return
	}
	known := vendors.Secrets(m.in.Running)
	d.Reason = vendors.RedactProse(d.Reason, known)
	for i := range d.Warnings {
		d.Warnings[i] = vendors.RedactProse(d.Warnings[i], known)
	}
	if d.Proof != nil {
		d.Proof.Failure = vendors.RedactProse(d.Proof.Failure, known)
	}
}

// redactSentences takes secrets out of what is said of behaviour: where a line could not be read, it is quoted.
func (m *maker) redactSentences() {
	known := sync.OnceValue(func() []string { return vendors.Secrets(m.in.Running) })
	clean := func(text *string) { *text = vendors.RedactSentence(*text, known) }
	for i := range m.device.Today {
		clean(&m.device.Today[i].Text)
	}
	for _, list := range [][]Behaviour{m.device.Behaviour, m.device.Unnamed} {
		for i := range list {
			clean(&list[i].Before)
			clean(&list[i].After)
			clean(&list[i].Text)
		}
	}
}

// redactClasses does the same to what is said of queues.
func (m *maker) redactClasses() {
	known := sync.OnceValue(func() []string { return vendors.Secrets(m.in.Running) })
	for _, group := range m.device.Classes {
		for i := range group.Queues {
			for _, text := range group.Queues[i].words() {
				*text = vendors.RedactSentence(*text, known)
			}
		}
	}
}

// said is a diagnostic with the ports that it is about.
func said(d vendors.Diagnostic) string {
	if len(d.Ports) > 0 {
		d.Summary = Ranges(d.Ports) + ": " + d.Summary
	}
	return d.String()
}

// reasons gives every error of a list a line of its own.
func reasons(diags vendors.Diagnostics) error {
	var all []error
	for _, d := range diags {
		if d.Severity == vendors.Error {
			all = append(all, errors.New(said(d)))
		}
	}
	return errors.Join(all...)
}
