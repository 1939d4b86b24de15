package sonic

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// value is one JSON value of a patch.
type value struct {
	kind    jsonKind
	text    string // of a string what it says, of a word or number as written
	members []member
	items   []value
}

type member struct {
	name  string
	value value
}

// jsonKind is what a value is.
type jsonKind uint8

// The kinds. A word is a number, true, false or null.
const (
	jsonString jsonKind = iota
	jsonObject
	jsonArray
	jsonWord
)

// deepestPatch is how far values may stand in one another. What a patch of CONFIG_DB holds is no deeper than five.
const deepestPatch = 32

// jsonReader reads JSON text. It is apart from the parser of configurations, which keeps layout and positions.
type jsonReader struct {
	text    string
	at      int
	wrong   string   // the first thing that is wrong
	scratch []member // of the objects that are open
	stack   []value  // of the arrays that are open
	members []member // where objects are cut from
	items   []value  // where arrays are cut from
}

// readJSON reads one value that is the whole text. wrong says what is wrong with it.
func readJSON(text string) (v value, wrong string) {
	r := &jsonReader{text: text}
	v = r.value(0)
	return v, r.end()
}

// end says what was wrong with the text, if it is read to its end.
func (r *jsonReader) end() string {
	r.space()
	if r.wrong == "" && r.at < len(r.text) {
		r.wrong = "text after the end"
	}
	return r.wrong
}

func (r *jsonReader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// next takes a byte, after white space, if it is there.
func (r *jsonReader) next(c byte) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *jsonReader) fail(wrong string) {
	if r.wrong == "" {
		r.wrong = wrong
	}
	r.at = len(r.text)
}

func (r *jsonReader) value(depth int) value {
	r.space()
	if r.at == len(r.text) || depth > deepestPatch {
		r.fail("the text ends too early or is too deep")
		return value{}
	}
	switch r.text[r.at] {
	case '"':
		return value{text: r.string()}
	case '{':
		return r.object(depth)
	case '[':
		return r.array(depth)
	}
	return r.word()
}

func (r *jsonReader) object(depth int) value {
	r.at++
	base := len(r.scratch)
	for !r.next('}') {
		name, ok := r.name(len(r.scratch) == base)
		if !ok {
			return value{}
		}
		r.scratch = append(r.scratch, member{name, r.value(depth + 1)})
	}
	return value{kind: jsonObject, members: r.cutMembers(base)}
}

// name reads the name of a member with the comma before it, if it is not the first, and its colon.
func (r *jsonReader) name(first bool) (name string, ok bool) {
	if !first && !r.next(',') {
		r.fail("a comma or brace is missing")
		return "", false
	}
	r.space()
	if r.at == len(r.text) || r.text[r.at] != '"' {
		r.fail("a name is missing")
		return "", false
	}
	name = r.string()
	if !r.next(':') {
		r.fail("a colon is missing")
	}
	return name, r.wrong == ""
}

func (r *jsonReader) array(depth int) value {
	r.at++
	base := len(r.stack)
	for !r.next(']') {
		if len(r.stack) > base && !r.next(',') {
			r.fail("a comma or bracket is missing")
			return value{}
		}
		r.stack = append(r.stack, r.value(depth+1))
		if r.wrong != "" {
			return value{}
		}
	}
	start := len(r.items)
	r.items = append(r.items, r.stack[base:]...)
	r.stack = r.stack[:base]
	return value{kind: jsonArray, items: r.items[start:len(r.items):len(r.items)]}
}

// cutMembers makes the members of an object that ended lasting, and looks for one that is there twice.
func (r *jsonReader) cutMembers(base int) []member {
	found := r.scratch[base:]
	if twice(found) {
		r.fail("a name stands twice in one object")
	}
	if cap(r.members)-len(r.members) < len(found) {
		r.members = make([]member, 0, max(32, len(found), 2*cap(r.members)))
	}
	start := len(r.members)
	r.members = append(r.members, found...)
	r.scratch = r.scratch[:base]
	return r.members[start:len(r.members):len(r.members)]
}

// twice tells whether a name is there more than once. The updater would take the last of them without a word.
func twice(found []member) bool {
	if len(found) > 16 {
		seen := make(map[string]bool, len(found))
		for i := range found {
			if seen[found[i].name] {
				return true
			}
			seen[found[i].name] = true
		}
		return false
	}
	for i := range found {
		for j := range i {
			if found[i].name == found[j].name {
				return true
			}
		}
	}
	return false
}

// word reads a number, true, false or null.
func (r *jsonReader) word() value {
	start := r.at
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n,:]}", r.text[r.at]) < 0 {
		r.at++
	}
	text := r.text[start:r.at]
	if !isWord(text) {
		r.fail("`" + text + "` is no value")
	}
	return value{kind: jsonWord, text: text}
}

func isWord(text string) bool {
	switch text {
	case "true", "false", "null":
		return true
	}
	digits := strings.TrimPrefix(text, "-")
	whole := leadingDigits(digits)
	if whole == 0 || whole > 1 && digits[0] == '0' {
		return false
	}
	rest := digits[whole:]
	if strings.HasPrefix(rest, ".") {
		n := leadingDigits(rest[1:])
		if n == 0 {
			return false
		}
		rest = rest[1+n:]
	}
	if rest == "" {
		return true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	rest = strings.TrimLeft(rest[1:], "+-")
	return rest != "" && leadingDigits(rest) == len(rest)
}

// leadingDigits counts the digits that a text begins with.
func leadingDigits(text string) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// string reads a string from its quote on. One without escapes is a part of the text.
func (r *jsonReader) string() string {
	r.at++
	start := r.at
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[start : r.at-1]
		case c == '\\':
			return r.escaped(start)
		case c < ' ':
			r.fail("a control character stands in a string")
			return ""
		}
	}
	r.fail("a string does not end")
	return ""
}

// escaped reads the rest of a string that has an escape.
func (r *jsonReader) escaped(start int) string {
	b := []byte(r.text[start:r.at])
	for r.at < len(r.text) {
		c := r.text[r.at]
		r.at++
		switch {
		case c == '"':
			return string(b)
		case c == '\\':
			b = r.escape(b)
		case c < ' ':
			r.fail("a control character stands in a string")
		default:
			b = append(b, c)
		}
	}
	r.fail("a string does not end")
	return ""
}

// escape reads what follows a backslash.
func (r *jsonReader) escape(b []byte) []byte {
	if r.at == len(r.text) {
		return b
	}
	c := r.text[r.at]
	r.at++
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		return append(b, "\"\\/\b\f\n\r\t"[i])
	}
	if c != 'u' {
		r.fail("a string has an escape that is none")
		return b
	}
	first := r.hex()
	if utf16.IsSurrogate(first) && strings.HasPrefix(r.text[r.at:], `\u`) {
		r.at += 2
		first = utf16.DecodeRune(first, r.hex())
	}
	return utf8.AppendRune(b, first)
}

// hex reads four hexadecimal digits.
func (r *jsonReader) hex() rune {
	var code rune
	for range 4 {
		if r.at == len(r.text) {
			return 0
		}
		c := r.text[r.at] | 0x20
		r.at++
		switch {
		case c >= '0' && c <= '9':
			code = code<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			code = code<<4 | rune(c-'a'+10)
		default:
			r.fail("a string has an escape that is none")
			return 0
		}
	}
	return code
}
