package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// writing makes one patch of changes. It makes two where a row for some queues or groups goes and another row for one of them stays:
// what the one is for has nothing once it is gone, until the other one is written again. So the other one goes too, and then comes
// (1.5, 4.5).
func (v SONiC) writing(from vendors.Config, changes []vendors.Change) []vendors.Step {
	again := stayingBeside(docOf(from), editsIn(changes))
	if again == nil {
		return []vendors.Step{v.patch(from, changes)}
	}
	goes := changer{from: docOf(from), to: docOf(from)}
	comes := changer{from: docOf(from), to: docOf(from)}
	rewritten := make(map[rowName]bool, len(again))
	for _, e := range again {
		rewritten[rowName{e.table, e.key()}] = true
		goes.add(&rowEdit{e.table, e.from, nil, e.place})
		comes.add(&rowEdit{e.table, nil, e.now, e.place})
	}
	first := goes.changes
	for _, c := range changes {
		if e := c.Body.(*rowEdit); !rewritten[rowName{e.table, e.key()}] {
			first = append(first, c)
		}
	}
	then := v.patch(configOf(made(docOf(from), editsIn(first))), comes.changes)
	then.Text += "; the rows went with others for the same queues or groups, which would have left them with nothing"
	return []vendors.Step{v.patch(from, first), then}
}

// made is a configuration with edits.
func made(d *document, edits []*rowEdit) *document {
	e := newEditor(d)
	for _, edit := range edits {
		if edit.from != nil {
			e.removeRow(edit.table, edit.from.key)
		}
		if edit.now == nil {
			continue
		}
		e.addRow(edit.table, edit.now.key)
		for _, f := range edit.now.fields {
			e.put(edit.table, edit.now.key, f)
		}
	}
	return e.doc()
}

// stayingBeside are the rows that are for a queue or group of a row that goes, and stay: with what they are to hold.
func stayingBeside(d *document, edits []*rowEdit) (stay []*rowEdit) {
	for kind := range numIndexed {
		name := indexed[kind].table
		gone, edited := map[string]uint32{}, map[string]*rowEdit{} // by port, by key
		for _, e := range edits {
			if e.table != name || e.from == nil {
				continue
			}
			edited[e.key()] = e
			if e.now == nil {
				port, mask := placeOf(e.key())
				gone[port] |= mask
			}
		}
		if len(gone) > 0 {
			stay = append(stay, beside(d.table(name), gone, edited)...)
		}
	}
	return stay
}

// beside are those of one table.
func beside(t *table, gone map[string]uint32, edited map[string]*rowEdit) (stay []*rowEdit) {
	for i, r := range t.all() {
		if port, mask := placeOf(r.key); gone[port]&mask == 0 {
			continue
		}
		e := edited[r.key]
		if e == nil {
			e = &rowEdit{t.name, r, r, i}
		}
		if e.now != nil {
			stay = append(stay, e)
		}
	}
	return stay
}

// placeOf takes the key of a row for queues or groups apart: the port, and a bit for each of those. What no daemon takes is for none.
// A key of several ports does not get here, since the switch refuses every patch while there is one (4.5).
func placeOf(key string) (port string, mask uint32) {
	port, index, _ := strings.Cut(key, "|")
	lo, hi, ok := indexesIn(index)
	if !ok {
		return port, 0
	}
	return port, maskOf(lo, hi)
}
