package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// tally is what of a table is not read: fields out of scope, and those in scope that are not understood.
type tally struct {
	foreign int
	unread  []vendors.Line
}

// tallyOf goes through a table, which it does once. A row without fields counts as one, and so does a table that is no object.
func tallyOf(t *table) *tally {
	if t.memo != nil {
		if y := t.memo.tally.Load(); y != nil {
			return y
		}
	}
	y := counter{in: t.name, reads: readTables[t.name]}
	y.table(t)
	if t.memo != nil {
		t.memo.tally.Store(&y.tally)
	}
	return &y.tally
}

// counter makes the tally of a table.
type counter struct {
	tally
	in    string
	reads *readTable
	last  *row   // the row before, if all of it was understood that is in scope
	clear kin    // rows with all of it understood and in scope
	out   []bool // which of its fields are out of scope
}

func (y *counter) table(t *table) {
	if t.raw != "" {
		y.foreign++
		return
	}
	for _, r := range t.rows {
		switch {
		case y.reads == nil && r.raw == "":
			y.foreign += max(1, len(r.fields))
		case y.reads == nil:
			y.foreign++
		default:
			y.row(r)
		}
	}
}

// row goes through a row of a table that weft reads. One whose key is not understood is not understood as a whole.
func (y *counter) row(r *row) {
	known := y.reads.key == anyKey || isKeyOf(y.in, r.key, y.reads.key)
	if !known && len(r.fields) == 0 {
		y.add(r.line, y.in, r.key, "{}")
	}
	if known && y.clear.find(r) >= 0 {
		return
	}
	alike := known && y.last != nil && sameNames(y.last.fields, r.fields)
	if !alike {
		y.out = append(y.out[:0], make([]bool, len(r.fields))...)
	}
	unread, foreign := len(y.unread), y.foreign
	for i := range r.fields {
		f := &r.fields[i]
		switch {
		case alike && !y.out[i] && f.value == y.last.fields[i].value && f.kind == y.last.fields[i].kind:
		case !y.out[i] && known && y.reads.understands(y.in, f):
		case y.out[i], y.reads.partly && y.reads.rule(f.name) == nil:
			y.out[i] = true
			y.foreign++
		default:
			y.add(r.lineOf(f), y.in, r.key, f.String())
		}
	}
	y.last = nil
	if known && unread == len(y.unread) {
		y.last = r
		if foreign == y.foreign {
			y.clear.add(r)
		}
	}
}

func (y *tally) add(line int32, in, key, text string) {
	y.unread = append(y.unread, vendors.Line{Number: int(line), Path: []string{in, key}, Text: text})
}

// isKeyOf tells whether weft understands the key of a row.
func isKeyOf(in, key string, form keyForm) bool {
	if literal := literalKeys[in]; form == portsKey && key == literal {
		return true
	}
	ports, index, indexed := cutIndex(key)
	if indexed != (form == indexedKey) {
		return false
	}
	if indexed {
		if _, _, ok := rangeOf(index); !ok {
			return false
		}
	}
	if isPhysical(ports) {
		return true
	}
	for port := range strings.SplitSeq(ports, ",") {
		if !isPhysical(port) && (port != cpuPort || form != indexedKey) {
			return false
		}
	}
	return true
}

// cutIndex cuts a key at its bar, which mostly stands near the end.
func cutIndex(key string) (ports, index string, indexed bool) {
	for i := len(key) - 1; i >= 0; i-- {
		if key[i] == '|' {
			return key[:i], key[i+1:], true
		}
	}
	return key, "", false
}

// cpuPort is what the queues towards the switch's own processor are called. They are no port's.
const cpuPort = "CPU"

// highestIndex is the largest number of a queue or group in a key.
const highestIndex = 31

// rangeOf reads the index in a key: N, or LOW-HIGH of which the first is less than the second. The switch refuses others.
func rangeOf(s string) (low, high int, ok bool) {
	if len(s) == 1 && isDigit(s[0]) {
		low = int(s[0] - '0')
		return low, low, true
	}
	from, to, ranged := strings.Cut(s, "-")
	if !ranged {
		to = from
	}
	low, okLow := numberOf(from, highestIndex)
	high, okHigh := numberOf(to, highestIndex)
	return low, high, okLow && okHigh && (!ranged || low < high)
}
