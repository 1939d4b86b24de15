package cloudengine

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestExpandPorts(t *testing.T) {
	tests := map[string]string{
		"100GE1/0/1":              "100GE1/0/1",
		"100GE1/0/1-3":            "100GE1/0/1 100GE1/0/2 100GE1/0/3",
		"100ge 1/0/1":             "100GE1/0/1",
		"100GE 01/0/007":          "100GE1/0/7",
		"100GE1/0/9-10,25GE1/0/2": "25GE1/0/2 100GE1/0/9 100GE1/0/10",
		"GE1/0/1, 10GE1/0/1":      "10GE1/0/1 GE1/0/1",
		"10GE1/0/1:1-4":           "10GE1/0/1:1 10GE1/0/1:2 10GE1/0/1:3 10GE1/0/1:4",
		"25GE1/0/1-2:1-2":         "25GE1/0/1:1 25GE1/0/1:2 25GE1/0/2:1 25GE1/0/2:2",
		"100GE3-4/0/1-2":          "100GE3/0/1 100GE3/0/2 100GE4/0/1 100GE4/0/2",
		"400GE1/1/2":              "400GE1/1/2",
		"Eth-Trunk10":             "Eth-Trunk10",
		"eth-trunk 0-1":           "Eth-Trunk0 Eth-Trunk1",
	}
	for spec, want := range tests {
		got, err := CloudEngine{}.ExpandPorts(vendors.Platform{}, spec, "100G")
		if err != nil {
			t.Errorf("%s: %v", spec, err)
		} else if strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s", spec, got, want)
		}
	}
}

func TestExpandPortsRefuses(t *testing.T) {
	tests := map[string]string{ // spec → what the error has to say
		"":                                "write 100GE1/0/1",
		"100GE":                           "write 100GE1/0/1",
		"100GE1":                          "three numbers",
		"100GE1/0":                        "three numbers",
		"100GE1/0/1/1":                    "three numbers",
		"1/0/1":                           "write 100GE1/0/1",
		"Ethernet1/1":                     "not a port that QoS can be set on",
		"Vlanif100":                       "not a port that QoS can be set on",
		"MEth0/0/0":                       "not a port that QoS can be set on",
		"100GE1/0/9-1":                    "write 1-9",
		"100GE1/0/1,":                     "write 100GE1/0/1",
		"100GE1/0/1-":                     "such as 100GE1/0/1",
		"100GE1/0/-4":                     "such as 100GE1/0/1",
		"100GE1/0/1-2-3":                  "such as 100GE1/0/1",
		"100GE1/0/1x":                     "such as 100GE1/0/1",
		"100GE1/0/1:":                     "such as 100GE1/0/1",
		"100GE1/0/1:0":                    "from 1 to",
		"100GE1/0/1:1:2":                  "such as 100GE1/0/1",
		"100GE1/0/1.10":                   "sub-interface",
		"100GE1/0/0":                      "from 1 to",
		"100GE0/0/1":                      "from 1 to",
		"100GE1/0/99999":                  "from 1 to",
		"100GE1/0/99999999999999999999":   "from 1 to",
		"Eth-Trunk1/0/1":                  "write a bundle such as Eth-Trunk10",
		"Eth-Trunk1:1":                    "write a bundle such as Eth-Trunk10",
		"100GE1/0/1-2:1":                  "two ways",
		"100GE1-2/0/8":                    "two ways",
		"100GE1-4096/0/1-4096":            "more than 4096",
		"100GE1/0/1-4000,100GE2/0/1-4000": "more than 4096",
		"100GE1/0/1,100ge1/0/1":           "100GE1/0/1 is named twice",
		"100GE1/0/1-4,100GE1/0/3":         "100GE1/0/3 is named twice",
		"100GE1/0/1\nundo dcb pfc":        "such as 100GE1/0/1",
	}
	for spec, want := range tests {
		got, err := CloudEngine{}.ExpandPorts(vendors.Platform{}, spec, "")
		if err == nil {
			t.Errorf("%q is accepted: %v", spec, got)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q does not say %q", spec, err, want)
		}
	}
}

// FuzzExpandPorts: what comes back is in natural order, without repetition, within the limit, and expands to itself.
func FuzzExpandPorts(f *testing.F) {
	for _, seed := range []string{"100GE1/0/1-4,25ge 1/0/7", "10GE1/0/1-2:1-2", "Eth-Trunk10", "GE1/0/9-1", "GE1/0/1,GE1/0/1", "é1/0/1", "GE1/0/1\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		names, err := CloudEngine{}.ExpandPorts(vendors.Platform{}, spec, "")
		if err != nil {
			return
		}
		if len(names) == 0 || len(names) > maxPorts {
			t.Fatalf("%q makes %d ports", spec, len(names))
		}
		for i, name := range names {
			if isPhysical(name) == isEthTrunk(name) {
				t.Fatalf("%q is not a full name", name)
			}
			again, err := CloudEngine{}.ExpandPorts(vendors.Platform{}, name, "")
			if err != nil || !slices.Equal(again, []string{name}) {
				t.Fatalf("%q: %q expands to %v, %v", spec, name, again, err)
			}
			if i > 0 && qos.ComparePorts(names[i-1], name) >= 0 {
				t.Fatalf("%q: %q stands before %q", spec, names[i-1], name)
			}
		}
	})
}

func TestFullNames(t *testing.T) {
	for name, slot := range map[string]string{"100GE1/0/1": "1", "GE2/0/64": "2", "25GE16/1/4": "16", "10GE1/0/1:4": "1"} {
		if !isPhysical(name) || isEthTrunk(name) || slotOf(name) != slot {
			t.Errorf("%q: physical %v, bundle %v, slot %q", name, isPhysical(name), isEthTrunk(name), slotOf(name))
		}
	}
	if !isEthTrunk("Eth-Trunk0") || isPhysical("Eth-Trunk4095") {
		t.Error("an Eth-Trunk is not taken for a bundle")
	}
	for _, name := range []string{
		"", "100GE", "100GE1", "100GE1/", "100GE1/0", "100GE1/0/", "100GE/0/1", "100GE1/0/1/1", "100GE01/0/1", "100GE1/00/1", "100GE1/0/0",
		"100ge1/0/1", "100GE 1/0/1", "100GE1/0/1-4", "100GE1/0/1 ", "100GE1/0/1\n", "100GE1/0/12345", "100GE1/0/1:", "100GE1/0/1:0", "100GE1/0/1.1",
		"Eth-Trunk", "Eth-Trunk01", "Eth-Trunk1:1", "Eth-Trunk1/0/1", "eth-trunk1", "Vlanif1",
	} {
		if isPhysical(name) || isEthTrunk(name) {
			t.Errorf("%q is taken for a full name", name)
		}
	}
}
