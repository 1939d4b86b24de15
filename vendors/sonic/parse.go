package sonic

import (
	"math"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Parse reads a whole CONFIG_DB, or a part in the form of one, as JSON without losing a byte: tables, rows and fields that weft
// does not know are kept as they are, and so are the order of names and the way it is written.
//
// What is no JSON is an error with its line and column, and so is a name that occurs twice in one object. In the tables that
// weft reads, a value of another shape than the database has is an error, and a number or a truth value, which the database
// holds as text, draws a warning. No message tells names or values of other tables: they may be secrets.
func (SONiC) Parse(text []byte) (vendors.Config, vendors.Diagnostics) {
	p := parser{lexer: lexer{text: string(text), line: 1}}
	p.doc.text, p.doc.memo = p.text, &documentMemo{}
	if len(text) > math.MaxInt32 {
		p.diags.Errorf(0, "the configuration is larger than 2 GiB")
		return configOf(&p.doc), p.diags
	}
	p.document()
	return configOf(&p.doc), p.diags
}

// parser builds a document out of what the lexer finds.
type parser struct {
	lexer
	doc    document
	in     string // the table that is being read
	known  bool   // whether weft reads that table
	rows   arena[row]
	fields arena[field]
	last   []field // of the row before, no two of which have one name
	repeats
}

// document reads the outermost object.
func (p *parser) document() {
	if strings.HasPrefix(p.text, byteOrderMark) {
		p.at = len(byteOrderMark)
	}
	p.blanks()
	if p.peek() != '{' {
		p.fail(p.at, "this is no CONFIG_DB, which is a JSON object and starts with {")
		return
	}
	var names index
	p.at++
	p.doc.body.open = int32(p.at)
	var m nameAt
	for first := true; p.next(&m, first); first = false {
		t := p.table(&m)
		hash := hashOf(t.name)
		if names.find(hash, func(at int) bool { return p.doc.tables[at].name == t.name }) >= 0 {
			p.reject(m.line, m.from, "table %s occurs twice", t.name)
		}
		names.add(hash, len(p.doc.tables))
		p.doc.tables = append(p.doc.tables, t)
		if p.failed {
			break
		}
	}
	p.doc.body.last = int32(m.gap)
	p.end()
}

// byteOrderMark is what some editors begin a file with. It stays.
const byteOrderMark = "\ufeff"

// end finds nothing after the document.
func (p *parser) end() {
	p.blanks()
	if !p.failed && p.at < len(p.text) {
		p.fail(p.at, "CONFIG_DB has ended, and this comes after it")
	}
}

// table reads the value of a member as a table.
func (p *parser) table(m *nameAt) *table {
	t := &table{name: m.name, line: m.line, memo: &tableMemo{}}
	p.in = m.name
	_, p.known = readTables[m.name]
	at := *m
	if p.peek() != '{' {
		p.misshapen(&at, "%s is %s, and no table of rows", m.name)
		t.raw = p.rawValue()
	} else {
		p.rowsOf(t)
	}
	t.span = at.span(p.at)
	p.in = ""
	return t
}

// rowsOf reads the rows of a table.
func (p *parser) rowsOf(t *table) {
	p.at++
	t.body.open = int32(p.at)
	p.start()
	var m nameAt
	for first := true; p.next(&m, first); first = false {
		p.row(&m)
		if p.failed {
			break
		}
	}
	t.body.last = int32(m.gap)
	p.enter(t)
}

// enter gives a table the rows that were read. All are known by now, so that there is room for just those.
func (p *parser) enter(t *table) {
	t.rows = make([]*row, len(p.seen))
	t.index.reserve(len(p.seen))
	for i := range p.seen {
		r := p.seen[i].row
		hash := hashOf(r.key)
		if t.index.find(hash, func(at int) bool { return t.rows[at].key == r.key }) >= 0 {
			p.twice(&nameAt{name: r.key, from: int(r.span.from), line: r.line}, "row "+r.key)
		}
		t.rows[i] = r
		t.index.add(hash, i)
	}
}

// row reads the value of a member as a row.
func (p *parser) row(m *nameAt) {
	r := p.rows.add()
	p.rows.run()
	r.key, r.line = m.name, m.line
	at := *m
	switch {
	case p.peek() != '{':
		p.misshapen(&at, "%s is %s, and no row of fields", p.in+"|"+r.key)
		r.raw = p.rawValue()
		p.wrote(r, "")
	case p.repeated(r):
	default:
		p.newRow(r)
	}
	r.span = at.span(p.at)
}

// newRow reads the fields of a row, and notes how they are written if there is nothing to tell of them.
func (p *parser) newRow(r *row) {
	from, said, sameLine := p.at, len(p.diags), p.line == r.line
	p.fieldsOf(r)
	if sameLine && !p.failed && len(p.diags) == said {
		p.wrote(r, p.text[from:p.at])
	} else {
		p.wrote(r, "")
	}
}

// fieldsOf reads the fields of a row. Rows in a row mostly have the same names, so that the text of those is shared: it is
// compared at less cost, and no two of them need be looked for that are the same.
func (p *parser) fieldsOf(r *row) {
	p.at++
	r.body.open = int32(p.at)
	var m nameAt
	alike, n := true, 0
	for first := true; p.next(&m, first); first = false {
		f := p.fields.add()
		f.name, f.below = m.name, m.line-r.line+1
		p.value(r, &m, f)
		if n < len(p.last) && p.last[n].name == f.name {
			f.name = p.last[n].name
		} else {
			alike = false
		}
		n++
	}
	r.body.last = int32(m.gap)
	r.fields = p.fields.run()
	if alike && n < manyFields || !p.findTwins(r) {
		p.last = r.fields
	}
}

// findTwins reports fields of a row that have the same name.
func (p *parser) findTwins(r *row) (found bool) {
	r.reindex()
	for i := range r.fields {
		f := &r.fields[i]
		if r.find(f.name) != i {
			p.twice(&nameAt{name: f.name, from: int(r.placeOf(f).from), line: r.lineOf(f)}, "field "+f.name+" of row "+r.key)
			found = true
		}
	}
	return found
}

// value reads the value of a field.
func (p *parser) value(r *row, m *nameAt, f *field) {
	from := p.at
	switch c := p.peek(); {
	case c == '"':
		f.value = p.str()
		p.redisList(f)
	case c == '[':
		p.list(f)
	default:
		f.kind = p.scalar()
		f.value = p.text[from:p.at]
	}
	if f.kind > kindList {
		p.notText(r, m, f)
	}
	f.place = m.span(p.at).after(r.body.open)
}

// redisList takes a list in the form in which the database holds it: "name@" and one text.
func (p *parser) redisList(f *field) {
	if name, ok := strings.CutSuffix(f.name, "@"); ok {
		f.name, f.kind, f.list = name, kindList, strings.Split(f.value, ",")
	}
}

// list reads an array, which of anything but texts is a raw value.
func (p *parser) list(f *field) {
	from := p.at
	f.kind, f.list = kindList, []string{}
	p.at++
	for first := true; p.item(first); first = false {
		if p.peek() == '"' {
			f.list = append(f.list, p.str())
			continue
		}
		f.kind = kindRaw
		p.skip(0)
	}
	f.value = strings.Join(f.list, ",")
	if f.kind == kindRaw {
		f.value, f.list = p.text[from:p.at], nil
	}
}

// notText reports a value that is neither a text nor a list. A truth value becomes the text that the switch makes of it.
func (p *parser) notText(r *row, m *nameAt, f *field) {
	whole := *f
	if f.kind == kindBool {
		f.value = map[string]string{"true": "True", "false": "False"}[f.value]
	}
	if !p.known || p.failed || len(p.diags) == mostFaults {
		return
	}
	where := p.in + "|" + r.key + " " + f.name
	if f.kind == kindRaw {
		p.reject(m.line, m.from, "%s is %s, and no text", where, shapeOf(whole.value))
		return
	}
	p.diags.Warnf(int(m.line), "column %d: %s is written as %s; the switch holds it as the text %q", columnOf(p.text, m.from), where, whole.value, f.value)
}

// rawValue passes over a value and returns its text.
func (p *parser) rawValue() string {
	from := p.at
	p.skip(0)
	return p.text[from:p.at]
}

// misshapen reports a value of another shape in a table that weft reads.
func (p *parser) misshapen(m *nameAt, format, what string) {
	if p.known && !p.failed && p.at < len(p.text) {
		p.reject(m.line, m.from, format, what, shapeOf(p.text[p.at:]))
	}
}

// twice reports a name that its object has already.
func (p *parser) twice(m *nameAt, what string) {
	if !p.known {
		what = "a name"
	}
	p.reject(m.line, m.from, "%s occurs twice in table %s", what, p.in)
}

// shapeOf says what a value is by how it starts.
func shapeOf(value string) string {
	switch value[0] {
	case '"':
		return "a text"
	case '[':
		return "an array"
	case '{':
		return "an object"
	case 'n':
		return "null"
	case 't', 'f':
		return "a truth value"
	}
	return "a number"
}

// arena hands out elements, one after the other, of slices that it makes in large pieces.
type arena[T any] struct {
	piece []T
	start int // of the run that is being made
}

// arenaPiece is how many elements are made at once.
const arenaPiece = 256

// add is a new element at the end of the run.
func (a *arena[T]) add() *T {
	n := len(a.piece)
	if n == cap(a.piece) {
		run := a.piece[a.start:]
		a.piece, a.start = append(make([]T, 0, max(arenaPiece, 4*len(run))), run...), 0
		n = len(run)
	}
	a.piece = a.piece[:n+1]
	return &a.piece[n]
}

// run ends the run and returns it.
func (a *arena[T]) run() []T {
	n := len(a.piece)
	run := a.piece[a.start:n:n]
	a.start = n
	return run
}
