package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// setObjects makes the desired objects that something uses as desired.
func (t *targeter) setObjects() {
	for _, o := range t.want.objects {
		asDesired, used := t.used[o]
		if !used {
			continue
		}
		switch have, want := t.have.nodes[o], t.want.nodes[o]; {
		case have == nil:
			placeTop(t.editor(), conf.Copy(want))
		case asDesired:
			t.merge(o, have, want)
		}
	}
}

// merge gives an object the desired lines.
func (t *targeter) merge(o named, have, want *conf.Node) {
	if section(have.Kids).odd() != nil && !t.may(have) {
		return
	}
	swaps := t.swapsIn(o, have, want)
	if o.kind == kindPFC {
		t.warnOfUndo(o, swaps)
	}
	t.apply(have, swaps)
}

// swapsIn are the edits that give an object the desired lines. A line that means the same stays; one that is built in goes.
func (t *targeter) swapsIn(o named, have, want *conf.Node) (swaps []swap) {
	if sameLines(have.Kids, want.Kids) {
		return nil
	}
	s := objectKinds[o.kind].settings
	haveLines, wantLines := s.lines(nil, have.Kids), s.lines(nil, want.Kids)
	for i := range haveLines {
		l := &haveLines[i]
		switch now := l.same(wantLines); {
		case t.sameMeaning(s, l, now):
		case t.isBuiltin(s, now):
			swaps = append(swaps, swap{l.node, nil})
		default:
			swaps = append(swaps, swap{l.node, conf.New(now.node.Text)})
		}
	}
	for i := range wantLines {
		if l := &wantLines[i]; l.same(haveLines) == nil && !t.isBuiltin(s, l) {
			swaps = append(swaps, swap{nil, conf.New(l.node.Text)})
		}
	}
	if o.kind == kindPFC {
		swaps = setPriorities(swaps, have.Kids, want.Kids)
	}
	return swaps
}

// warnOfUndo says which lines of a profile go by a command that is in no document: a switch that does not take it refuses the
// whole commit.
func (t *targeter) warnOfUndo(profile named, swaps []swap) {
	for _, s := range swaps {
		if s.now == nil && strings.Contains(s.old.Text, " deadlock-recovery ") && strings.Contains(s.old.Text, " deadlock-detect ") {
			t.diags.Warnf(int(s.old.Line), "%s: %q goes by an undo that no document confirms on V200", profile, s.old.Text)
		}
	}
}

// prioritySet is the priorities of a PFC profile: what it starts with and what is listed, without what is undone (2.2).
type prioritySet struct {
	listed, undone qos.QueueSet
	said           []*conf.Node // the lines that say it
}

func prioritiesIn(profile []*conf.Node) (p prioritySet) {
	for _, n := range profile {
		set, undone, ok := priorityLine(n)
		switch {
		case !ok:
			continue
		case undone:
			p.undone |= set
		default:
			p.listed |= set
		}
		p.said = append(p.said, n)
	}
	p.listed &^= p.undone
	return p
}

// initialPriorities is the set of a profile without lines.
const initialPriorities = qos.QueueSet(1 << builtinPriority)

// all are the priorities that the profile pauses.
func (p *prioritySet) all() qos.QueueSet { return (initialPriorities | p.listed) &^ p.undone }

// priorityLine reads a line that lists priorities: priority 3 4, or undo priority 3.
func priorityLine(n *conf.Node) (listed qos.QueueSet, takes, ok bool) {
	rest, takes := strings.CutPrefix(n.Text, "undo ")
	rest, ok = strings.CutPrefix(rest, "priority ")
	if !ok || n.Kind != conf.In {
		return 0, false, false
	}
	for word := range strings.SplitSeq(rest, " ") {
		if !isNumber(word) || numberOf(word) >= qos.NumQueues {
			return 0, false, false
		}
		listed |= 1 << numberOf(word)
	}
	return listed, takes, true
}

// setPriorities adds the edits that make a profile pause the wanted priorities. The lines are those that the switch prints after
// the commands: it lists what was put in, but not the priority it starts with when that comes back, and says when that is out.
func setPriorities(swaps []swap, have, want []*conf.Node) []swap {
	now, shall := prioritiesIn(have), prioritiesIn(want)
	set := shall.all()
	if now.all() == set {
		return swaps
	}
	for _, n := range now.said {
		swaps = append(swaps, swap{n, nil})
	}
	if listed := set & (now.listed | ^initialPriorities); listed != 0 {
		swaps = append(swaps, swap{nil, conf.New("priority " + spaced(listed))})
	}
	if out := initialPriorities &^ set; out != 0 {
		swaps = append(swaps, swap{nil, conf.New("undo priority " + spaced(out))})
	}
	return swaps
}

// spaced is a set as commands list it: 3 4.
func spaced(set qos.QueueSet) string { return strings.ReplaceAll(set.String(), ",", " ") }
