package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Hidden tells whether a character cannot be seen where a text is shown, or moves what stands around it: a control character, line
// ends and tabs among them, a separator of lines, a direction of reading, a joiner, a filler.
func Hidden(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}

// Text is a text with hidden characters written as JSON would, such as \u001b, and with U+FFFD for bytes that are no UTF-8. Line ends and
// tabs stay. JSON stays the same document, since it has such characters in strings only.
func Text(text string) string {
	at := plainPart(text)
	if at == len(text) {
		return text
	}
	var b strings.Builder
	b.WriteString(text[:at])
	for _, r := range text[at:] { // U+FFFD for a byte that is no UTF-8
		if toWrite(r) && r != utf8.RuneError {
			b.WriteString(escape(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plainPart is the length of the part of a text, at its beginning, that Text leaves as it is. Most texts have nothing but ASCII.
func plainPart(text string) int {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < utf8.RuneSelf && !toWrite(rune(c)) {
			continue
		}
		if text[i] < utf8.RuneSelf {
			return i
		}
		if at := strings.IndexFunc(text[i:], toWrite); at >= 0 {
			return i + at
		}
		break
	}
	return len(text)
}

// toWrite tells whether Text writes another thing than what stands there, or may.
func toWrite(r rune) bool { return r == utf8.RuneError || Hidden(r) && r != '\n' && r != '\t' }

func escape(r rune) string {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Name is how a hidden character is named to a person: "U+202E".
func Name(r rune) string { return fmt.Sprintf("%U", r) }
