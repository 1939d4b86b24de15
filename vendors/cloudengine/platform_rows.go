package cloudengine

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

func stated[T any](v T, source string) fact[T]  { return fitting.Stated(v, source) }
func assumed[T any](v T, source string) fact[T] { return fitting.Assumed(v, source) }

// kib is what a command counts with the word kbytes. That it is 1024 bytes is assumed: the largest buffer is 30720 kbytes in
// one command and 31457280 bytes in another (D300).
const (
	kib qos.Bytes = 1024
	mib           = 1024 * kib
)

// Facts that several families share.
var (
	allPriorities    = stated(qos.AllQueues, "D300")
	jumboFrames      = stated(limits[qos.Bytes]{1518, 9500}, "D300")
	routedMTU        = stated(limits[qos.Bytes]{46, 9600}, "D300")
	jumboFrames200   = assumed(limits[qos.Bytes]{1518, 9712}, "9712 was seen on V200, the least is that of D300")
	routedMTU200     = assumed(limits[qos.Bytes]{46, 9600}, "D300, of V300")
	recoveryForwards = stated(qos.WatchdogForward, "D300")
	recoveryDrops    = stated(qos.WatchdogDrop, "D300")

	// Priorities that PFC pauses at once, where no document says how many.
	anyPriority200     = assumed(qos.AllQueues, "no source")
	threePriorities200 = assumed(3, "planning guides use at most three (STOR200)")
)

// rows is the platform table. Adding a switch model is adding its name to a family, or a row. Members are those of the
// platform groups in D300, and of the V200 documents.
var rows = []row{
	fixed200("V200-fixed", true, "CE6850", "CE6855", "CE6857", "CE6860EI", "CE6863", "CE6865", "CE6865EI", "CE6870", "CE6875", "CE6880",
		"CE8850", "CE8850EI", "CE8860", "CE8861"),
	fixed200("V200-fixed-color", false, "CE6863-48S6CQ"),
	modular200("V200-CE12800", "CE12800", "CE12804"),
	modular200("V200-CE16800", "CE16800"),
	groupA("V300-A", "CE6855-48XS8CQ", "CE6863E-48S8CQ", "CE6885", "CE6885-T", "CE6885-SAN", "CE6885-LL-STANDARD", "CE8851-32CQ4BQ", "CE8855"),
	groupALowLatency(),
	groupB(),
	groupC(),
	modular300(),
	generic200(),
	generic300(),
}

// twoModes are models that are in one group or another by their mode.
var twoModes = map[string]string{"CE6885-LL": "CE6885-LL-STANDARD or CE6885-LL-LOWLATENCY"}

// fixed200 is a fixed switch on V200.
func fixed200(family string, ecnLine bool, members ...string) row {
	return row{
		family: family, train: v200, members: members,
		priorities: anyPriority200, maxLossless: threePriorities200,
		deadlock: deadlockOneLine, buffers: buffersCells, plainBuffers: []string{"xoff dynamic 4"},
		ecnLine: ecnLine,
		jumbo:   jumboFrames200, mtu: routedMTU200,
	}
}

// modular200 is a chassis on V200. On a CE12800 queues mark only once the system view says so (ECN128).
func modular200(family string, members ...string) row {
	r := fixed200(family, true, members...)
	r.caution = "what a port can do depends on its card, and no source says which card does PFC"
	if members[0] == "CE12800" {
		r.ecnSwitch, r.dropProfiles = true, stated(64, "CA128")
	}
	return r
}

// groupA is the family with a headroom pool and a headroom for each priority.
func groupA(family string, members ...string) row {
	return row{
		family: family, train: v300, members: members,
		priorities: allPriorities, maxLossless: stated(4, "D300"), countsThree: true,
		keyedByClass: true, pool: stated(4*mib, "D300, the recommended start"),
		deadlock: deadlockTwoLines, alwaysWatched: true, recovery: recoveryForwards,
		buffers: buffersByPart, cell: stated[qos.Bytes](320, "D300"),
		plainBuffers: []string{"guaranteed 1600 bytes", "hdrm 256 kbytes", "xoff dynamic 3", "xoff dynamic 3 xon offset 6 kbytes"},
		headroom:     stated(256*kib, "D300"),
		headroomKB:   stated(limits[int64]{16, 30720}, "D300"),
		thresholdKB:  stated(limits[int64]{1, 30720}, "D300"),
		maxHeadrooms: stated(31, "D300"), maxXOFFs: stated(28, "D300"),
		queueLimit: stated(limits[qos.Bytes]{0, 34078720}, "D300"),
		ecnLine:    true, ecnBytes: stated(limits[qos.Bytes]{320, 34078720}, "D300"),
		dropProfiles: stated(63, "D300"),
		jumbo:        jumboFrames, mtu: routedMTU,
		tunnelDSCP: true, tunnelECN: true,
	}
}

// groupALowLatency is a CE6885-LL in low-latency mode.
func groupALowLatency() row {
	r := groupA("V300-A-LL", "CE6885-LL-LOWLATENCY")
	r.manualOnly, r.keepsPCP, r.tunnelDSCP = true, true, false
	r.cell = stated[qos.Bytes](96, "D300")
	r.headroomKB = assumed(limits[int64]{16, 9216}, "D300, of the headroom pool")
	r.thresholdKB = assumed(limits[int64]{1, 9216}, "D300, of the headroom pool")
	r.queueLimit = fact[limits[qos.Bytes]]{}
	r.ecnBytes = stated(limits[qos.Bytes]{96, 10223616}, "D300")
	return r
}

// groupB is the family that simulates headroom.
func groupB() row {
	return row{
		family: "V300-B", train: v300,
		members: []string{"CE6860-HAM", "CE6860-SAN", "CE6866", "CE6866K", "CE8850-HAM", "CE8850-SAN", "CE8851-32CQ8DQ-P", "CE8851K"},

		priorities: stated(qos.Queues(0, 1, 2, 3, 4, 5), "D300"), maxLossless: stated(3, "D300"),
		advisedLossless: 2, maxPFCPorts: stated(127, "D300"), advisedPFCPairs: 256,
		deadlock: deadlockTimers, alwaysWatched: true, recovery: recoveryDrops,
		buffers: buffersByPair, plainBuffers: []string{"xon static 100 kbytes xoff static 125 kbytes"},
		thresholdKB: stated(limits[int64]{1, 6144}, "D300"),
		resumeGap:   stated(25*kib, "D300, the defaults are 100 and 125 KB"),
		queueLimit:  stated(limits[qos.Bytes]{0, 31457280}, "D300"),
		ecnLine:     true, ecnBytes: stated(limits[qos.Bytes]{128, 16000000}, "D300"),
		noECNQueues: stated(qos.Queues(6, 7), "D300"), dropProfiles: stated(16, "D300"),
		jumbo: jumboFrames, mtu: routedMTU,
		tagForOther: true, tunnelDSCP: true, tunnelECN: true,
	}
}

// groupC is the family without PFC.
func groupC() row {
	return row{
		family: "V300-C", train: v300,
		members: []string{"CE6820H", "CE6820H-K", "CE6820S", "CE6863H", "CE6863H-K", "CE6881H", "CE6881H-K"},
		noPFC:   "CE6820H, CE6820S, CE6863H and CE6881H have no PFC, only scheduling and ECN", noPFCSource: "D300",
		ecnLine: true, ecnBytes: stated(limits[qos.Bytes]{288, 36000000}, "D300"), dropProfiles: stated(63, "D300"),
		jumbo: stated(limits[qos.Bytes]{1518, 15360}, "D300"), mtu: routedMTU,
	}
}

// acceptModular300 lets weft write for switches that no document covers.
const acceptModular300 = "cloudengine.v300-modular"

// modular300 is a chassis on V300, or a CE9800. No document covers them.
func modular300() row {
	r := groupA("V300-modular", "CE16800", "CE9800")
	r.accept = acceptModular300
	r.caution = "no document covers CE16800 and CE9800 on V300: they are assumed to take the commands of a CE8855"
	return r
}

// generic200 and generic300 are the weakest switch of each train. Without its group nothing of V300 can be made lossless: the
// groups spell PFC in different ways.
func generic200() row {
	r := fixed200("generic", false)
	r.priorities, r.maxLossless = assumed(qos.Queues(0, 1, 2, 3, 4, 5), "D300, of group B"), assumed(2, "D300, of group B")
	r.noECNQueues, r.dropProfiles = assumed(qos.Queues(6, 7), "D300, of group B"), assumed(16, "D300, of group B")
	r.caution = genericCaution
	return r
}

func generic300() row {
	r := groupC()
	r.family, r.members, r.caution = "generic", nil, genericCaution
	r.noPFC = "the groups of V300 switches spell PFC in different ways: name the model"
	r.ecnBytes = assumed(limits[qos.Bytes]{320, 10223616}, "D300, what every group takes")
	r.noECNQueues, r.dropProfiles = assumed(qos.Queues(6, 7), "D300, of group B"), assumed(16, "D300, of group B")
	r.jumbo = jumboFrames
	return r
}

const genericCaution = "limits are those of the weakest switch of the release train, not those of this one"
