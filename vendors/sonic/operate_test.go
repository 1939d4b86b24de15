package sonic_test

import (
	"flag"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/sonic"
	"github.com/weft-net/weft/vendors/vendortest"
)

var updateTalks = flag.Bool("update-talks", false, "write what testdata/operate*/*.txtar expect")

func TestOperate(t *testing.T) {
	talks := vendortest.Operators{Operate: func(k *vendortest.Talk) vendors.Operator {
		return sonic.New().Operate(k, vendors.Site{Device: "leaf1"})
	}}
	talks.Run(t, *updateTalks)
}

func TestOperateStore(t *testing.T) {
	talks := vendortest.Operators{Dir: "testdata/operate-gnmi", Operate: func(k *vendortest.Talk) vendors.Operator {
		return sonic.New().OperateStore(k, vendors.Site{Device: "leaf1"})
	}}
	talks.Run(t, *updateTalks)
}

// FuzzHealth feeds the readers of tables with anything.
func FuzzHealth(f *testing.F) {
	f.Add(`{"PORT_TABLE:Ethernet0": {"type": "hash", "value": {"admin_status": "up"}}}`)
	f.Add(`{"BUFFER_PG_TABLE:Ethernet0:3-4": {"value": {"profile": "[BUFFER_PROFILE_TABLE:p]"}}, "BUFFER_PROFILE_TABLE:p": {"value": {"xoff": "1"}}}`)
	f.Add(`{"COUNTERS_QUEUE_NAME_MAP": {"value": {"Ethernet0:3": "oid:0x1"}}, "COUNTERS:oid:0x1": {"value": {"SAI_QUEUE_STAT_DROPPED_PACKETS": "1"}}}`)
	f.Add(`{"a": null, "b": {"value": [1]}}`)
	ports := []vendors.PortWatch{{Name: "Ethernet0", LAG: "PortChannel1", Lossless: []qos.Queue{3}}}
	f.Fuzz(func(t *testing.T, text string) {
		signs, err := sonic.New().Operate(vendortest.Echo(text), vendors.Site{}).Health(t.Context(), ports)
		if err != nil || len(signs) == 0 {
			t.Fatalf("%d signs, %v", len(signs), err)
		}
	})
}

// The powers of the live side.
var (
	_ vendors.Liver      = sonic.SONiC{}
	_ vendors.StoreLiver = sonic.SONiC{}
	_ vendors.Netter     = sonic.SONiC{}
)
