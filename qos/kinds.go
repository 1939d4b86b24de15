package qos

import "slices"

// Sense is the sign of a difference: whether something is lost by it or gained.
type Sense uint8

// The senses. What follows is no news beside the difference that it follows from.
const (
	Worse Sense = iota // a protection goes, or gets less
	Changed
	Better
	Follows
)

// Kind is one row of the table of differences: a stable code, how bad such a difference is, and what it means.
type Kind struct {
	Code    string
	Sense   Sense
	Weight  int // larger is worse; 0 for an improvement and for what follows
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
	readableNow
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
	headroomFollows
)

// kinds is every kind of difference. Among equal weights the earlier one is printed first.
var kinds = [...]Kind{
	losslessLost:    {"lossless-lost", Worse, 100, "traffic that was lossless is not any more"},
	pfcLost:         {"pfc-lost", Worse, 95, "a priority is not paused any more"},
	notReadable:     {"not-readable", Worse, 90, "what was known can no longer be read"},
	portGone:        {"port-gone", Worse, 90, "the port is only in the first of the two"},
	headroomShrinks: {"headroom-shrinks", Worse, 85, "less room is left for what arrives after XOFF"},
	pfcModeChanged:  {"pfc-mode-changed", Changed, 82, "PFC depends on another condition"},
	ecnLost:         {"ecn-lost", Worse, 80, "a queue does not mark any more"},
	tunnelEcnLost:   {"tunnel-ecn-lost", Worse, 80, "congestion marks of the underlay are lost when a packet leaves a tunnel"},
	ecnChanged:      {"ecn-changed", Changed, 75, "a queue marks or drops early at other depths"},
	nonEctChanged:   {"non-ect-changed", Changed, 74, "packets that are not ECN-capable are treated otherwise"},
	classMoved:      {"class-moved", Changed, 70, "traffic gets another queue"},
	trustChanged:    {"trust-changed", Changed, 68, "another field decides the class of tagged IP packets"},
	rulesChanged:    {"rules-changed", Changed, 66, "classification rules beyond code points differ"},
	tunnelChanged:   {"tunnel-changed", Changed, 64, "tunnels carry DSCP or ECN otherwise"},
	readableNow:     {"readable-now", Changed, 62, "what could not be read before is known now"},
	rewriteChanged:  {"rewrite-changed", Changed, 60, "packets leave with another DSCP or PCP"},
	watchdogOff:     {"watchdog-off", Worse, 50, "the PFC watchdog does not run any more"},
	watchdogChanged: {"watchdog-changed", Changed, 45, "the PFC watchdog acts otherwise or at other times"},
	strictLost:      {"strict-lost", Changed, 40, "a queue is not served first any more"},
	strictGained:    {"strict-gained", Changed, 39, "a queue is served before the shared ones"},
	strictChanged:   {"strict-changed", Changed, 38, "strict queues are served in another order"},
	shareChanged:    {"share-changed", Changed, 35, "a queue gets another share"},
	scheduleChanged: {"schedule-changed", Changed, 34, "a queue is scheduled otherwise"},
	shapingChanged:  {"shaping-changed", Changed, 30, "a queue has another minimum or maximum rate"},
	limitChanged:    {"limit-changed", Changed, 28, "a queue holds another amount before it drops"},
	bufferChanged:   {"buffer-changed", Changed, 26, "pause starts or ends at another filling"},
	mtuShrinks:      {"mtu-shrinks", Worse, 20, "the largest packet gets smaller"},
	mtuChanged:      {"mtu-changed", Changed, 18, "another rule sets the largest packet"},
	dcbxChanged:     {"dcbx-changed", Changed, 15, "what the port tells its peer about PFC differs"},
	partChanged:     {"part-changed", Changed, 10, "a part is described on one side only"},
	losslessGained:  {"lossless-gained", Better, 0, "traffic turns lossless"},
	pfcGained:       {"pfc-gained", Better, 0, "a priority is paused now"},
	headroomGrows:   {"headroom-grows", Better, 0, "more room is left for what arrives after XOFF"},
	ecnGained:       {"ecn-gained", Better, 0, "a queue marks now"},
	tunnelEcnGained: {"tunnel-ecn-gained", Better, 0, "congestion marks of the underlay are kept when a packet leaves a tunnel"},
	watchdogOn:      {"watchdog-on", Better, 0, "the PFC watchdog runs now"},
	mtuGrows:        {"mtu-grows", Better, 0, "the largest packet gets larger"},
	portNew:         {"port-new", Better, 0, "the port is only in the second of the two"},
	headroomFollows: {"headroom-follows", Follows, 0, "the device sets room for PFC aside, or frees it, by its own rule"},
}

// Kinds returns the table of differences, worst first.
func Kinds() []Kind { return kinds[:] }

// KindOf finds the row of a code.
func KindOf(code string) (Kind, bool) {
	i := slices.IndexFunc(kinds[:], func(k Kind) bool { return k.Code == code })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}
