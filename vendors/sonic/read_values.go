package sonic

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// numberOf reads a number of at most most, without needless zeros.
func numberOf(s string, most int) (int, bool) {
	if !isNumber(s) || len(s) > 18 || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		n = 10*n + int(s[i]-'0')
	}
	return n, n <= most
}

// prioritiesOf reads a set of priorities: numbers with commas between them, or nothing.
func prioritiesOf(s string) (qos.QueueSet, bool) {
	var set qos.QueueSet
	for i := 0; i < len(s); i += 2 {
		if s[i] < '0' || '7' < s[i] || i+1 < len(s) && s[i+1] != ',' || i+2 == len(s) {
			return 0, false
		}
		set |= qos.Queues(qos.Queue(s[i] - '0'))
	}
	return set, true
}

// metresOf reads the length of a cable.
func metresOf(s string) (int, bool) {
	number, ok := strings.CutSuffix(s, "m")
	n, isN := numberOf(number, 1_000_000)
	return n, ok && isN
}

// alphaOfText reads the exponent of a dynamic threshold as a fraction.
func alphaOfText(s string) (num, den uint16, ok bool) {
	n, err := strconv.Atoi(s)
	if err != nil || !isAlpha(s) {
		return 0, 0, false
	}
	if n < 0 {
		return 1, 1 << -n, true
	}
	return 1 << n, 1, true
}

// notValue is why a value is not read.
func notValue(in string, r *row, f *field) string {
	return in + "|" + r.key + " " + f.String() + " is nothing that weft understands"
}

// bad is a reference that gives nothing: why, or empty.
func bad(in, name string, r *row) string {
	switch {
	case name != "" && name[0] == '[':
		return name + " is a reference as it was written before 2021, which the switch refuses"
	case r == nil:
		return in + "|" + name + " is bound and not there"
	}
	return ""
}
