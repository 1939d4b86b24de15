package sonic

import (
	"slices"
	"strings"
)

// editor makes a changed copy of a document. Tables and rows that it does not change stay those of the document. What it sets
// to the value that is there already is no change.
type editor struct {
	work *document
}

// newEditor starts from a document, which stays as it is. Nil is an empty one.
func newEditor(d *document) *editor {
	e := &editor{work: &document{memo: &documentMemo{}}}
	if d != nil {
		*e.work = *d
	}
	e.work.owner = &edition{}
	e.work.tables = slices.Clone(e.work.tables)
	return e
}

// doc is the document as edited so far. The editor can go on; what it returned stays as it is.
func (e *editor) doc() *document {
	for _, t := range e.work.tables {
		if t.owner == e.work.owner {
			t.compact()
			t.memo = &tableMemo{}
		}
	}
	done := *e.work
	e.work.owner = &edition{}
	e.work.tables = slices.Clone(e.work.tables)
	return &done
}

// table is the table as edited so far, or nil. Its rows may be nil where rows were removed.
func (e *editor) table(name string) *table { return e.work.table(name) }

// row is the row as edited so far, or nil.
func (e *editor) row(table, key string) *row { return e.work.table(table).row(key) }

// set gives a field a text. Table and row are made where they are not there.
func (e *editor) set(in, key, name, value string) {
	e.put(in, key, field{name: name, value: value})
}

// setList gives a field a list.
func (e *editor) setList(in, key, name string, list []string) {
	e.put(in, key, field{name: name, value: strings.Join(list, ","), list: slices.Clone(list), kind: kindList})
}

func (e *editor) put(in, key string, f field) {
	if old := e.row(in, key).field(f.name); old != nil && old.same(&f) {
		return
	}
	r := e.ownRow(in, key)
	if at := r.find(f.name); at >= 0 {
		f.place = span{gap: r.fields[at].place.gap, from: r.fields[at].place.from} // it stands where the old one did
		r.fields[at] = f
		return
	}
	r.fields = append(r.fields, f)
	r.reindex()
}

// addRow makes a row without fields, where there is no row of that key.
func (e *editor) addRow(in, key string) {
	if e.row(in, key) == nil {
		e.ownRow(in, key)
	}
}

// removeField takes a field away; the row stays, if with no field.
func (e *editor) removeField(in, key, name string) {
	if e.row(in, key).field(name) == nil {
		return
	}
	r := e.ownRow(in, key)
	at := r.find(name)
	r.fields = slices.Delete(r.fields, at, at+1)
	r.reindex()
}

// removeRow takes a row away, and the table with its last row: the database has no empty tables.
func (e *editor) removeRow(in, key string) {
	if e.row(in, key) == nil {
		return
	}
	t := e.ownTable(in)
	t.rows[t.find(key)] = nil
	t.removed++
	if t.removed == len(t.rows) {
		e.removeTable(in)
	}
}

// removeTable takes a table away.
func (e *editor) removeTable(in string) {
	if at := slices.IndexFunc(e.work.tables, func(t *table) bool { return t.name == in }); at >= 0 {
		e.work.tables = slices.Delete(e.work.tables, at, at+1)
		e.work.edited = true
	}
}

// ownTable is the table, made where it is not there, in a copy that this edition may change.
func (e *editor) ownTable(name string) *table {
	e.work.edited = true
	for i, t := range e.work.tables {
		if t.name == name {
			if t.owner != e.work.owner {
				t = t.copy(e.work.owner)
				e.work.tables[i] = t
			}
			return t
		}
	}
	t := &table{name: name, edited: true, owner: e.work.owner}
	e.work.tables = append(e.work.tables, t)
	return t
}

// ownRow is the row, made where it is not there, in a copy that this edition may change.
func (e *editor) ownRow(in, key string) *row {
	t := e.ownTable(in)
	at := t.find(key)
	if at < 0 {
		r := &row{key: key, edited: true, owner: t.owner}
		t.index.add(hashOf(key), len(t.rows))
		t.rows = append(t.rows, r)
		return r
	}
	if t.rows[at].owner != t.owner {
		t.rows[at] = t.rows[at].copy(t.owner)
	}
	return t.rows[at]
}

// copy is a table of the same rows that an edition may change. A value that is no object gives way.
func (t *table) copy(owner *edition) *table {
	c := *t
	c.rows, c.index = slices.Clone(t.rows), t.index.copy()
	c.edited, c.owner, c.raw, c.memo = true, owner, "", nil
	return &c
}

// copy is a row of the same fields that an edition may change. A value that is no object gives way.
func (r *row) copy(owner *edition) *row {
	c := *r
	c.fields = slices.Clone(r.fields)
	c.edited, c.owner, c.raw = true, owner, ""
	return &c
}

// compact closes the gaps that removed rows left.
func (t *table) compact() {
	if t.removed == 0 {
		return
	}
	t.rows = slices.DeleteFunc(t.rows, func(r *row) bool { return r == nil })
	t.removed, t.index = 0, index{}
	for i, r := range t.rows {
		t.index.add(hashOf(r.key), i)
	}
}
