package cloudengine

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// The demands of the manual. Each is the refusal of a command, or empty when it may be done. The exact texts of most are not
// confirmed; that they begin with Error: is (reference 6.4).

// Objects.

func notBuiltIn(_ *device, c *command) string {
	if isBuiltIn(objectOf(c.text)) {
		return "Error: The default one cannot be deleted."
	}
	return ""
}

func notUsed(d *device, c *command) string {
	if d.used(objectOf(c.text)) {
		return "Error: It is being used."
	}
	return ""
}

// allExist looks for every object that the line names.
func allExist(d *device, c *command) string {
	a, b := refersTo(c.text)
	if d.find(a) == nil || b.kind != noKind && d.find(b) == nil {
		return "Error: It does not exist."
	}
	return ""
}

// notBrief keeps a word free that display commands need.
func notBrief(_ *device, c *command) string {
	if strings.HasPrefix("brief", c.args[0]) {
		return saysWrong
	}
	return ""
}

const saysFull = "Error: The number of them has reached the limit."

// roomForProfile keeps drop profiles and ETS profiles to what the chip holds.
func roomForProfile(d *device, c *command) string {
	key := objectOf(c.text)
	most := mostETSProfiles
	if key.kind == dropObject {
		most = d.hardware.limitOf(mostDropProfiles)
	}
	if d.find(key) == nil && d.counts[key.kind].objects >= most {
		return saysFull
	}
	return ""
}

// typeMayChange lets a classifier change how its rules combine only without any.
func typeMayChange(d *device, c *command) string {
	if o := d.find(objectOf(c.text)); o != nil && saysType(c.text) && o.header != c.text && len(d.tree.Find(o.header).Kids) > 0 {
		return "Error: The classifier has rules."
	}
	return ""
}

// saysType tells whether the header of a classifier says how its rules combine.
func saysType(header string) bool { return strings.Contains(header, " type ") }

// Ports.

// isMember tells whether the open port is of a bundle.
func (d *device) isMember() bool { return d.besides("eth-trunk") }

func isNoMember(d *device, _ *command) string {
	if d.isMember() {
		return "Error: The port is a member of an Eth-Trunk."
	}
	return ""
}

func notOnMember(d *device, c *command) string {
	if !d.isMember() || d.reads(doubtMemberLines) == 1 {
		return ""
	}
	return isNoMember(d, c)
}

func (d *device) isRoutedPort() bool { return d.besides("undo portswitch") }

func isSwitched(d *device, _ *command) string {
	if d.isRoutedPort() {
		return saysUnrecognized
	}
	return ""
}

func isRouted(d *device, _ *command) string {
	if !d.isRoutedPort() {
		return saysUnrecognized
	}
	return ""
}

// mayTrust refuses trust on a routed port, which reads DSCP anyway.
func mayTrust(d *device, _ *command) string {
	if !d.isRoutedPort() || d.hardware.is(onV200) && d.reads(doubtRoutedTrust) == 1 {
		return ""
	}
	return saysUnrecognized
}

const saysMarking = "Error: trust upstream none and qos phb marking exclude each other."

func noMarking(d *device, _ *command) string {
	if d.besides("qos phb marking dscp enable") || d.besides("qos phb marking 8021p disable") {
		return saysMarking
	}
	return ""
}

func notUntrusted(d *device, _ *command) string {
	if d.besides("trust upstream none") {
		return saysMarking
	}
	return ""
}

func trunkThere(d *device, c *command) string {
	if d.tree.Find("interface Eth-Trunk"+c.args[0]) == nil {
		return "Error: The Eth-Trunk does not exist."
	}
	return ""
}

// inNoTrunk keeps a member from changing its bundle: it must leave the one it is in.
func inNoTrunk(d *device, _ *command) string {
	if d.isMember() {
		return "Error: The port is a member of another Eth-Trunk."
	}
	return ""
}

func madeByUsers(_ *device, c *command) string {
	if isHardwarePort(c.args[0]) {
		return saysWrong
	}
	return ""
}

func noMembers(d *device, c *command) string {
	if isTrunkPort(c.args[0]) && len(d.members(c.args[0])) > 0 {
		return "Error: The Eth-Trunk has members."
	}
	return ""
}

const saysFlowControl = "Error: flow-control and dcb pfc enable exclude each other."

func noFlowControl(d *device, _ *command) string {
	if d.besides("flow-control") {
		return saysFlowControl
	}
	return ""
}

func noPFCBeside(d *device, _ *command) string {
	if d.besides("dcb pfc enable") {
		return saysFlowControl
	}
	return ""
}

func oneOfIQCNAndNPCC(d *device, c *command) string {
	if other := map[string]string{"iqcn enable": "npcc enable", "npcc enable": "iqcn enable"}[c.text]; d.besides(other) {
		return "Error: iqcn and npcc exclude each other."
	}
	return ""
}

// PFC profiles.

func prioritiesInRange(d *device, c *command) string {
	high := listOf(c.args[0])&0b1100_0000 != 0
	if high && (d.hardware.is(chipB) || d.hardware.is(onV200) && d.reads(doubtPriorityRange) == 1) {
		return saysWrong
	}
	return ""
}

func roomForPriorities(d *device, c *command) string {
	if bits.OnesCount64(d.enabled()|listOf(c.args[0])) > d.hardware.limitOf(mostPriorities) {
		return saysFull
	}
	return ""
}

// priorityThere looks for the priorities that are to go.
func priorityThere(d *device, c *command) string {
	if len(c.args) > 0 && listOf(c.args[0])&^d.enabled() != 0 {
		return d.absent()
	}
	return ""
}

// noSubSettings keeps a priority that has settings of its own.
func noSubSettings(d *device, c *command) string {
	going := ^uint64(0)
	if len(c.args) > 0 {
		going = listOf(c.args[0])
	}
	for _, n := range d.kids() {
		if n.Kind != conf.In || !startsWith(n.Text, "priority") || isPriorityList(n.Text) {
			continue
		}
		if going&listOf(wordAt(n.Text, 1)) != 0 {
			return "Error: The priority has other settings."
		}
	}
	return ""
}

// threeMayGo asks whether V200 lets the priority go that a profile has from the start.
func threeMayGo(d *device, c *command) string {
	if len(c.args) > 0 && listOf(c.args[0])&implicit != 0 && d.hardware.is(onV200) && d.reads(doubtUndoThree) == 1 {
		return saysWrong
	}
	return ""
}

func priorityIn(d *device, c *command) string {
	if d.enabled()&listOf(c.args[0]) != 0 || d.reads(doubtSettingsFirst) == 1 {
		return ""
	}
	return "Error: PFC is not enabled for the priority."
}

// undoesDeadlock holds the undo of the deadlock line of V200 against the form that is known.
func undoesDeadlock(d *device, c *command) string {
	whole := len(c.args) > 1
	switch d.reads(doubtUndoDeadlock) {
	case 1:
		if !whole {
			return saysIncomplete
		}
	case 2:
		if whole {
			return saysTooMany
		}
	}
	return ""
}

// PFC of ports and slots.

// autoMode needs somebody to negotiate with.
func autoMode(d *device, c *command) string {
	switch {
	case !strings.HasSuffix(c.text, " auto"):
		return ""
	case d.hardware.is(chipLL):
		return saysUnrecognized
	case d.tree.Find("lldp enable") == nil, !d.besides("lldp tlv-enable dcbx"):
		return "Error: LLDP or its DCBX TLV is not enabled."
	}
	return ""
}

func noOtherPFC(d *device, _ *command) string {
	if d.besides("dcb abs-pfc") {
		return "Error: dcb pfc and dcb abs-pfc exclude each other."
	}
	return ""
}

// poolThere wants the headroom pool of group A first.
func poolThere(d *device, _ *command) string {
	if d.hardware.is(onA) && !d.pools[slotOfPort(d.at.port)] {
		return "Error: The headroom pool of the slot is not configured."
	}
	return ""
}

// pfcReplaces guards the profile that a port has.
func pfcReplaces(d *device, c *command) string {
	old := d.lineOf(c)
	if old == nil || profileOf(old.Text) == profileOf(c.text) || d.reads(doubtRebind) == 1 {
		return ""
	}
	return "Error: The port has another PFC profile."
}

func roomForPFC(d *device, c *command) string {
	if d.lineOf(c) == nil && d.counts[pfcObject].uses >= d.hardware.limitOf(mostPFCPorts) {
		return saysFull
	}
	return ""
}

// slotHasPFC tells whether a port of a slot has PFC.
func (d *device) slotHasPFC(slot string) bool {
	if d.counts[pfcObject].uses == 0 && d.hidden == nil {
		return false
	}
	for _, n := range d.tree.Top {
		port, ok := strings.CutPrefix(n.Text, "interface ")
		if ok && n.Kind == conf.In && isHardwarePort(port) && slotOfPort(port) == slot && n.FindPrefix("dcb pfc enable") != nil {
			return true
		}
	}
	return false
}

const saysPFCOn = "Error: PFC is enabled on ports of the slot."

func slotIsFree(d *device, c *command) string {
	if d.slotHasPFC(lastWords(c.text, 1)) && (d.hardware.is(onA) || d.reads(doubtResizePool) == 1) {
		return saysPFCOn
	}
	return ""
}

func poolMayChange(d *device, c *command) string {
	if d.lineOf(c) != nil && d.slotHasPFC(lastWords(c.text, 1)) && d.reads(doubtResizePool) == 1 {
		return saysPFCOn
	}
	return ""
}

func mayMapLate(d *device, c *command) string {
	if d.slotHasPFC(lastWords(c.text, 1)) && d.reads(doubtLateMapping) == 1 {
		return saysPFCOn
	}
	return ""
}

// poolSizes are the sizes in kbytes that a headroom pool may have (reference 2.7).
var poolSizes = map[chipGroup][2]int{chipA: {16, 30720}, chipLL: {16, 9216}, chipB: {1, 2048}}

func poolInRange(d *device, c *command) string {
	size := kilobytes(c.text, "size")
	if limits := poolSizes[d.hardware.group]; size < limits[0] || size > limits[1] {
		return saysWrong
	}
	return ""
}

// kilobytes is the size behind a word of a line.
func kilobytes(line, word string) int {
	n := numberAfter(line, word)
	_, rest, _ := strings.Cut(line, " "+word+" ")
	switch wordAt(rest, 1) {
	case "mbytes":
		return n << 10
	case "bytes":
		return n >> 10
	}
	return n
}

func offsetBelowXoff(_ *device, c *command) string {
	offset, static := kilobytes(c.text, "offset"), kilobytes(c.text, "static")
	if offset >= 0 && static >= 0 && offset >= static {
		return saysWrong
	}
	return ""
}

func xonBelowXoff(_ *device, c *command) string {
	_, xoff, _ := strings.Cut(c.text, " xoff")
	if kilobytes(c.text, "static") > kilobytes(xoff, "static") {
		return saysWrong
	}
	return ""
}

// roomForThreshold keeps the settings of PFC buffers to the profiles of the chip.
func roomForThreshold(d *device, c *command) string {
	setting := c.text[len(thresholdLine)+len("4 "):]
	kind := wordAt(setting, 0)
	most := map[string]map[chipGroup]int{"guaranteed": mostGuaranteed, "hdrm": mostHeadrooms, "xoff": mostThresholds}[kind]
	if d.thresholds[setting] == 0 && d.distinct[kind] >= d.hardware.limitOf(most) {
		return saysFull
	}
	return ""
}

// Queues.

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

// Buffers.

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

// Traffic policies.

// oneKindInAnd keeps a classifier whose rules must all match to one of the fields that exclude each other.
func oneKindInAnd(d *device, c *command) string {
	if !strings.HasSuffix(d.at.header, " type and") {
		return ""
	}
	for _, n := range d.kids() {
		switch kind := wordAt(n.Text, 1); kind {
		case "dscp", "8021p", "ip-precedence", "ecn":
			if kind != wordAt(c.text, 1) {
				return "Error: The rules of the classifier exclude each other."
			}
		}
	}
	return ""
}

func behaviorReplaces(d *device, c *command) string {
	old := d.lineOf(c)
	if old == nil || wordAt(old.Text, 3) == wordAt(c.text, 3) || d.reads(doubtClassifierAgain) == 0 {
		return ""
	}
	return "Error: The classifier has another behavior."
}

func precedenceIsFree(d *device, c *command) string {
	for _, n := range d.kids() {
		if !startsWith(n.Text, c.key) && numberAfter(n.Text, "precedence") == numberAfter(c.text, "precedence") {
			return "Error: Another classifier has the precedence."
		}
	}
	return ""
}

// mostPolicies is how many traffic policies a V300 interface has in one direction.
const mostPolicies = 2

// roomForPolicy keeps a second traffic policy of one direction off V200, and a third one off V300.
func roomForPolicy(d *device, c *command) string {
	others := len(d.policies(lastWords(c.text, 1)))
	switch {
	case d.hardware.is(onV200):
		if others > 0 && d.reads(doubtPolicyAgain) == 0 {
			return "Error: A traffic policy is applied already."
		}
	case others >= mostPolicies:
		return saysFull
	}
	return ""
}
