package nxos

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/operating"
)

// readQueues reads what was dropped in the queues of ports. What a port drops at its entrance is told for the port as a whole, lossy
// traffic with it, and is left out.
func readQueues(text string, v *operating.View) {
	v.Drops = countsIn(text, func(label string) bool { return operating.Says(label, "drop") && operating.Says(label, "pkts") })
}

// readWatchdog reads how often the watchdog shut a queue.
func readWatchdog(text string, v *operating.View) {
	v.Storms = countsIn(text, func(label string) bool { return label == "Shutdown" })
}

// countsIn adds up the counters that are wanted, by port and queue. Each queue has a box with a row for a counter.
func countsIn(text string, wanted func(label string) bool) map[operating.PortQueue]uint64 {
	counts := map[operating.PortQueue]uint64{}
	var b box
	for line := range strings.Lines(text) {
		b.enter(line)
		if n, found := countOf(line, wanted); found && b.open {
			counts[operating.PortQueue{Port: b.port, Queue: b.queue}] += n
		}
	}
	return counts
}

// box is where a reader of boxes is: in the part of a port, and there in the box of a queue.
type box struct {
	port  string
	open  bool
	queue qos.Queue
}

// enter looks whether a line begins a part or a box: "Egress Queuing for Ethernet1/1 [System]", "Ethernet1/23 Interface PFC watchdog:
// [Enabled]", "|   QOS GROUP 3   |". What stands under another heading is of the port as a whole.
func (b *box) enter(line string) {
	words := strings.Fields(strings.Trim(strings.TrimSpace(line), "|"))
	switch {
	case len(words) >= 4 && words[1] == "Queuing" && words[2] == "for":
		*b = box{port: fullName(words[3])}
	case len(words) >= 3 && words[1] == "Interface" && words[2] == "PFC":
		*b = box{port: fullName(words[0])}
	case len(words) >= 3 && words[0] == "QOS" && words[1] == "GROUP":
		n, err := strconv.ParseUint(words[2], 10, 8)
		b.queue, b.open = qos.Queue(n), err == nil && n < qos.NumQueues && b.port != ""
	case len(words) >= 2 && words[len(words)-1] == "Statistics":
		b.open = false
	}
}

// countOf adds up what a row counts under labels that are wanted. It has a number for each kind of traffic, and may have a second label:
// "|  Tx Pkts |  50|  Dropped Pkts |  6|".
func countOf(line string, wanted func(label string) bool) (sum uint64, found bool) {
	counting := false
	for cell := range strings.SplitSeq(line, "|") {
		cell = strings.TrimSpace(cell)
		if cell == "" {
			continue
		}
		n, err := strconv.ParseUint(cell, 10, 64)
		switch {
		case err != nil:
			counting = wanted(cell)
		case counting:
			sum, found = sum+n, true
		}
	}
	return sum, found
}
