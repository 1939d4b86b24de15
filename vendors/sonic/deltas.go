package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Deltas is the difference of two configurations field by field. Path is the table and the key of the row, and Text the field
// as JSON; a row without fields has the text {}. The order of tables, rows and fields is no difference, and neither is how a
// value was written, since the database holds text. It costs as much as what the two documents do not share.
func (SONiC) Deltas(from, to vendors.Config) []vendors.Delta {
	var d differ
	old, now := docOf(from), docOf(to)
	for i, t := range old.tables {
		d.tables(t, now.tableNear(i, t.name))
	}
	for i, t := range now.tables {
		if old.tableNear(i, t.name) == nil {
			d.tables(nil, t)
		}
	}
	return d.deltas
}

// tableNear is the table of that name, looked for first where another document has it.
func (d *document) tableNear(place int, name string) *table {
	if place < len(d.tables) && d.tables[place].name == name {
		return d.tables[place]
	}
	return d.table(name)
}

type differ struct{ deltas []vendors.Delta }

// tables compares two tables of one name, of which one may be nil.
func (d *differ) tables(from, to *table) {
	if from == to {
		return
	}
	if rawOf(from) != rawOf(to) {
		d.raw('-', from)
		d.raw('+', to)
	}
	for i, r := range from.all() {
		if i < len(to.all()) && to.rows[i] == r {
			continue
		}
		d.rows(from.name, r, to.row(r.key))
	}
	for i, r := range to.all() {
		if i < len(from.all()) && from.rows[i] == r {
			continue
		}
		if from.row(r.key) == nil {
			d.rows(to.name, nil, r)
		}
	}
}

// all are the rows of a table that may be nil.
func (t *table) all() []*row {
	if t == nil {
		return nil
	}
	return t.rows
}

func rawOf(t *table) string {
	if t == nil {
		return ""
	}
	return t.raw
}

// raw tells of a table that is no object. Its text stays out of sight: it is nothing that weft knows.
func (d *differ) raw(op byte, t *table) {
	if rawOf(t) != "" {
		d.add(op, t.line, []string{t.name}, "(no table of rows)")
	}
}

// rows compares two rows of one key, of which one may be nil.
func (d *differ) rows(in string, from, to *row) {
	if from == to {
		return
	}
	var path []string
	at := func(r *row) []string {
		if path == nil {
			path = []string{in, r.key}
		}
		return path
	}
	d.lonely('-', from, to, at)
	for i := range from.all() {
		f := &from.fields[i]
		if g := to.field(f.name); g == nil || !f.same(g) {
			d.add('-', from.lineOf(f), at(from), f.String())
		}
	}
	for i := range to.all() {
		f := &to.fields[i]
		if g := from.field(f.name); g == nil || !f.same(g) {
			d.add('+', to.lineOf(f), at(to), f.String())
		}
	}
	d.lonely('+', to, from, at)
}

// lonely tells of a row that no field tells of.
func (d *differ) lonely(op byte, r, other *row, at func(*row) []string) {
	switch {
	case r == nil:
	case r.raw != "" && (other == nil || other.raw != r.raw):
		d.add(op, r.line, at(r), "(no row of fields)")
	case r.raw == "" && len(r.fields) == 0 && (other == nil || len(other.fields) > 0):
		d.add(op, r.line, at(r), "{}")
	}
}

// all are the fields of a row that may be nil.
func (r *row) all() []field {
	if r == nil {
		return nil
	}
	return r.fields
}

func (d *differ) add(op byte, line int32, path []string, text string) {
	d.deltas = append(d.deltas, vendors.Delta{Op: op, Line: vendors.Line{Number: int(line), Path: path, Text: text}})
}

// String is the field as JSON, with its value as the database holds it.
func (f *field) String() string {
	var b strings.Builder
	quote(&b, f.name)
	b.WriteString(": ")
	g := *f
	if f.kind == kindNumber || f.kind == kindBool {
		g.kind = kindString
	}
	g.writeValue(&b, ", ")
	return b.String()
}
