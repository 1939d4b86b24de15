package qos

import (
	"fmt"
	"testing"
)

// TestPlaces: what is alike is named together, and of every switch that is concerned something is said.
func TestPlaces(t *testing.T) {
	on := func(name, far string, ports ...string) Place { return Place{name, ports, far} }
	var hosts, cables, odd, links []Place
	for s := range 200 {
		for p := range 64 {
			hosts = append(hosts, on(fmt.Sprintf("n%04d", s), "host cx7", fmt.Sprintf("Ethernet1/%d", p+1)))
		}
	}
	for leaf := range 4 {
		for spine := range 2 {
			cables = append(cables, on(fmt.Sprintf("leaf%d", leaf+1), fmt.Sprintf("spine%d:Ethernet1/%d", spine+1, leaf+1), fmt.Sprintf("Ethernet1/%d", 31+spine)))
		}
	}
	for i := range 9 {
		odd = append(odd, on(fmt.Sprintf("leaf%d", i+1), "", fmt.Sprintf("Ethernet1/%d", 10+i)))
		links = append(links, on(fmt.Sprintf("leaf%d", i+1), fmt.Sprintf("spine%d:Ethernet1/1", i+1), "Ethernet1/31"))
	}
	for _, test := range []struct {
		places []Place
		all    bool
		want   string
	}{
		{nil, false, ""},
		{[]Place{on("leaf1", ""), on("leaf2", ""), on("leaf3", "")}, false, "leaf1-3"},
		{[]Place{on("leaf1", "", "Ethernet1/1", "Ethernet1/2"), on("leaf2", "", "Ethernet1/9")}, false, "leaf1:Ethernet1/1-2; leaf2:Ethernet1/9"},
		{[]Place{on("leaf1", "", "Ethernet1/1"), on("leaf2", "", "Ethernet1/1"), on("leaf1", "", "Ethernet1/2"), on("leaf2", "", "Ethernet1/2")},
			false, "Ethernet1/1-2 of leaf1-2"},
		{hosts, false, "Ethernet1/1-64 of n0000-0199 towards host cx7"},
		{[]Place{on("leaf1", "host a:b", "Ethernet1/1")}, false, "leaf1:Ethernet1/1 towards host a:b"},
		{cables[:2], false, "leaf1:Ethernet1/31 - spine1:Ethernet1/1; leaf1:Ethernet1/32 - spine2:Ethernet1/1"},
		{cables, false, "leaf1-4 - spine1-2 (8 cables)"},
		{cables[1:], false, "leaf1:Ethernet1/32 - spine2:Ethernet1/1; leaf2-4 - spine1-2 (6 cables)"},
		{append(cables[2:6:6], on("leaf9", "spine9:Ethernet1/5", "Ethernet1/1"), on("leaf9", "spine9:Ethernet1/6", "Ethernet1/2")), false,
			"leaf2-3 - spine1-2 (4 cables); leaf9:Ethernet1/1-2 - spine9:Ethernet1/5-6"},
		{odd, false, "leaf1:Ethernet1/10; leaf2:Ethernet1/11; leaf3:Ethernet1/12; leaf4:Ethernet1/13; leaf5:Ethernet1/14; leaf6:Ethernet1/15; and 3 more, of leaf7-9"},
		{odd[:7], true, "leaf1:Ethernet1/10; leaf2:Ethernet1/11; leaf3:Ethernet1/12; leaf4:Ethernet1/13; leaf5:Ethernet1/14; leaf6:Ethernet1/15; leaf7:Ethernet1/16"},
		{links, false, "leaf1:Ethernet1/31 - spine1:Ethernet1/1; leaf2:Ethernet1/31 - spine2:Ethernet1/1; leaf3:Ethernet1/31 - spine3:Ethernet1/1; " +
			"leaf4:Ethernet1/31 - spine4:Ethernet1/1; leaf5:Ethernet1/31 - spine5:Ethernet1/1; leaf6:Ethernet1/31 - spine6:Ethernet1/1; and 3 more, of leaf7-9,spine7-9"},
	} {
		if got := Places(test.places, test.all); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
