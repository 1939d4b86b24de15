package sonic

import (
	"strings"
)

// print writes the document. What no edit touched is copied byte for byte, blanks included. What is new is written in the
// style of what stands beside it.
func (d *document) print() string {
	if !d.edited {
		return d.text
	}
	w := writer{text: d.text}
	w.out.Grow(len(d.text) + len(d.text)/8 + 64)
	w.document(d)
	return w.out.String()
}

// writer prints one edited document.
type writer struct {
	text   string
	out    strings.Builder
	styles [3]style
	wrote  bool // an element of the object that is being written
}

func (w *writer) document(d *document) {
	w.styles = stylesOf(d)
	if d.body.open > 0 {
		w.out.WriteString(w.text[:d.body.open])
	} else {
		w.out.WriteByte('{')
	}
	w.wrote = false
	for _, t := range d.tables {
		w.separate(inDocument, t.span, d.body)
		w.table(t)
	}
	w.close(inDocument, d.body)
	if d.body.open > 0 {
		w.out.WriteString(w.text[afterBrace(w.text, d.body):])
	} else {
		w.out.WriteByte('\n')
	}
}

func (w *writer) table(t *table) {
	if !t.edited {
		w.copy(t.span)
		return
	}
	if own, ok := w.rowStyle(t); ok {
		defer func(s style) { w.styles[inRow] = s }(w.styles[inRow])
		w.styles[inRow] = own
	}
	w.name(inDocument, t.name, t.span, t.body)
	w.wrote = false
	for _, r := range t.rows {
		w.separate(inTable, r.span, t.body)
		w.row(r)
	}
	w.close(inTable, t.body)
	w.wrote = true
}

// rowStyle is the style of a row of the table that the text has.
func (w *writer) rowStyle(t *table) (style, bool) {
	for _, r := range t.rows {
		if s, ok := styleOf(w.text, r.body); ok {
			return s, true
		}
	}
	return style{}, false
}

func (w *writer) row(r *row) {
	if !r.edited {
		w.copy(r.span)
		return
	}
	w.name(inTable, r.key, r.span, r.body)
	w.wrote = false
	for i := range r.fields {
		place := r.placeOf(&r.fields[i])
		w.separate(inRow, place, r.body)
		w.field(&r.fields[i], place)
	}
	w.close(inRow, r.body)
	w.wrote = true
}

// field writes a field. One that has no end in the text has a value that the text does not have.
func (w *writer) field(f *field, place span) {
	if f.place.to > 0 {
		w.copy(place)
		return
	}
	quote(&w.out, f.name)
	w.out.WriteString(w.styles[inRow].colon)
	f.writeValue(&w.out, ","+w.styles[inRow].blank())
	w.wrote = true
}

// copy writes an element as the text has it.
func (w *writer) copy(s span) {
	w.out.WriteString(w.text[s.from:s.to])
	w.wrote = true
}

// separate writes what stands before an element of an object.
func (w *writer) separate(level int, s span, of body) {
	gap := w.text[s.gap:s.from]
	comma := strings.IndexByte(gap, ',') >= 0
	switch {
	case w.wrote && comma:
		w.out.WriteString(gap)
	case w.wrote:
		w.out.WriteString(w.styles[level].between)
	case of.last > of.open:
		w.out.WriteString(blanksAt(w.text, of.open))
	default:
		w.out.WriteString(w.styles[level].open)
	}
}

// name writes the name of an object and its opening brace, as the text has them if it has them.
func (w *writer) name(level int, name string, s span, of body) {
	if of.open > 0 {
		w.out.WriteString(w.text[s.from:of.open])
		return
	}
	quote(&w.out, name)
	w.out.WriteString(w.styles[level].colon)
	w.out.WriteByte('{')
}

// close writes the closing brace of an object and what stands before it.
func (w *writer) close(level int, of body) {
	switch {
	case !w.wrote:
	case of.last > of.open:
		w.out.WriteString(blanksAt(w.text, of.last))
	default:
		w.out.WriteString(w.styles[level].end)
	}
	w.out.WriteByte('}')
}

// writeValue writes a value that no text has.
func (f *field) writeValue(out *strings.Builder, comma string) {
	switch f.kind {
	case kindString:
		quote(out, f.value)
	case kindList:
		out.WriteByte('[')
		for i, item := range f.list {
			if i > 0 {
				out.WriteString(comma)
			}
			quote(out, item)
		}
		out.WriteByte(']')
	default:
		out.WriteString(f.value)
	}
}

// quote writes a text as JSON.
func quote(out *strings.Builder, s string) {
	const hex = "0123456789abcdef"
	out.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c < ' ':
			out.WriteString(`\u00`)
			out.WriteByte(hex[c>>4])
			out.WriteByte(hex[c&15])
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
}

// lineText is a line of the text, trimmed, if it stands in a table that weft reads.
func (d *document) lineText(n int) string {
	start := lineStart(d.text, n)
	if start < 0 {
		return ""
	}
	line, _, _ := strings.Cut(d.text[start:], "\n")
	end := start + len(line)
	for _, t := range d.tables {
		if int(t.span.from) <= start+len(line)-len(strings.TrimLeft(line, " \t")) && end <= int(t.span.to)+len(",\r") {
			if reads := readTables[t.name]; reads != nil && !reads.partly {
				return strings.TrimSpace(line)
			}
		}
	}
	return ""
}

// lineStart is where a 1-based line starts, or -1.
func lineStart(text string, n int) int {
	if n < 1 {
		return -1
	}
	at := 0
	for ; n > 1; n-- {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return -1
		}
		at += next + 1
	}
	return at
}
