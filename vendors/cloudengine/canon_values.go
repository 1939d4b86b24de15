package cloudengine

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// phbNames are the service classes by queue, and colourNames the colours by drop precedence (1.2).
var (
	phbNames    = [qos.NumQueues]string{"be", "af1", "af2", "af3", "af4", "ef", "cs6", "cs7"}
	colourNames = [3]string{"green", "yellow", "red"}
)

// dscpNames are the code points that have names.
var dscpNames = map[string]uint8{
	"default": 0, "be": 0, "ef": 46,
	"cs1": 8, "cs2": 16, "cs3": 24, "cs4": 32, "cs5": 40, "cs6": 48, "cs7": 56,
	"af11": 10, "af12": 12, "af13": 14, "af21": 18, "af22": 20, "af23": 22,
	"af31": 26, "af32": 28, "af33": 30, "af41": 34, "af42": 36, "af43": 38,
}

// extent is how many of the words that a line goes on with belong to a token that is a list, or has a blank in it.
func (t *token) extent(words []string) int {
	switch t.kind {
	case prios:
		return countWhile(words, isPriority)
	case dscps:
		return countWhile(words, func(w string) bool { _, ok := dscpOf(w); return ok })
	case queues:
		return countWhile(words, func(w string) bool { return isNumber(w) || strings.EqualFold(w, "to") })
	case sched:
		return len(words)
	case rate:
		if len(words) > 1 && rateUnits[strings.ToLower(words[1])] != 0 {
			return 2
		}
	case iface:
		if len(words) > 1 && isDigit(words[1][0]) {
			return 2
		}
	}
	return 1
}

func countWhile(words []string, good func(string) bool) int {
	n := 0
	for n < len(words) && good(words[n]) {
		n++
	}
	return n
}

// canonical is the text of a token's own words in canonical form.
func (t *token) canonical(words []string) (string, bool) {
	switch t.kind {
	case number, queueNumber, dscpNumber, percent, count:
		return plainNumber(words[0]), true
	case prios:
		return canonicalPriorities(words), true
	case dscps:
		return canonicalDSCPs(words), true
	case queues:
		set, ok := queuesOf(words)
		return queueRanges(set), ok
	case sched:
		return canonicalSchedulers(words)
	case phb:
		q, ok := phbOf(words[0])
		return phbNames[q], ok
	case colour:
		c, ok := colourOf(words[0])
		return colourNames[c], ok
	case rate:
		return canonicalRate(words)
	case iface:
		return canonicalInterface(strings.Join(words, ""))
	case name, rest:
		return strings.Join(words, " "), true
	}
	for _, w := range t.words {
		if strings.EqualFold(words[0], w) {
			return w, true
		}
	}
	return "", false
}

// canonicalPriorities is a set of priorities in order, as the switch prints it.
func canonicalPriorities(words []string) string {
	var set qos.QueueSet
	for _, w := range words {
		set |= 1 << numberOf(w)
	}
	var b []byte
	for _, p := range set.List() {
		b = append(b, ' ', '0'+byte(p))
	}
	return string(b[1:])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isNumber tells whether a word is a decimal number of a size that the switch can mean.
func isNumber(w string) bool {
	for i := range len(w) {
		if !isDigit(w[i]) {
			return false
		}
	}
	return w != "" && len(w) <= 12
}

func isPriority(w string) bool { return isNumber(w) && numberOf(w) <= largest[queueNumber] }

// isPlain tells whether a number is without leading zeros.
func isPlain(w string) bool { return w[0] != '0' || len(w) == 1 }

func plainNumber(w string) string {
	for len(w) > 1 && w[0] == '0' {
		w = w[1:]
	}
	return w
}

// numberOf reads a number that isNumber knows to be one.
func numberOf(w string) int64 {
	v, _ := strconv.ParseInt(w, 10, 64)
	return v
}

func dscpOf(w string) (uint8, bool) {
	if v, err := strconv.ParseUint(w, 10, 8); err == nil {
		return uint8(v), v < qos.NumDSCP
	}
	v, ok := dscpNames[strings.ToLower(w)]
	return v, ok
}

// dscpSet is what a list of code points names.
func dscpSet(words []string) uint64 {
	var set uint64
	for _, w := range words {
		d, _ := dscpOf(w)
		set |= 1 << d
	}
	return set
}

func canonicalDSCPs(words []string) string {
	var b []byte
	for set := dscpSet(words); set != 0; set &= set - 1 {
		if b != nil {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(bits.TrailingZeros64(set)), 10)
	}
	return string(b)
}

// queuesOf reads queues and ranges of them: 0 to 2 4 to 6.
func queuesOf(words []string) (set qos.QueueSet, ok bool) {
	last := -1 // where a range may start
	for i := 0; i < len(words); i++ {
		to := strings.EqualFold(words[i], "to")
		if to {
			i++
		}
		if i == len(words) || !isPriority(words[i]) {
			return 0, false
		}
		q := int(numberOf(words[i]))
		from := q
		if to {
			if from = last; from < 0 || from > q {
				return 0, false
			}
		}
		for n := from; n <= q; n++ {
			set |= 1 << n
		}
		if last = q; to {
			last = -1
		}
	}
	return set, set != 0
}

// queueRanges is a set of queues as the switch prints it.
func queueRanges(set qos.QueueSet) string {
	var b strings.Builder
	list := set.List()
	for i := 0; i < len(list); i++ {
		first := list[i]
		for i+1 < len(list) && list[i+1] == list[i]+1 {
			i++
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('0' + byte(first))
		if list[i] > first {
			b.WriteString(" to ")
			b.WriteByte('0' + byte(list[i]))
		}
	}
	return b.String()
}

// schedulers are the words for the ways to schedule, in the order in which they are written.
var schedulers = []string{"pq", "drr", "lpq", "wfq"}

// schedulersOf reads queues by scheduler: pq 6 to 7 drr 0 to 5. A queue that is named twice is in the last.
func schedulersOf(words []string) (sets [4]qos.QueueSet, ok bool) {
	for len(words) > 0 {
		mode := slices.Index(schedulers, strings.ToLower(words[0]))
		n := countWhile(words[1:], func(w string) bool { return isNumber(w) || strings.EqualFold(w, "to") })
		set, good := queuesOf(words[1 : 1+n])
		if mode < 0 || !good {
			return sets, false
		}
		for i := range sets {
			sets[i] &^= set
		}
		sets[mode] |= set
		words = words[1+n:]
	}
	return sets, true
}

func canonicalSchedulers(words []string) (string, bool) {
	sets, ok := schedulersOf(words)
	if !ok {
		return "", false
	}
	if sets[1]|sets[2]|sets[3] != 0 {
		sets[0] = 0
	}
	var parts []string
	for i, set := range sets {
		if set != 0 {
			parts = append(parts, schedulers[i]+" "+queueRanges(set))
		}
	}
	return strings.Join(parts, " "), true
}

// phbOf reads a service class, by name or by its queue.
func phbOf(w string) (qos.Queue, bool) {
	if len(w) == 1 && '0' <= w[0] && w[0] <= '7' {
		return qos.Queue(w[0] - '0'), true
	}
	for q, n := range phbNames {
		if strings.EqualFold(w, n) {
			return qos.Queue(q), true
		}
	}
	return 0, false
}

func colourOf(w string) (uint8, bool) {
	for c, n := range colourNames {
		if strings.EqualFold(w, n) {
			return uint8(c), true
		}
	}
	return 0, false
}

// maxRateDigits bounds a rate, whose unit may be a thousand million.
const maxRateDigits = 9

var rateUnits = map[string]qos.BitsPerSecond{"kbps": 1000, "mbps": qos.Mbps, "gbps": qos.Gbps}

func canonicalRate(words []string) (string, bool) {
	if !isNumber(words[0]) || len(words[0]) > maxRateDigits {
		return "", false
	}
	unit := "kbps"
	if len(words) > 1 {
		unit = strings.ToLower(words[1])
	}
	return plainNumber(words[0]) + " " + unit, true
}
