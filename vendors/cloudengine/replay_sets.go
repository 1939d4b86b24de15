package cloudengine

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// The lines of PFC profiles, of schedules and of priority groups are sets: a command adds to them or moves something between them.

// implicit is the priority that a PFC profile has from the start (reference 2.2).
const implicit = 1 << 3

// isPriorityList tells a list of priorities from a setting of one.
func isPriorityList(line string) bool {
	if !strings.HasPrefix(line, "priority ") {
		return false
	}
	next := wordAt(line, 2)
	_, isNumber := digits(next)
	return next == "" || isNumber
}

// priorities are those that the lines of the open PFC profile list and undo.
func (d *device) priorities() (listed, undone uint64) {
	for _, n := range d.kids() {
		if rest, ok := strings.CutPrefix(n.Text, "undo priority "); ok && n.Kind == conf.In {
			undone |= listOf(rest)
		} else if n.Kind == conf.In && isPriorityList(n.Text) {
			listed |= listOf(n.Text[len("priority "):])
		}
	}
	return listed, undone
}

// enabled are the priorities of the open PFC profile.
func (d *device) enabled() uint64 {
	listed, undone := d.priorities()
	return (listed | implicit) &^ undone
}

// join adds priorities to the open PFC profile.
func (d *device) join(c *command) (says string) {
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	listed, undone := d.priorities()
	wanted := listOf(c.args[0])
	back := wanted & undone
	if back != 0 && d.reads(doubtThreePrinted) == 0 {
		wanted &^= back
	}
	d.printPriorities(c, listed|wanted, undone&^back)
	return ""
}

// takePriorities takes priorities out of the open PFC profile: those named, or all of the configuration.
func (d *device) takePriorities(c *command) (says string) {
	if says := d.check(c.row.frees, c); says != "" {
		return says
	}
	listed, undone := d.priorities()
	switch {
	case len(c.args) > 0:
		gone := listOf(c.args[0])
		d.printPriorities(c, listed&^gone, undone|gone&implicit)
	case d.reads(doubtUndoPriorities) == 1:
		d.printPriorities(c, 0, implicit)
	default:
		d.printPriorities(c, 0, 0)
	}
	return ""
}

// printPriorities brings the lines of the open PFC profile to a state.
func (d *device) printPriorities(c *command, listed, undone uint64) {
	had, hadUndone := d.priorities()
	if had == listed && hadUndone == undone {
		return
	}
	d.printSet(isPriorityList, "priority ", had, listed)
	d.printSet(func(line string) bool { return strings.HasPrefix(line, "undo priority ") }, "undo priority ", hadUndone, undone)
	d.settle(c)
}

// printSet prints a set in the place of the lines that held it before.
func (d *device) printSet(isLine func(string) bool, start string, before, after uint64) {
	if before == after {
		return
	}
	var old *conf.Node
	for _, n := range slices.Clone(d.kids()) {
		switch {
		case n.Kind != conf.In || !isLine(n.Text):
		case old == nil && after != 0:
			old = n
		default:
			d.drop(n)
		}
	}
	if after != 0 {
		d.put(start+listText(after), old)
	}
}

// scheduled are the queues of the open port that are not in PQ, by schedule.
func (d *device) scheduled() (sets queueModes) {
	for _, n := range d.kids() {
		if of, ok := schedulesIn(n); ok {
			for mode := range sets {
				sets[mode] |= of[mode]
			}
		}
	}
	sets[modePQ] = 0
	return sets
}

// schedulesIn reads a line that schedules queues.
func schedulesIn(n *conf.Node) (sets queueModes, ok bool) {
	rest, ok := strings.CutPrefix(n.Text, "qos ")
	if !ok || n.Kind != conf.In || queueModeOf(wordAt(rest, 0)) == numQueueModes {
		return sets, false
	}
	return queueModesOf(rest)
}

// scheduleLines are the lines of the open port that schedule queues.
func (d *device) scheduleLines() (lines []*conf.Node) {
	for _, n := range d.kids() {
		if _, ok := schedulesIn(n); ok {
			lines = append(lines, n)
		}
	}
	return lines
}

// reschedule moves queues to other schedules. Those that it does not name stay where they are.
func (d *device) reschedule(c *command) (says string) {
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	before := d.scheduled()
	after := before
	for mode, queues := range c.queues {
		after.move(queueMode(mode), queues)
	}
	if left := before[modeDRR] &^ after[modeDRR]; left != 0 && d.weighted(left) && d.reads(doubtWeightOfPQ) == 0 {
		d.dropWeights(left)
	}
	d.printSchedules(c, before, after)
	return ""
}

// unschedule puts queues back into PQ, and clears their weights (reference 2.5).
func (d *device) unschedule(c *command) (says string) {
	before := d.scheduled()
	after := before
	for mode, queues := range c.queues {
		switch in := before[mode]; {
		case queues&^in != 0:
			return d.absent()
		case queues != 0 && queues != in && d.reads(doubtUndoPartOfSet) == 1:
			return saysTooMany
		}
		after[mode] &^= queues
	}
	d.dropWeights(c.queues[modeDRR] | c.queues[modeWFQ])
	d.printSchedules(c, before, after)
	return ""
}

// weighted tells whether one of the queues has a weight.
func (d *device) weighted(queues queueMask) bool {
	for _, n := range d.kids() {
		if isWeightOf(n, queues) {
			return true
		}
	}
	return false
}

func (d *device) dropWeights(queues queueMask) {
	for _, n := range slices.Clone(d.kids()) {
		if isWeightOf(n, queues) {
			d.drop(n)
		}
	}
}

// isWeightOf tells whether a line is the weight of one of the queues.
func isWeightOf(n *conf.Node, queues queueMask) bool {
	rest, ok := strings.CutPrefix(n.Text, "qos queue ")
	return ok && n.Kind == conf.In && queues&(1<<(rest[0]-'0')) != 0 && strings.HasSuffix(firstWords(rest, 3), " weight")
}

// printSchedules brings the lines of the open port to a state: each line keeps the schedules that it has, and one that no line
// has gets its own.
func (d *device) printSchedules(c *command, before, after queueModes) {
	after[modePQ] = 0
	if before == after {
		return
	}
	printed := queueModes{}
	for _, n := range d.scheduleLines() {
		of, _ := schedulesIn(n)
		var now queueModes
		for mode := range of {
			if of[mode] != 0 {
				now[mode], printed[mode] = after[mode], after[mode]
			}
		}
		d.reprint(n, "qos ", now.String())
	}
	for mode := range after {
		if missing := after[mode] &^ printed[mode]; missing != 0 {
			d.put("qos "+queueModeNames[mode]+" "+missing.String(), nil)
		}
	}
	d.settle(c)
}

// reprint prints what follows the start of a line; where nothing does the line goes.
func (d *device) reprint(n *conf.Node, start, rest string) {
	switch {
	case rest == "":
		d.drop(n)
	case n.Text != start+rest:
		d.put(start+rest, n)
	}
}

// usualGroups are the queues of the priority groups of an ETS profile (reference 2.4).
var usualGroups = map[string]queueMask{"0": 0b0011_0111, "1": 0b0000_1000, "15": 0b1100_0000}

// groups are the queues of each priority group of the open ETS profile.
func (d *device) groups() map[string]queueMask {
	of := map[string]queueMask{}
	var taken queueMask
	for _, n := range d.kids() {
		if group, queues, ok := groupIn(n); ok {
			of[group] = queues
			taken |= queues
		}
	}
	for group, queues := range usualGroups {
		if _, printed := of[group]; !printed {
			of[group] = queues &^ taken
		}
	}
	return of
}

// groupIn reads a line that gives queues to a priority group.
func groupIn(n *conf.Node) (group string, queues queueMask, ok bool) {
	rest, ok := strings.CutPrefix(n.Text, "priority-group ")
	if !ok || n.Kind != conf.In || wordAt(rest, 1) != "queue" {
		return "", 0, false
	}
	words := strings.Fields(rest)
	queues, _ = readQueues(words, 2)
	return words[0], queues, true
}

// regroup moves queues to a priority group. Only groups with other queues than usual are printed.
func (d *device) regroup(c *command) (says string) {
	queues, _ := readQueues(strings.Fields(c.text), 3)
	before := d.groups()
	after := maps.Clone(before)
	for group := range after {
		after[group] &^= queues
	}
	after[c.args[0]] |= queues
	if maps.Equal(before, after) {
		return ""
	}
	var lines []*conf.Node
	for _, n := range d.kids() {
		if _, _, ok := groupIn(n); ok {
			lines = append(lines, n)
		}
	}
	for _, n := range lines {
		d.drop(n)
	}
	for _, group := range groupNames {
		if after[group] != usualGroups[group] && after[group] != 0 {
			d.put("priority-group "+group+" queue "+after[group].String(), nil)
		}
	}
	d.settle(c)
	return ""
}
