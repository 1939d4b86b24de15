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
	rankObjectNew
	rankObjectEdit
	rankPort
	rankObjectGone // of each kind, in the order of kinds
	rankSwitchLess = rankObjectGone + int(numObjectKinds)
)

// Changes is the semantic difference between two configurations of one origin, in no order: plan orders them by the names
// they touch and their rank. The commands of one change belong together and stay in their order.
func (CloudEngine) Changes(from, to vendors.Config, site vendors.Site) []vendors.Change {
	if treeOf(from) == treeOf(to) {
		return nil
	}
	d := &changer{from: inventoryOf(treeOf(from)), to: inventoryOf(treeOf(to)), site: site}
	d.objects()
	d.interfaces()
	d.globals()
	return d.changes
}

// changer finds the changes between two configurations.
type changer struct {
	from, to *inventory
	site     vendors.Site
	changes  []vendors.Change
	commands []entry // where the bodies of changes are cut from

	fromLines, toLines []line // room for the lines of two blocks
	members            map[string][]string
	bound              map[named][]string // ports by what they name
	paused             qos.QueueSet       // priorities that some port pauses, before or after
	keys               map[named]string
}

// entry is one line of the candidate.
type entry struct {
	in    string // the block that it is sent in, empty for the system view
	text  string
	opens bool // it enters the view that it names
	// rebinds: it takes the place of what the command before has taken away, for want of a form in place (6.2).
	rebinds    bool
	disruption vendors.Disruption
	ports      []string // whom it disturbs; none for the whole switch
}

// body is what a change consists of.
type body []entry

// add appends a command to the body that is being made.
func (d *changer) add(c entry) { d.commands = append(d.commands, c) }

// change ends the body that started at a mark and makes a change of it. Without a command there is none.
func (d *changer) change(mark int, c vendors.Change) {
	b := body(d.commands[mark:len(d.commands):len(d.commands)])
	if len(b) == 0 {
		return
	}
	c.Body = b
	d.changes = append(d.changes, c)
}

// keyOf is the name of an object in what changes define, use, free and remove.
func (d *changer) keyOf(o named) string {
	key, known := d.keys[o]
	if !known {
		if d.keys == nil {
			d.keys = map[named]string{}
		}
		key = o.String()
		d.keys[o] = key
	}
	return key
}

// edit is a difference in one setting of a block: either line may be none.
type edit struct{ old, now *line }

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
