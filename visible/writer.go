package visible

import (
	"io"
	"strings"
	"unicode/utf8"
)

// Writer passes on what is written to it as Text would have it. What is cut in the middle of a character waits for the rest.
type Writer struct {
	to io.Writer
	// Colour lets the sequences through by which a terminal colours text and sets it off.
	Colour bool
	rest   string
}

// NewWriter makes a Writer to another.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write writes a text.
func (w *Writer) Write(p []byte) (int, error) {
	text := w.rest + string(p)
	whole := len(text) - unfinished(text)
	w.rest = text[whole:]
	_, err := io.WriteString(w.to, w.shown(text[:whole]))
	return len(p), err
}

// Flush writes what waits for a rest that does not come.
func (w *Writer) Flush() error {
	text := Text(w.rest)
	w.rest = ""
	_, err := io.WriteString(w.to, text)
	return err
}

// shown is the text between colours, each as Text has it.
func (w *Writer) shown(text string) string {
	if !w.Colour {
		return Text(text)
	}
	var b strings.Builder
	for {
		at := strings.Index(text, "\x1b[")
		if at < 0 {
			b.WriteString(Text(text))
			return b.String()
		}
		n := colour(text[at:])
		b.WriteString(Text(text[:at]))
		b.WriteString(text[at : at+n])
		if n == 0 { // a sequence of another kind
			b.WriteString(escape('\x1b'))
			n = 1
		}
		text = text[at+n:]
	}
}

// colour is the length of the sequence that a text begins with, when it does no more than colour, set off, and end that.
func colour(text string) int {
	end := strings.IndexByte(text, 'm')
	if end < 0 {
		return 0
	}
	for code := range strings.SplitSeq(text[len("\x1b["):end], ";") {
		if !strings.Contains(" 0 1 2 4 31 32 33 34 35 36 ", " "+code+" ") || code == "" {
			return 0
		}
	}
	return end + 1
}

// unfinished is how many bytes at the end of a text begin a character of which more has to come.
func unfinished(text string) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRuneInString(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}
