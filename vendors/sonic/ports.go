package sonic

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// maxPorts is how many ports one range may name, and highestPort the largest number in a name: more than any switch has.
const (
	maxPorts    = 4096
	highestPort = 9999
)

// The words that names of ports and bundles start with.
const (
	physicalWord = "Ethernet"
	bundleWord   = "PortChannel"
)

// ExpandPorts turns "Ethernet0-124/4,Ethernet128" into full names in natural order. A port's number is that of its first lane:
// a range steps by what stands after the slash, or by the lanes that a port of that speed has on the platform. The name of a
// bundle, such as PortChannel0001, comes back as it is. Case does not count.
func (SONiC) ExpandPorts(p vendors.Platform, spec, speed string) ([]string, error) {
	return fitting.ExpandPorts(spec, maxPorts, func(item string, room int) ([]string, error) {
		return expandItem(p, item, speed, room)
	})
}

// expandItem expands what stands between two commas.
func expandItem(p vendors.Platform, item, speed string, room int) ([]string, error) {
	if number, ok := cutFold(item, bundleWord); ok {
		if !isNumber(number) || len(number) > 4 {
			return nil, fmt.Errorf("%q is not the name of a bundle; write it such as PortChannel0001", item)
		}
		return []string{bundleWord + number}, nil
	}
	rest, ok := cutFold(item, physicalWord)
	if !ok {
		return nil, fmt.Errorf("%q is not a port; write its name such as Ethernet0, not its alias (the table PORT has both), or a range such as Ethernet0-124/4", item)
	}
	first, last, step, err := parseRange(p, item, rest, speed)
	if err != nil {
		return nil, err
	}
	if (last-first)/step+1 > room {
		return nil, fmt.Errorf("%q makes more than %d ports", item, maxPorts)
	}
	var names []string
	for n := first; n <= last; n += step {
		names = append(names, physicalWord+strconv.Itoa(n))
	}
	return names, nil
}

// parseRange reads N, N-M or N-M/STEP.
func parseRange(p vendors.Platform, item, rest, speed string) (first, last, step int, err error) {
	rest, stepText, stepped := strings.Cut(rest, "/")
	from, to, ranged := strings.Cut(rest, "-")
	if name, ok := cutFold(to, physicalWord); ok {
		to = name
	}
	if !ranged {
		to = from
	}
	if first, err = portNumber(item, from); err != nil {
		return 0, 0, 0, err
	}
	if last, err = portNumber(item, to); err != nil {
		return 0, 0, 0, err
	}
	switch {
	case first > last:
		return 0, 0, 0, fmt.Errorf("%q runs backwards; write %s%d-%d", item, physicalWord, last, first)
	case !ranged && stepped:
		return 0, 0, 0, fmt.Errorf("%q has a step and no range", item)
	case !ranged:
		return first, first, 1, nil
	case stepped:
		step, err = parseStep(item, stepText)
	default:
		step, err = lanesOf(p, item, speed)
	}
	if err == nil && (last-first)%step != 0 {
		err = fmt.Errorf("%q: a port does not start at %d when each has %d lanes from %d on", item, last, step, first)
	}
	return first, last, step, err
}

// portNumber reads the number in the name of a port.
func portNumber(item, s string) (int, error) {
	if strings.Contains(s, ".") {
		return 0, fmt.Errorf("%q is a sub-interface; name the physical port", item)
	}
	if !isNumber(s) || len(s) > 1 && s[0] == '0' {
		return 0, fmt.Errorf("%q is not a port or range; write it such as Ethernet0, Ethernet0-124 or Ethernet0-124/4", item)
	}
	n, err := strconv.Atoi(s)
	if err != nil || n > highestPort {
		return 0, fmt.Errorf("%q: ports are numbered up to %d", item, highestPort)
	}
	return n, nil
}

func parseStep(item, s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || !isNumber(s) || n < 1 || n > 64 {
		return 0, fmt.Errorf("%q: the step after the slash is a number from 1 to 64", item)
	}
	return n, nil
}

// isPhysical tells whether a name is the full one of a physical port: what ExpandPorts gives.
func isPhysical(name string) bool {
	const start = len(physicalWord)
	return len(name) > start && len(name) <= start+4 && name[:start] == physicalWord && isNumber(name[start:]) &&
		(name[start] != '0' || len(name) == start+1)
}

// isNumber tells whether s is digits only.
func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// cutFold cuts a prefix of any case.
func cutFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}
