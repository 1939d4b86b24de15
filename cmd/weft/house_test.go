package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
)

// TestHoursAreJudgedByTheClock: the same plan is forbidden at one time and not at another.
func TestHoursAreJudgedByTheClock(t *testing.T) {
	dir := t.TempDir()
	text := `fabric "pod1" { prefix = "WEFT" }
traffic_class "best_effort" {
  default   = true
  bandwidth = 100
}
policy "HOURS" {
  severity = "error"
  reason   = "training runs by day"
  hours    = ["Mon-Fri 20:00-06:00"]
  zone     = "Europe/Berlin"
}
`
	if err := os.WriteFile(filepath.Join(dir, "main.hcl"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	in, diags := intent.Load(dir, intent.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	made := &plan.Plan{Devices: []plan.Device{{Name: "leaf1", Status: plan.Change, Disruption: "recarve"}}}
	clock := time.Date(2026, 11, 30, 19, 30, 0, 0, time.UTC) // 20:30 in Berlin
	a := &app{streams: streams{err: &bytes.Buffer{}}, now: func() time.Time { return clock }}
	if err := a.forbidden(in, made); err != nil {
		t.Error(err)
	}
	clock = clock.Add(-time.Hour)
	if err := a.forbidden(in, made); err == nil || !strings.Contains(err.Error(), "Europe/Berlin, and it is Mon 19:30 there") {
		t.Errorf("got %v", err)
	}
}
