package cloudengine

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// longestName is the longest name of an object (reference 2.1, 2.6).
const longestName = 31

// namedParams are the readers of the parameters that have a name.
var namedParams = map[string]conf.Param{
	"<name>": nameParam,
	"<word>": func(c *conf.Typed, i int) (string, int, string) { return c.Words[i], i + 1, "" },
	"<text>": func(c *conf.Typed, i int) (string, int, string) { return c.Rest(i), len(c.Words), "" },
	"<words>": func(c *conf.Typed, i int) (string, int, string) {
		return strings.Join(c.Words[i:], " "), len(c.Words), ""
	},
	"<n>":          numberParam(0, 1<<32-1),
	"<port>":       portParam,
	"<phb>":        oneOf(phbNames[:], true),
	"<colour>":     oneOf(colourNames[:], false),
	"<queues>":     queuesParam,
	"<schedules>":  queueModesParam,
	"<rate>":       unitParam(1, 400_000_000, []string{"kbps", "mbps", "gbps"}),
	"<interval>":   oneOf([]string{"10", "100", "500", "1000"}, false),
	"<group>":      oneOf(groupNames, false),
	"<priorities>": listParam(8),
	"<dscps>":      listParam(64),
}

// groupNames are the priority groups of an ETS profile.
var groupNames = []string{"0", "1", "2", "3", "4", "5", "6", "7", "15"}

// paramOf is the reader of a parameter: a named one, a range such as <0-7>, or a range with units such as
// <1-30720,kbytes,mbytes>, of which the first may be left out.
func paramOf(label string) conf.Param {
	if param := namedParams[label]; param != nil {
		return param
	}
	numbers, units, _ := strings.Cut(strings.Trim(label, "<>"), ",")
	low, high, _ := strings.Cut(numbers, "-")
	from, _ := strconv.Atoi(low)
	to, _ := strconv.Atoi(high)
	if units != "" {
		return unitParam(from, to, strings.Split(units, ","))
	}
	return numberParam(from, to)
}

func nameParam(c *conf.Typed, i int) (string, int, string) {
	if len(c.Words[i]) > longestName {
		return "", i, saysWrong
	}
	return c.Words[i], i + 1, ""
}

func numberParam(from, to int) conf.Param {
	return func(c *conf.Typed, i int) (string, int, string) {
		n, ok := digits(c.Words[i])
		if !ok || n < from || n > to {
			return "", i, saysWrong
		}
		return canonDigits(c.Words[i]), i + 1, ""
	}
}

// unitParam reads a number with a unit, which is the first one where it is left out.
func unitParam(from, to int, units []string) conf.Param {
	number := numberParam(from, to)
	return func(c *conf.Typed, i int) (string, int, string) {
		value, next, says := number(c, i)
		if says != "" {
			return "", i, says
		}
		if next < len(c.Words) {
			for _, unit := range units {
				if strings.EqualFold(c.Words[next], unit) {
					return value + " " + unit, next + 1, ""
				}
			}
		}
		return value + " " + units[0], next, ""
	}
}

// oneOf reads one of several words in any case, or where that is allowed the number of one.
func oneOf(words []string, byNumber bool) conf.Param {
	return func(c *conf.Typed, i int) (string, int, string) {
		if n, ok := digits(c.Words[i]); ok && byNumber && n < len(words) {
			return words[n], i + 1, ""
		}
		for _, word := range words {
			if strings.EqualFold(word, c.Words[i]) {
				return word, i + 1, ""
			}
		}
		return "", i, saysUnrecognized
	}
}

// listParam reads numbers below a limit, and gives them sorted.
func listParam(limit int) conf.Param {
	return func(c *conf.Typed, i int) (string, int, string) {
		var set uint64
		next := i
		for ; next < len(c.Words); next++ {
			n, ok := digits(c.Words[next])
			switch {
			case !ok && next > i:
				return listText(set), next, ""
			case !ok || n >= limit:
				return "", next, saysWrong
			}
			set |= 1 << n
		}
		return listText(set), next, ""
	}
}

// listOf is the set of numbers below 64 in the words of a list.
func listOf(list string) (set uint64) {
	for word := range strings.FieldsSeq(list) {
		if n, ok := digits(word); ok && n < 64 {
			set |= 1 << n
		}
	}
	return set
}

// listText writes a set as the switch prints it.
func listText(set uint64) string {
	buf := make([]byte, 0, 32)
	for ; set != 0; set &= set - 1 {
		if len(buf) > 0 {
			buf = append(buf, ' ')
		}
		buf = strconv.AppendInt(buf, int64(bits.TrailingZeros64(set)), 10)
	}
	return string(buf)
}

// queueMask is a set of the eight queues of a port.
type queueMask uint8

func queuesParam(c *conf.Typed, i int) (string, int, string) {
	set, next := readQueues(c.Words, i)
	if set == 0 {
		return "", next, saysWrong
	}
	return set.String(), next, ""
}

// readQueues reads queues and ranges of them from word i on: 0 to 2 4. No set is a mistake, at the word given.
func readQueues(words []string, i int) (set queueMask, next int) {
	for i < len(words) {
		from, ok := digits(words[i])
		if !ok && set != 0 {
			return set, i
		}
		to := from
		if i+2 < len(words) && strings.EqualFold(words[i+1], "to") {
			to, ok = digits(words[i+2])
			i += 2
		}
		if !ok || from > to || to > 7 {
			return 0, i
		}
		set |= queueMask(1<<(to+1) - 1<<from)
		i++
	}
	return set, i
}

// String is the set as the switch prints it: 0 to 2 4.
func (m queueMask) String() string {
	buf := make([]byte, 0, 16)
	for q := 0; q < 8; q++ {
		if m&(1<<q) == 0 {
			continue
		}
		last := q
		for last < 7 && m&(1<<(last+1)) != 0 {
			last++
		}
		if len(buf) > 0 {
			buf = append(buf, ' ')
		}
		buf = append(buf, '0'+byte(q))
		if last > q {
			buf = append(buf, " to "...)
			buf = append(buf, '0'+byte(last))
		}
		q = last
	}
	return string(buf)
}

// queueMode is a way to schedule a queue. Every queue that no line names is in the first.
type queueMode uint8

const (
	modePQ queueMode = iota
	modeDRR
	modeLPQ
	modeWFQ
	numQueueModes
)

var queueModeNames = [numQueueModes]string{"pq", "drr", "lpq", "wfq"}

// queueModes are the queues by the way they are scheduled.
type queueModes [numQueueModes]queueMask

func queueModesParam(c *conf.Typed, i int) (string, int, string) {
	sets, next, ok := readQueueModes(c.Words, i)
	if !ok {
		return "", next, saysUnrecognized
	}
	return sets.String(), next, ""
}

// readQueueModes reads queues by schedule from word i on: pq 6 to 7 drr 0 to 5.
func readQueueModes(words []string, i int) (sets queueModes, next int, ok bool) {
	for i < len(words) {
		mode := queueModeOf(words[i])
		if mode == numQueueModes {
			return sets, i, false
		}
		set, after := readQueues(words, i+1)
		if set == 0 {
			return sets, after, false
		}
		sets.move(mode, set)
		i = after
	}
	return sets, i, true
}

func queueModeOf(word string) queueMode {
	for mode, name := range queueModeNames {
		if strings.EqualFold(name, word) {
			return queueMode(mode)
		}
	}
	return numQueueModes
}

// queueModesOf reads queues by the way they are scheduled: pq 6 to 7 drr 0 to 5.
func queueModesOf(list string) (sets queueModes, ok bool) {
	var room [32]string
	words := room[:0]
	for word := range strings.FieldsSeq(list) {
		words = append(words, word)
	}
	sets, _, ok = readQueueModes(words, 0)
	return sets, ok
}

// move takes queues to a schedule, out of all others.
func (s *queueModes) move(to queueMode, queues queueMask) {
	for mode := range s {
		s[mode] &^= queues
	}
	s[to] |= queues
}

// String is the sets that are not empty: pq 6 to 7 drr 0 to 5.
func (s *queueModes) String() string {
	var b strings.Builder
	for mode, set := range s {
		if set == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(queueModeNames[mode] + " " + set.String())
	}
	return b.String()
}

// digits reads a number.
func digits(s string) (int, bool) {
	if s == "" || len(s) > 10 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// canonDigits is a number without leading zeros.
func canonDigits(s string) string {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}

// portKinds are the interface names that do not start with a speed, as printed.
var portKinds = [...]string{"Eth-Trunk", "Vlanif", "Vbdif", "LoopBack", "NULL", "MEth", "Nve", "Stack-Port", "Tunnel"}

// portParam reads an interface name, of one word or of two, and gives it as printed.
func portParam(c *conf.Typed, i int) (string, int, string) {
	word, next := c.Words[i], i+1
	letters := strings.LastIndexFunc(word, isLetter) + 1
	kind, number := word[:letters], word[letters:]
	if number == "" && next < len(c.Words) {
		number = c.Words[next]
		next++
	}
	kind, ok := portKind(kind)
	if !ok || !isPortNumber(number) {
		return "", i, saysWrong
	}
	return kind + number, next, ""
}

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// portKind is the printed form of what stands before the numbers of an interface.
func portKind(typed string) (kind string, ok bool) {
	if speed := len(typed) - len("GE"); speed >= 0 && strings.EqualFold(typed[speed:], "GE") {
		return typed[:speed] + "GE", strings.Trim(typed[:speed], "0123456789|") == ""
	}
	for _, kind := range portKinds {
		if strings.EqualFold(kind, typed) {
			return kind, true
		}
	}
	return "", false
}

// isPortNumber tells whether s is like 1, 1/0/2, 1/0/2:3 or 1/0/2.100.
func isPortNumber(s string) bool {
	digits := false
	for i := range len(s) {
		switch {
		case s[i] >= '0' && s[i] <= '9':
			digits = true
		case (s[i] == '/' || s[i] == '.' || s[i] == ':') && digits:
			digits = false
		default:
			return false
		}
	}
	return digits
}

// slotOfPort is the slot that a physical port is in: 3 for 100GE3/0/1.
func slotOfPort(port string) string {
	slot, _, _ := strings.Cut(port[strings.LastIndexFunc(port, isLetter)+1:], "/")
	return slot
}

// firstWords is the beginning of a line up to its n-th word.
func firstWords(line string, n int) string {
	for i := range len(line) {
		if line[i] != ' ' {
			continue
		}
		if n--; n == 0 {
			return line[:i]
		}
	}
	return line
}

// lastWords are the n words at the end of a line.
func lastWords(line string, n int) string {
	for i := len(line) - 1; i >= 0; i-- {
		if line[i] != ' ' {
			continue
		}
		if n--; n == 0 {
			return line[i+1:]
		}
	}
	return line
}

// startsWith tells whether a line begins with whole words.
func startsWith(line, words string) bool {
	return strings.HasPrefix(line, words) && (len(line) == len(words) || line[len(words)] == ' ')
}

// word is the n-th word of a line, counted from 0, or empty.
func wordAt(line string, n int) string {
	for ; n > 0; n-- {
		_, line, _ = strings.Cut(line, " ")
	}
	first, _, _ := strings.Cut(line, " ")
	return first
}

// numberAfter is the number behind a word of a line, or -1.
func numberAfter(line, word string) int {
	_, rest, _ := strings.Cut(line, " "+word+" ")
	if n, ok := digits(wordAt(rest, 0)); ok {
		return n
	}
	return -1
}
