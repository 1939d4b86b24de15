package sonic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// drawnOperations are operations with a port and a number left open.
var drawnOperations = []string{
	`{"op":"replace","path":"/QUEUE/<port>|<n>/scheduler","value":"scheduler.1"}`,
	`{"op":"add","path":"/QUEUE/<port>|<n>/wred_profile","value":"AZURE_LOSSLESS"}`,
	`{"op":"remove","path":"/QUEUE/<port>|<n>/wred_profile"}`,
	`{"op":"remove","path":"/QUEUE/<port>|<n>"}`,
	`{"op":"add","path":"/QUEUE/<port>|<n>","value":{"scheduler":"WEFT-q"}}`,
	`{"op":"add","path":"/SCHEDULER/WEFT-q","value":{"type":"DWRR","weight":"<n>5"}}`,
	`{"op":"replace","path":"/SCHEDULER/scheduler.1/weight","value":"<n>1"}`,
	`{"op":"remove","path":"/SCHEDULER/scheduler.2"}`,
	`{"op":"add","path":"/DSCP_TO_TC_MAP/AZURE/2<n>","value":"<n>"}`,
	`{"op":"copy","from":"/DSCP_TO_TC_MAP/AZURE","path":"/DSCP_TO_TC_MAP/WEFT-m"}`,
	`{"op":"replace","path":"/DSCP_TO_TC_MAP/WEFT-m/2<n>","value":"<n>"}`,
	`{"op":"add","path":"/PORT_QOS_MAP/<port>/dscp_to_tc_map","value":"WEFT-m"}`,
	`{"op":"replace","path":"/TC_TO_QUEUE_MAP/AZURE/<n>","value":"5"}`,
	`{"op":"replace","path":"/TC_TO_PRIORITY_GROUP_MAP/AZURE/<n>","value":"3"}`,
	`{"op":"replace","path":"/PORT_QOS_MAP/<port>/pfc_enable","value":"3,4,<n>"}`,
	`{"op":"remove","path":"/PORT_QOS_MAP/<port>/pfcwd_sw_enable"}`,
	`{"op":"remove","path":"/PORT_QOS_MAP/global"}`,
	`{"op":"replace","path":"/PFC_WD/<port>/detection_time","value":"<n>00"}`,
	`{"op":"replace","path":"/PFC_WD/GLOBAL/POLL_INTERVAL","value":"<n>00"}`,
	`{"op":"remove","path":"/PFC_WD/<port>"}`,
	`{"op":"replace","path":"/CABLE_LENGTH/AZURE/<port>","value":"<n>0m"}`,
	`{"op":"replace","path":"/PORT/<port>/mtu","value":"900<n>"}`,
	`{"op":"replace","path":"/WRED_PROFILE/AZURE_LOSSLESS/green_min_threshold","value":"<n>000"}`,
	`{"op":"add","path":"/WRED_PROFILE/WEFT-e","value":{"ecn":"ecn_all","wred_green_enable":"true","green_min_threshold":"<n>","green_max_threshold":"<n>000"}}`,
	`{"op":"add","path":"/QUEUE/<port>|<n>/wred_profile","value":"WEFT-e"}`,
	`{"op":"replace","path":"/BUFFER_PROFILE/egress_lossy_profile/dynamic_th","value":"<n>"}`,
	`{"op":"add","path":"/BUFFER_PROFILE/WEFT-b","value":{"pool":"egress_lossy_pool","size":"0","dynamic_th":"<n>"}}`,
	`{"op":"add","path":"/BUFFER_QUEUE/<port>|7","value":{"profile":"WEFT-b"}}`,
	`{"op":"remove","path":"/BUFFER_QUEUE/<port>|0-2"}`,
	`{"op":"remove","path":"/BUFFER_PG/<port>|0"}`,
	`{"op":"test","path":"/SCHEDULER/scheduler.0/type","value":"DWRR"}`,
}

func drawPatch(t *rapid.T) string {
	var ops []string
	for range rapid.IntRange(1, 4).Draw(t, "operations") {
		op := rapid.SampledFrom(drawnOperations).Draw(t, "operation")
		port := fmt.Sprintf("Ethernet%d", 4*rapid.IntRange(0, 3).Draw(t, "port"))
		n := fmt.Sprint(rapid.IntRange(0, 7).Draw(t, "number"))
		ops = append(ops, strings.NewReplacer("<port>", port, "<n>", n).Replace(op))
	}
	return "[" + strings.Join(ops, ",") + "]"
}

// TestAnyPatchesKeepTheModelWhole: what is refused changes nothing; what is accepted ends in a database that is valid, reads from its
// own text, and changes the behaviour of the ports of the effect and of no other.
func TestAnyPatchesKeepTheModelWhole(t *testing.T) {
	p, err := New().Platform("Arista-7050CX3-32S-C32", "202511")
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		d := New().Replay(configOf(parsed(goldenText("leaf-traditional.json"))), p, nil).(*device)
		for range rapid.IntRange(1, 4).Draw(t, "patches") {
			patch := drawPatch(t)
			before, text := New().Read(d.Config(), p), string(d.Config().Bytes())
			effect, err := d.Do(step(patch))
			if err != nil {
				if string(d.Config().Bytes()) != text || effect.All || effect.Ports != nil {
					t.Fatalf("%s is refused and changed something", patch)
				}
				continue
			}
			accepted++
			if found := wrongIn(d.doc, "202511"); len(found) > 0 {
				t.Fatalf("after %s: %v", patch, found)
			}
			if deltas := New().Deltas(d.Config(), configOf(parsed(d.Config().Bytes()))); len(deltas) > 0 {
				t.Fatalf("after %s the text reads otherwise: %v", patch, deltas)
			}
			for _, port := range changedPorts(before, New().Read(d.Config(), p)) {
				if !effect.All && !slices.Contains(effect.Ports, port) {
					t.Fatalf("%s changes %s, its effect is %v", patch, port, effect.Ports)
				}
			}
		}
	})
	if accepted < 20 {
		t.Errorf("only %d patches were accepted", accepted)
	}
}

// changedPorts are the ports that behave otherwise.
func changedPorts(before, after vendors.Reading) []string {
	var changed []string
	for i := range before.Switch.Ports {
		was := &qos.Switch{Ports: before.Switch.Ports[i : i+1]}
		if !qos.Equal(was, &qos.Switch{Ports: after.Switch.Ports[i : i+1]}) {
			changed = append(changed, before.Switch.Ports[i].Name)
		}
	}
	return changed
}
