package nxos

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// maxPorts is how many ports one range may name: more than any switch has.
const maxPorts = 4096

// portForm is a kind of interface that can be named as a port.
type portForm struct {
	name     string
	min, max int // how many numbers its name has, slashes between them
}

// portForms in the order in which the switch prints them.
var portForms = []portForm{
	{"port-channel", 1, 1},
	{"Ethernet", 2, 3},
}

// portID is one port: its kind and numbers. Those it does not have are 0.
type portID struct {
	kind    int
	numbers [3]int
}

func (p portID) String() string {
	b := make([]byte, 0, 16)
	b = append(b, portForms[p.kind].name...)
	for i, n := range p.numbers {
		if n == 0 {
			break
		}
		if i > 0 {
			b = append(b, '/')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return string(b)
}

func comparePorts(a, b portID) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), slices.Compare(a.numbers[:], b.numbers[:]))
}

// ExpandPorts turns "Ethernet1/1-4,e1/7", "Eth1/1/1-4" or "e1/1-8/1-4" into full names in natural order. Keywords may be
// shortened as on the switch. port-channelN is accepted so that the name of a bundle comes back in one form; speed does not
// matter.
func (NXOS) ExpandPorts(_ vendors.Platform, spec, _ string) ([]string, error) {
	var ports []portID
	for item := range strings.SplitSeq(spec, ",") {
		more, err := expandItem(strings.TrimSpace(item), maxPorts-len(ports))
		if err != nil {
			return nil, fmt.Errorf("ports %q: %w", spec, err)
		}
		ports = append(ports, more...)
	}
	slices.SortFunc(ports, comparePorts)
	names := make([]string, len(ports))
	for i, p := range ports {
		if i > 0 && p == ports[i-1] {
			return nil, fmt.Errorf("ports %q: %s is named twice", spec, p)
		}
		names[i] = p.String()
	}
	return names, nil
}

// span is a range of one number of a port's name.
type span struct {
	from, to int
	dash     bool // written with one
}

func (s span) len() int { return s.to - s.from + 1 }

// expandItem expands what stands between two commas.
func expandItem(item string, room int) ([]portID, error) {
	kind, rest, err := cutKind(item)
	if err != nil {
		return nil, err
	}
	spans, err := cutSpans(item, rest)
	if err != nil {
		return nil, err
	}
	k := portForms[kind]
	switch n := len(spans); {
	case n < k.min:
		return nil, fmt.Errorf("%q lacks a number; write a slot and a port, such as Ethernet1/1", item)
	case n > k.max:
		return nil, fmt.Errorf("%q has too many numbers; %s names have at most %d", item, k.name, k.max)
	}
	count := 1
	for _, s := range spans {
		if count *= s.len(); count > room {
			return nil, fmt.Errorf("%q makes more than %d ports", item, maxPorts)
		}
	}
	return expandSpans(kind, spans, count), nil
}

// expandSpans is every port that takes one number out of each span.
func expandSpans(kind int, spans []span, count int) []portID {
	ports := make([]portID, 0, count)
	ports = append(ports, portID{kind: kind})
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
	return ports
}

// cutKind takes the keyword off a port's name: any start of it that is not ambiguous.
func cutKind(item string) (kind int, rest string, err error) {
	at := strings.IndexAny(item, "0123456789")
	if at < 0 {
		return 0, "", fmt.Errorf("%q has no number; write a name such as Ethernet1/1 or a range such as Ethernet1/1-4", item)
	}
	word := strings.TrimSpace(item[:at])
	if word == "" {
		return 0, "", fmt.Errorf("%q has no keyword; write Ethernet%s", item, item)
	}
	for i, k := range portForms {
		if len(word) <= len(k.name) && strings.EqualFold(word, k.name[:len(word)]) {
			return i, item[at:], nil
		}
	}
	return 0, "", fmt.Errorf("%q is not a port that QoS can be set on; write Ethernet1/1, Ethernet1/1-4 or, on breakout ports, Ethernet1/1/1-4", item)
}

// cutSpans reads the numbers of a port's name.
func cutSpans(item, numbers string) ([]span, error) {
	var spans []span
	for part := range strings.SplitSeq(numbers, "/") {
		s, err := parseSpan(item, part)
		if err != nil {
			return nil, err
		}
		spans = append(spans, s)
	}
	// A range before the last number could be meant as "from port to port" (1/1-2/8). With a range at the end too it cannot.
	last := spans[len(spans)-1]
	for _, s := range spans {
		if s.dash && !last.dash {
			return nil, fmt.Errorf("%q can be read in two ways; write the range on the last number, such as Ethernet1/1-4", item)
		}
	}
	return spans, nil
}

func parseSpan(item, part string) (span, error) {
	from, to, dash := strings.Cut(part, "-")
	if !dash {
		to = from
	}
	a, errA := parseNumber(item, from)
	b, errB := parseNumber(item, to)
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

// parseNumber reads one number of a port's name. They start at 1, and none is larger than maxPorts.
func parseNumber(item, s string) (int, error) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		if strings.Contains(s, ".") {
			return 0, fmt.Errorf("%q is a subinterface; name the physical port", item)
		}
		return 0, fmt.Errorf("%q is not a port or range; write it such as Ethernet1/1 or Ethernet1/1-4", item)
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxPorts {
		return 0, fmt.Errorf("%q: %s is not a port number; they go from 1 to %d", item, s, maxPorts)
	}
	return n, nil
}

// isFullName tells whether a name is the full and normal one of a port of a kind: what ExpandPorts gives.
func (k portForm) isFullName(name string) bool {
	rest, ok := strings.CutPrefix(name, k.name)
	count := 0
	for more := true; ok && more; count++ {
		digits := 0
		for digits < len(rest) && '0' <= rest[digits] && rest[digits] <= '9' {
			digits++
		}
		ok = 1 <= digits && digits <= 4 && rest[0] != '0'
		rest, more = strings.CutPrefix(rest[digits:], "/")
	}
	return ok && rest == "" && k.min <= count && count <= k.max
}

// isEthernet and isPortChannel tell what a full name is of.
func isEthernet(name string) bool    { return portForms[1].isFullName(name) }
func isPortChannel(name string) bool { return portForms[0].isFullName(name) }
