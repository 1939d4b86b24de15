package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// Ranges writes names compactly, in natural order: "Ethernet1/1-30,33", or "Ethernet0-248/8" where at least three names
// are one even step apart. It works for the names of ports and of switches.
func Ranges(names []string) string {
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, qos.ComparePorts)
	sorted = slices.Compact(sorted)
	var b strings.Builder
	previous := ""
	for len(sorted) > 0 {
		stem, first := splitNumber(sorted[0])
		run, step := runOf(sorted, stem, first)
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		if stem != previous || first == "" {
			b.WriteString(stem)
		}
		b.WriteString(first)
		if run > 1 {
			_, last := splitNumber(sorted[run-1])
			b.WriteString("-" + last)
		}
		if step > 1 {
			b.WriteString("/" + strconv.Itoa(step))
		}
		previous, sorted = stem, sorted[run:]
	}
	return b.String()
}

// runOf counts the names at the front that are one even step apart, and that step. A step over 1 needs three of them.
func runOf(names []string, stem, first string) (run, step int) {
	last, run := number(first), 1
	for ; run < len(names); run++ {
		s, digits := splitNumber(names[run])
		n := number(digits)
		if s != stem || n < 0 || len(digits) != len(first) && (first[0] == '0' && len(first) > 1 || digits[0] == '0') {
			break
		}
		if run == 1 {
			step = n - last
		}
		if n-last != step {
			break
		}
		last = n
	}
	if run == 1 || step > 1 && run == 2 {
		return 1, 0
	}
	return run, step
}

// splitNumber divides a name from the digits it ends with.
func splitNumber(name string) (stem, digits string) {
	i := len(name)
	for i > 0 && name[i-1] >= '0' && name[i-1] <= '9' {
		i--
	}
	return name[:i], name[i:]
}

// number is the value of digits, or -1 for none or for more than a number holds.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n
}
