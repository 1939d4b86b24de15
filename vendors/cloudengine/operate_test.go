package cloudengine_test

import (
	"flag"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/cloudengine"
	"github.com/weft-net/weft/vendors/vendortest"
)

var updateTalks = flag.Bool("update-talks", false, "write what testdata/operate/*.txtar expect")

func TestOperate(t *testing.T) {
	talks := vendortest.Operators{Operate: func(k *vendortest.Talk) vendors.Operator {
		return cloudengine.New().Operate(k, vendors.Site{Device: "leaf1", Prefix: "WEFT"})
	}}
	talks.Run(t, *updateTalks)
}

// FuzzHealth feeds the readers of shows with anything.
func FuzzHealth(f *testing.F) {
	f.Add("Interface  PHY  Protocol\n100GE1/0/1  *down  down\n")
	f.Add("Eth-Trunk1's state information is:\nPortName   Status  Weight\n100GE1/0/1  Up  1\n")
	f.Add("Interface  Queue  Received(Frames)  DeadlockNum\n100GE1/0/1  3  0  0\n")
	f.Add("Policy Type/Name   Apply Parameter   Slot State\np  100GE1/0/1(IN)  1 success\n")
	ports := []vendors.PortWatch{{Name: "100GE1/0/1", LAG: "Eth-Trunk1", Lossless: []qos.Queue{3}}}
	f.Fuzz(func(t *testing.T, text string) {
		signs, err := cloudengine.New().Operate(vendortest.Echo(text), vendors.Site{}).Health(t.Context(), ports)
		if err != nil || len(signs) == 0 {
			t.Fatalf("%d signs, %v", len(signs), err)
		}
	})
}

// The powers of the live side.
var (
	_ vendors.Liver  = cloudengine.CloudEngine{}
	_ vendors.Netter = cloudengine.CloudEngine{}
)
