package sonic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestOrderKeepsEveryStateValid walks from one valid database to another, row by row in the order that the model finds, and checks
// the whole database after each.
func TestOrderKeepsEveryStateValid(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	walked := 0
	for range 400 {
		from, to := randomState(random), randomState(random)
		if len(wrongIn(from, "202511"))+len(wrongIn(to, "202511")) > 0 {
			continue
		}
		s := storeBetween(from, to)
		d := startedOn(from, "202511", nil)
		changes := s.changes()
		order := d.order(changes)
		if len(order) != len(changes) {
			t.Fatalf("%d of %d changes are ordered", len(order), len(changes))
		}
		e := newEditor(from)
		for _, c := range order {
			e.removeRow(c.table.name, c.key)
			if c.now != nil {
				e.addRow(c.table.name, c.key)
				for _, f := range c.now.fields {
					e.set(c.table.name, c.key, f.name, f.value)
				}
			}
			if found := wrongIn(e.doc(), "202511"); len(found) > 0 {
				t.Fatalf("after %s|%s: %v", c.table.name, c.key, found)
			}
		}
		walked += len(order)
	}
	if walked < 500 {
		t.Errorf("only %d changes were walked through", walked)
	}
}

// randomState is a database with references between tables and times of the watchdog, mostly valid.
func randomState(random *rand.Rand) *document {
	e := newEditor(parsed(goldenText("leaf-traditional.json")))
	pick := func(format string) string { return fmt.Sprintf(format, random.IntN(3)) }
	for i := range 3 {
		e.set("SCHEDULER", fmt.Sprintf("s%d", i), "weight", fmt.Sprint(1+random.IntN(9)))
		e.set("WRED_PROFILE", fmt.Sprintf("w%d", i), "ecn", "ecn_none")
		e.set("BUFFER_POOL", fmt.Sprintf("b%d", i), "type", "egress")
		e.set("BUFFER_POOL", fmt.Sprintf("b%d", i), "mode", "dynamic")
		e.set("BUFFER_PROFILE", fmt.Sprintf("p%d", i), "pool", fmt.Sprintf("b%d", i))
		e.set("BUFFER_PROFILE", fmt.Sprintf("p%d", i), "size", "0")
		e.set("TC_TO_QUEUE_MAP", fmt.Sprintf("m%d", i), "0", fmt.Sprint(random.IntN(8)))
	}
	for _, port := range []string{"Ethernet0", "Ethernet4"} {
		e.set("QUEUE", port+"|7", "scheduler", pick("s%d"))
		e.set("QUEUE", port+"|7", "wred_profile", pick("w%d"))
		e.set("BUFFER_QUEUE", port+"|7", "profile", pick("p%d"))
		e.set("PORT_QOS_MAP", port, "tc_to_queue_map", pick("m%d"))
	}
	poll := 100 + 100*random.IntN(4)
	e.set("PFC_WD", "GLOBAL", "POLL_INTERVAL", fmt.Sprint(poll))
	for _, port := range []string{"Ethernet0", "Ethernet4", "Ethernet8", "Ethernet12"} {
		e.removeRow("PFC_WD", port)
		if random.IntN(3) > 0 {
			e.set("PFC_WD", port, "detection_time", fmt.Sprint(poll+100*random.IntN(3)))
		}
	}
	for _, name := range []string{"SCHEDULER|s", "WRED_PROFILE|w", "BUFFER_PROFILE|p", "BUFFER_POOL|b", "TC_TO_QUEUE_MAP|m"} { // those nobody refers to may go
		table, letter, _ := strings.Cut(name, "|")
		for i := range 3 {
			gone := newEditor(e.doc())
			gone.removeRow(table, fmt.Sprint(letter, i))
			if doc := gone.doc(); random.IntN(2) == 0 && len(wrongIn(doc, "202511")) == 0 {
				e = gone
			}
		}
	}
	return e.doc()
}

// storeBetween is a store whose changes lead from one database to another.
func storeBetween(from, to *document) *store {
	s := newStore(from)
	for _, t := range to.tables {
		state := s.table(t.name)
		if state.was != nil {
			for _, r := range state.was.rows {
				if t.row(r.key) == nil {
					s.touch(state, r.key).drop()
				}
			}
		}
		state.there = true
		for _, r := range t.rows {
			s.put(state, r)
		}
	}
	return s
}

// TestRangesGoFirst: a row of a range is taken away before rows of its parts are made, so that its end unbinds nothing (4.5).
func TestRangesGoFirst(t *testing.T) {
	d := started("202511", listedSKU, "leaf-traditional.json")
	moves, err := d.Moves(`[{"op":"add","path":"/BUFFER_QUEUE/Ethernet0|0","value":{"profile":"egress_lossy_profile"}},{"op":"remove","path":"/BUFFER_QUEUE/Ethernet0|0-2"},` +
		`{"op":"replace","path":"/SCHEDULER/scheduler.0/weight","value":"9"}]`)
	want := []string{"remove /BUFFER_QUEUE/Ethernet0|0-2", "replace /SCHEDULER/scheduler.0", "add /BUFFER_QUEUE/Ethernet0|0"}
	if err != nil || !slices.Equal(moves, want) {
		t.Errorf("the order is %q, %v", moves, err)
	}
	if _, err := d.Moves("[1]"); err == nil {
		t.Error("what is no patch has an order")
	}
}
