package sonic

import (
	"fmt"
	"math"

	"github.com/weft-net/weft/qos"
)

// lookupTable is pg_profile_lookup.ini of a HWSKU: the headroom that the buffer manager of the traditional model gives a
// lossless priority group, by port speed and cable length. A pair that is not in it gets none at all.
type lookupTable struct {
	whole bool // every line of the file is here
	lines []lookupLine
}

// lookupLine is one line of the file.
type lookupLine struct {
	speed     qos.BitsPerSecond
	metres    int
	size      qos.Bytes // reserved for the group
	xon       qos.Bytes
	xoff      qos.Bytes // headroom
	xonOffset qos.Bytes
	alpha     int // the threshold is 2 to this power of what is free
}

// line is the line of a pair, or nil.
func (t *lookupTable) line(speed qos.BitsPerSecond, metres int) *lookupLine {
	for i := range t.lines {
		if l := &t.lines[i]; l.speed == speed && l.metres == metres {
			return l
		}
	}
	return nil
}

// usualLengths are what the tables of most HWSKUs list.
var usualLengths = []int{5, 40, 300}

// cableLength is the length to configure for a cable: on a switch that works out headroom by itself the next whole metre, else
// the next one that its table lists for the speed, or tables mostly list where it or the speed is not known. It is an error when
// there is none.
func (r *platformRow) cableLength(speed qos.BitsPerSecond, metres float64) (int, error) {
	least := int(math.Ceil(metres))
	if r.chip.dynamic {
		return least, nil
	}
	lengths := usualLengths
	if r.lookup.V.whole && speed != 0 {
		lengths = r.lookup.V.lengths(speed)
	}
	best := 0
	for _, length := range lengths {
		if length >= least && (best == 0 || length < best) {
			best = length
		}
	}
	switch {
	case best != 0:
		return best, nil
	case len(lengths) == 0:
		return 0, fmt.Errorf("the headroom table of the switch has no line for %s", speed)
	}
	return 0, fmt.Errorf("the headroom table of the switch ends at %d m for %s", lengths[len(lengths)-1], speed)
}

// lengths are the cable lengths that are listed for a speed, ascending as in the file.
func (t *lookupTable) lengths(speed qos.BitsPerSecond) []int {
	var list []int
	for i := range t.lines {
		if t.lines[i].speed == speed {
			list = append(list, t.lines[i].metres)
		}
	}
	return list
}

// lookupOf is a line of the table for a port with a cable, or nil where it is not known.
func (r *platformRow) lookupOf(speed qos.BitsPerSecond, metres float64) *lookupLine {
	length, err := r.cableLength(speed, metres)
	if err != nil {
		return nil
	}
	return r.lookup.V.line(speed, length)
}
