package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// The ranks of changes: what adds before what takes away, and both in an order in which no code point is without a
// protection that it has before and after. Queues and the lossless set are ready before traffic is classed into them, and go
// after it has left; what is taken away goes in the reverse of the order in which it came (nxos.md 6.2).
const (
	rankFeature = iota
	rankJumbo
	rankClassMapNew
	rankNetworkQoSNew
	rankQoSNew
	rankQueuingNew
	rankQueueMore      // edits of attached queuing and network-qos policies that add
	rankLosslessMore   // a swap of network-qos that pauses at least what was paused
	rankSystemMore     // what ports fall back on
	rankPortMore       // MTU, queuing policies, PFC, and classification by policies that are not edited
	rankSystemClassify // classification of ports that have none of their own, when their queues are ready
	rankPortUnclassify // ports leave policies that are edited next
	rankClassifyEarly  // code points of a field that nothing matches any more
	rankClassifyMore
	rankClassifyAside  // classes that give another queue after: to where what nothing matches is,
	rankClassifyNarrow // without what they lose,
	rankClassifyMove   // to that queue,
	rankClassifyWiden  // and with what they gain
	rankClassifyRest   // class-default
	rankClassifyLess
	rankPortClassify // ports get policies that were edited
	rankGlobalMore
	rankSystemUnclassify
	rankPortLess
	rankGlobalLess
	rankLosslessLess
	rankQueueLess
	rankQueuingGone
	rankNetworkQoSGone
	rankQoSGone
	rankClassMapGone
	rankJumboLess
	rankFeatureGone
)

// Changes is the semantic difference between two configurations of one origin, in no order: plan orders them by the names
// they touch and their rank. Each command of a change is one that the switch makes live; the commands of one change belong
// together and stay in their order.
func (NXOS) Changes(from, to vendors.Config, site vendors.Site) []vendors.Change {
	if treeOf(from) == treeOf(to) {
		return nil
	}
	d := newDiffer(surveyIn(from), surveyIn(to), site)
	d.objects()
	d.systemQoS()
	d.ports()
	d.globals()
	d.regions()
	return d.changes
}

// differ finds the changes between two configurations.
type differ struct {
	from, to *survey
	site     vendors.Site
	changes  []vendors.Change
	commands []command // where the bodies of changes are cut from

	vanishing [numMatchFields]bool // fields that no class-map that changes matches any more
	requeued  map[mqc]bool         // class-maps of classes that give another queue after
	members   map[string][]string  // ports of bundles
	recipes   []*recipe
	names     []string // where lists of one port are cut from
	bound     map[mqc]audience
	flows     *flows
}

func newDiffer(from, to *survey, site vendors.Site) *differ {
	d := &differ{from: from, to: to, site: site}
	d.flows = newFlows(d.from, d.to)
	return d
}

// where is the view in which a command is sent: at the top, in a block, or in a class of a block. Both are the commands that enter.
type where struct{ outer, inner string }

// command is one command that the switch makes live.
type command struct {
	in    where
	text  string
	opens bool // it enters a view itself, the one it makes
	words string
	audience
	disruption vendors.Disruption
	exchange   string
	then       []string // what has to follow in the same step
}

// audience is whom a command disturbs: ports, or the whole switch.
type audience struct {
	ports []string
	all   bool
}

// body is what a change consists of.
type body []command

// mark is where the next body starts.
func (d *differ) mark() int {
	if cap(d.commands)-len(d.commands) < int(numSlots)+2 {
		d.commands = make([]command, 0, min(256, 16+2*cap(d.commands))) // bodies keep what they were cut from
	}
	return len(d.commands)
}

// add appends a command to the body that is being made.
func (d *differ) add(c command) { d.commands = append(d.commands, c) }

// since cuts the body that started at a mark.
func (d *differ) since(mark int) body {
	return body(d.commands[mark:len(d.commands):len(d.commands)])
}

// change ends a body and makes a change of it. Without a command there is none.
func (d *differ) change(mark int, c vendors.Change) {
	b := d.since(mark)
	if len(b) == 0 {
		return
	}
	c.Body = b
	d.changes = append(d.changes, c)
}

// key is the name of an object in what changes define, use, free and remove.
func (o mqc) key() string {
	kind := "class-map:"
	if o.policy {
		kind = "policy-map:"
	}
	return kind + o.typ + ":" + o.name
}

// negated is the command that takes a line back. The whole line is safest (nxos.md 2.4).
func negated(line string) string {
	if positive, ok := strings.CutPrefix(line, "no "); ok {
		return positive
	}
	return "no " + line
}

// edit is a difference in one setting of a block: an empty text is no line.
type edit struct{ slot, old, now string }

// edits are the differences between two lists of lines, by the setting that each line makes: changed and new ones in the
// order of to, then those that are gone in the reverse of the order of from. A line of no setting ("") is left out.
func edits(from, to []*conf.Node, slotOf func(string) string) []edit {
	var list []edit
	for _, line := range to {
		if line.Kind == conf.Out || hasLine(from, line) {
			continue
		}
		if slot := slotOf(line.Text); slot != "" {
			list = append(list, edit{slot, lineOf(from, to, slot, slotOf), line.Text})
		}
	}
	for _, line := range slices.Backward(from) {
		if line.Kind == conf.Out || hasLine(to, line) {
			continue
		}
		if slot := slotOf(line.Text); slot != "" && lineOf(to, nil, slot, slotOf) == "" {
			list = append(list, edit{slot, line.Text, ""})
		}
	}
	return list
}

func hasLine(lines []*conf.Node, line *conf.Node) bool {
	for _, other := range lines {
		if other == line || other.Kind == line.Kind && other.Text == line.Text {
			return true
		}
	}
	return false
}

// lineOf is the line that makes a setting and is not among others too.
func lineOf(lines, others []*conf.Node, slot string, slotOf func(string) string) string {
	for _, line := range lines {
		if line.Kind != conf.Out && slotOf(line.Text) == slot && !hasLine(others, line) {
			return line.Text
		}
	}
	return ""
}
