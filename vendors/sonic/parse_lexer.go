package sonic

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/weft-net/weft/vendors"
)

// lexer reads JSON as RFC 8259 has it, and stops at the first fault. Bytes within a text are taken as they are, whether or not
// they are UTF-8.
type lexer struct {
	text   string
	at     int
	line   int32 // of at, from 1
	failed bool
	diags  vendors.Diagnostics
}

// nameAt is the start of a member of an object: its name and where it stands.
type nameAt struct {
	name      string
	gap, from int // where the element before it ended, and where the name begins
	line      int32
}

// span is where the member stands whose value ends here.
func (m *nameAt) span(end int) span { return span{int32(m.gap), int32(m.from), int32(end)} }

// columnOf is the place of a byte in its line, in characters from 1.
func columnOf(text string, at int) int {
	start := 1 + strings.LastIndexByte(text[:at], '\n')
	return 1 + utf8.RuneCountInString(text[start:at])
}

// mostFaults is how many faults of a text are told.
const mostFaults = 100

// reject reports what is JSON, and nothing that a CONFIG_DB can have.
func (l *lexer) reject(line int32, from int, format string, args ...any) {
	if len(l.diags) == mostFaults {
		return
	}
	column := columnOf(l.text, from)
	l.diags.Errorf(int(line), "column "+strconv.Itoa(column)+": "+format, args...)
}

// fail reports a fault of the JSON, after which nothing is read. Only the first counts.
func (l *lexer) fail(at int, format string, args ...any) {
	if !l.failed {
		l.reject(l.line, at, format, args...)
	}
	l.failed = true
}

// peek is the next byte; 0 at the end of the text, and after a fault.
func (l *lexer) peek() byte {
	if l.at < len(l.text) && !l.failed {
		return l.text[l.at]
	}
	return 0
}

// blanks passes over blanks and counts lines.
func (l *lexer) blanks() {
	text, i := l.text, l.at
	for i < len(text) && text[i] <= ' ' {
		switch {
		case text[i] == '\n':
			l.line++
		case i+8 <= len(text) && text[i:i+8] == "        ":
			i += 7
		case text[i] != ' ' && text[i] != '\t' && text[i] != '\r':
			l.at = i
			return
		}
		i++
	}
	l.at = i
}

// next reads the next member of an object up to its value. It is false after the object's end; m.gap then is where the last
// element ended.
func (l *lexer) next(m *nameAt, first bool) bool {
	m.gap = l.at
	if !l.separator('}', first) {
		return false
	}
	m.from, m.line = l.at, l.line
	if l.peek() != '"' {
		l.unexpected("a name in quotes")
		return false
	}
	m.name = l.str()
	l.blanks()
	if l.peek() != ':' {
		l.unexpected("a colon")
		return false
	}
	l.at++
	l.blanks()
	return !l.failed
}

// item goes to the next item of an array. It is false after the array's end.
func (l *lexer) item(first bool) bool { return l.separator(']', first) && !l.failed }

// separator reads what stands before an element: nothing before the first, else a comma. It is false after the end.
func (l *lexer) separator(end byte, first bool) bool {
	l.blanks()
	c := l.peek()
	switch {
	case c == end:
		l.at++
		return false
	case first:
		return c != 0 || l.unexpected("an element")
	case c != ',':
		return l.unexpected("a comma or the closing " + string(end))
	}
	l.at++
	l.blanks()
	if l.peek() == end {
		l.fail(l.at, "a comma stands before the closing %c", end)
	}
	return !l.failed
}

// unexpected reports that something else should stand here, and is false.
func (l *lexer) unexpected(wanted string) bool {
	if l.at >= len(l.text) {
		l.fail(l.at, "the text ends here: the configuration is cut off")
	} else {
		l.fail(l.at, "%s is expected here", wanted)
	}
	return false
}

// str reads a text in quotes. It is a part of the source where nothing in it is escaped.
func (l *lexer) str() string {
	from := l.at + 1
	rest := l.text[from:]
	for i := ordinaryRun(rest); i < len(rest); i++ {
		if ordinary[rest[i]] {
			continue
		}
		switch rest[i] {
		case '"':
			l.at = from + i + 1
			return rest[:i]
		case '\\':
			return l.escaped(from, from+i)
		}
		l.control(from + i)
		return ""
	}
	l.cutOff()
	return ""
}

// ordinary are the bytes that stand for themselves in a text.
var ordinary = func() (is [256]bool) {
	for c := range is {
		is[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return is
}()

// ordinaryRun is how many bytes at the start of s stand for themselves in a text, or fewer by less than eight at the end of s. It
// looks at eight at a time: a borrow out of a byte that is too small shows in its top bit, and only the first such byte counts.
func ordinaryRun(s string) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		w := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		quote, backslash := w^ones*'"', w^ones*'\\'
		found := ((w-ones*' ')&^w | (quote-ones)&^quote | (backslash-ones)&^backslash) & tops
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	return i
}

// control reports a control character in a text.
func (l *lexer) control(at int) {
	if l.text[at] == '\n' {
		l.fail(l.at, "the text that begins here has no closing quote on its line")
		return
	}
	l.fail(at, "a control character stands in a text")
}

func (l *lexer) cutOff() {
	l.at = len(l.text)
	l.unexpected("")
}

// escaped reads the rest of a text with escapes, from its first backslash.
func (l *lexer) escaped(from, backslash int) string {
	b := []byte(l.text[from:backslash])
	for i := backslash; i < len(l.text); {
		switch c := l.text[i]; {
		case c == '"':
			l.at = i + 1
			return string(b)
		case c < ' ':
			l.control(i)
			return ""
		case c != '\\':
			b = append(b, c)
			i++
		default:
			var n int
			if b, n = unescapeText(b, l.text[i:]); n == 0 {
				l.badEscape(i)
				return ""
			}
			i += n
		}
	}
	l.cutOff()
	return ""
}

func (l *lexer) badEscape(at int) {
	if len(l.text)-at < len(`\u0000`) && strings.IndexByte(l.text[at:], '"') < 0 {
		l.cutOff()
		return
	}
	l.fail(at, "a backslash stands before what JSON does not escape")
}

// escapes are the characters that one letter stands for.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescapeText appends what the escape at the start of s stands for, and tells its length: 0 if it is none.
func unescapeText(b []byte, s string) ([]byte, int) {
	if len(s) < 2 {
		return b, 0
	}
	if c := escapes[s[1]]; c != 0 {
		return append(b, c), 2
	}
	r := hexRune(s)
	if r < 0 {
		return b, 0
	}
	if utf16.IsSurrogate(r) {
		if both := utf16.DecodeRune(r, hexRune(s[6:])); both != utf8.RuneError {
			return utf8.AppendRune(b, both), 12
		}
	}
	return utf8.AppendRune(b, r), 6
}

// hexRune is the number in an escape \u0000 at the start of s, or -1.
func hexRune(s string) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}

// scalar reads a value that is neither a text nor an array, and tells its kind by how it starts.
func (l *lexer) scalar() kind {
	c := l.peek()
	l.skip(0)
	switch {
	case c == '-' || isDigit(c):
		return kindNumber
	case c == 't' || c == 'f':
		return kindBool
	}
	return kindRaw
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// number reads a number.
func (l *lexer) number() {
	from := l.at
	l.accept("-")
	whole := l.digits()
	ok := whole > 0 && (whole == 1 || l.text[l.at-whole] != '0')
	if l.accept(".") {
		ok = l.digits() > 0 && ok
	}
	if l.accept("eE") {
		l.accept("+-")
		ok = l.digits() > 0 && ok
	}
	if !ok {
		l.fail(from, "this is not a number")
	}
}

// accept passes over one byte if it is one of those.
func (l *lexer) accept(bytes string) bool {
	if l.at == len(l.text) || strings.IndexByte(bytes, l.text[l.at]) < 0 {
		return false
	}
	l.at++
	return true
}

// digits passes over digits and counts them.
func (l *lexer) digits() int {
	from := l.at
	for l.at < len(l.text) && isDigit(l.text[l.at]) {
		l.at++
	}
	return l.at - from
}

// deepestValue is how deep values may be nested that weft does not look into.
const deepestValue = 200

// skip passes over any value.
func (l *lexer) skip(depth int) {
	switch c := l.peek(); {
	case depth > deepestValue:
		l.fail(l.at, "values are nested more than %d deep", deepestValue)
	case c == '"':
		l.str()
	case c == '[':
		l.at++
		for first := true; l.item(first); first = false {
			l.skip(depth + 1)
		}
	case c == '{':
		l.at++
		var m nameAt
		for first := true; l.next(&m, first); first = false {
			l.skip(depth + 1)
		}
	case c == '-' || isDigit(c):
		l.number()
	default:
		l.word()
	}
}

// word reads a word of JSON.
func (l *lexer) word() {
	for _, w := range [...]string{"true", "false", "null"} {
		if !l.failed && strings.HasPrefix(l.text[l.at:], w) {
			l.at += len(w)
			return
		}
	}
	l.unexpected("a value")
}
