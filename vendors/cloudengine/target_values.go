package cloudengine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// builtins know what is so on a switch where no line says otherwise.
type builtins struct {
	row    *row
	domain *domain // the map of a domain without lines
}

// isBuiltin tells whether a line says what is so without it; no line does.
func (b *builtins) isBuiltin(s *settings, l *line) bool {
	switch {
	case l == nil:
		return true
	case s == domainSettings:
		return l.value == b.builtinMapping(s.list[l.kind].starts, l.key)
	case s == switchSettings && s.list[l.kind].bySlot && b.row.recovery.Known():
		return firstOf(l.value) == recoveryWords[b.row.recovery.V]
	case s == portSettings && s.list[l.kind].starts == lineBuffer:
		return slices.Contains(b.row.plainBuffers, s.list[l.kind].then+" "+l.value)
	}
	return l.value != "" && l.value == s.list[l.kind].builtin
}

// builtinMapping is what a domain says of a key where no line does (1.2).
func (b *builtins) builtinMapping(starts, key string) string {
	if b.domain == nil {
		b.domain = builtinDomain()
	}
	switch starts {
	case "8021p-inbound", "ip-dscp-inbound":
		n := numberOf(key)
		points := b.domain.dscp[:]
		if starts == "8021p-inbound" {
			points = b.domain.pcp[:]
		}
		if n >= int64(len(points)) {
			return ""
		}
		return "phb " + phbNames[points[n].queue] + " " + colourNames[points[n].colour]
	case "8021p-outbound", "ip-dscp-outbound":
		class, colour, _ := strings.Cut(key, " ")
		q, _ := phbOf(class)
		c, _ := colourOf(colour)
		marks := &b.domain.outDSCP
		if starts == "8021p-outbound" {
			marks = &b.domain.outPCP
		}
		return "map " + strconv.Itoa(int(marks[q][c]))
	}
	return ""
}

// sameMeaning tells whether two lines of one setting set it to the same; nil is no line.
func (t *targeter) sameMeaning(s *settings, a, b *line) bool {
	switch {
	case a != nil && b != nil && a.value == b.value:
		return true
	case t.isBuiltin(s, a) || t.isBuiltin(s, b):
		return t.isBuiltin(s, a) && t.isBuiltin(s, b)
	case s == dropSettings:
		return t.quantities(a.value) == t.quantities(b.value)
	}
	return withoutDefault(t.quantities(a.value)) == withoutDefault(t.quantities(b.value))
}

// withoutDefault drops the name of the profile that is meant where none is named.
func withoutDefault(value string) string { return strings.TrimPrefix(value, builtinName+" ") }

// baseUnits are the words after a number that scale it.
var baseUnits = map[string]struct {
	base  string
	scale int64
}{
	"bytes": {"bytes", 1}, "kbytes": {"bytes", 1 << 10}, "mbytes": {"bytes", 1 << 20},
	"kbps": {"bps", 1e3}, "mbps": {"bps", 1e6}, "gbps": {"bps", 1e9},
}

// quantities is a value with its numbers in base units, and sizes as the switch rounds them: up to whole cells (2.3). The
// thresholds of a drop profile are bytes behind `buffer-size`, and cells behind `cell`.
func (t *targeter) quantities(value string) string {
	words := strings.Fields(value)
	said := words[:0]
	scale := int64(0) // of thresholds, 0 for percentages
	for len(words) > 0 {
		word, rest := words[0], words[1:]
		switch {
		case word == "buffer-size":
			scale = 1
		case word == "discard-percentage":
			scale = 0
		case word == "cell" && t.row.cell.V > 0:
			scale, words = int64(t.row.cell.V), rest
			continue
		case isNumber(word) && len(rest) > 0 && baseUnits[rest[0]].scale != 0:
			unit := baseUnits[rest[0]]
			word, rest[0] = t.inCells(numberOf(word)*unit.scale, unit.base), unit.base
		case isNumber(word) && scale > 0:
			word = t.inCells(numberOf(word)*scale, "bytes")
		}
		said, words = append(said, word), rest
	}
	return strings.Join(said, " ")
}

// inCells writes a number, of bytes in whole cells.
func (t *targeter) inCells(n int64, base string) string {
	if cell := int64(t.row.cell.V); base == "bytes" && cell > 0 {
		n = (n + cell - 1) / cell * cell
	}
	return strconv.FormatInt(n, 10)
}

// schedule is which queues are scheduled how, by place in schedulers.
type schedule [4]qos.QueueSet

// scheduleOf is the schedule of a block and the lines that say it. What no line says is strict (2.5).
func scheduleOf(lines section) (s schedule, said section) {
	s[byPQ] = qos.AllQueues
	for _, n := range lines.all("qos ") {
		if named, ok := schedulersOf(strings.Fields(n.Text)[1:]); ok {
			s.move(named)
			said = append(said, n)
		}
	}
	return s, said
}

// move puts queues where a line names them; those that it does not name stay.
func (s *schedule) move(named schedule) {
	all := named[byPQ] | named[byDRR] | named[byLPQ] | named[byWFQ]
	for i := range s {
		s[i] = s[i]&^all | named[i]
	}
}

// line is the schedule as the switch prints it, empty where all queues are strict.
func (s schedule) line() string {
	s[byPQ] = 0
	return s.command()
}

// command is the line that moves queues so, empty for none.
func (s schedule) command() string {
	text := ""
	for i, set := range s {
		if set != 0 {
			text += " " + schedulers[i] + " " + queueRanges(set)
		}
	}
	if text == "" {
		return ""
	}
	return "qos" + text
}
