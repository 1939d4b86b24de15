package cloudengine

import "github.com/weft-net/weft/vendors"

// globals finds the changes of lines of the system view.
func (d *changer) globals() {
	less, more := d.edits(switchSettings, d.from.tree.Top, d.to.tree.Top)
	for _, list := range []struct {
		edits []edit
		rank  int
	}{{less, rankSwitchLess}, {more, rankSwitchMore}} {
		for _, e := range list.edits {
			rank := list.rank
			if shrinks(e) {
				rank = rankSwitchLess
			}
			d.global(e, rank)
		}
	}
}

// shrinks tells whether an edit takes room from a headroom pool: ports that pause no more give it up first.
func shrinks(e edit) bool {
	return e.now != nil && switchSettings.list[e.now.kind].starts == linePool && poolOf(e.old) > poolOf(e.now)
}

func (d *changer) global(e edit, rank int) {
	l := e.line()
	mark := len(d.entries)
	text := commandOf(switchSettings, e)
	d.add(entry{text: text, disruption: switchSettings.list[l.kind].disrupts})
	d.change(mark, "", nil, vendors.Change{Key: l.head + " " + l.key, Rank: rank, Text: text})
}
