package cloudengine

import "github.com/weft-net/weft/vendors"

// assumptions are what a reading leans on where no source says it, one bit each.
type assumptions uint8

const (
	assumedKbyte assumptions = 1 << iota
	assumedFrame
	assumedNonECT
	assumedDeadlockUnit
	assumedDeadlockOff
	assumedRoutedTrust
)

// readAssumptions say what each bit stands for. No command's outcome hangs on them.
var readAssumptions = [...]vendors.Assumption{
	{
		ID: "cloudengine.kbyte", Source: "D300, reference 2.3",
		Question: "How many bytes are kbytes and mbytes?",
		Readings: []string{"1024, and 1024 of those", "1000, and 1000 of those"},
	},
	{
		ID: "cloudengine.frame-length", Source: "D300, reference 2.10",
		Question: "What does jumboframe enable count beside the IP packet?",
		Readings: []string{"22 bytes: addresses, type, one tag and the check sequence", "less, so that larger packets pass"},
	},
	{
		ID: "cloudengine.non-ect", Source: "D300, reference 2.6",
		Question: "What do the ecn thresholds of a drop profile do to packets without ECN?",
		Readings: []string{"they drop them", "nothing"},
	},
	{
		ID: "cloudengine.deadlock-unit", Source: "D300, reference 2.2",
		Question: "In what unit does V200 count the deadlock times of a PFC profile?",
		Readings: []string{"10 ms, as V300 does", "another one"},
	},
	{
		ID: "cloudengine.deadlock-off", Source: "PFC200, reference 2.2",
		Question: "Does V200 look for deadlocks of priorities that no line sets times for?",
		Readings: []string{"no", "yes, as V300 does"},
	},
	{
		ID: "cloudengine.routed-trust", Source: "D300, reference 3.2",
		Question: "By which field does a routed port of V200 classify?",
		Readings: []string{"DSCP, as on V300", "the priority of the tag"},
	},
}

// ids are the names of the assumptions in the set, sorted.
func (a assumptions) ids() []string {
	return vendors.Chosen(readAssumptions[:], uint64(a))
}
