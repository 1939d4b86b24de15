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
	styles[inDocument], found[inDocument] = styleOf(d.text, d.body)
	for _, t := range d.tables {
		if !found[inTable] {
			styles[inTable], found[inTable] = styleOf(d.text, t.body)
		}
		for i := 0; i < len(t.rows) && !found[inRow]; i++ {
			styles[inRow], found[inRow] = styleOf(d.text, t.rows[i].body)
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

// styleOf is the style of an object as the text has it, if it has an element there.
func styleOf(text string, of body) (style, bool) {
	if of.last <= of.open {
		return style{}, false
	}
	s := style{open: blanksAt(text, of.open), end: blanksAt(text, of.last)}
	l := lexer{text: text, at: int(of.open)}
	l.blanks()
	l.str()
	from := l.at
	l.blanks()
	l.at++ // the colon
	l.blanks()
	s.colon = text[from:l.at]
	l.skip(0)
	from = l.at
	switch {
	case l.separator('}', false):
		s.between = text[from:l.at]
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
