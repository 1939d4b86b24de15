package check

import "github.com/weft-net/weft/vendors"

// rules is the table of checks, by code.
var rules = [...]Rule{
	{"C01", vendors.Error, "port", "lossless queues have headroom for what arrives after a pause", roomForPauses},
	{"C02", vendors.Error, "switch", "the memory holds the headroom of all lossless queues", roomInMemory},
	{"C03", vendors.Error, "port", "lossless queues mark before they pause", marksFirst},
	{"C04", vendors.Error, "fabric", "full queues of a path stay within latency_slo", latencyBudget},
	{"C05", vendors.Error, "fabric", "no buffers wait for each other in a ring", noRings},
	{"C06", vendors.Warning, "fabric", "no ring comes from links that fail", noRingsAfterFailures},
	{"C07", vendors.Info, "fabric", "packets that bounce have priorities of their own", prioritiesForBounces},
	{"C08", vendors.Error, "link", "both ends of a cable agree", endsAgree},
	{"C09", vendors.Error, "fabric", "the same code points are lossless everywhere, and no others", strayCodePoints},
	{"C10", vendors.Error, "port", "congestion notifications are neither paused nor delayed", notifications},
	{"C11", vendors.Error, "port", "control traffic is neither paused nor queued with data", controlTraffic},
	{"C12", vendors.Error, "port", "every class has a guarantee and none starves the others", scheduling},
	{"C13", vendors.Error, "switch", "tunnels carry the class out and congestion marks back in", tunnels},
	{"C14", vendors.Error, "port", "no more is asked of a switch or a host than it can do", platformLimits},
	{"C15", vendors.Warning, "port", "a watchdog guards what is paused, at sensible times", watchdogs},
	{"C16", vendors.Error, "port", "static thresholds pause before the memory is full", staticThresholds},
	{"C17", vendors.Warning, "fabric", "switches of one kind treat lossless traffic alike", alikeSwitches},
	{"C18", vendors.Error, "port", "lossless traffic stays within distances that a buffer holds", distance},
	{"C19", vendors.Error, "manifest", "Kubernetes manifests ask for what the fabric gives", kubernetes},
	{"C21", vendors.Error, "fabric", "lossless from host to host", losslessPaths},
}
