package sonic

import (
	"hash/maphash"
	"slices"
	"sync/atomic"
)

// document is CONFIG_DB: tables of rows of fields, in the order of the text. It is immutable; an editor makes a changed copy
// that shares the rest. Lookups in what is not there give nothing, so that they can be chained:
// doc.table("QUEUE").row("Ethernet0|3").get("scheduler").
type document struct {
	text   string // what was parsed; spans point into it. Empty for a document that was built.
	tables []*table
	body   body
	edited bool // tables are no longer those of the text
	owner  *edition
	memo   *documentMemo // of the document and of edited copies of it; nil while it may change
}

// documentMemo is what was found of the rows of each port, to be found again where the tables are the same: they never change.
type documentMemo struct {
	read   atomic.Pointer[readPorts]
	target atomic.Pointer[targetPorts]
}

// table is one table.
type table struct {
	name  string
	rows  []*row // in the order of the text; none when raw is set
	raw   string // the text of a value that is no object, such as that of bgpraw
	line  int32  // of its name in the text; 0 where no text has it
	index index
	span  span
	body  body

	edited  bool // rows are no longer those of the text
	removed int  // rows that are nil; of a table under edition only
	owner   *edition
	memo    *tableMemo // nil while it may change
}

// tableMemo is what was found of a table, to be found again. A table never changes, so that it stays true.
type tableMemo struct {
	sound soundness
	tally atomic.Pointer[tally]
}

// row is one row: its key without the table, such as Ethernet0|3.
type row struct {
	key    string
	fields []field // in the order of the text; none when raw is set
	raw    string  // the text of a value that is no object
	line   int32   // of its key in the text; 0 where no text has it
	span   span
	body   body
	index  *index // of rows with many fields

	edited bool // fields are no longer those of the text
	owner  *edition
}

// field is one field of a row and its value, as the database holds it. Where it stands is told from its row on, so that rows
// whose fields are written the same way have the same fields.
type field struct {
	name  string
	value string   // the text; of a list its items with commas between them; of a raw value its JSON
	list  []string // the items of a list, else nil
	kind  kind
	below int32 // the line of its name, counted from 1 at that of its row's; 0 where no text has it
	place span  // counted from the brace of its row
}

// kind is how a value was written.
type kind uint8

// The kinds. The database holds text only: a number is its digits there, and true is "True".
const (
	kindString kind = iota
	kindList        // an array of strings, or the redis form "name@" of one
	kindNumber
	kindBool
	kindRaw // anything else: null, an object, an array of other things
)

// span is where an element stands in the text: what separates it from what is before, then the element from its name to the
// end of its value. A new element has the zero span; one with a new value has no end.
type span struct{ gap, from, to int32 }

// after is the span as counted from some place.
func (s span) after(place int32) span { return span{s.gap - place, s.from - place, s.to - place} }

// body is where the elements of an object stand in the text: after its brace, and where the last of them ended.
type body struct{ open, last int32 }

// same tells whether the database holds the same for two fields of one name. A number is its digits there.
func (f *field) same(g *field) bool {
	return f.value == g.value && (f.kind == kindList) == (g.kind == kindList) && (f.kind == kindRaw) == (g.kind == kindRaw)
}

// edition marks what one edition of a document may still change.
type edition struct{ _ byte }

// table is the table of that name, or nil.
func (d *document) table(name string) *table {
	for _, t := range d.tables {
		if t.name == name {
			return t
		}
	}
	return nil
}

// row is the row of that key, or nil.
func (t *table) row(key string) *row {
	if at := t.find(key); at >= 0 {
		return t.rows[at]
	}
	return nil
}

// find is the place of a row, or -1.
func (t *table) find(key string) int {
	if t == nil {
		return -1
	}
	return t.index.find(hashOf(key), func(at int) bool { return t.rows[at] != nil && t.rows[at].key == key })
}

// get is the text of a field, and whether the row has it.
func (r *row) get(name string) (string, bool) {
	if f := r.field(name); f != nil {
		return f.value, true
	}
	return "", false
}

// field is the field of that name, or nil.
func (r *row) field(name string) *field {
	if r == nil {
		return nil
	}
	if at := r.find(name); at >= 0 {
		return &r.fields[at]
	}
	return nil
}

// lineOf is the line of one of its fields in the text; 0 where no text has it.
func (r *row) lineOf(f *field) int32 {
	if f.below == 0 {
		return 0
	}
	return r.line + f.below - 1
}

// placeOf is where one of its fields stands in the text.
func (r *row) placeOf(f *field) span {
	return f.place.after(-r.body.open)
}

// find is the place of a field, or -1.
func (r *row) find(name string) int {
	if r.index != nil {
		return r.index.find(hashOf(name), func(at int) bool { return r.fields[at].name == name })
	}
	for i := range r.fields {
		if r.fields[i].name == name {
			return i
		}
	}
	return -1
}

// manyFields is from how many fields on a row has an index.
const manyFields = 17

// reindex gives the row an index if it has many fields.
func (r *row) reindex() {
	r.index = nil
	if len(r.fields) < manyFields {
		return
	}
	r.index = &index{}
	for i := range r.fields {
		r.index.add(hashOf(r.fields[i].name), i)
	}
}

// index finds elements by the hash of their names. It is a hash table of its own since that of the language costs more than
// reading the text does.
type index struct {
	slots []slot // a power of two of them, less than half of them taken
	taken int
}

// slot is a place of an element, counted from 1, and its hash. A zero place is free.
type slot struct {
	hash uint32
	at   int32
}

var hashSeed = maphash.MakeSeed()

func hashOf(name string) uint32 { return uint32(maphash.String(hashSeed, name)) }

// find is the place of the element with that hash for which same holds, or -1.
func (x *index) find(hash uint32, same func(at int) bool) int {
	if len(x.slots) == 0 {
		return -1
	}
	mask := uint32(len(x.slots) - 1)
	for i := hash & mask; x.slots[i].at != 0; i = (i + 1) & mask {
		if at := int(x.slots[i].at) - 1; x.slots[i].hash == hash && same(at) {
			return at
		}
	}
	return -1
}

// reserve makes room for a number of elements in an index that has none.
func (x *index) reserve(n int) {
	size := 8
	for size <= 2*n {
		size *= 2
	}
	x.slots = make([]slot, size)
}

// add enters an element.
func (x *index) add(hash uint32, at int) {
	if 2*(x.taken+1) > len(x.slots) {
		x.grow()
	}
	x.put(slot{hash, int32(at + 1)})
	x.taken++
}

func (x *index) put(s slot) {
	mask := uint32(len(x.slots) - 1)
	i := s.hash & mask
	for x.slots[i].at != 0 {
		i = (i + 1) & mask
	}
	x.slots[i] = s
}

// clear takes all elements out.
func (x *index) clear() {
	clear(x.slots)
	x.taken = 0
}

func (x *index) copy() index { return index{slices.Clone(x.slots), x.taken} }

func (x *index) grow() {
	old := x.slots
	x.slots = make([]slot, max(8, 4*len(old)))
	for _, s := range old {
		if s.at != 0 {
			x.put(s)
		}
	}
}
