package qos

// Kind is one row of the table of differences: a stable code, how bad such a difference is, and what it means.
type Kind struct {
	Code    string
	Weight  int // larger is worse; 0 for an improvement
	Meaning string
}

// kind is the index of a row, the worst first.
type kind uint8

const (
	losslessLost kind = iota
	pfcLost
	notReadable
	portGone
	headroomShrinks
	pfcModeChanged
	ecnLost
	tunnelEcnLost
	ecnChanged
	nonEctChanged
	classMoved
	trustChanged
	rulesChanged
	tunnelChanged
	rewriteChanged
	watchdogOff
	watchdogChanged
	strictLost
	strictGained
	strictChanged
	shareChanged
	scheduleChanged
	shapingChanged
	limitChanged
	bufferChanged
	mtuShrinks
	mtuChanged
	dcbxChanged
	partChanged
	losslessGained
	pfcGained
	headroomGrows
	ecnGained
	tunnelEcnGained
	watchdogOn
	mtuGrows
	portNew
)

// kinds is every kind of difference. Among equal weights the earlier one is printed first.
var kinds = [...]Kind{
	losslessLost:    {"lossless-lost", 100, "traffic that was lossless is not any more"},
	pfcLost:         {"pfc-lost", 95, "a priority is not paused any more"},
	notReadable:     {"not-readable", 90, "what was known can no longer be read"},
	portGone:        {"port-gone", 90, "the port is only in the first of the two"},
	headroomShrinks: {"headroom-shrinks", 85, "less room is left for what arrives after XOFF"},
	pfcModeChanged:  {"pfc-mode-changed", 82, "PFC depends on another condition"},
	ecnLost:         {"ecn-lost", 80, "a queue does not mark any more"},
	tunnelEcnLost:   {"tunnel-ecn-lost", 80, "congestion marks of the underlay are lost when a packet leaves a tunnel"},
	ecnChanged:      {"ecn-changed", 75, "a queue marks or drops early at other depths"},
	nonEctChanged:   {"non-ect-changed", 74, "packets that are not ECN-capable are treated otherwise"},
	classMoved:      {"class-moved", 70, "traffic gets another queue"},
	trustChanged:    {"trust-changed", 68, "another field decides the class of tagged IP packets"},
	rulesChanged:    {"rules-changed", 66, "classification rules beyond code points differ"},
	tunnelChanged:   {"tunnel-changed", 64, "tunnels carry DSCP or ECN otherwise"},
	rewriteChanged:  {"rewrite-changed", 60, "packets leave with another DSCP or PCP"},
	watchdogOff:     {"watchdog-off", 50, "the PFC watchdog does not run any more"},
	watchdogChanged: {"watchdog-changed", 45, "the PFC watchdog acts otherwise or at other times"},
	strictLost:      {"strict-lost", 40, "a queue is not served first any more"},
	strictGained:    {"strict-gained", 39, "a queue is served before the shared ones"},
	strictChanged:   {"strict-changed", 38, "strict queues are served in another order"},
	shareChanged:    {"share-changed", 35, "a queue gets another share"},
	scheduleChanged: {"schedule-changed", 34, "a queue is scheduled otherwise"},
	shapingChanged:  {"shaping-changed", 30, "a queue has another minimum or maximum rate"},
	limitChanged:    {"limit-changed", 28, "a queue holds another amount before it drops"},
	bufferChanged:   {"buffer-changed", 26, "pause starts or ends at another filling"},
	mtuShrinks:      {"mtu-shrinks", 20, "the largest packet gets smaller"},
	mtuChanged:      {"mtu-changed", 18, "another rule sets the largest packet"},
	dcbxChanged:     {"dcbx-changed", 15, "what the port tells its peer about PFC differs"},
	partChanged:     {"part-changed", 10, "a part is described on one side only"},
	losslessGained:  {"lossless-gained", 0, "traffic turns lossless"},
	pfcGained:       {"pfc-gained", 0, "a priority is paused now"},
	headroomGrows:   {"headroom-grows", 0, "more room is left for what arrives after XOFF"},
	ecnGained:       {"ecn-gained", 0, "a queue marks now"},
	tunnelEcnGained: {"tunnel-ecn-gained", 0, "congestion marks of the underlay are kept when a packet leaves a tunnel"},
	watchdogOn:      {"watchdog-on", 0, "the PFC watchdog runs now"},
	mtuGrows:        {"mtu-grows", 0, "the largest packet gets larger"},
	portNew:         {"port-new", 0, "the port is only in the second of the two"},
}

// Kinds returns the table of differences, worst first.
func Kinds() []Kind { return kinds[:] }
