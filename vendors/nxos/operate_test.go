package nxos_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/nxos"
	"github.com/weft-net/weft/vendors/vendortest"
)

var updateTalks = flag.Bool("update-talks", false, "write what testdata/operate/*.txtar expect")

func TestOperate(t *testing.T) {
	talks := vendortest.Operators{Operate: func(k *vendortest.Talk) vendors.Operator { return nxos.New().Operate(k, vendors.Site{Device: "leaf1"}) }}
	talks.Run(t, *updateTalks)
}

// TestDualStage goes through talks with switches whose intent accepts dual-stage commits.
func TestDualStage(t *testing.T) {
	for dir, release := range map[string]string{"testdata/stage": "10.4(3)", "testdata/stage-old": "10.1(2)"} {
		platform, err := nxos.New().Platform("N9K-C9332D-GX2B", release)
		if err != nil {
			t.Fatal(err)
		}
		site := vendors.Site{Device: "leaf1", Platform: platform, Accept: map[string]bool{"nxos.dual-stage": true}}
		talks := vendortest.Operators{Dir: dir, Operate: func(k *vendortest.Talk) vendors.Operator { return nxos.New().Operate(k, site) }}
		talks.Run(t, *updateTalks)
	}
}

// FuzzHealth feeds the readers of shows with anything.
func FuzzHealth(f *testing.F) {
	f.Add("Ethernet  VLAN  Status  Reason\nEth1/1  1  up  none\n")
	f.Add("Device ID   Local Intf  Hold-time  Capability  Port ID\nleaf2\n   Eth1/1  120  BR  Eth1/2\n")
	f.Add("1  Po1(SU)  Eth  LACP  Eth1/1(P)\n")
	f.Add("Ethernet1/1  On  On  (18)  0  0\nEgress Queuing for Ethernet1/1 [System]\n|  QOS GROUP 3  |\n| Dropped Pkts | 1|\n")
	ports := []vendors.PortWatch{{Name: "Ethernet1/1", LAG: "port-channel1", Lossless: []qos.Queue{3, 4}}}
	f.Fuzz(func(t *testing.T, text string) {
		signs, err := nxos.New().Operate(vendortest.Echo(text), vendors.Site{}).Health(t.Context(), ports)
		if err != nil || len(signs) == 0 {
			t.Fatalf("%d signs, %v", len(signs), err)
		}
		for _, s := range signs {
			if strings.ContainsAny(s.Port, "\n\r") {
				t.Errorf("%q is no port", s.Port)
			}
		}
	})
}

// The powers of the live side.
var (
	_ vendors.Liver  = nxos.NXOS{}
	_ vendors.Netter = nxos.NXOS{}
)
