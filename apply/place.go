package apply

import (
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// place is where a switch stands between old and new.
type place struct {
	hash   string
	old    bool     // nothing of the patch is there
	done   int      // the rest of its steps, after so many, leads to new; all of them when it is new, -1 when that is not known
	others []string // lines that somebody else changed
}

// new tells whether all of the patch is there.
func (p place) new(steps int) bool { return p.done == steps }

// locate finds where a switch stands. What weft reads decides; where somebody else changed something of that too, the lines of
// the patch do.
func (x *subject) locate(now vendors.Config) place {
	p := place{hash: x.hash(now), done: -1}
	if x.old != nil {
		p.others = x.others(now)
	}
	mixed := len(p.others) > 0
	switch {
	case p.hash == x.start.Old, mixed && len(x.remnants(now)) == 0:
		p.old, p.done = true, 0
	case p.hash == x.start.New, mixed && x.complete(now):
		p.done = len(x.steps)
	default:
		p.done = x.stepsDone(now)
	}
	return p
}

// stepsDone finds how many steps of the patch a switch has done: the rest of them leads to what it is to run, beside what somebody
// else changed. It may be fewer than were done, where a view was open behind the last one. -1 when no rest does.
func (x *subject) stepsDone(now vendors.Config) int {
	for k := len(x.steps) - 1; k >= 0; k-- {
		end, err := plan.Replay(x.sw.Vendor, x.sw.Site, now, x.steps[k:])
		if err == nil && (x.hash(end) == x.start.New || x.old != nil && x.complete(end)) {
			return k
		}
	}
	return -1
}

// goal is what the switch is to run after a way back: what it ran, with what somebody else changed meanwhile where that is nothing
// that the patch and its undo touch.
func (x *subject) goal(now vendors.Config, at place) vendors.Config {
	if len(at.others) == 0 {
		return x.old
	}
	if at.done >= 0 {
		if end := x.replay(now, x.steps[at.done:], x.undo); end != nil && len(x.remnants(end)) == 0 {
			return end
		}
	}
	for k := range x.undo { // it may be on its way back already
		if end := x.replay(now, x.undo[k:]); end != nil && len(x.remnants(end)) == 0 {
			return end
		}
	}
	return x.old
}

// replay is where lists of steps lead on a model of the switch, or nil where it would refuse one.
func (x *subject) replay(from vendors.Config, lists ...[]vendors.Step) vendors.Config {
	for _, steps := range lists {
		end, err := plan.Replay(x.sw.Vendor, x.sw.Site, from, steps)
		if err != nil {
			return nil
		}
		from = end
	}
	return from
}

// remember finds old and new from what a switch runs, when what it ran before is only known by its fingerprint: what is left of the
// patch leads to new, and its undo from there to old; what is left of a way back leads to old, and the patch from there to new.
// Where somebody else changed a line that weft reads the fingerprints do not match, and the lines of the plan say whether both
// were reached.
func (x *subject) remember(now vendors.Config) {
	for k := range len(x.steps) + 1 {
		after := x.replay(now, x.steps[k:])
		if after != nil && x.recognise(x.replay(after, x.undo), after) {
			return
		}
	}
	for _, back := range [][]vendors.Step{x.undo, x.route} {
		for k := range len(back) {
			before := x.replay(now, back[k:])
			if before != nil && x.recognise(before, x.replay(before, x.steps)) {
				return
			}
		}
	}
	if x.old != nil { // what somebody else changed is part of both from here on
		x.start.Old, x.start.New = x.hash(x.old), x.hash(x.new)
		x.warn("somebody else changed lines that weft reads since the run started")
	}
}

// recognise takes two configurations for old and new when they are, and for as good as that when their lines are. It tells whether
// they are.
func (x *subject) recognise(before, after vendors.Config) bool {
	if before == nil || after == nil {
		return false
	}
	if x.hash(after) == x.start.New && x.hash(before) == x.start.Old {
		x.know(before, after)
		x.alone = x.whole(before) == x.start.Whole
		return true
	}
	if x.old == nil && x.has(after, "+") && x.has(before, "-") {
		x.know(before, after)
		x.alone = false
	}
	return false
}

// know sets what the switch ran and is to run.
func (x *subject) know(before, after vendors.Config) {
	x.old, x.new, x.marks, x.patch = before, after, nil, nil
}

// has tells whether a configuration has the lines that the patch brings ("+") and none that it takes, or the other way round ("-").
func (x *subject) has(c vendors.Config, op string) bool {
	lines := map[string]bool{}
	empty, _ := x.sw.Vendor.Parse([]byte("{}"))
	for _, d := range x.sw.Vendor.Deltas(empty, c) {
		lines[lineKey(d.Path, d.Text)] = true
	}
	wanted := map[string]int{} // by how much there are more of them
	for _, d := range x.device.LineDiff {
		if d.Op == op {
			wanted[lineKey(d.Path, d.Text)]++
		} else {
			wanted[lineKey(d.Path, d.Text)]--
		}
	}
	for line, n := range wanted {
		if n != 0 && lines[line] != (n > 0) {
			return false
		}
	}
	return true
}

// others are the lines by which a switch differs from what it ran and that no step of the patch or of its undo touches.
func (x *subject) others(now vendors.Config) []string {
	deltas := vendors.Sets(x.sw.Vendor, x.sw.Vendor.Deltas(x.old, now))
	if len(deltas) == 0 {
		return nil
	}
	touched := x.touches()
	var foreign []vendors.Delta
	for _, d := range deltas {
		if !touched[deltaKey(d)] {
			foreign = append(foreign, d)
		}
	}
	return shown(foreign)
}

// remnants are the lines of the patch, or of the way through it, by which a switch differs from what it ran.
func (x *subject) remnants(now vendors.Config) []vendors.Delta {
	touched := x.touches()
	var ours []vendors.Delta
	for _, d := range vendors.Sets(x.sw.Vendor, x.sw.Vendor.Deltas(x.old, now)) {
		if touched[deltaKey(d)] {
			ours = append(ours, d)
		}
	}
	return ours
}

// complete tells whether no line of the patch is missing, and none of those it only passes through is left.
func (x *subject) complete(now vendors.Config) bool {
	touched := x.touches()
	for _, d := range x.sw.Vendor.Deltas(x.new, now) {
		if x.patch[deltaKey(reversed(d))] || touched[deltaKey(d)] {
			return false
		}
	}
	return true
}

// touches are the lines by which any state of the patch or of its undo differs from what the switch ran.
func (x *subject) touches() map[string]bool {
	if x.marks != nil {
		return x.marks
	}
	x.marks, x.patch = map[string]bool{}, map[string]bool{}
	for _, d := range x.sw.Vendor.Deltas(x.old, x.new) {
		x.patch[deltaKey(d)] = true
	}
	x.mark(x.old, x.steps)
	x.mark(x.new, x.undo)
	return x.marks
}

func (x *subject) mark(from vendors.Config, steps []vendors.Step) {
	device := x.sw.Vendor.Replay(from, x.sw.Site.Platform, nil)
	vendors.Returning(device) // some of the steps are
	for i := range steps {
		if _, err := device.Do(steps[i]); err != nil {
			return
		}
		for _, d := range x.sw.Vendor.Deltas(x.old, device.Config()) {
			x.marks[deltaKey(d)] = true
		}
	}
}

func reversed(d vendors.Delta) vendors.Delta {
	d.Op = '+' + '-' - d.Op
	return d
}

// deltaKey is a line of difference wherever it stands.
func deltaKey(d vendors.Delta) string { return string(d.Op) + lineKey(d.Path, d.Text) }

func lineKey(path []string, text string) string {
	return strings.Join(append(path[:len(path):len(path)], text), "\x00")
}

// shown are lines of difference as a person may see them.
func shown(deltas []vendors.Delta) []string {
	texts := make([]string, 0, len(deltas))
	for _, d := range deltas {
		path := append(d.Path[:len(d.Path):len(d.Path)], d.Text)
		for i := range path {
			path[i] = vendors.RedactLine(path[i])
		}
		texts = append(texts, string(d.Op)+" "+strings.Join(path, " > "))
	}
	return texts
}
