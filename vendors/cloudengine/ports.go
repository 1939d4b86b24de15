package cloudengine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// maxPorts is how many ports one range may name: more than any switch has.
const maxPorts = 4096

// portWord is a keyword that starts the name of a port.
type portWord struct {
	word   string
	bundle bool // an Eth-Trunk; else a physical port
}

// portWords are the keywords as the switch prints them.
var portWords = []portWord{
	{"Eth-Trunk", true},
	{"GE", false}, {"10GE", false}, {"25GE", false}, {"40GE", false}, {"50GE", false}, {"100GE", false}, {"200GE", false}, {"400GE", false},
}

// portID is one port: slot, card, port and, of a split port, the part of it. A bundle has the first number only.
type portID struct {
	kind    int
	numbers [4]int
}

func (p portID) String() string {
	b := make([]byte, 0, 16)
	b = append(b, portWords[p.kind].word...)
	b = strconv.AppendInt(b, int64(p.numbers[0]), 10)
	if portWords[p.kind].bundle {
		return string(b)
	}
	b = strconv.AppendInt(append(b, '/'), int64(p.numbers[1]), 10)
	b = strconv.AppendInt(append(b, '/'), int64(p.numbers[2]), 10)
	if p.numbers[3] > 0 {
		b = strconv.AppendInt(append(b, ':'), int64(p.numbers[3]), 10)
	}
	return string(b)
}

// ExpandPorts turns "100GE1/0/1-4,25ge 1/0/9" or, of split ports, "10GE1/0/1:1-4" into full names in natural order. A bundle
// such as Eth-Trunk10 is accepted so that its name comes back in one form; speed does not matter, the names have it.
func (CloudEngine) ExpandPorts(_ vendors.Platform, spec, _ string) ([]string, error) {
	return fitting.ExpandPorts(spec, maxPorts, expandItem)
}

// span is a range of one number of a port's name.
type span struct {
	from, to int
	dash     bool // written with one
}

// expandItem expands what stands between two commas.
func expandItem(item string, room int) ([]string, error) {
	kind, rest := cutPortWord(item)
	if kind < 0 {
		return nil, fmt.Errorf("%q is not a port that QoS can be set on; write 100GE1/0/1, 100GE1/0/1-4 or, of split ports, 10GE1/0/1:1-4", item)
	}
	spans, err := cutSpans(item, rest, portWords[kind].bundle)
	if err != nil {
		return nil, err
	}
	count := 1
	for _, s := range spans {
		if count *= s.to - s.from + 1; count > room {
			return nil, fmt.Errorf("%q makes more than %d ports", item, maxPorts)
		}
	}
	return expandSpans(kind, spans, count), nil
}

// expandSpans is every port that takes one number out of each span.
func expandSpans(kind int, spans [4]span, count int) []string {
	ports := make([]portID, 1, count)
	ports[0].kind = kind
	for at, s := range spans {
		stems := slices.Clone(ports)
		ports = ports[:0]
		for _, p := range stems {
			for n := s.from; n <= s.to; n++ {
				p.numbers[at] = n
				ports = append(ports, p)
			}
		}
	}
	names := make([]string, count)
	for i, p := range ports {
		names[i] = p.String()
	}
	return names
}

// cutPortWord takes the keyword off a port's name, in any case and with or without a blank after it.
func cutPortWord(item string) (kind int, rest string) {
	for i, k := range portWords {
		if n := len(k.word); len(item) > n && strings.EqualFold(item[:n], k.word) {
			return i, strings.TrimSpace(item[n:])
		}
	}
	return -1, ""
}

// cutSpans reads the numbers of a port's name: slot, card, port and split. Those that it does not have are 0.
func cutSpans(item, numbers string, bundle bool) (spans [4]span, err error) {
	path, split, isSplit := strings.Cut(numbers, ":")
	parts := strings.Split(path, "/")
	switch {
	case bundle && (len(parts) != 1 || isSplit):
		return spans, fmt.Errorf("%q has too many numbers; write a bundle such as Eth-Trunk10", item)
	case !bundle && len(parts) != 3:
		return spans, fmt.Errorf("%q does not have three numbers; write slot, card and port, such as 100GE1/0/1", item)
	}
	if isSplit {
		parts = append(parts, split)
	}
	least := [4]int{1, 0, 1, 1}
	if bundle {
		least[0] = 0
	}
	for i, part := range parts {
		if spans[i], err = parseSpan(item, part, least[i]); err != nil {
			return spans, err
		}
	}
	// A range before the last number could be meant as "from port to port" (1/0/1-2/0/8). With a range at the end too it cannot.
	last := spans[len(parts)-1]
	for _, s := range spans[:len(parts)] {
		if s.dash && !last.dash {
			return spans, fmt.Errorf("%q can be read in two ways; write the range on the last number, such as 100GE1/0/1-4", item)
		}
	}
	return spans, nil
}

func parseSpan(item, part string, least int) (span, error) {
	from, to, dash := strings.Cut(part, "-")
	if !dash {
		to = from
	}
	a, errA := parseNumber(item, from, least)
	b, errB := parseNumber(item, to, least)
	switch {
	case errA != nil:
		return span{}, errA
	case errB != nil:
		return span{}, errB
	case a > b:
		return span{}, fmt.Errorf("%q runs backwards; write %d-%d", item, b, a)
	}
	return span{a, b, dash}, nil
}

// parseNumber reads one number of a port's name. None is larger than maxPorts.
func parseNumber(item, s string, least int) (int, error) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		if strings.Contains(s, ".") {
			return 0, fmt.Errorf("%q is a sub-interface; name the physical port", item)
		}
		return 0, fmt.Errorf("%q is not a port or range; write it such as 100GE1/0/1 or 100GE1/0/1-4", item)
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < least || n > maxPorts {
		return 0, fmt.Errorf("%q: %s is not a number that a port can have there; it goes from %d to %d", item, s, least, maxPorts)
	}
	return n, nil
}

// fullName tells whether a name is the full and normal one of a port: what ExpandPorts gives.
func fullName(name string) (kind portWord, slot string, ok bool) {
	for i := range portWords {
		rest, found := strings.CutPrefix(name, portWords[i].word)
		if !found {
			continue
		}
		path, split, isSplit := strings.Cut(rest, ":")
		ok = !isSplit || isNameNumber(split, 1)
		if portWords[i].bundle {
			return portWords[i], "", !isSplit && isNameNumber(path, 0)
		}
		slot, path, _ = strings.Cut(path, "/")
		card, port, _ := strings.Cut(path, "/")
		return portWords[i], slot, ok && isNameNumber(slot, 1) && isNameNumber(card, 0) && isNameNumber(port, 1)
	}
	return portWord{}, "", false
}

// isNameNumber tells whether s is a number of a port's name without needless zeros.
func isNameNumber(s string, least int) bool {
	if s == "" || len(s) > 4 || s[0] == '0' && (least > 0 || len(s) > 1) {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || '9' < s[i] {
			return false
		}
	}
	return true
}

// isPhysical and isEthTrunk tell what a full name is of.
func isPhysical(name string) bool {
	kind, _, ok := fullName(name)
	return ok && !kind.bundle
}

func isEthTrunk(name string) bool {
	kind, _, ok := fullName(name)
	return ok && kind.bundle
}

// slotOf is the slot in the full name of a physical port.
func slotOf(name string) string {
	_, slot, _ := fullName(name)
	return slot
}
