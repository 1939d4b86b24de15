package cloudengine

import (
	"math/bits"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// The demands of PFC: its profiles, the buffers that it needs, and what stands against it.

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
