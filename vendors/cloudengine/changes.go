package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// The ranks of changes: what has to be there goes before what needs it, and away after it (6.1). All of them become live in one
// commit, so that order decides what the candidate accepts and nothing else.
const (
	rankSwitchMore = iota
	rankMakeRoom   // what nothing names goes first where there is no room for all, and comes last
	rankObjectNew
	rankObjectEdit
	rankPort
	rankObjectGone // of each kind, in the order of kinds
	rankSwitchLess = rankObjectGone + int(numObjectKinds)
	rankTakeRoom   = rankSwitchLess + 1
	numRanks       = rankTakeRoom + 1
)

// Changes is the semantic difference between two configurations of one origin, in no order: plan orders them by the names
// they touch and their rank. The commands of one change belong together and stay in their order.
func (CloudEngine) Changes(from, to vendors.Config, site vendors.Site) []vendors.Change {
	if treeOf(from) == treeOf(to) {
		return nil
	}
	d := &changer{from: inventoryOf(treeOf(from)), to: inventoryOf(treeOf(to)), site: site}
	d.globals()
	d.objects()
	d.interfaces()
	return append(d.changes, d.late...)
}

// changer finds the changes between two configurations.
type changer struct {
	from, to *inventory
	site     vendors.Site
	// changes come roughly in the order that plan brings them in, with late ones apart: sorting is quick then.
	changes, late []vendors.Change
	entries       []entry // where the bodies of changes are cut from

	last               portChange // of the interface before
	fromLines, toLines []line     // room for the lines of two blocks
	members            map[string][]string
	bound              map[named][]string // ports by what they name
	paused             qos.QueueSet       // priorities that some port pauses, before or after
}

// entry is one line of the candidate.
type entry struct {
	text string
	// rebinds: it takes the place of what the entry before has taken away, for want of a form in place (6.2).
	rebinds    bool
	disruption vendors.Disruption
}

// body is what a change consists of.
type body struct {
	view    string // the block that the lines are sent in, empty for the system view; entering it may make it
	entries []entry
	ports   []string // whom the lines disturb that do; none for the whole switch
}

// add appends a line to the body that is being made.
func (d *changer) add(e entry) { d.entries = append(d.entries, e) }

// since cuts the lines that were added since a mark.
func (d *changer) since(mark int) []entry { return d.entries[mark:len(d.entries):len(d.entries)] }

// change makes a change of the lines that were added since a mark. Without one there is none.
func (d *changer) change(mark int, view string, ports []string, c vendors.Change) {
	if len(d.entries) == mark {
		return
	}
	c.Body = body{view, d.since(mark), ports}
	if c.Rank > rankPort {
		d.late = append(d.late, c)
		return
	}
	d.changes = append(d.changes, c)
}

// edit is a difference in one setting of a block: either line may be none.
type edit struct{ old, now *line }

// line is the line that an edit sets or, if it goes, took back.
func (e edit) line() *line {
	if e.now == nil {
		return e.old
	}
	return e.now
}

// edits are the differences between the settings of two blocks: first those that go, in the reverse of the order in which they
// are set, then those that come or change, in that order.
func (d *changer) edits(s *settings, from, to []*conf.Node) (less, more []edit) {
	d.fromLines = s.lines(d.fromLines[:0], from)
	d.toLines = s.lines(d.toLines[:0], to)
	for kind := range s.list {
		for i := range d.toLines {
			l := &d.toLines[i]
			if l.kind != kind {
				continue
			}
			if old := l.same(d.fromLines); old == nil || old.node.Text != l.node.Text {
				more = append(more, edit{old, l})
			}
		}
	}
	for kind := len(s.list) - 1; kind >= 0; kind-- {
		for i := range d.fromLines {
			if l := &d.fromLines[i]; l.kind == kind && l.same(d.toLines) == nil {
				less = append(less, edit{l, nil})
			}
		}
	}
	return less, more
}

// commandOf is what makes an edit.
func commandOf(s *settings, e edit) string {
	if e.now == nil {
		return s.undo(e.old)
	}
	return e.now.node.Text
}

// negated is the command that takes back a line that is no setting.
func negated(text string) string {
	if positive, ok := strings.CutPrefix(text, "undo "); ok {
		return positive
	}
	return "undo " + text
}
