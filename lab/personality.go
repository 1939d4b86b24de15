package lab

import (
	"encoding/json"
	"fmt"
)

// personality is what is particular to a kind of switch. There is one for each Switch, made by newSwitch; sessions use it side
// by side.
type personality interface {
	// shell is a command line on a terminal until its session ends. The error is only for those who debug the lab.
	shell(s *session) error
	// exec does a single command and gives its exit status. Faults that stop a command were heeded before; v has the rest.
	// It reads s.in and writes s.out and s.errOut as it goes.
	exec(s *session, command string, v verdict) (exit int)
	// refusal is what a command says that the fault "refuse" hits; on a shell it goes to the error output, with exit status 1.
	refusal() string

	// edit has another operator change the configuration at once and wholly, by lines as they are typed. mu is held.
	edit(lines []string) error
	// foreign are lines for edit that change something that QoS depends on, for the fault "foreign" without lines. mu is held.
	foreign() []string
	// leave makes a left-over of an earlier run: what is one of the kinds that leftovers lists. mu is held.
	leave(what string) error
	// rebooted forgets what a restart loses. The running text is the saved one already. mu is held.
	rebooted()
	// stop ends timers and whatever else runs by itself, for good. mu is held.
	stop()

	// remember gives what the personality keeps on disk beside the two texts, nil for nothing; recall takes it back when the
	// switch is started again. mu is held.
	remember() any
	recall(kept json.RawMessage) error
}

// kinds are the personalities by the name of their vendor. A personality looks at the Switch when it is used, not when it is
// made: its texts are not there yet.
var kinds = map[string]func(*Switch) personality{
	"nxos":        newNXOS,
	"cloudengine": newVRP,
	"sonic":       newSONiC,
}

func newPersonality(vendor string, sw *Switch) (personality, error) {
	made, ok := kinds[vendor]
	if !ok {
		return nil, fmt.Errorf("lab: there are no switches of vendor %q", vendor)
	}
	return made(sw), nil
}
