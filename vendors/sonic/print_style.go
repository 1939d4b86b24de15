package sonic

import "strings"

// style is how the objects of one level are written: what stands after the brace, between two elements, before the closing
// brace, and between a name and its value.
type style struct{ open, between, end, colon string }

// The levels of a document: what stands in it, in a table, and in a row.
const (
	inDocument = iota
	inTable
	inRow
)

// stylesOf finds the styles of a document by the first objects of each level in its text. A level of which the text has none
// follows the level above, and the document the switch's own print, which indents by four blanks.
func stylesOf(d *document) [3]style {
	var styles [3]style
	var found [3]bool
	styles[inDocument], found[inDocument] = styleOfDocument(d)
	for _, t := range d.tables {
		if !found[inTable] {
			styles[inTable], found[inTable] = styleOfTable(d.text, t)
		}
		for i := 0; i < len(t.rows) && !found[inRow]; i++ {
			styles[inRow], found[inRow] = styleOfRow(d.text, t.rows[i])
		}
	}
	if !found[inDocument] {
		styles[inDocument] = style{"\n    ", ",\n    ", "\n", ": "}
	}
	for level := inTable; level <= inRow; level++ {
		if !found[level] {
			styles[level] = styles[level-1].deeper(styles[inDocument])
		}
	}
	return styles
}

// deeper is the style of one level below s, in a document whose own level is written as outer.
func (s style) deeper(outer style) style {
	indent := strings.TrimLeft(outer.open, "\r\n")
	if len(indent) == len(outer.open) { // on one line
		return s
	}
	return style{open: s.open + indent, between: "," + s.open + indent, end: s.open, colon: s.colon}
}

// blank is the blank that stands after commas and colons on one line.
func (s style) blank() string {
	if strings.HasSuffix(s.colon, " ") {
		return " "
	}
	return ""
}

func styleOfDocument(d *document) (style, bool) {
	var gaps gapFinder
	for _, t := range d.tables {
		gaps.add(d.text, t.span)
	}
	return gaps.style(d.text, d.body)
}

func styleOfTable(text string, t *table) (style, bool) {
	var gaps gapFinder
	for _, r := range t.rows {
		gaps.add(text, r.span)
	}
	return gaps.style(text, t.body)
}

func styleOfRow(text string, r *row) (style, bool) {
	var gaps gapFinder
	for i := range r.fields {
		gaps.add(text, r.fields[i].span)
	}
	return gaps.style(text, r.body)
}

// gapFinder finds an element of an object that the text has, and what separates two of them.
type gapFinder struct {
	example span
	between string
}

func (g *gapFinder) add(text string, s span) {
	if s.to == 0 || g.between != "" {
		return
	}
	g.example = s
	if gap := text[s.gap:s.from]; strings.HasPrefix(strings.TrimLeft(gap, " \t\r\n"), ",") {
		g.between = gap
	}
}

// style is the style of the object, if the text has an element of it.
func (g *gapFinder) style(text string, of body) (style, bool) {
	if g.example.to == 0 {
		return style{}, false
	}
	s := style{open: blanksAt(text, of.open), end: blanksAt(text, of.last), colon: colonOf(text, g.example), between: g.between}
	switch {
	case s.between != "":
	case strings.Contains(s.open, "\n"):
		s.between = "," + s.open
	default:
		s.between = "," + s.blank()
	}
	return s, true
}

// blanksAt are the blanks that start at a place of the text.
func blanksAt(text string, at int32) string {
	rest := text[at:]
	return rest[:len(rest)-len(strings.TrimLeft(rest, " \t\r\n"))]
}

// afterBrace is the place after the closing brace of an object whose last element ends where of says.
func afterBrace(text string, of body) int { return int(of.last) + len(blanksAt(text, of.last)) + 1 }

// colonOf is what stands between the name of an element and its value.
func colonOf(text string, s span) string {
	l := lexer{text: text, at: int(s.from)}
	l.str()
	start := l.at
	l.blanks()
	l.at++
	l.blanks()
	return text[start:l.at]
}
