package sonic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Operation is one operation on the database. There are two kinds, since `add` also overwrites what is there, in a JSON patch
// as in a gNMI update: taking something away, and giving something a value. A list of them with those that take away first does
// the same as an RFC 6902 patch and as one gNMI Set (6.3).
type Operation struct {
	Path  []string // table, row, field; or less for a row or a table as a whole
	Value string   // JSON; empty for taking it away
}

// Pointer is the path as a JSON pointer: /QUEUE/Ethernet0|3/scheduler.
func (o *Operation) Pointer() string {
	var b strings.Builder
	for _, part := range o.Path {
		b.WriteByte('/')
		pointerEscapes.WriteString(&b, part)
	}
	return b.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// patchOf is operations as an RFC 6902 patch on one line.
func patchOf(ops []Operation) string {
	var b strings.Builder
	b.WriteByte('[')
	for i := range ops {
		if i > 0 {
			b.WriteByte(',')
		}
		o := &ops[i]
		verb := "add"
		if o.Value == "" {
			verb = "remove"
		}
		b.WriteString(`{"op":"` + verb + `","path":`)
		quote(&b, o.Pointer())
		if o.Value != "" {
			b.WriteString(`,"value":` + o.Value)
		}
		b.WriteByte('}')
	}
	b.WriteByte(']')
	return b.String()
}

// Operations are what makes ordered changes of a configuration: few and large ones, since the updater's search grows with their
// number (5.2). A table that is not there is added as a whole, one that is to have no row is taken away as a whole, and so is a
// row unless little of it changes.
func (SONiC) Operations(from vendors.Config, ordered []vendors.Change) []Operation {
	w := operator{from: docOf(from)}
	for _, edits := range byTable(editsIn(ordered)) {
		slices.SortStableFunc(edits, func(a, b *rowEdit) int { return cmp.Compare(a.place, b.place) })
		w.table(edits)
	}
	return append(w.less, w.more...)
}

// byTable divides edits into those of each table, in the order of their first ones.
func byTable(edits []*rowEdit) (tables [][]*rowEdit) {
	at := map[string]int{}
	for _, e := range edits {
		i, known := at[e.table]
		if !known {
			i = len(tables)
			at[e.table] = i
			tables = append(tables, nil)
		}
		tables[i] = append(tables[i], e)
	}
	return tables
}

// operator writes operations: those that take away, and the others.
type operator struct {
	from       *document
	less, more []Operation
}

func (w *operator) remove(path ...string) { w.less = append(w.less, Operation{Path: path}) }

func (w *operator) add(value string, path ...string) {
	w.more = append(w.more, Operation{Path: path, Value: value})
}

// table writes the edits of one table.
func (w *operator) table(edits []*rowEdit) {
	name := edits[0].table
	switch old := w.from.table(name); {
	case len(old.all()) == 0:
		w.add(tableValue(edits), name)
	case allGo(old, edits):
		w.remove(name)
	default:
		for _, e := range edits {
			w.row(e)
		}
	}
}

// allGo tells whether edits of a table leave it without a row.
func allGo(old *table, edits []*rowEdit) bool {
	return len(edits) == len(old.all()) && !slices.ContainsFunc(edits, func(e *rowEdit) bool { return e.now != nil })
}

// row writes the edit of one row. A row that others have a part in, and one of which less than half changes, is edited field by
// field.
func (w *operator) row(e *rowEdit) {
	switch {
	case e.now == nil:
		w.remove(e.table, e.from.key)
		return
	case e.from == nil:
		w.add(rowValue(e.now), e.table, e.now.key)
		return
	}
	less, more := fieldEdits(e)
	if e.table != tablePort && e.table != tableCable && e.now.key != rowWatchdog && 2*(len(less)+len(more)) > len(e.now.fields) && len(less)+len(more) > 1 {
		w.add(rowValue(e.now), e.table, e.now.key)
		return
	}
	for _, f := range less {
		w.remove(e.table, e.now.key, f.name)
	}
	for _, f := range more {
		w.add(fieldValue(f), e.table, e.now.key, f.name)
	}
}

// fieldEdits are the fields of a row that go, and those that come or change.
func fieldEdits(e *rowEdit) (less, more []*field) {
	for i := range e.from.fields {
		if f := &e.from.fields[i]; e.now.field(f.name) == nil {
			less = append(less, f)
		}
	}
	for i := range e.now.fields {
		f := &e.now.fields[i]
		if old := e.from.field(f.name); old == nil || !old.same(f) {
			more = append(more, f)
		}
	}
	return less, more
}

// tableValue is a table of the rows that come, as JSON.
func tableValue(edits []*rowEdit) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, e := range edits {
		if i > 0 {
			b.WriteByte(',')
		}
		quote(&b, e.now.key)
		b.WriteByte(':')
		writeRow(&b, e.now)
	}
	b.WriteByte('}')
	return b.String()
}

// rowValue is a row as JSON, and fieldValue a field's value. The database holds text, so that a number is sent as text (4.1).
func rowValue(r *row) string {
	var b strings.Builder
	writeRow(&b, r)
	return b.String()
}

func fieldValue(f *field) string {
	var b strings.Builder
	writeField(&b, f)
	return b.String()
}

func writeRow(b *strings.Builder, r *row) {
	b.WriteByte('{')
	for i := range r.fields {
		if i > 0 {
			b.WriteByte(',')
		}
		quote(b, r.fields[i].name)
		b.WriteByte(':')
		writeField(b, &r.fields[i])
	}
	b.WriteByte('}')
}

func writeField(b *strings.Builder, f *field) {
	switch f.kind {
	case kindRaw:
		b.WriteString(f.value)
	case kindList:
		b.WriteByte('[')
		for i, item := range f.list {
			if i > 0 {
				b.WriteByte(',')
			}
			quote(b, item)
		}
		b.WriteByte(']')
	default:
		quote(b, f.value)
	}
}
