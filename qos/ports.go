package qos

import (
	"cmp"
	"strings"
)

// ComparePorts orders port names, and any other names with numbers in them, as a person counts: Ethernet1/2 comes before
// Ethernet1/10. It returns -1, 0 or +1; only equal strings give 0.
func ComparePorts(a, b string) int {
	if a == b {
		return 0
	}
	i := sameStart(a, b)
	j := i
	for i < len(a) && j < len(b) {
		if !isDigit(a[i]) || !isDigit(b[j]) {
			if a[i] != b[j] {
				return cmp.Compare(a[i], b[j])
			}
			i, j = i+1, j+1
			continue
		}
		m, n := digits(a[i:]), digits(b[j:])
		if c := compareNumbers(a[i:i+m], b[j:j+n]); c != 0 {
			return c
		}
		i, j = i+m, j+n
	}
	if c := cmp.Compare(len(a)-i, len(b)-j); c != 0 {
		return c
	}
	return strings.Compare(a, b) // they differ in leading zeros at most
}

// sameStart is where two strings begin to differ, or where the number begins in which they do.
func sameStart(a, b string) int {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	for i > 0 && isDigit(a[i-1]) {
		i--
	}
	return i
}

// compareNumbers compares two strings of digits by value, of any length.
func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// digits counts the digits that s starts with.
func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
