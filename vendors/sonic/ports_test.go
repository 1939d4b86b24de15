package sonic

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestExpandPorts(t *testing.T) {
	tests := []struct{ family, spec, speed, want string }{
		{"TD3", "Ethernet0", "", "Ethernet0"},
		{"TD3", "Ethernet0-12", "100G", "Ethernet0 Ethernet4 Ethernet8 Ethernet12"},
		{"TD3", "ethernet0-Ethernet12", "100G", "Ethernet0 Ethernet4 Ethernet8 Ethernet12"},
		{"TD3", "Ethernet0-3", "25G", "Ethernet0 Ethernet1 Ethernet2 Ethernet3"},
		{"TH3", "Ethernet0-16", "400G", "Ethernet0 Ethernet8 Ethernet16"},
		{"SPC3", "Ethernet0-8/4", "100G", "Ethernet0 Ethernet4 Ethernet8"},
		{"generic", "Ethernet0-8/2", "", "Ethernet0 Ethernet2 Ethernet4 Ethernet6 Ethernet8"},
		{"TD3", "Ethernet4-4", "100G", "Ethernet4"},
		{"TD3", "Ethernet100, Ethernet8,Ethernet0-4/4", "", "Ethernet0 Ethernet4 Ethernet8 Ethernet100"},
		{"TD3", "portchannel0001", "", "PortChannel0001"},
		{"TD3", "PortChannel12", "", "PortChannel12"},
	}
	for _, test := range tests {
		got, err := New().ExpandPorts(vendors.Platform{Family: test.family}, test.spec, test.speed)
		if err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%s at %s: %v, %v", test.spec, test.speed, got, err)
		}
	}
}

func TestExpandManyPorts(t *testing.T) {
	got, err := New().ExpandPorts(vendors.Platform{Family: "TH2"}, "Ethernet0-252", "100G")
	if err != nil || len(got) != 64 || !slices.IsSortedFunc(got, qos.ComparePorts) {
		t.Errorf("%d ports, %v", len(got), err)
	}
}

func TestExpandPortsRefuses(t *testing.T) {
	tests := []struct{ family, spec, speed, want string }{
		{"TD3", "", "", "is not a port"},
		{"TD3", "etp1", "100G", "not its alias"},
		{"TD3", "Ethernet1/1", "100G", "has a step and no range"},
		{"TD3", "Ethernet1/1-4", "100G", "has a step and no range"},
		{"TD3", "Ethernet", "", "is not a port or range"},
		{"TD3", "Ethernet00", "", "is not a port or range"},
		{"TD3", "Ethernet-4", "", "is not a port or range"},
		{"TD3", "Ethernet0-", "100G", "is not a port or range"},
		{"TD3", "Ethernet0.10", "", "is a sub-interface"},
		{"TD3", "Ethernet10000", "", "numbered up to 9999"},
		{"TD3", "Ethernet99999999999999999999", "", "numbered up to 9999"},
		{"TD3", "Ethernet8-0", "100G", "runs backwards; write Ethernet0-8"},
		{"TD3", "Ethernet0-8", "", "needs the speed of the ports"},
		{"TD3", "Ethernet0-8", "3G", "does not know how many lanes"},
		{"TD3", "Ethernet0-9", "100G", "does not start at 9"},
		{"TD3", "Ethernet0-9/0", "100G", "a number from 1 to 64"},
		{"TD3", "Ethernet0-9/", "100G", "a number from 1 to 64"},
		{"TD3", "Ethernet0-9/+1", "100G", "a number from 1 to 64"},
		{"SPC3", "Ethernet0-8", "100G", "has 4 or 2 lanes; write the step: Ethernet0-8/4"},
		{"generic", "Ethernet0-8", "100G", "has 4 or 2 or 1 lanes"},
		{"TD3", "Ethernet0-9999/1", "", "more than 4096 ports"},
		{"TD3", "Ethernet0,Ethernet0-4/4", "", "Ethernet0 is named twice"},
		{"TD3", "PortChannel", "", "is not the name of a bundle"},
		{"TD3", "PortChannel0001-3", "", "is not the name of a bundle"},
		{"TD3", "PortChannel00001", "", "is not the name of a bundle"},
	}
	for _, test := range tests {
		got, err := New().ExpandPorts(vendors.Platform{Family: test.family}, test.spec, test.speed)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s at %s: %v, %v, want %q", test.spec, test.speed, got, err, test.want)
		}
	}
}

// Every family of the platform table has a row of lanes, but for the one that stands for any and those whose lanes no source states.
func TestEveryFamilyHasLanes(t *testing.T) {
	for i := range platformRows {
		chip := platformRows[i].chip
		if fastestLane[chip.name] == 0 && chip.refuse == "" && chip.name != "generic" && chip.name != "Cisco-8000" && chip.name != "SPC6" {
			t.Errorf("%s has none", chip.name)
		}
	}
}
