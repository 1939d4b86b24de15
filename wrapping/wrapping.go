package wrapping

import (
	"strings"
	"unicode/utf8"

	"github.com/weft-net/weft/visible"
)

// Text breaks prose at spaces so that no line is longer than width, unless a word alone is. A word that is too long, such as
// a list of ports, breaks after its commas. The first line starts with first, the others with hang spaces. Width 0 breaks
// nothing. What cannot be seen is written so that it can.
func Text(text, first string, hang, width int) string {
	var b strings.Builder
	b.WriteString(first)
	column := utf8.RuneCountInString(first)
	fresh := true // nothing but the indentation stands on the line
	put := func(word, glue string) {
		n := utf8.RuneCountInString(word)
		if !fresh && width > 0 && column+len(glue)+n > width {
			b.WriteString("\n" + strings.Repeat(" ", hang))
			column, fresh = hang, true
		}
		if !fresh {
			b.WriteString(glue)
			column += len(glue)
		}
		b.WriteString(word)
		column += n
		fresh = false
	}
	for word := range strings.FieldsSeq(visible.Text(text)) {
		glue := " "
		for part := range parts(word, width-hang) {
			put(part, glue)
			glue = ""
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// parts gives a word whole, or after its commas when it is longer than room.
func parts(word string, room int) func(yield func(string) bool) {
	if room <= 0 || utf8.RuneCountInString(word) <= room {
		return func(yield func(string) bool) { yield(word) }
	}
	return strings.SplitAfterSeq(word, ",")
}
