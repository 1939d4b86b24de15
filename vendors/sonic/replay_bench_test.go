package sonic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// bigSwitch is the golden database with as many ports as wanted, and the patch that gives each port queues, maps and buffers anew.
func bigSwitch(ports int) (*document, string) {
	e := newEditor(parsed(goldenText("leaf-traditional.json")))
	golden := e.doc()
	var ops []string
	for i := range ports {
		port := fmt.Sprintf("Ethernet%d", 4*i)
		for _, table := range []string{"PORT", "PORT_QOS_MAP", "QUEUE", "BUFFER_PG", "BUFFER_QUEUE", "PFC_WD"} {
			for _, r := range golden.table(table).rows {
				if index, ok := strings.CutPrefix(r.key, "Ethernet0"); ok && (index == "" || index[0] == '|') {
					for _, f := range r.fields {
						e.set(table, port+index, f.name, f.value)
					}
				}
			}
		}
		e.set("PORT", port, "lanes", fmt.Sprint(i))
		e.set("CABLE_LENGTH", "AZURE", port, "40m")
		for queue := range 7 {
			ops = append(ops, fmt.Sprintf(`{"op":"replace","path":"/QUEUE/%s|%d/scheduler","value":"WEFT-q-%d"}`, port, queue, queue%3))
		}
		ops = append(ops,
			fmt.Sprintf(`{"op":"add","path":"/PORT_QOS_MAP/%s","value":{"dscp_to_tc_map":"WEFT-classify","tc_to_queue_map":"AZURE","tc_to_pg_map":"AZURE","pfc_to_queue_map":"AZURE","pfc_enable":"3,4","pfcwd_sw_enable":"3,4"}}`, port),
			fmt.Sprintf(`{"op":"replace","path":"/PFC_WD/%s/detection_time","value":"400"}`, port))
	}
	e.set("DEVICE_METADATA", "localhost", "hwsku", listedSKU)
	shared := `{"op":"add","path":"/SCHEDULER/WEFT-q-0","value":{"type":"DWRR","weight":"5"}},{"op":"add","path":"/SCHEDULER/WEFT-q-1","value":{"type":"DWRR","weight":"6"}},{"op":"add","path":"/SCHEDULER/WEFT-q-2","value":{"type":"STRICT"}},` +
		`{"op":"copy","from":"/DSCP_TO_TC_MAP/AZURE","path":"/DSCP_TO_TC_MAP/WEFT-classify"},`
	return e.doc(), "[" + shared + strings.Join(ops, ",") + "]"
}

// BenchmarkReplay starts a model of a switch and runs one patch that changes each port.
func BenchmarkReplay(b *testing.B) {
	for _, ports := range []int{64, 512} {
		b.Run(fmt.Sprint(ports), func(b *testing.B) {
			doc, patch := bigSwitch(ports)
			c := configOf(doc)
			p := vendors.Platform{Release: "202511", Queues: 8}
			steps := step(patch)
			b.ReportAllocs()
			b.SetBytes(int64(len(patch)))
			for b.Loop() {
				d := New().Replay(c, p, nil)
				if _, err := d.Do(steps); err != nil {
					b.Fatal(err)
				}
				d.Config()
			}
		})
	}
}

// TestReplayOfABigSwitch keeps the benchmark's switch working: all ports flap, and the end is as wanted.
func TestReplayOfABigSwitch(t *testing.T) {
	doc, patch := bigSwitch(64)
	d := startedOn(doc, "202511", nil)
	flaps, err := d.Flaps(patch)
	if err != nil || len(flaps) != 64 || flaps[1] != "Ethernet4" {
		t.Fatalf("%d ports flap: %v", len(flaps), err)
	}
	does(t, d, patch)
	if got := fieldNow(d, "QUEUE", "Ethernet252|5", "scheduler"); got != "WEFT-q-2" {
		t.Errorf("the last port has %s", got)
	}
}
