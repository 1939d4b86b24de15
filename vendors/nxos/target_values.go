package nxos

import (
	"math/bits"
	"strconv"
	"strings"
)

// isDefault tells whether a line says what is so without it, as does no line. Some releases print defaults, others hide them
// (nxos.md 5); the negative forms that a switch prints are all of that kind.
func isDefault(text string) bool {
	switch text {
	case "",
		"mtu 1500",
		"priority-flow-control mode auto",
		"priority-flow-control watch-dog-interval off",
		"set qos-group 0",
		"qos statistics",
		"lldp transmit",
		"lldp receive":
		return true
	}
	return strings.HasPrefix(text, "no ")
}

// sameMeaning tells whether two lines for one setting set it to the same; an empty text is no line.
func sameMeaning(a, b string) bool {
	switch {
	case a == b:
		return true
	case isDefault(a) || isDefault(b):
		return isDefault(a) && isDefault(b)
	case strings.HasPrefix(a, "service-policy "):
		return withoutStats(a) == withoutStats(b)
	}
	return sameQuantities(a, b)
}

// withoutStats drops the keyword that says nothing about packets.
func withoutStats(text string) string { return strings.TrimSuffix(text, " no-stats") }

// units are the words after a number that scale it: bytes by 1024 (nxos.kbyte), rates by 1000.
var units = map[string]struct {
	base  string
	scale int64
}{
	"bytes": {"bytes", 1}, "kbytes": {"bytes", 1 << 10}, "mbytes": {"bytes", 1 << 20},
	"bps": {"bps", 1}, "kbps": {"bps", 1e3}, "mbps": {"bps", 1e6}, "gbps": {"bps", 1e9},
}

// sameQuantities compares two lines word by word, numbers in their base unit.
func sameQuantities(a, b string) bool {
	wordA, restA := nextQuantity(a)
	wordB, restB := nextQuantity(b)
	for wordA == wordB && wordA != (quantity{}) {
		wordA, restA = nextQuantity(restA)
		wordB, restB = nextQuantity(restB)
	}
	return wordA == wordB
}

// quantity is a word, or a number with its unit.
type quantity struct {
	word   string // the word, or the base unit
	number int64
}

func nextQuantity(text string) (quantity, string) {
	word, rest, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		return quantity{word: word}, rest
	}
	name, after, _ := strings.Cut(rest, " ")
	if unit, ok := units[name]; ok {
		return quantity{unit.base, n * unit.scale}, after
	}
	return quantity{"#", n}, rest
}

// number is the one number of a line such as "mtu 9216", or fallback for a line without.
func numberOf(text string, fallback int64) int64 {
	at := strings.LastIndexByte(text, ' ')
	if n, err := strconv.ParseInt(text[at+1:], 10, 64); err == nil {
		return n
	}
	return fallback
}

// values is a set of code points, one bit each: what a match line lists.
type values uint64

// parseValues reads "24,26,32-39".
func parseValues(list string) values {
	var set values
	for item := range strings.SplitSeq(list, ",") {
		first, last, isRange := strings.Cut(item, "-")
		if !isRange {
			last = first
		}
		from, errFrom := strconv.ParseUint(first, 10, 6)
		to, errTo := strconv.ParseUint(last, 10, 6)
		for v := from; errFrom == nil && errTo == nil && v <= to; v++ {
			set |= 1 << v
		}
	}
	return set
}

// String is the set as a canonical line lists it.
func (set values) String() string {
	var b []byte
	for rest := uint64(set); rest != 0; rest &= rest - 1 {
		if b != nil {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(bits.TrailingZeros64(rest)), 10)
	}
	return string(b)
}

// matchFields are the fields of a class-map that list code points, in the order in which lines are written.
var matchFields = [...]string{"match dscp ", "match cos ", "match precedence "}

// numMatchFields is their number.
const numMatchFields = len(matchFields)

// matchField finds which of matchFields a line lists values of.
func matchField(text string) (field int, set values, ok bool) {
	for i, prefix := range matchFields {
		if list, found := strings.CutPrefix(text, prefix); found {
			return i, parseValues(list), true
		}
	}
	return 0, 0, false
}
