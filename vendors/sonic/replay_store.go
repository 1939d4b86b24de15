package sonic

import "slices"

// store is CONFIG_DB while a step works on it: the document it was, and the rows that are not as they were.
type store struct {
	doc         *document
	known       [numTables]tableState // the tables that the models of the releases have and weft knows
	others      []*tableState         // other tables that the step touched
	makesTables bool                  // a row may be added to a table that is not there
	rows        []row                 // where new rows are cut from
	fields      []field               // where their fields are cut from
	states      []rowState
}

// tableState is one table while a step works on it.
type tableState struct {
	id      tableID // numTables for a table that weft does not know
	name    string
	was     *table
	there   bool
	touched []*rowState // rows, in the order they were touched
	index   index       // of them
}

// rowState is a row that was touched. It has not been there, or is no more, where it is nil.
type rowState struct {
	key      string
	was, now *row
	own      bool // now is a row that may change
	copied   bool // now is a copy of was, which knows where it stands in the text
}

func newStore(doc *document) *store {
	s := &store{doc: doc}
	for id := range s.known {
		s.known[id] = tableState{id: tableID(id), name: tableNames[id]}
	}
	for _, t := range doc.tables {
		if id, ok := tableIDs[t.name]; ok {
			s.known[id].was, s.known[id].there = t, true
		}
	}
	return s
}

// table is the state of a table, by name.
func (s *store) table(name string) *tableState {
	if id, ok := tableIDs[name]; ok {
		return &s.known[id]
	}
	for _, t := range s.others {
		if t.name == name {
			return t
		}
	}
	was := s.doc.table(name)
	t := &tableState{id: numTables, name: name, was: was, there: was != nil}
	s.others = append(s.others, t)
	return t
}

// row is a row of a table that weft knows, as it is now, or nil.
func (s *store) row(id tableID, key string) *row { return s.known[id].row(key) }

// row is a row as it is now, or nil.
func (t *tableState) row(key string) *row {
	if len(t.touched) == 0 {
		return t.was.row(key)
	}
	hash := hashOf(key)
	if r := t.state(hash, key); r != nil {
		return r.now
	}
	return t.original(hash, key)
}

// state is a row that was touched, or nil.
func (t *tableState) state(hash uint32, key string) *rowState {
	if at := t.index.find(hash, func(at int) bool { return t.touched[at].key == key }); at >= 0 {
		return t.touched[at]
	}
	return nil
}

// original is a row as it was, or nil.
func (t *tableState) original(hash uint32, key string) *row {
	if t.was == nil {
		return nil
	}
	if at := t.was.index.find(hash, func(at int) bool { return t.was.rows[at].key == key }); at >= 0 {
		return t.was.rows[at]
	}
	return nil
}

// each calls do for every row as it is now, those that were there first.
func (t *tableState) each(do func(*row)) {
	if t.was != nil {
		for _, r := range t.was.rows {
			if len(t.touched) == 0 || t.state(hashOf(r.key), r.key) == nil {
				do(r)
			}
		}
	}
	for _, r := range t.touched {
		if r.now != nil {
			do(r.now)
		}
	}
}

// count is how many rows there are now.
func (t *tableState) count() int {
	n := 0
	if t.was != nil {
		n = len(t.was.rows)
	}
	for _, r := range t.touched {
		if r.was != nil {
			n--
		}
		if r.now != nil {
			n++
		}
	}
	return n
}

// touch is the state of a row that is about to change.
func (s *store) touch(t *tableState, key string) *rowState {
	hash := hashOf(key)
	if r := t.state(hash, key); r != nil {
		return r
	}
	if len(s.states) == cap(s.states) {
		s.states = make([]rowState, 0, max(16, 2*cap(s.states)))
	}
	was := t.original(hash, key)
	s.states = append(s.states, rowState{key: key, was: was, now: was})
	r := &s.states[len(s.states)-1]
	t.index.add(hash, len(t.touched))
	t.touched = append(t.touched, r)
	return r
}

// put gives a table a row, in the place of one of that key.
func (s *store) put(t *tableState, r *row) {
	state := s.touch(t, r.key)
	state.now, state.own, state.copied = r, true, false
}

// clear takes all rows of a table away.
func (s *store) clear(t *tableState) {
	if t.was != nil {
		for _, r := range t.was.rows {
			s.touch(t, r.key)
		}
	}
	for _, r := range t.touched {
		r.drop()
	}
}

// drop takes a row away.
func (r *rowState) drop() { r.now, r.own, r.copied = nil, false, false }

// edit is a row that may change: a copy of what is there now.
func (s *store) edit(t *tableState, key string) *row {
	state := s.touch(t, key)
	if !state.own {
		r := s.newRow(key)
		*r = *state.now
		r.edited, r.fields = true, append(s.newFields(len(r.fields)+1), r.fields...)
		r.reindex()
		state.now, state.own, state.copied = r, true, state.now == state.was
	}
	return state.now
}

// newRow is a row without fields.
func (s *store) newRow(key string) *row {
	if len(s.rows) == cap(s.rows) {
		s.rows = make([]row, 0, max(16, 2*cap(s.rows)))
	}
	s.rows = append(s.rows, row{key: key})
	return &s.rows[len(s.rows)-1]
}

// newFields is room for the fields of a row.
func (s *store) newFields(n int) []field {
	if cap(s.fields)-len(s.fields) < n {
		s.fields = make([]field, 0, max(64, n, 2*cap(s.fields)))
	}
	start := len(s.fields)
	s.fields = s.fields[:start+n]
	return s.fields[start : start : start+n]
}

// rowChange is a row that a step made, changed or took away.
type rowChange struct {
	table    *tableState
	key      string
	was, now *row
}

// verb is what happens to the row.
func (c *rowChange) verb() verb {
	switch {
	case c.was == nil:
		return adds
	case c.now == nil:
		return removes
	}
	return replaces
}

// changes lists the rows that are not as they were, tables in the order of the models, rows in the order they were touched.
func (s *store) changes() []rowChange {
	n := 0
	for _, t := range s.tables() {
		n += len(t.touched)
	}
	changes := make([]rowChange, 0, n)
	for _, t := range s.tables() {
		for _, r := range t.touched {
			if !sameRow(r.was, r.now) {
				changes = append(changes, rowChange{t, r.key, r.was, r.now})
			}
		}
	}
	return changes
}

// tables are all tables that may have been touched.
func (s *store) tables() []*tableState {
	all := make([]*tableState, 0, int(numTables)+len(s.others))
	for id := range s.known {
		all = append(all, &s.known[id])
	}
	return append(all, s.others...)
}

// sameRow tells whether two rows hold the same fields, in any order.
func sameRow(a, b *row) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	if len(a.fields) != len(b.fields) || a.raw != b.raw {
		return false
	}
	for i := range a.fields {
		f := &a.fields[i]
		var other *field
		if b.fields[i].name == f.name {
			other = &b.fields[i]
		} else {
			other = b.field(f.name)
		}
		if other == nil || !f.same(other) {
			return false
		}
	}
	return true
}

// document is the database as it is now. What did not change stays as it is written.
func (s *store) document() *document {
	e := newEditor(s.doc)
	for _, t := range s.tables() {
		if t.was != nil && !t.there {
			e.removeTable(t.name)
			continue
		}
		var fresh []*row
		for _, r := range t.touched {
			switch {
			case r.was == nil && r.now != nil:
				fresh = append(fresh, r.now)
			case r.was != nil && r.now == nil:
				e.removeRow(t.name, r.key)
			case r.copied && !sameRow(r.was, r.now):
				e.replaceRow(t.name, r.now)
			case r.was != nil && !sameRow(r.was, r.now):
				e.amend(t.name, r)
			}
		}
		e.addRows(t.name, fresh)
	}
	return e.doc()
}

// amend gives a row the fields it has now.
func (e *editor) amend(in string, r *rowState) {
	for i := range r.was.fields {
		if name := r.was.fields[i].name; r.now.field(name) == nil {
			e.removeField(in, r.key, name)
		}
	}
	for i := range r.now.fields {
		f := &r.now.fields[i]
		if f.kind == kindList {
			e.setList(in, r.key, f.name, f.list)
			continue
		}
		e.set(in, r.key, f.name, f.value)
	}
}

// replaceRow puts a changed copy of a row in its place. The editor owns it from then on.
func (e *editor) replaceRow(in string, r *row) {
	t := e.ownTable(in)
	r.owner = t.owner
	t.rows[t.find(r.key)] = r
}

// addRows gives a table rows of keys that it does not have. The editor owns them from then on.
func (e *editor) addRows(in string, rows []*row) {
	if len(rows) == 0 {
		return
	}
	t := e.ownTable(in)
	t.rows = slices.Grow(t.rows, len(rows))
	for _, r := range rows {
		r.edited, r.owner = true, t.owner
		r.reindex()
		t.index.add(hashOf(r.key), len(t.rows))
		t.rows = append(t.rows, r)
	}
}
