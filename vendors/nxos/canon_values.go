package nxos

import (
	"math/bits"
	"strconv"
	"strings"
)

// dscpNames are the code points that have names.
var dscpNames = map[string]uint8{
	"default": 0, "ef": 46,
	"cs1": 8, "cs2": 16, "cs3": 24, "cs4": 32, "cs5": 40, "cs6": 48, "cs7": 56,
	"af11": 10, "af12": 12, "af13": 14, "af21": 18, "af22": 20, "af23": 22,
	"af31": 26, "af32": 28, "af33": 30, "af41": 34, "af42": 36, "af43": 38,
}

// canonicalNumber is a decimal number without leading zeros.
func canonicalNumber(word string) (string, bool) {
	if word == "" || len(word) > 12 || strings.Trim(word, "0123456789") != "" {
		return "", false
	}
	for len(word) > 1 && word[0] == '0' {
		word = word[1:]
	}
	return word, true
}

// canonicalDSCP is one code point as a number.
func canonicalDSCP(word string) (string, bool) {
	v, ok := codePoint(word, dscps)
	if !ok {
		return "", false
	}
	if n, _ := canonicalNumber(word); n == word {
		return word, true
	}
	return strconv.Itoa(v), true
}

// codePoint reads one value of a list.
func codePoint(word string, kind tokenKind) (int, bool) {
	if len(word) == 1 && word[0] <= '7' && word[0] >= '0' {
		return int(word[0] - '0'), true
	}
	limit := 7
	if kind == dscps {
		limit = 63
		if v, ok := dscpNames[strings.ToLower(word)]; ok {
			return int(v), true
		}
	}
	v, err := strconv.ParseUint(word, 10, 8)
	return int(v), err == nil && int(v) <= limit
}

// canonicalList is a list of values sorted, ranges expanded. Words of one list have a comma between them.
func canonicalList(words []string, kind tokenKind) (string, bool) {
	for i := 1; i < len(words); i++ {
		if !strings.HasSuffix(words[i-1], ",") && !strings.HasPrefix(words[i], ",") {
			return "", false
		}
	}
	written := words[0]
	if len(words) > 1 {
		written = strings.Join(words, "")
	}
	set, ok := listSet(written, kind)
	if !ok {
		return "", false
	}
	var space [3 * 64]byte
	b := space[:0]
	for rest := set; rest != 0; rest &= rest - 1 {
		if len(b) > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(bits.TrailingZeros64(rest)), 10)
	}
	if string(b) == written {
		return written, true
	}
	return string(b), true
}

// listSet reads 24,26 or 24-31 or cs3,af31 as a set.
func listSet(list string, kind tokenKind) (set uint64, ok bool) {
	for item := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(item, "-")
		if !isRange {
			to = from
		}
		a, okA := codePoint(from, kind)
		b, okB := codePoint(to, kind)
		if !okA || !okB || a > b {
			return 0, false
		}
		for ; a <= b; a++ {
			set |= 1 << a
		}
	}
	return set, true
}
