package plan

import (
	"strings"
	"testing"
)

// TestWayBare goes over a gap in protection only when it may: a detach that no row of the exchange table covers.
func TestWayBare(t *testing.T) {
	const from, to = "map A 26:3\nmap B 26:3 48:6\nport e1\n  map B\nend\n", "map A 26:3\nmap B 26:3 48:6\nport e1\n  map A\nend\n"
	v := newToy()
	v.exchange = ""
	in := toyInput(v, from, to)
	old, _ := v.Parse([]byte(to))
	now, _ := v.Parse([]byte(from))
	if _, err := Way(v, in.Site, now, old, Guarded); err == nil || !strings.Contains(err.Error(), "e1") {
		t.Errorf("a guarded way: %v", err)
	}
	way, err := Way(v, in.Site, now, old, Bare)
	if err != nil || len(way.Steps) != 2 {
		t.Errorf("a bare way: %v, %+v", err, way.Steps)
	}
}
