package sonic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors"
)

// bends are what bends a row of a port so that a daemon does not take it, or a map of the whole switch.
var bends = []func(e *editor, port string){
	func(e *editor, port string) { e.removeField("CABLE_LENGTH", "AZURE", port) },
	func(e *editor, port string) { e.removeRow("PORT_QOS_MAP", port) },
	func(e *editor, port string) { e.set("PORT_QOS_MAP", port, "pfcwd_sw_enable", "3,4,6") },
	func(e *editor, port string) { e.set("QUEUE", port+"|3-4", "scheduler", "scheduler.0") },
	func(e *editor, port string) { e.set("QUEUE", port+"|12", "scheduler", "scheduler.0") },
	func(e *editor, port string) { e.set("PFC_WD", port, "action", "alert") },
	func(e *editor, port string) { e.set("PORT_QOS_MAP", port, "tc_to_queue_map", "SHORT") },
	func(e *editor, port string) { e.set("TC_TO_QUEUE_MAP", "SHORT", "0", "0") },
	func(e *editor, _ string) { e.removeField("TC_TO_PRIORITY_GROUP_MAP", "AZURE", "7") },
	func(e *editor, _ string) { e.set("SCHEDULER", "scheduler.0", "priority", "1") },
}

// TestFaultsAreThoseOfEachRow: looked at together, rows have the faults that each of them has alone.
func TestFaultsAreThoseOfEachRow(t *testing.T) {
	golden, _ := bigSwitch(4)
	faults := 0
	rapid.Check(t, func(t *rapid.T) {
		e := newEditor(golden)
		for range rapid.IntRange(0, 6).Draw(t, "bends") {
			bend := rapid.IntRange(0, len(bends)-1).Draw(t, "bend")
			bends[bend](e, fmt.Sprintf("Ethernet%d", 4*rapid.IntRange(0, 3).Draw(t, "port")))
		}
		d := startedOn(e.doc(), "202511", nil)
		s := newStore(d.doc)
		var alone []string
		for _, c := range s.allRows() {
			if refusal := d.lint(s, []rowChange{c}); refusal != nil {
				alone = append(alone, fmt.Sprintf("%s: %s", rowName{c.table.name, c.key}, refusal.rule()))
			}
		}
		var together []string
		for _, fault := range d.ignoredRows() {
			together = append(together, fault.Summary)
		}
		if !slices.Equal(alone, together) {
			t.Fatalf("together:\n%s\nalone:\n%s", strings.Join(together, "\n"), strings.Join(alone, "\n"))
		}
		faults += len(alone)
	})
	if faults == 0 {
		t.Error("no database had a fault")
	}
}

// BenchmarkFaults looks for faults on a switch where every eighth port has one. It takes as long for each of many ports as for each of few.
func BenchmarkFaults(b *testing.B) {
	for _, ports := range []int{64, 512} {
		golden, _ := bigSwitch(ports)
		e := newEditor(golden)
		for i := 0; i < ports; i += 8 {
			bends[i/8%7](e, fmt.Sprintf("Ethernet%d", 4*i))
		}
		e.set("TC_TO_QUEUE_MAP", "SHORT", "0", "0")
		c, p := configOf(e.doc()), vendors.Platform{Release: "202511", Queues: 8}
		b.Run(fmt.Sprint(ports), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				New().Faults(c, p)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*ports), "ns/port")
		})
	}
}
