package sonic

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// cell is what the row for one queue or priority group shall hold.
type cell struct {
	fields  []field
	changed bool
}

// cells are those of a port, by index.
type cells [mostIndexes]cell

// dropOdd takes away the rows of a port whose index no daemon takes (1.5), in tables that decide something that is to be set: what they were
// meant for cannot be told, and they do nothing.
func (t *targeter) dropOdd(w *portWork) {
	if w.have == nil {
		return
	}
	for _, r := range w.have.odd {
		var decides qos.FacetSet
		for _, s := range naming[r.table] {
			decides |= s.facets
		}
		if decides&^w.held != 0 && t.may(r, knownIn(naming[r.table])) {
			t.editor().removeRow(r.table, r.key)
			t.info([]string{w.name}, r.String()+" goes", "its index is not N or LOW-HIGH with LOW below HIGH, and no daemon takes it (1.5)")
		}
	}
}

// setIndexed decides the rows for the queues or priority groups of a port.
func (t *targeter) setIndexed(kind indexedKind, w *portWork) {
	have, want := w.have.of(kind), w.want.of(kind)
	if len(have) == 0 {
		t.copyIndexed(kind, w)
		return
	}
	var shall cells
	changed, twice := false, repeated(have)
	for index := range shall {
		h, wnt := at(have, index), at(want, index)
		if h == nil && wnt == nil {
			continue
		}
		shall[index] = t.cellOf(kind, w, index, h, wnt)
		if wnt != nil && twice&(1<<index) != 0 && differing(have, index, h) && w.lacks(indexed[kind].settings) {
			shall[index].changed = true
		}
		changed = changed || shall[index].changed
	}
	if changed && t.mayAll(kind, have) {
		t.regroup(kind, w, &shall)
	}
}

// repeated has a bit for each index that several rows of a port are for.
func repeated(rows []indexRow) (twice uint32) {
	once := uint32(0)
	for i := range rows {
		mask := maskOf(rows[i].lo, rows[i].hi)
		twice |= once & mask
		once |= mask
	}
	return twice
}

// maskOf has a bit for each index from lo to hi.
func maskOf(lo, hi int) uint32 { return uint32(1)<<(hi+1) - uint32(1)<<lo }

// differing tells whether another row for an index holds something else: then nobody knows what the switch goes by.
func differing(rows []indexRow, index int, than *row) bool {
	for i := range rows {
		if r := &rows[i]; r.lo <= index && index <= r.hi && !equalFields(r.row.fields, than.fields) {
			return true
		}
	}
	return false
}

// mayAll tells whether the rows of a port may be changed.
func (t *targeter) mayAll(kind indexedKind, rows []indexRow) bool {
	for i := range rows {
		if !t.may(rowName{indexed[kind].table, rows[i].row.key}, knownIn(indexed[kind].settings)) {
			return false
		}
	}
	return true
}

// copyIndexed gives a port that has no rows those that are desired.
func (t *targeter) copyIndexed(kind indexedKind, w *portWork) {
	settings := indexed[kind].settings
	for _, r := range w.want.of(kind) {
		var fields []field
		for i := range settings {
			want, _ := r.row.get(settings[i].field)
			value := t.decide(&settings[i], w, "", want)
			if kind == ofQueueBuffer {
				value = t.undropping(w, &settings[i], r.lo, value)
			}
			if value != "" {
				fields = append(fields, field{name: settings[i].field, value: value})
			}
		}
		t.putRow(indexed[kind].table, r.row.key, fields)
	}
}

// putRow makes a row of fields; none make none.
func (t *targeter) putRow(table, key string, fields []field) {
	for i := range fields {
		t.editor().put(table, key, field{name: fields[i].name, value: fields[i].value})
	}
}

// cellOf decides what the row for one index holds.
func (t *targeter) cellOf(kind indexedKind, w *portWork, index int, have, want *row) cell {
	c := cell{fields: have.all()}
	settings := indexed[kind].settings
	for i := range settings {
		s := &settings[i]
		had, _ := have.get(s.field)
		value := ""
		switch {
		case want == nil && kind == ofGroupBuffer && t.ousts(s, w, index, had):
		case want == nil:
			value = t.unwanted(s, w, had)
		default:
			wanted, _ := want.get(s.field)
			value = t.decide(s, w, had, wanted)
			if kind == ofQueueBuffer {
				value = t.undropping(w, s, index, value)
			}
		}
		if value != had {
			c.set(s.field, value)
		}
	}
	return c
}

// set gives a field a value; an empty one takes it away.
func (c *cell) set(name, value string) {
	fields := make([]field, 0, len(c.fields)+1)
	for _, f := range c.fields {
		switch {
		case f.name != name:
			fields = append(fields, f)
		case value != "":
			fields = append(fields, field{name: name, value: value})
			value = ""
		}
	}
	if value != "" {
		fields = append(fields, field{name: name, value: value})
	}
	c.fields, c.changed = fields, true
}

// ousts tells whether the profile of a priority group goes although weft desires none there: in the traditional model the switch makes the
// buffer of a paused priority by itself, and only where nobody else's is in its place (2).
func (t *targeter) ousts(s *setting, w *portWork, group int, have string) bool {
	model, _ := t.have.metadata().get("buffer_model")
	if have == "" || derived(have) || w.holds(s) || w.keep&decidesGroups == decidesGroups ||
		model == "dynamic" || platformOf(t.site.Platform).chip.dynamic {
		return false
	}
	pauses, _ := w.wantRows.maps.get(fieldPFC)
	return strings.Contains(pauses, strconv.Itoa(group))
}

// unwanted is what an index keeps for which nothing is desired: what the switch or somebody else has there, without what weft
// put there.
func (t *targeter) unwanted(s *setting, w *portWork, have string) string {
	own := t.namesOwn(s, have)
	switch {
	case own && w.cleans, have == computedByBox && !w.holds(s):
		return ""
	case own:
		t.stale.add(w.name, []string{have})
	}
	s.each(have, func(r rowName) {
		if t.mine(r) {
			t.use(r, false)
		}
	})
	return have
}

// regroup writes what the indexes of a port shall hold, with as few changes of keys as can be: a row whose indexes go on to hold
// the same keeps its key, another one is divided, and a new row is for several indexes where the port has such rows.
func (t *targeter) regroup(kind indexedKind, w *portWork, shall *cells) {
	table := indexed[kind].table
	t.unshare(kind, w, shall)
	rows := w.have.of(kind)
	ranges := false
	for i := range rows {
		r := &rows[i]
		ranges = ranges || r.hi > r.lo
		mine := func(index int) bool { return at(rows, index) == r.row }
		switch {
		case !changedIn(shall, r.lo, r.hi):
		case uniform(shall, r.lo, r.hi, mine):
			t.rewrite(rowName{table, r.row.key}, shall[r.lo].fields)
		default:
			t.editor().removeRow(table, r.row.key)
			t.putRuns(kind, w, shall, r.lo, r.hi, true, mine)
		}
	}
	fresh := func(index int) bool { return at(rows, index) == nil }
	t.putRuns(kind, w, shall, 0, mostIndexes-1, ranges, fresh)
}

// changedIn tells whether one of some indexes is to hold something else.
func changedIn(shall *cells, lo, hi int) bool {
	for i := lo; i <= hi; i++ {
		if shall[i].changed {
			return true
		}
	}
	return false
}

// uniform tells whether all of some indexes are a row's own and are to hold the same.
func uniform(shall *cells, lo, hi int, mine func(int) bool) bool {
	for i := lo; i <= hi; i++ {
		if !mine(i) || !equalFields(shall[i].fields, shall[lo].fields) {
			return false
		}
	}
	return true
}

// putRuns makes rows for some indexes: one for those beside each other that hold the same, where ranges are the style.
func (t *targeter) putRuns(kind indexedKind, w *portWork, shall *cells, lo, hi int, ranges bool, of func(int) bool) {
	for i := lo; i <= hi; i++ {
		if !of(i) || len(shall[i].fields) == 0 {
			continue
		}
		end := i
		for ranges && end < hi && of(end+1) && equalFields(shall[end+1].fields, shall[i].fields) {
			end++
		}
		t.putRow(indexed[kind].table, keyOf(w.name, i, end), shall[i].fields)
		i = end
	}
}

// rewrite gives a row fields; without any it goes.
func (t *targeter) rewrite(r rowName, fields []field) {
	e := t.editor()
	if len(fields) == 0 {
		e.removeRow(r.table, r.key)
		return
	}
	for _, f := range e.row(r.table, r.key).all() {
		if fieldIn(fields, f.name) == nil {
			e.removeField(r.table, r.key, f.name)
		}
	}
	for i := range fields {
		e.put(r.table, r.key, fields[i])
	}
}

// unshare gives each port of a row that is for several ports a row of its own, where this port's is to change. The database
// takes no such row any more (4.5). Ports that the intent does not name go on to have what the row said.
func (t *targeter) unshare(kind indexedKind, w *portWork, shall *cells) {
	for _, r := range w.have.of(kind) {
		if !r.shared || !changedIn(shall, r.lo, r.hi) {
			continue
		}
		t.ownPorts(w)
		table, e := indexed[kind].table, t.editor()
		e.removeRow(table, r.row.key)
		list, index, _ := strings.Cut(r.row.key, "|")
		for port := range strings.SplitSeq(list, ",") {
			if t.named[w.name] && !t.named[port] {
				t.parted.add(port, []string{table + "|" + r.row.key})
			}
			t.putRow(table, port+"|"+index, r.row.fields)
			rows := t.ports[port].indexed[kind]
			for i := range rows {
				if rows[i].row == r.row {
					rows[i].row, rows[i].shared = e.row(table, port+"|"+index), false
				}
			}
		}
	}
}

// ownPorts makes the rows of each port the targeter's own to change: those of a document are shared.
func (t *targeter) ownPorts(w *portWork) {
	if !t.ownsPorts {
		t.ports, t.ownsPorts = rowsByPort(t.have), true
	}
	w.have = t.ports[w.name]
}

// equalFields tells whether two rows hold the same.
func equalFields(a, b []field) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if other := fieldIn(b, a[i].name); other == nil || !a[i].same(other) {
			return false
		}
	}
	return true
}

// fieldIn is the field of that name, or nil.
func fieldIn(fields []field, name string) *field {
	for i := range fields {
		if fields[i].name == name {
			return &fields[i]
		}
	}
	return nil
}
