package plan

import (
	"encoding/json"
	"slices"
	"strings"
)

// DiffersIn names a switch for which another plan, made of the same inputs, has other commands, another undo or another disruption;
// empty when there is none. A switch that runs something else by now, or cannot be planned any more, is not compared. The order of
// commands may follow that of the lines in a running configuration, which is none of its meaning, and does not count.
func (p *Plan) DiffersIn(again *Plan) string {
	others := make(map[string]*Device, len(again.Devices))
	for i := range again.Devices {
		others[again.Devices[i].Name] = &again.Devices[i]
	}
	for i := range p.Devices {
		d := &p.Devices[i]
		o := others[d.Name]
		if d.Status == Change && o != nil && o.RunningHash == d.RunningHash && !d.sends(o) {
			return d.Name
		}
	}
	return ""
}

// sends tells whether two plans of a switch have it do the same.
func (d *Device) sends(o *Device) bool {
	return d.Disruption == o.Disruption && (d.Undo == nil) == (o.Undo == nil) && sameSteps(d.Steps, o.Steps) &&
		(d.Undo == nil || sameSteps(d.Undo.Steps, o.Undo.Steps))
}

func sameSteps(a, b []Step) bool { return slices.Equal(stepKeys(a), stepKeys(b)) }

// stepKeys are steps in a form without order.
func stepKeys(steps []Step) []string {
	keys := make([]string, len(steps))
	for i := range steps {
		var parts []string
		for _, command := range steps[i].Commands {
			parts = append(parts, unordered(command))
		}
		keys[i] = steps[i].Disruption + "\n" + strings.Join(parts, "\n")
	}
	slices.Sort(keys)
	return keys
}

// unordered is a command with the operations of a JSON patch in a fixed order; every other command as it is.
func unordered(command string) string {
	var operations []json.RawMessage
	if !strings.HasPrefix(command, "[") || json.Unmarshal([]byte(command), &operations) != nil {
		return command
	}
	texts := make([]string, len(operations))
	for i := range operations {
		texts[i] = string(operations[i])
	}
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}
