package qos

import (
	"slices"
	"strconv"
	"strings"
)

// PortRanges writes port names compactly and in natural order: "Ethernet1/1-30, Ethernet1/33". Three names or more that are
// one even step apart are a range with that step, as SONiC numbers its ports: "Ethernet0-124/4". A name that occurs twice
// is written once.
func PortRanges(names []string) string {
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, ComparePorts)
	sorted = slices.Compact(sorted)
	var b strings.Builder
	for len(sorted) > 0 {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		n, step := portRun(sorted)
		b.WriteString(sorted[0])
		if n > 1 {
			_, last, _ := numbered(sorted[n-1])
			b.WriteString("-" + strconv.Itoa(last))
		}
		if step > 1 {
			b.WriteString("/" + strconv.Itoa(step))
		}
		sorted = sorted[n:]
	}
	return b.String()
}

// portRun returns how many names at the front make one range, and its step. It is 1 and 0 for a name by itself.
func portRun(names []string) (n, step int) {
	n = 1
	stem, last, ok := numbered(names[0])
	for ok && n < len(names) {
		s, number, is := numbered(names[n])
		if n == 1 {
			step = number - last
		}
		if !is || s != stem || number-last != step {
			break
		}
		last = number
		n++
	}
	if n == 1 || n == 2 && step > 1 {
		return 1, 0
	}
	return n, step
}

// numbered divides a name from the number that it ends with. A number with a leading zero does not count: it could not be
// written back.
func numbered(name string) (stem string, number int, ok bool) {
	i := len(name)
	for i > 0 && isDigit(name[i-1]) {
		i--
	}
	if name[i:] != "0" && strings.HasPrefix(name[i:], "0") {
		return name, 0, false
	}
	number, err := strconv.Atoi(name[i:])
	return name[:i], number, err == nil
}
