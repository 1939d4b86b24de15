package sonic

import "github.com/weft-net/weft/vendors"

// assumptions are what a reading leans on where no source says it, one bit each.
type assumptions uint8

const (
	assumedDefault assumptions = 1 << iota
	assumedGlobal
	assumedGreen
	assumedStrict
)

// readAssumptions say what each bit stands for. No patch's outcome hangs on them.
var readAssumptions = [...]vendors.Assumption{
	{
		ID: "sonic.default-class", Source: "reference 1.1",
		Question: "Which traffic class has a frame without the field that the bound map reads?",
		Readings: []string{"0", "another one, that the ASIC chooses"},
	},
	{
		ID: "sonic.global-map", Source: "reference 1.4",
		Question: "Does the DSCP map of the switch classify on a port that has no map of its own?",
		Readings: []string{"yes", "no: the ASIC has no such map"},
	},
	{
		ID: "sonic.green", Source: "reference 1.3",
		Question: "Which colour does a packet have that nothing has policed?",
		Readings: []string{"green", "another one"},
	},
	{
		ID: "sonic.strict-order", Source: "reference 1.2",
		Question: "Which of two strict queues is served first?",
		Readings: []string{"the one of the higher number", "neither"},
	},
}

// ids are the names of the assumptions in the set, sorted.
func (a assumptions) ids() []string {
	return vendors.Chosen(readAssumptions[:], uint64(a))
}
