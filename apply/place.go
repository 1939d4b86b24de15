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
	done   int      // how many of its steps are; all of them when it is new, -1 when that is not known
	others []string // lines that somebody else changed
}

// new tells whether all of the patch is there.
func (p place) new(steps int) bool { return p.done == steps }

// locate finds where a switch stands. What weft reads decides; where somebody else changed something of that too, the lines of
// the patch do.
func (x *subject) locate(now vendors.Config) place {
	p := place{hash: x.hash(now), done: -1}
	switch p.hash {
	case x.start.Old:
		p.old, p.done = true, 0
	case x.start.New:
		p.done = len(x.steps)
	default:
		p.done = x.stepsDone(now)
	}
	if x.old == nil {
		return p
	}
	if p.others = x.others(now); len(p.others) == 0 || p.done >= 0 {
		return p
	}
	switch {
	case len(x.remnants(now)) == 0:
		p.old, p.done = true, 0
	case x.complete(now):
		p.done = len(x.steps)
	}
	return p
}

// stepsDone finds how many steps of the patch a switch has done: the rest of them leads to what it is to run. -1 when no rest does.
func (x *subject) stepsDone(now vendors.Config) int {
	for k := len(x.steps) - 1; k > 0; k-- {
		end, err := plan.Replay(x.sw.Vendor, x.sw.Site, now, x.steps[k:])
		if err == nil && x.hash(end) == x.start.New {
			return k
		}
	}
	return -1
}

// remember finds old and new from what a switch runs, when what it ran before is only known by its fingerprint. It works from every
// state of the patch in which nobody else changed a line that weft reads.
func (x *subject) remember(now vendors.Config) {
	done := 0
	if p := x.locate(now); !p.old {
		if done = p.done; done < 0 {
			return
		}
	}
	after, err := plan.Replay(x.sw.Vendor, x.sw.Site, now, x.steps[done:])
	if err != nil || x.hash(after) != x.start.New {
		return
	}
	before, err := plan.Replay(x.sw.Vendor, x.sw.Site, after, x.undo)
	if err != nil || x.hash(before) != x.start.Old {
		return
	}
	x.old, x.new = before, after
	x.alone = x.whole(before) == x.start.Whole
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
	wanted := map[string]bool{}
	for _, d := range x.sw.Vendor.Deltas(x.old, x.new) {
		wanted[deltaKey(d)] = true
	}
	touched := x.touches()
	for _, d := range x.sw.Vendor.Deltas(x.new, now) {
		if wanted[deltaKey(reversed(d))] || touched[deltaKey(d)] {
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
	x.marks = map[string]bool{}
	x.mark(x.old, x.steps)
	x.mark(x.new, x.undo)
	return x.marks
}

func (x *subject) mark(from vendors.Config, steps []vendors.Step) {
	device := x.sw.Vendor.Replay(from, x.sw.Site.Platform, nil)
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
func deltaKey(d vendors.Delta) string {
	return string(d.Op) + strings.Join(append(d.Path[:len(d.Path):len(d.Path)], d.Text), "\x00")
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
