package nxos

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestExpandPorts(t *testing.T) {
	tests := map[string]string{
		"Ethernet1/1":               "Ethernet1/1",
		"Ethernet1/1-4":             "Ethernet1/1 Ethernet1/2 Ethernet1/3 Ethernet1/4",
		"Ethernet1/1-2,Ethernet1/7": "Ethernet1/1 Ethernet1/2 Ethernet1/7",
		"Ethernet1/9-11":            "Ethernet1/9 Ethernet1/10 Ethernet1/11",
		"Ethernet1/10, e1/2":        "Ethernet1/2 Ethernet1/10",
		"Eth1/1":                    "Ethernet1/1",
		"e1/1":                      "Ethernet1/1",
		"ETHERNET 1/1":              "Ethernet1/1",
		"Ethernet01/007":            "Ethernet1/7",
		"Ethernet1/1/1-2":           "Ethernet1/1/1 Ethernet1/1/2",
		"e1/1/1-2,e1/2/1-2":         "Ethernet1/1/1 Ethernet1/1/2 Ethernet1/2/1 Ethernet1/2/2",
		"e1/1-2/1-2":                "Ethernet1/1/1 Ethernet1/1/2 Ethernet1/2/1 Ethernet1/2/2",
		"port-channel10":            "port-channel10",
		"po10":                      "port-channel10",
		"e1/1,Po2":                  "port-channel2 Ethernet1/1",
	}
	for spec, want := range tests {
		got, err := NXOS{}.ExpandPorts(vendors.Platform{}, spec, "400G")
		if err != nil {
			t.Errorf("%s: %v", spec, err)
		} else if strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s", spec, got, want)
		}
	}
}

func TestExpandPortsRefuses(t *testing.T) {
	tests := map[string]string{ // spec → what the error has to say
		"":                               "such as Ethernet1/1",
		"Ethernet":                       "such as Ethernet1/1",
		"Ethernet5":                      "slot and a port",
		"1/1":                            "write Ethernet1/1",
		"Ethernet1/9-1":                  "write 1-9",
		"Ethernet1/1,":                   "such as Ethernet1/1",
		"Ethernet1/1-":                   "such as Ethernet1/1",
		"Ethernet1/-4":                   "such as Ethernet1/1",
		"Ethernet1/1-2-3":                "such as Ethernet1/1",
		"Ethernet1/1x":                   "such as Ethernet1/1",
		"Ethernet1/1.10":                 "subinterface",
		"Ethernet1/0":                    "from 1 to",
		"Ethernet1/99999":                "from 1 to",
		"Ethernet1/99999999999999999999": "from 1 to",
		"Ethernet1/1/1/1":                "at most 3",
		"port-channel1/1":                "at most 1",
		"Ethernet1/1-2/8":                "two ways",
		"Ethernet1/1-1/8":                "two ways",
		"Ethernet1-4096/1-4096":          "more than 4096",
		"e1/1-4000,e2/1-4000":            "more than 4096",
		"Ethernet1/1,e1/1":               "Ethernet1/1 is named twice",
		"Ethernet1/1-4,e1/3":             "Ethernet1/3 is named twice",
		"Vlan10":                         "not a port",
		"mgmt0":                          "not a port",
		"nve1":                           "not a port",
		"Ethernet1/1\nno feature":        "such as Ethernet1/1",
	}
	for spec, want := range tests {
		got, err := NXOS{}.ExpandPorts(vendors.Platform{}, spec, "")
		if err == nil {
			t.Errorf("%q is accepted: %v", spec, got)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q does not say %q", spec, err, want)
		}
	}
}

// FuzzExpandPorts: what comes back is in order, without repetition, within the limit, and expands to itself.
func FuzzExpandPorts(f *testing.F) {
	for _, seed := range []string{"Ethernet1/1-4,e1/7", "e1/1-2/1-2", "po10", "Ethernet1/9-1", "e1/1,e1/1", "é1/1", "e1/1\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		names, err := NXOS{}.ExpandPorts(vendors.Platform{}, spec, "")
		if err != nil {
			return
		}
		if len(names) == 0 || len(names) > maxPorts {
			t.Fatalf("%q makes %d ports", spec, len(names))
		}
		for i, name := range names {
			if isEthernet(name) == isPortChannel(name) {
				t.Fatalf("%q is not a full name", name)
			}
			again, err := NXOS{}.ExpandPorts(vendors.Platform{}, name, "")
			if err != nil || !slices.Equal(again, []string{name}) {
				t.Fatalf("%q: %q expands to %v, %v", spec, name, again, err)
			}
			if i > 0 && strings.HasPrefix(name, "Eth") == strings.HasPrefix(names[i-1], "Eth") && qos.ComparePorts(names[i-1], name) >= 0 {
				t.Fatalf("%q: %q stands before %q", spec, names[i-1], name)
			}
		}
	})
}

func TestFullNames(t *testing.T) {
	for _, name := range []string{"Ethernet1/1", "Ethernet1/64", "Ethernet101/1/4", "Ethernet1/1/1"} {
		if !isEthernet(name) || isPortChannel(name) {
			t.Errorf("%q is not taken for a full name", name)
		}
	}
	if !isPortChannel("port-channel4096") {
		t.Error("port-channel4096 is not taken for a full name")
	}
	for _, name := range []string{
		"", "Ethernet", "Ethernet1", "Ethernet1/", "Ethernet/1", "Ethernet1/1/1/1", "Ethernet01/1", "Ethernet1/0", "Eth1/1", "ethernet1/1",
		"Ethernet1/1-4", "Ethernet1/1 ", "Ethernet1/1\n", "Ethernet1/12345", "port-channel", "port-channel1/1", "Port-channel1",
	} {
		if isEthernet(name) || isPortChannel(name) {
			t.Errorf("%q is taken for a full name", name)
		}
	}
}
