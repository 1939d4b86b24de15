package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// Classes of network-qos and queuing policies: system-defined on a Nexus 9000, made by users on a Nexus 3000.

func groupClass(d *device, c *typed) string {
	if d.hardware.userGroups {
		return classMapExists(d, c)
	}
	class, ok := systemClassOf(c.args[0])
	if !ok || class.kind != c.row.kind || class.eight && d.hardware.fourQueues {
		return saysNoClassMap
	}
	for _, n := range d.at.block.Kids {
		other, ok := systemClassOf(lastWord(n.Text))
		if ok && n.Kind == conf.In && (other.input != class.input || other.eight != class.eight) {
			return "ERROR: classes of different sets may not stand in one policy-map"
		}
	}
	return ""
}

// classDirection tells whether a class queues on arrival; known is false for one that users made.
func classDirection(header string) (input, known bool) {
	class, ok := systemClassOf(lastWord(header))
	return class.input, ok
}

func outputClass(d *device, _ *typed) string {
	if input, known := classDirection(d.at.class.Text); known && input {
		return "ERROR: the command is not for a class of an input policy"
	}
	return ""
}

func inputClass(d *device, _ *typed) string {
	if input, known := classDirection(d.at.class.Text); known && !input {
		return "ERROR: the command is not for a class of an output policy"
	}
	return ""
}

// Policies of type network-qos.

// activeEdit guards the policy that is attached.
func activeEdit(d *device, _ *typed) string {
	if d.used(d.at.object) && d.reads(doubtActiveEdit) == 1 {
		return "ERROR: the policy-map is active"
	}
	return ""
}

// noDrop are the priorities that other classes of the policy pause, and how many classes pause any.
func (d *device) noDrop() (priorities uint64, classes int) {
	for _, n := range d.at.block.Kids {
		if n.Kind != conf.In || n.Text == d.at.class.Text {
			continue
		}
		for _, line := range n.Kids {
			switch {
			case line.Kind != conf.In:
			case strings.HasPrefix(line.Text, "pause pfc-cos "):
				priorities |= listOf(lastWord(line.Text))
				classes++
			case line.Text == "pause no-drop":
				classes++
			}
		}
	}
	return priorities, classes
}

func priorityIsFree(d *device, c *typed) string {
	if taken, _ := d.noDrop(); taken&listOf(c.args[0]) != 0 {
		return "ERROR: another class pauses this priority"
	}
	return ""
}

// mostNoDrop is how many no-drop classes a policy may have.
const mostNoDrop = 3

func noDropLimit(d *device, _ *typed) string {
	if _, classes := d.noDrop(); classes >= mostNoDrop && d.reads(doubtNoDropLimit) == 0 {
		return "ERROR: too many no-drop classes"
	}
	return ""
}

func pauseNoDrop(d *device, _ *typed) string {
	if !d.hardware.userGroups && (d.hardware.ex || d.reads(doubtPauseNoDrop) == 0) {
		return "ERROR: pause no-drop is not supported on this platform"
	}
	return ""
}

// Policies of type queuing.

// besides tells whether the class has a line that begins so.
func (d *device) besides(start string) bool {
	for _, n := range d.kids() {
		if n.Kind != conf.Out && startsWith(n.Text, start) {
			return true
		}
	}
	return false
}

func noBandwidthBeside(d *device, _ *typed) string {
	if d.besides("bandwidth") {
		return "ERROR: priority and bandwidth may not stand in one class"
	}
	return ""
}

func noPriorityBeside(d *device, _ *typed) string {
	if d.besides("priority") {
		return "ERROR: priority and bandwidth may not stand in one class"
	}
	return ""
}

const saysPauseExcludes = "ERROR: pause and bandwidth or priority may not stand in one class"

func noPauseBeside(d *device, _ *typed) string {
	if d.besides("pause") {
		return saysPauseExcludes
	}
	return ""
}

func noShareBeside(d *device, _ *typed) string {
	if d.besides("bandwidth") || d.besides("priority") {
		return saysPauseExcludes
	}
	return ""
}

func noAFDBeside(d *device, _ *typed) string {
	if d.besides("afd") {
		return "ERROR: afd and random-detect may not stand in one class"
	}
	return ""
}

func noRandomDetectBeside(d *device, _ *typed) string {
	if d.besides("random-detect") {
		return "ERROR: afd and random-detect may not stand in one class"
	}
	return ""
}

func levelIsFree(d *device, c *typed) string {
	for _, class := range d.at.block.Kids {
		if class.Text != d.at.class.Text && class.Find(c.text) != nil {
			return "ERROR: another class has this priority level"
		}
	}
	return ""
}

// strictFromTheTop keeps several strict queues of an attached policy the highest ones, in the order of their levels.
func strictFromTheTop(d *device, c *typed) string {
	if !d.used(d.at.object) {
		return ""
	}
	return d.strictOrder(d.at.block, d.at.class, numberAt(c.text, 2))
}

// strictOrder holds the strict queues of a policy against their order. The class edited, if any, is judged as if it had the
// level.
func (d *device) strictOrder(policy, edited *conf.Node, level int) string {
	var levels [8]int
	top, strict := 7, 0
	for _, class := range policy.Kids {
		queue, four := d.queueOf(class)
		if queue < 0 {
			continue
		}
		if four {
			top = 3
		}
		if class == edited {
			levels[queue] = level
		} else if line := class.FindPrefix("priority level "); line != nil {
			levels[queue] = numberAt(line.Text, 2)
		}
		if levels[queue] > 0 {
			strict++
		}
	}
	for i := 0; i < strict && strict > 1; i++ {
		if levels[top-i] != i+1 {
			return "ERROR: priority levels must descend from the highest queue"
		}
	}
	return ""
}

// queueOf is the output queue of a class, or -1, and whether it is one of a set of four.
func (d *device) queueOf(class *conf.Node) (queue int, four bool) {
	name := lastWord(class.Text)
	if class.Kind != conf.In || !strings.HasPrefix(class.Text, "class ") {
		return -1, false
	}
	if system, ok := systemClassOf(name); ok && !d.hardware.userGroups {
		return system.queue, !system.eight && !system.input
	}
	if o := d.find(classMapQueuing, name); o != nil {
		if match := d.tree.Find(o.header).FindPrefix("match qos-group "); match != nil {
			return numberAt(match.Text, 2), false
		}
	}
	return -1, false
}

func priorityForm(d *device, c *typed) string {
	short := c.text == "priority"
	if short != (d.reads(doubtNoPriority) == 1) {
		return saysInvalid
	}
	return ""
}

func sameBandwidthKind(d *device, c *typed) string {
	old := d.lineOf(c.row, c.text)
	if old == nil || firstWords(old.Text, 2) == firstWords(c.text, 2) || d.reads(doubtBandwidthKind) == 1 {
		return ""
	}
	return "ERROR: bandwidth percent and bandwidth remaining percent may not stand in one class"
}

// sumWithin100 keeps the shares of a policy within the whole. A policy that is beyond it already shows that the switch does
// not look.
func sumWithin100(d *device, c *typed) string {
	start := c.text[:len(c.text)-len(lastWord(c.text))]
	sum := 0
	for _, class := range d.at.block.Kids {
		if class.Kind == conf.In && class.Text != d.at.class.Text {
			sum += shareAt(class, start)
		}
	}
	had, now := sum+shareAt(d.at.class, start), sum+numberIn(c.args[0])
	if now > 100 && had <= 100 && d.reads(doubtSumChecked) == 0 {
		return "ERROR: the bandwidths of the policy-map add to more than 100 percent"
	}
	return ""
}

// shareAt is the number on the line of a class that begins so, or 0.
func shareAt(class *conf.Node, start string) int {
	if line := class.FindPrefix(start); line != nil {
		return numberIn(lastWord(line.Text))
	}
	return 0
}

// bandwidthMayGo keeps the shares of a policy that is attached.
func bandwidthMayGo(d *device, _ *typed) string {
	if d.used(d.at.object) && d.besides("bandwidth") {
		return "ERROR: bandwidth cannot be removed while the policy-map is attached"
	}
	return ""
}

func shapeUnit(d *device, c *typed) string {
	if strings.Count(c.text, " mbps") < 2 && d.reads(doubtShapeUnit) == 0 {
		return saysInvalid
	}
	return ""
}

// kilobits is a rate of the shape line whose number is word i. Packets per second are not rates; they count as they are.
func kilobits(line string, i int) int {
	switch n := numberAt(line, i); lastWord(firstWords(line, i+2)) {
	case "gbps":
		return n * 1_000_000
	case "mbps":
		return n * 1000
	default:
		return n
	}
}

func shapeInOrder(_ *device, c *typed) string {
	if kilobits(c.text, 2) > kilobits(c.text, 5) {
		return "ERROR: the minimum rate is above the maximum"
	}
	return ""
}

// leastShape is the smallest rate in kbps that GX2 and H series shape to (S-QUE).
const leastShape = 200_000

func shapeStep(d *device, c *typed) string {
	if d.hardware.shapeStep && kilobits(c.text, 5) < leastShape {
		return "ERROR: the maximum rate is below 200 mbps"
	}
	return ""
}

func thresholdsInOrder(_ *device, c *typed) string {
	low := numberIn(c.args[0])
	high := numberIn(c.args[1])
	units := c.unitsOf("minimum-threshold", "maximum-threshold")
	if units[0] != units[1] {
		low, high = low*bytesIn(units[0]), high*bytesIn(units[1])
	}
	if low > high || high == 0 {
		return "ERROR: the minimum threshold is above the maximum"
	}
	return ""
}

// unitsOf are the words two behind each of the given ones.
func (c *typed) unitsOf(words ...string) []string {
	units := make([]string, len(words))
	for i, word := range words {
		if at := slices.Index(c.canon, word); at >= 0 && at+2 < len(c.canon) {
			units[i] = c.canon[at+2]
		}
	}
	return units
}

// bytesIn orders units. How many bytes a kbyte has does not matter for that; a packet is taken for the largest.
func bytesIn(unit string) int {
	switch unit {
	case "kbytes":
		return 1 << 10
	case "mbytes":
		return 1 << 20
	case "packets":
		return jumboMTU
	}
	return 1
}

func randomDetectReplaces(d *device, c *typed) string {
	if d.lineOf(c.row, c.text) != nil && d.reads(doubtRandomDetectAgain) == 1 {
		return "ERROR: random-detect is configured already"
	}
	return ""
}

func randomDetectForm(d *device, c *typed) string {
	if c.text == "random-detect" && d.reads(doubtNoRandomDetect) == 0 {
		return saysIncomplete
	}
	return ""
}

func knowsAFD(d *device, _ *typed) string {
	if d.reads(doubtAFD) == 0 {
		return saysInvalid
	}
	return ""
}

func pauseInOrder(_ *device, c *typed) string {
	size := numberIn(c.args[0])
	pause := numberIn(c.args[1])
	resume := numberIn(c.args[2])
	if size <= pause || pause < resume {
		return "ERROR: buffer-size must be above pause-threshold, and that not below resume-threshold"
	}
	return ""
}

// The least pause buffers of the 93180YC-EX, in bytes (S-LAB).
const (
	leastBuffer    = 27456
	leastThreshold = 12480
)

func pauseMinimum(d *device, c *typed) string {
	size := numberIn(c.args[0])
	pause := numberIn(c.args[1])
	resume := numberIn(c.args[2])
	if d.hardware.oldEX && (size < leastBuffer || pause < leastThreshold || resume < leastThreshold) {
		return saysNumber
	}
	return ""
}

func pauseBufferForm(d *device, c *typed) string {
	if c.text == "pause buffer-size" && d.reads(doubtNoPauseBuffer) == 0 {
		return saysIncomplete
	}
	return ""
}
