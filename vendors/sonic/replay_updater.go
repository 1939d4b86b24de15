package sonic

import (
	"slices"
	"strings"
)

// noEmpty refuses a result with a table without rows, which the database cannot hold (4.3).
func (d *device) noEmpty(s *store, changes []rowChange) *Refusal {
	for _, t := range s.tables() {
		if t.there && len(t.touched) > 0 && t.count() == 0 || t.there && t.was == nil && len(t.touched) == 0 {
			return refuse("4.3", updaterSays+"Given patch is not valid because it will result in empty tables: %s", t.name)
		}
	}
	return nil
}

// modelled refuses changes of tables that have no model (4.9, 8.1), and of those that weft knows none of.
func (d *device) modelled(s *store, changes []rowChange) *Refusal {
	for i := range changes {
		t := changes[i].table
		switch {
		case t.id < numTables && models[d.release][t.id] != nil:
		case t.id < numTables || slices.Contains(neverModelled, t.name):
			return refuse("4.9", updaterSays+"changes to tables without YANG models: %s", t.name)
		default:
			return refuse("section 1", "%s is no table of QoS: this model of the switch does not know it", t.name)
		}
	}
	return nil
}

// neverModelled are the tables of QoS that no release has a model of (8.1), and what the updater drops from a configuration (4.10).
var neverModelled = []string{"TC_TO_DOT1P_MAP", "TUNNEL_DECAP_TABLE", "WATERMARK_TABLE", "bgpraw"}

// sortable refuses a patch that no order of changes leads through valid databases. Between valid ones there always is an order;
// from one that is not, every state must be valid after the first change at the latest: what is wrong has to be mended by one row.
func (d *device) sortable(*store, []rowChange) *Refusal {
	for _, f := range d.broken {
		if f.table != d.broken[0].table || f.key != d.broken[0].key {
			return refuse("5.2", updaterSays+"There is no possible sorting: the running configuration is invalid in more than one row: %s; %s", d.broken[0], f)
		}
	}
	return nil
}

// order finds an order of row changes in which the database is valid after each one, as the updater does (5.2 step 5): what is
// referred to is made before what refers to it and taken away after it. References between tables form no circle, so that from
// one valid database to another there is such an order. The times of the watchdog are the only rule between rows of one table,
// and there it is the direction in which the interval of polling goes that says who moves first.
func (d *device) order(changes []rowChange) []rowChange {
	ordered := slices.Clone(changes)
	rises := pollRises(changes)
	slices.SortStableFunc(ordered, func(a, b rowChange) int { return a.stage(rises) - b.stage(rises) })
	mends := func(c rowChange) bool {
		return len(d.broken) > 0 && c.table.id == d.broken[0].table && c.key == d.broken[0].key
	}
	if at := slices.IndexFunc(ordered, mends); at > 0 {
		ordered = append([]rowChange{ordered[at]}, slices.Delete(ordered, at, at+1)...)
	}
	return ordered
}

// stage is when a row changes. What nothing refers to is taken away first: a row of a range before rows of its parts, and a
// port's watchdog before the interval of polling grows above its times. Then rows are made and changed in the order of the
// tables, and at last those that others referred to are taken away, in the other order.
func (c *rowChange) stage(pollRises bool) int {
	id := 2 * int(c.table.id)
	switch {
	case c.now == nil && !referredTo.has(c.table.id):
		return -1
	case c.now == nil:
		return 6*int(numTables) - id
	case c.table.id == tWatchdog && (c.key == watchdogGlobal) == pollRises:
		return id + 1
	}
	return id
}

// referredTo are the tables that rows of others refer to.
var referredTo = func() (set tableSet) {
	for _, m := range models[numReleases-1] {
		if m != nil {
			set |= m.refers
		}
	}
	return set
}()

// pollRises tells whether the watchdog is to look less often, or for the first time at an interval.
func pollRises(changes []rowChange) bool {
	for i := range changes {
		if c := &changes[i]; c.table.id == tWatchdog && c.key == watchdogGlobal {
			was, _ := numberIn(c.was, "POLL_INTERVAL")
			now, _ := numberIn(c.now, "POLL_INTERVAL")
			return now > was
		}
	}
	return false
}

// portCritical are the tables whose rows the updater changes only while their port is down (5.2).
var portCritical = tableSetOf(tGroup, tBufferQueue, tIngressList, tEgressList, tPortQoS, tQueue)

// flaps are the ports, of those that are up, that the updater takes down and up, in the order of the PORT table.
func (s *store) flaps(changes []rowChange) []string {
	touched := map[string]bool{}
	for i := range changes {
		if c := &changes[i]; c.table.id < numTables && portCritical.has(c.table.id) {
			eachPort(c.key, func(port string) { touched[port] = true })
		}
	}
	ports := s.known[tPort].was
	if len(touched) == 0 || ports == nil {
		return nil
	}
	var flaps []string
	for _, r := range ports.rows {
		if status, _ := r.get("admin_status"); status == "up" && touched[r.key] {
			flaps = append(flaps, r.key)
		}
	}
	return flaps
}

// eachPort calls do for the ports of a row's key: one, or in an old database several with commas between them (4.5).
func eachPort(key string, do func(port string)) {
	rest := ownerOf(key)
	for at := strings.IndexByte(rest, ','); at >= 0; at = strings.IndexByte(rest, ',') {
		do(rest[:at])
		rest = rest[at+1:]
	}
	do(rest)
}
