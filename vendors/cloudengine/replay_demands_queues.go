package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// The demands of scheduling, shaping, drop profiles and buffers of queues.

const saysETS = "Error: ETS excludes other scheduling, shaping and WRED on a port."

func noETSBeside(d *device, c *command) string {
	if !d.besides("dcb ets enable") {
		return ""
	}
	if c.row.does == reschedules && c.queues[modeDRR]|c.queues[modeLPQ]|c.queues[modeWFQ] == 0 {
		return "" // PQ only
	}
	return saysETS
}

func noSchedulingBeside(d *device, _ *command) string {
	if d.scheduled() != (queueModes{}) {
		return saysETS
	}
	for _, n := range d.kids() {
		if setting := queueSetting(n); setting == "wred" || setting == "shaping" {
			return saysETS
		}
	}
	return ""
}

// queueSetting is what a line sets of a queue, or empty.
func queueSetting(n *conf.Node) string {
	rest, ok := strings.CutPrefix(n.Text, "qos queue ")
	if !ok || n.Kind == conf.Out {
		return ""
	}
	return wordAt(rest, 1)
}

func knowsSchedules(d *device, c *command) string {
	if c.queues[modeLPQ] != 0 && !d.hardware.is(onAB) || c.queues[modeWFQ] != 0 && !d.hardware.is(onV200) {
		return saysUnrecognized
	}
	return ""
}

// top are the queues that group B keeps to itself for some things.
const top queueMask = 0b1100_0000

const saysHPC = "Error: qos hpc enhanced excludes DRR and LPQ on queues 6 and 7."

func noHPC(d *device, c *command) string {
	if (c.queues[modeDRR]|c.queues[modeLPQ])&top != 0 && d.tree.Find("qos hpc enhanced") != nil {
		return saysHPC
	}
	return ""
}

// anyPort tells whether something is true of a line of an interface.
func (d *device) anyPort(is func(line *conf.Node) bool) bool {
	return slices.ContainsFunc(d.tree.Top, func(n *conf.Node) bool {
		return n.Kind == conf.In && startsWith(n.Text, "interface") && slices.ContainsFunc(n.Kids, is)
	})
}

func nothingWithHPC(d *device, _ *command) string {
	excluded := func(n *conf.Node) bool {
		sets, _ := schedulesIn(n)
		return (sets[modeDRR]|sets[modeLPQ])&top != 0
	}
	if d.anyPort(excluded) {
		return saysHPC
	}
	return ""
}

// ratesInOrder keeps the committed rate below the peak rate.
func ratesInOrder(_ *device, c *command) string {
	if cir, pir := kilobits(c.text, "cir"), kilobits(c.text, "pir"); pir >= 0 && cir > pir {
		return saysWrong
	}
	return ""
}

// kilobits is the rate behind a word of a line. A percentage counts as it is.
func kilobits(line, word string) int {
	n := numberAfter(line, word)
	_, rest, _ := strings.Cut(line, " "+word+" ")
	switch wordAt(rest, 1) {
	case "gbps":
		return n * 1_000_000
	case "mbps":
		return n * 1000
	}
	return n
}

// WRED and ECN.

func limitsInOrder(_ *device, c *command) string {
	if numberAfter(c.text, "low-limit") > numberAfter(c.text, "high-limit") {
		return saysWrong
	}
	return ""
}

// The thresholds that a drop profile may have (reference 2.6). Of V200 no source states them.
var (
	byteLimits = map[chipGroup][2]int{chipA: {320, 34078720}, chipLL: {96, 10223616}, chipB: {128, 16000000}, chipC: {288, 36000000}}
	cellLimits = map[chipGroup][2]int{chipA: {1, 106496}, chipLL: {1, 106496}, chipB: {1, 125000}, chipC: {1, 125000}}
)

func bytesInRange(d *device, c *command) string { return d.limitsWithin(c, byteLimits) }

func cellsInRange(d *device, c *command) string { return d.limitsWithin(c, cellLimits) }

func (d *device) limitsWithin(c *command, limits map[chipGroup][2]int) string {
	within, stated := limits[d.hardware.group]
	if stated && (numberAfter(c.text, "low-limit") < within[0] || numberAfter(c.text, "high-limit") > within[1]) {
		return saysWrong
	}
	return ""
}

// setsOfQueue tells whether a line here sets something of the queue that a command is about.
func (d *device) setsOfQueue(c *command, setting string) bool {
	queue := firstWords(c.text, 3)
	for _, n := range d.kids() {
		if startsWith(n.Text, queue) && queueSetting(n) == setting {
			return true
		}
	}
	return false
}

func wredBeside(d *device, c *command) string {
	if !d.setsOfQueue(c, "wred") {
		return "Error: WRED is not configured for the queue."
	}
	return ""
}

// noECNBeside asks whether WRED may go while ECN is on.
func noECNBeside(d *device, c *command) string {
	if d.setsOfQueue(c, "ecn") && d.reads(doubtUndoWRED) == 0 {
		return "Error: ECN is enabled for the queue."
	}
	return ""
}

const saysAI = "Error: AI ECN and static WRED or ECN exclude each other on a queue."

// noAIBeside keeps static ECN off queues that AI ECN has.
func noAIBeside(d *device, c *command) string {
	service := d.tree.Find("ai-service")
	if service == nil {
		return ""
	}
	if ecn := service.Find("ai-ecn"); ecn != nil && slices.ContainsFunc(ecn.Kids, func(n *conf.Node) bool {
		return startsWith(n.Text, "assign queue "+wordAt(c.text, 2))
	}) {
		return saysAI
	}
	return ""
}

// noStaticECN keeps AI ECN off queues that have static ECN.
func noStaticECN(d *device, c *command) string {
	queue := "qos queue " + c.args[0] + " "
	if d.at.inner.Text == "ai-ecn" && d.anyPort(func(n *conf.Node) bool {
		return strings.HasPrefix(n.Text, queue+"wred ") || n.Text == queue+"ecn"
	}) {
		return saysAI
	}
	return ""
}

// mostAIQueues are those with AI ECN.
var mostAIQueues = map[chipGroup]int{chipA: 4, chipLL: 4, chipB: 2}

func roomForAI(d *device, c *command) string {
	assigned := 0
	for _, n := range d.kids() {
		if startsWith(n.Text, "assign queue") && !startsWith(n.Text, c.key) {
			assigned++
		}
	}
	if d.at.inner.Text == "ai-ecn" && assigned >= d.hardware.limitOf(mostAIQueues) {
		return saysFull
	}
	return ""
}

// isTop tells whether a line is about one of the two highest queues.
func isTop(line string) bool {
	return startsWith(line, "qos queue 6") || startsWith(line, "qos queue 7")
}

func notTopOfB(d *device, c *command) string {
	if d.hardware.is(chipB) && isTop(c.text) {
		return saysUnrecognized
	}
	return ""
}

const saysGlobalECN = "Error: qos ecn enable excludes WRED on queues 6 and 7."

func noGlobalECN(d *device, c *command) string {
	if isTop(c.text) && d.tree.Find("qos ecn enable") != nil {
		return saysGlobalECN
	}
	return ""
}

func noTopWRED(d *device, _ *command) string {
	if d.anyPort(func(n *conf.Node) bool { return isTop(n.Text) && queueSetting(n) == "wred" }) {
		return saysGlobalECN
	}
	return ""
}

const saysBurst = "Error: qos burst-mode and qos buffer queue exclude each other."

func noBurstBeside(d *device, _ *command) string {
	burst := func(n *conf.Node) bool { return n.Kind != conf.Out && startsWith(n.Text, "qos burst-mode") }
	if slices.ContainsFunc(d.tree.Top, burst) || slices.ContainsFunc(d.kids(), burst) {
		return saysBurst
	}
	return ""
}

func noSharedAnywhere(d *device, _ *command) string {
	if d.anyPort(func(n *conf.Node) bool { return startsWith(n.Text, "qos buffer queue") }) {
		return saysBurst
	}
	return ""
}

// sharedSizes are the sizes in kbytes that the shared threshold of a queue may have (reference 2.7).
var sharedSizes = map[chipGroup]int{chipA: 34078720 >> 10, chipLL: 34078720 >> 10, chipB: 31457280 >> 10}

func sharedInRange(d *device, c *command) string {
	if kilobytes(c.text, "static") > sharedSizes[d.hardware.group] {
		return saysWrong
	}
	return ""
}
