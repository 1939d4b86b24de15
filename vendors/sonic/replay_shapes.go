package sonic

import (
	"fmt"
	"math"
	"net/netip"
	"strings"
)

// shape is what the models ask of one value.
type shape struct {
	kind   shapeKind
	lo, hi uint64            // of a number, and of the length of a text
	low    int64             // of a signed number, the least
	words  []string          // of an enumeration, and beside a reference
	table  tableID           // that a reference leads to
	like   func(string) bool // of a text with a pattern
	what   string            // the pattern in words
}

// shapeKind is how a value is checked.
type shapeKind uint8

// The kinds.
const (
	anyText shapeKind = iota
	aNumber
	aSigned
	aWord
	aPattern
	aReference
	references // with commas between them
)

// text is a text of a length.
func text(lo, hi uint64) shape { return shape{lo: lo, hi: hi} }

// free is any text at all.
var free = text(0, math.MaxUint64)

// number is a number in a range, or one of some words; signed is one that may be below zero.
func number(lo, hi uint64, words ...string) shape {
	return shape{kind: aNumber, lo: lo, hi: hi, words: words}
}
func signed(lo int64, hi uint64) shape { return shape{kind: aSigned, low: lo, hi: hi} }
func wordOf(words ...string) shape     { return shape{kind: aWord, words: words} }
func patterned(what string, is func(string) bool) shape {
	return shape{kind: aPattern, like: is, what: what}
}

// refer is the name of a row of a table, or one of some words.
func refer(table tableID, words ...string) shape {
	return shape{kind: aReference, table: table, words: words}
}
func referList(table tableID) shape { return shape{kind: references, table: table} }

// The types that several models have.
var (
	bytes64          = number(0, math.MaxUint64)
	bytes32          = number(0, math.MaxUint32)
	trafficClass     = number(0, 15)
	onOrOff          = wordOf("on", "off")
	yesNo            = wordOf("true", "false")
	yangName         = patterned("1 to 32 letters, digits, dashes and underscores, the first no dash or underscore", isMapName)
	digit7           = patterned("0 to 7", func(s string) bool { return isDigitUpTo(s, '7') })
	digit9           = patterned("0 to 9", func(s string) bool { return isDigitUpTo(s, '9') })
	codePoint        = patterned("0 to 63", isCodePoint)
	priorities       = patterned("priorities 0 to 7 with commas between them", isPriorities)
	prioritiesOrNone = patterned("priorities 0 to 7 with commas between them, or nothing", func(s string) bool { return s == "" || isPriorities(s) })
	groups           = patterned("N or N-N, 0 to 7", func(s string) bool { return isRange(s, 7) })
	queues15         = patterned("N or N-N, 0 to 15", func(s string) bool { return isRange(s, 15) })
	metres           = patterned("metres, such as 40m", func(s string) bool { return len(s) > 1 && leadingDigits(s) == len(s)-1 && s[len(s)-1] == 'm' })
)

// The types of tunnels.
var (
	muxTunnel = patterned("MuxTunnel and a number", func(s string) bool {
		rest, ok := strings.CutPrefix(s, "MuxTunnel")
		return ok && rest != "" && leadingDigits(rest) == len(rest)
	})
	tunnelName   = patterned("1 to 255 letters, digits, dashes and underscores", isTunnelName)
	ipv4Address  = patterned("an IPv4 address", func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() })
	ipAnyAddress = patterned("an IP address", func(s string) bool { _, err := netip.ParseAddr(s); return err == nil })
)

func isTunnelName(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') && c != '-' && c != '_' {
			return false
		}
	}
	return len(s) >= 1 && len(s) <= 255
}

func isMapName(s string) bool {
	for i := range len(s) {
		c := s[i]
		plain := c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !plain && (i == 0 || c != '-' && c != '_') {
			return false
		}
	}
	return len(s) >= 1 && len(s) <= 32
}

// isDigitUpTo tells a digit; the patterns of the models let nothing pass too.
func isDigitUpTo(s string, most byte) bool {
	return s == "" || len(s) == 1 && s[0] >= '0' && s[0] <= most
}

func isCodePoint(s string) bool {
	n, ok := plainNumber(s)
	return s == "" || ok && n <= 63
}

// plainNumber reads a number of at most three digits without leading zeros.
func plainNumber(s string) (int, bool) {
	if s == "" || len(s) > 3 || leadingDigits(s) != len(s) || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

func isPriorities(s string) bool {
	for i := range len(s) {
		if i%2 == 0 && (s[i] < '0' || s[i] > '7') || i%2 == 1 && s[i] != ',' {
			return false
		}
	}
	return len(s)%2 == 1
}

func isRange(s string, most int) bool {
	first, last, both := strings.Cut(s, "-")
	n, ok := plainNumber(first)
	if !both {
		return ok && n <= most
	}
	m, too := plainNumber(last)
	return ok && too && n <= most && m <= most
}

// parseUnsigned reads a number as the models do: blanks around it, a plus and leading zeros pass.
func parseUnsigned(s string) (uint64, bool) {
	s = strings.TrimPrefix(strings.Trim(s, " \t\r\n"), "+")
	if s == "" || leadingDigits(s) != len(s) {
		return 0, false
	}
	var n uint64
	for i := range len(s) {
		c := uint64(s[i] - '0')
		if n > (math.MaxUint64-c)/10 {
			return 0, false
		}
		n = 10*n + c
	}
	return n, true
}

// fits tells whether a value is of the shape, references aside.
func (sh *shape) fits(s string) bool {
	switch sh.kind {
	case aNumber:
		n, ok := parseUnsigned(s)
		return ok && n >= sh.lo && n <= sh.hi || sh.hasWord(s)
	case aSigned:
		return sh.fitsSigned(strings.Trim(s, " \t\r\n"))
	case aWord:
		return sh.hasWord(s)
	case aPattern:
		return sh.like(s)
	}
	return uint64(len(s)) >= sh.lo && uint64(len(s)) <= sh.hi
}

func (sh *shape) fitsSigned(s string) bool {
	if rest, minus := strings.CutPrefix(s, "-"); minus {
		n, ok := parseUnsigned(rest)
		return ok && !strings.HasPrefix(rest, "+") && n <= uint64(-sh.low)
	}
	n, ok := parseUnsigned(s)
	return ok && n <= sh.hi
}

func (sh *shape) hasWord(s string) bool {
	for _, word := range sh.words {
		if s == word {
			return true
		}
	}
	return false
}

// wants is the shape in words.
func (sh *shape) wants() string {
	switch sh.kind {
	case aWord:
		return "one of " + strings.Join(sh.words, ", ")
	case aPattern:
		return sh.what
	case aReference, references:
		return "a row of " + tableNames[sh.table]
	case aNumber:
		return fmt.Sprintf("a number from %d to %d", sh.lo, sh.hi)
	case aSigned:
		return fmt.Sprintf("a number from %d to %d", sh.low, sh.hi)
	}
	return "a text of its length"
}
