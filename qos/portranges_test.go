package qos

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPortRanges(t *testing.T) {
	stride := make([]string, 32)
	for i := range stride {
		stride[i] = fmt.Sprintf("Ethernet%d", 4*i)
	}
	tests := []struct {
		names []string
		want  string
	}{
		{nil, ""},
		{[]string{"Ethernet1/3"}, "Ethernet1/3"},
		{[]string{"Ethernet1/10", "Ethernet1/9", "Ethernet1/33", "Ethernet1/8"}, "Ethernet1/8-10, Ethernet1/33"},
		{[]string{"Ethernet1/31", "Ethernet1/32"}, "Ethernet1/31-32"},
		{[]string{"Ethernet1/1/1", "Ethernet1/1/2", "Ethernet1/1/3", "Ethernet1/1/4"}, "Ethernet1/1/1-4"},
		{[]string{"Ethernet1/1/4", "Ethernet1/2/1"}, "Ethernet1/1/4, Ethernet1/2/1"},
		{stride, "Ethernet0-124/4"},
		{[]string{"Ethernet0", "Ethernet4"}, "Ethernet0, Ethernet4"},
		{[]string{"Ethernet0", "Ethernet4", "Ethernet8", "Ethernet9"}, "Ethernet0-8/4, Ethernet9"},
		{[]string{"100GE1/0/1", "100GE1/0/2", "25GE1/0/1"}, "25GE1/0/1, 100GE1/0/1-2"},
		{[]string{"a", "b", "mgmt0", "mgmt0"}, "a, b, mgmt0"},
		{[]string{"e01", "e02"}, "e01-02"},
		{[]string{"n0198", "n0199", "n0200", "n1000"}, "n0198-0200, n1000"},
		{[]string{"leaf", "leaf1", "leaf2"}, "leaf, leaf1-2"},
		{[]string{"e99999999999999999999", "e99999999999999999998"}, "e99999999999999999998, e99999999999999999999"},
	}
	for _, test := range tests {
		if got := PortRanges(test.names); got != test.want {
			t.Errorf("PortRanges(%v) = %q, want %q", test.names, got, test.want)
		}
	}
}

func TestRanges(t *testing.T) {
	tests := []struct{ names, want string }{
		{"", ""},
		{"Ethernet1/7", "Ethernet1/7"},
		{"Ethernet1/10 Ethernet1/9 Ethernet1/8 Ethernet1/8", "Ethernet1/8-10"},
		{"Ethernet1/1 Ethernet1/2 Ethernet1/4 Ethernet1/30 Ethernet1/31", "Ethernet1/1-2,4,30-31"},
		{"Ethernet1/1 Ethernet2/1 Ethernet2/2", "Ethernet1/1,Ethernet2/1-2"},
		{"Ethernet1/1/1 Ethernet1/1/2 Ethernet1/2/1", "Ethernet1/1/1-2,Ethernet1/2/1"},
		{"Ethernet0 Ethernet8 Ethernet16 Ethernet24", "Ethernet0-24/8"},
		{"Ethernet0 Ethernet8", "Ethernet0,8"},
		{"leaf09 leaf10 leaf11 leaf100", "leaf09-11,100"},
		{"leaf9 leaf10 leaf010", "leaf9,010,10"},
		{paddedNames(), "leaf0000-1999"},
		{"leaf leaf1 leaf2", "leaf,leaf1-2"},
		{"mgmt0 nve1 vlan", "mgmt0,nve1,vlan"},
		{"x99999999999999999999 x1", "x1,99999999999999999999"},
	}
	for _, test := range tests {
		if got := Ranges(strings.Fields(test.names)); got != test.want {
			t.Errorf("Ranges(%s) = %q, want %q", test.names, got, test.want)
		}
	}
}

// Expanding what is written gives every name again, once.
func TestPortRangesLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfNDistinct(rapid.IntRange(0, 40), 1, 20, rapid.ID[int]).Draw(t, "numbers")
		slices.Sort(numbers)
		var names, back []string
		for _, n := range numbers {
			names = append(names, "Ethernet1/"+strconv.Itoa(n))
		}
		for _, part := range strings.Split(PortRanges(names), ", ") {
			back = append(back, expand(t, strings.TrimPrefix(part, "Ethernet1/"))...)
		}
		if !slices.Equal(names, back) {
			t.Fatalf("%v came back as %v", names, back)
		}
	})
}

func expand(t *rapid.T, part string) []string {
	var first, last, step int
	if n, _ := fmt.Sscanf(part, "%d-%d/%d", &first, &last, &step); n < 3 {
		step = 1
		if n < 2 {
			last = first
		}
	}
	var names []string
	for n := first; n <= last; n += step {
		names = append(names, "Ethernet1/"+strconv.Itoa(n))
	}
	return names
}

// paddedNames are the switches of a large fabric, as HCL's format("leaf%04d", n) names them.
func paddedNames() string {
	names := make([]string, 2000)
	for i := range names {
		names[i] = fmt.Sprintf("leaf%04d", i)
	}
	return strings.Join(names, " ")
}
