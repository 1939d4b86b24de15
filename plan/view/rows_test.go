package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/plan"
)

// Rows of ports in which the same changes are one; rows of other keys and with other changes are not.
func TestRowsOfPortsAreJoined(t *testing.T) {
	var diff []plan.Diff
	change := func(table, row, before, after string) {
		path := []string{table, row}
		diff = append(diff, plan.Diff{Op: "-", Path: path, Text: before}, plan.Diff{Op: "+", Path: path, Text: after})
	}
	for _, port := range []string{"Ethernet0", "Ethernet8", "Ethernet4"} {
		change("QUEUE", port+"|3", `"scheduler": "a"`, `"scheduler": "b"`)
	}
	change("QUEUE", "Ethernet0|4", `"scheduler": "a"`, `"scheduler": "b"`)
	change("QUEUE", "Ethernet12|3", `"scheduler": "a"`, `"scheduler": "c"`)
	change("SCHEDULER", "scheduler.1", `"weight": "1"`, `"weight": "2"`)
	change("SCHEDULER", "scheduler.2", `"weight": "1"`, `"weight": "2"`)
	lines := linesOf(diff)
	var rows []string
	for _, table := range lines {
		for _, row := range table.Kids {
			rows = append(rows, table.Text+" "+row.Text)
		}
	}
	want := []string{
		"QUEUE Ethernet0-8/4|3", "QUEUE Ethernet0|4", "QUEUE Ethernet12|3", "SCHEDULER scheduler.1", "SCHEDULER scheduler.2",
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	if got := removals(lines); got != 7 {
		t.Errorf("%d lines go, not 7", got)
	}
}

// A long row is cut, unless everything is asked for.
func TestLongRowsAreCut(t *testing.T) {
	d := plan.Device{Name: "leaf1", Status: plan.Change}
	for i := range 64 {
		d.LineDiff = append(d.LineDiff, plan.Diff{Op: "+", Path: []string{"DSCP_TO_TC_MAP", "P-classify"}, Text: strings.Repeat("x", i+1)})
	}
	text := func(verbose bool) string {
		var b strings.Builder
		if err := Text(&b, Of(&plan.Plan{Devices: []plan.Device{d}}), Options{Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := text(false); !strings.Contains(got, "P-classify\n    +     (64 lines; -v shows them)\n") {
		t.Error(got)
	}
	if got := text(true); strings.Count(got, "xx") < 63 {
		t.Error(got)
	}
}
