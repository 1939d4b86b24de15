package plan

import (
	"strings"
	"testing"
)

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
		{"mgmt0 nve1 vlan", "mgmt0,nve1,vlan"},
		{"x99999999999999999999 x1", "x1,99999999999999999999"},
	}
	for _, test := range tests {
		if got := Ranges(strings.Fields(test.names)); got != test.want {
			t.Errorf("Ranges(%s) = %q, want %q", test.names, got, test.want)
		}
	}
}
