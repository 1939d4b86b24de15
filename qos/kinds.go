package qos

// Kind is one row of the table of differences: a stable code, how bad such a difference is, and what it means.
type Kind struct {
	Code    string
	Weight  int // larger is worse; 0 for an improvement
	Meaning string
}

// kinds is every kind of difference, worst first. Among equal weights the earlier one is printed first.
var kinds = [...]Kind{
	{"lossless-lost", 100, "traffic that was lossless is not any more"},
	{"pfc-lost", 95, "a priority is not paused any more"},
	{"not-readable", 90, "what was known can no longer be read"},
	{"port-gone", 90, "the port is only in the first of the two"},
	{"headroom-shrinks", 85, "less room is left for what arrives after XOFF"},
	{"pfc-mode-changed", 82, "PFC depends on another condition"},
	{"ecn-lost", 80, "a queue does not mark any more"},
	{"tunnel-ecn-lost", 80, "congestion marks of the underlay are lost when a packet leaves a tunnel"},
	{"ecn-changed", 75, "a queue marks or drops early at other depths"},
	{"non-ect-changed", 74, "packets that are not ECN-capable are treated otherwise"},
	{"class-moved", 70, "traffic gets another queue"},
	{"trust-changed", 68, "another field decides the class of tagged IP packets"},
	{"rules-changed", 66, "classification rules beyond code points differ"},
	{"tunnel-changed", 64, "tunnels carry DSCP or ECN otherwise"},
	{"rewrite-changed", 60, "packets leave with another DSCP or PCP"},
	{"watchdog-off", 50, "the PFC watchdog does not run any more"},
	{"watchdog-changed", 45, "the PFC watchdog acts otherwise or at other times"},
	{"strict-lost", 40, "a queue is not served first any more"},
	{"strict-gained", 39, "a queue is served before the shared ones"},
	{"strict-changed", 38, "strict queues are served in another order"},
	{"share-changed", 35, "a queue gets another share"},
	{"schedule-changed", 34, "a queue is scheduled otherwise"},
	{"shaping-changed", 30, "a queue has another minimum or maximum rate"},
	{"limit-changed", 28, "a queue holds another amount before it drops"},
	{"buffer-changed", 26, "pause starts or ends at another filling"},
	{"mtu-shrinks", 20, "the largest packet gets smaller"},
	{"mtu-changed", 18, "another rule sets the largest packet"},
	{"dcbx-changed", 15, "what the port tells its peer about PFC differs"},
	{"part-changed", 10, "a part is described on one side only"},
	{"lossless-gained", 0, "traffic turns lossless"},
	{"pfc-gained", 0, "a priority is paused now"},
	{"headroom-grows", 0, "more room is left for what arrives after XOFF"},
	{"ecn-gained", 0, "a queue marks now"},
	{"tunnel-ecn-gained", 0, "congestion marks of the underlay are kept when a packet leaves a tunnel"},
	{"watchdog-on", 0, "the PFC watchdog runs now"},
	{"mtu-grows", 0, "the largest packet gets larger"},
	{"port-new", 0, "the port is only in the second of the two"},
}

// Kinds returns the table of differences, worst first.
func Kinds() []Kind { return kinds[:] }

// kindIndex finds the row of a code.
func kindIndex(code string) int {
	for i := range kinds {
		if kinds[i].Code == code {
			return i
		}
	}
	panic("qos: no difference of kind " + code)
}
