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

// harmed lists, in natural order, the ports that lose something although nobody asked for a change on them.
func (m *maker) harmed() []string {
	if len(m.device.Unnamed) == 0 {
		return nil
	}
	guard := m.guard
	var harmed []string
	for i := range guard.ports {
		if name := guard.ports[i].Name; !m.mine(name) && !qos.Lost(guard.before[i], guard.after[i], guard.before[i]).None() {
			harmed = append(harmed, name)
		}
	}
	return harmed
}
