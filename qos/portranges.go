package qos

import (
	"slices"
	"strconv"
	"strings"
)

// PortRanges writes port names compactly and in natural order: "Ethernet1/1-30, Ethernet1/33". Three names or more that are
// one even step apart are a range with that step, as SONiC numbers its ports: "Ethernet0-124/4". A name that occurs twice
// is written once. It works for the names of switches too: "n0000-0199".
func PortRanges(names []string) string {
	var b strings.Builder
	for _, r := range rangesOf(names) {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		r.write(&b, true)
	}
	return b.String()
}

// Ranges is PortRanges more compactly still, for lists that stand by themselves: "Ethernet1/1-30,33".
func Ranges(names []string) string {
	var b strings.Builder
	previous := ""
	for _, r := range rangesOf(names) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		r.write(&b, r.stem != previous || r.first == "")
		if previous = r.stem; r.first == "" {
			previous = "" // a number alone after it would be another name's
		}
	}
	return b.String()
}

// nameRange is names that differ in the number at their end, one even step apart. One name is a range too.
type nameRange struct {
	stem, first, last string
	step              int
}

func (r *nameRange) write(b *strings.Builder, stem bool) {
	if stem {
		b.WriteString(r.stem)
	}
	b.WriteString(r.first)
	if r.last != r.first {
		b.WriteString("-" + r.last)
	}
	if r.step > 1 {
		b.WriteString("/" + strconv.Itoa(r.step))
	}
}

// rangesOf are the ranges of names, in natural order.
func rangesOf(names []string) []nameRange {
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, ComparePorts)
	sorted = slices.Compact(sorted)
	var list []nameRange
	for len(sorted) > 0 {
		n, step := portRun(sorted)
		r := nameRange{step: step}
		r.stem, r.first = numbered(sorted[0])
		_, r.last = numbered(sorted[n-1])
		list = append(list, r)
		sorted = sorted[n:]
	}
	return list
}

// portRun returns how many names at the front make one range, and its step. It is 1 and 0 for a name by itself; a step over 1 needs
// three names.
func portRun(names []string) (n, step int) {
	stem, first := numbered(names[0])
	last, n := number(first), 1
	for last >= 0 && n < len(names) {
		s, digits := numbered(names[n])
		at := number(digits)
		if n == 1 {
			step = at - last
		}
		if s != stem || at < 0 || at-last != step || !alikePadded(first, digits) {
			break
		}
		last = at
		n++
	}
	if n == 1 || n == 2 && step > 1 {
		return 1, 0
	}
	return n, step
}

// alikePadded tells whether two numbers are written in one way: of as many digits, or without zeros in front.
func alikePadded(a, b string) bool {
	return len(a) == len(b) || !padded(a) && !padded(b)
}

func padded(digits string) bool { return len(digits) > 1 && digits[0] == '0' }

// numbered divides a name from the digits that it ends with.
func numbered(name string) (stem, digits string) {
	i := len(name)
	for i > 0 && isDigit(name[i-1]) {
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
