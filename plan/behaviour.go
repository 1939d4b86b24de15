package plan

import (
	"slices"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// describe says in words what the patch changes: on the ports that the intent names or that left it, and apart from those on
// ports that it says nothing about.
func (m *maker) describe() {
	before, after := m.sides()
	m.device.Today = m.today()
	m.device.Behaviour = behaviour(before, after, m.mine)
	before.Tunnel, before.NonECT = after.Tunnel, after.NonECT // told above
	m.device.Unnamed = behaviour(before, after, func(port string) bool { return !m.mine(port) })
}

// sides is what the switch does before and after, with the classes called what the intent calls them.
func (m *maker) sides() (before, after *qos.Switch) {
	b, a := *m.before.reading.Switch, *m.after.reading.Switch
	if m.in.Fitted != nil {
		b.Names, a.Names = m.in.Fitted.Names, m.in.Fitted.Names
	}
	return &b, &a
}

// today is what is wrong now, on the ports that the intent names. When everything is to go, nothing is wanted.
func (m *maker) today() []Fault {
	if m.in.Options.Destroy || m.in.Fitted == nil {
		return nil
	}
	found := qos.Faults(m.before.reading.Switch, m.in.Fitted)
	out := make([]Fault, len(found))
	for i, f := range found {
		out[i] = Fault{Kind: f.Kind, Where: f.Ports, Text: f.Text, Weight: f.Weight}
	}
	return out
}

// mine tells whether the intent names a port, or named it once so that the patch cleans it.
func (m *maker) mine(port string) bool { return m.named[port] || m.left[port] }

// behaviour is the difference of two switches on some of their ports.
func behaviour(before, after *qos.Switch, of func(port string) bool) []Behaviour {
	found := qos.DiffPorts(before, after, of)
	out := make([]Behaviour, len(found))
	for i, d := range found {
		out[i] = Behaviour{Kind: d.Kind, Where: d.Ports, Before: d.Before, After: d.After, Text: d.Text, Weight: d.Weight}
	}
	return out
}

// findLeft notes the ports that a patch touches by name although the intent does not name them: they had weft's bindings and
// have left.
func (m *maker) findLeft(changes []vendors.Change) {
	m.left = map[string]bool{}
	for _, c := range changes {
		for _, port := range c.Ports {
			if !m.named[port] {
				m.left[port] = true
			}
		}
	}
}

// assumptions says in words what the proofs of the patch and of the way back lean on.
func (m *maker) assumptions() []Assumption {
	var ids []string
	if m.device.Proof != nil {
		ids = append(ids, m.device.Proof.Assumptions...)
	}
	if m.device.Undo != nil {
		ids = append(ids, m.device.Undo.Proof.Assumptions...)
	}
	slices.Sort(ids)
	var out []Assumption
	for _, id := range slices.Compact(ids) {
		a := m.assumption(id)
		out = append(out, Assumption{ID: id, Question: a.Question, Assumed: a.Readings[0], Source: a.Source})
	}
	return out
}
