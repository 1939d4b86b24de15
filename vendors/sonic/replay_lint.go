package sonic

import "strings"

// indexes: an index is N, or LOW-HIGH with LOW below HIGH, that the port has (1.5, 8.2).
func indexes(d *device, _ *store, c *rowChange) *Refusal {
	if c.now == nil {
		return nil
	}
	ports, index, _ := strings.Cut(c.key, "|")
	low, high, ok := parseIndexes(index)
	switch {
	case !ok:
		return ignored("1.5", c, "its index is not N or LOW-HIGH with LOW below HIGH")
	case high > d.lastIndex(c.table.id, ports):
		return ignored("1.5", c, "the port has no index %d: %d is below %d", d.lastIndex(c.table.id, ports)+1, low, high)
	}
	return nil
}

// parseIndexes reads the index of a row.
func parseIndexes(index string) (low, high int, ok bool) {
	first, last, both := strings.Cut(index, "-")
	low, ok = plainNumber(first)
	if !both {
		return low, low, ok
	}
	high, fine := plainNumber(last)
	return low, high, ok && fine && low < high
}

// The most queues that a port has: where the platform row does not say, with those for multicast (section 7), and of the CPU.
const (
	mostQueues    = 20
	mostQueuesCPU = 48
)

// lastIndex is the last priority group or queue of a port. Queues beyond the ones of the platform row are those of multicast.
func (d *device) lastIndex(id tableID, port string) int {
	switch {
	case id == tGroup:
		return 7
	case port == "CPU":
		return mostQueuesCPU - 1
	case d.platform.Queues == 0:
		return mostQueues - 1
	}
	return d.platform.Queues - 1
}

// overlaps: of two rows for one index of a port the one that is written last counts (4.5).
func overlaps(s *store, changes []rowChange) *Refusal {
	for _, id := range [...]tableID{tQueue, tBufferQueue, tGroup} {
		fresh := map[string]*rowChange{}
		for i := range changes {
			if c := &changes[i]; c.table.id == id && c.was == nil {
				fresh[ownerOf(c.key)] = c
			}
		}
		if len(fresh) == 0 {
			continue
		}
		taken := make(map[string]uint64, len(fresh))
		var twice *rowChange
		s.known[id].each(func(r *row) {
			port := ownerOf(r.key)
			c := fresh[port]
			if c == nil {
				return
			}
			mask := indexMask(r.key)
			if taken[port]&mask != 0 {
				twice = c
			}
			taken[port] |= mask
		})
		if twice != nil {
			return ignored("4.5", twice, "two rows of the port are for one index")
		}
	}
	return nil
}

// divided: where a row goes and rows for some of its indexes come, the queues or groups end as the new rows say if the old one goes
// first. No source says in which order the updater takes the two.
func (d *device) divided(changes []rowChange) *Refusal {
	type place struct {
		table tableID
		port  string
	}
	gone := map[place]uint64{}
	for i := range changes {
		if c := &changes[i]; c.now == nil && isIndexed(c.table.id) {
			gone[place{c.table.id, ownerOf(c.key)}] |= indexMask(c.key)
		}
	}
	for i := range changes {
		c := &changes[i]
		if len(gone) > 0 && c.was == nil && isIndexed(c.table.id) && gone[place{c.table.id, ownerOf(c.key)}]&indexMask(c.key) != 0 && d.reads(doubtDivided) == 1 {
			return ignored("4.5", c, "the row that it takes the place of goes after it, and leaves its indexes with nothing")
		}
	}
	return nil
}

func isIndexed(id tableID) bool { return id == tQueue || id == tBufferQueue || id == tGroup }

// indexMask has a bit for each index of a row.
func indexMask(key string) uint64 {
	port := ownerOf(key)
	low, high, ok := parseIndexes(key[min(len(port)+1, len(key)):])
	if !ok || high > 63 {
		return 0
	}
	return uint64(1)<<(high+1) - uint64(1)<<low
}

// ownerOf is the part of a key before the index.
func ownerOf(key string) string {
	owner, _, _ := strings.Cut(key, "|")
	return owner
}

// watchdogPorts: a watchdog stands on a port that PFC is on for (8.2).
func watchdogPorts(s *store, changes []rowChange) *Refusal {
	for i := range changes {
		c := &changes[i]
		if c.table.id != tWatchdog && c.table.id != tPortQoS || c.key == watchdogGlobal {
			continue
		}
		if s.row(tWatchdog, c.key) != nil && prioritySet(s.row(tPortQoS, c.key), "pfc_enable") == 0 {
			return ignored("8.2", c, "the port has a watchdog and no PFC priority")
		}
	}
	return nil
}

// oneAction: on Broadcom the action of the watchdog may be one for the whole switch (1.7).
func (d *device) oneAction(s *store, changes []rowChange) *Refusal {
	for i := range changes {
		c := &changes[i]
		if c.table.id != tWatchdog || c.now == nil || c.key == watchdogGlobal || !broadcomASICs.has(d.asic) {
			continue
		}
		want, other := actionOf(c.now), ""
		s.known[tWatchdog].each(func(r *row) {
			if action := actionOf(r); r.key != watchdogGlobal && action != want {
				other = action
			}
		})
		if other != "" {
			return ignored("1.7", c, "the action is one for the whole switch, and another port has %s", other)
		}
		return nil // the other changed rows were among those compared
	}
	return nil
}

// heldAction: where the action is one for the whole switch, a second one is refused as long as a port has a row with the first (1.7). The
// updater writes rows one after the other, and no source says that it takes some away first, so that a patch cannot bring another action
// than a row has that it changes or takes away.
func (d *device) heldAction(changes []rowChange) *Refusal {
	if !broadcomASICs.has(d.asic) {
		return nil
	}
	var comes *rowChange
	for i := range changes {
		if c := &changes[i]; c.table.id == tWatchdog && c.now != nil && c.key != watchdogGlobal {
			comes = c
		}
	}
	for i := range changes {
		c := &changes[i]
		if comes == nil || c.table.id != tWatchdog || c.was == nil || c.key == watchdogGlobal {
			continue
		}
		if was := actionOf(c.was); was != actionOf(comes.now) {
			return ignored("1.7", comes, "the action is one for the whole switch, and stays %s until no port has it: %s does", was, c.key)
		}
	}
	return nil
}

// actionOf is what the watchdog does on a port: drop if the row does not say (1.7).
func actionOf(r *row) string {
	if action, ok := r.get("action"); ok {
		return action
	}
	return "drop"
}

// tunnelReferences are the fields of tunnels that name maps without a reference (1.8).
var tunnelReferences = []struct {
	field string
	table tableID
}{
	{"decap_dscp_to_tc_map", tDSCPToTC},
	{"decap_tc_to_pg_map", tTCToGroup},
	{"encap_tc_to_dscp_map", tTCToDSCP},
	{"encap_tc_to_queue_map", tTCToQueue},
}

// tunnelsHaveMaps: a tunnel whose map is not there waits for it for ever (1.8).
func tunnelsHaveMaps(s *store, changes []rowChange) *Refusal {
	for i := range changes {
		c := &changes[i]
		for _, ref := range tunnelReferences {
			if c.table.id == tTunnel {
				if name, ok := c.now.get(ref.field); ok && s.row(ref.table, name) == nil {
					return ignored("1.8", c, "%s names no row of %s", ref.field, tableNames[ref.table])
				}
			}
			if c.table.id == ref.table && c.now == nil && s.tunnelNames(ref.field, c.key) {
				return ignored("1.8", c, "a tunnel names it")
			}
		}
	}
	return nil
}

func (s *store) tunnelNames(field, name string) (does bool) {
	s.known[tTunnel].each(func(r *row) {
		if text, ok := r.get(field); ok && text == name {
			does = true
		}
	})
	return does
}

// unmapped: a traffic class that a port's map gives has a queue and a priority group (8.2).
func unmapped(s *store, changes []rowChange) *Refusal {
	var maps [numTables]map[string]bool // that changed
	var ports map[string]bool
	for i := range changes {
		switch c := &changes[i]; c.table.id {
		case tDSCPToTC, tDot1pToTC, tTCToQueue, tTCToGroup:
			maps[c.table.id] = including(maps[c.table.id], c.key)
		case tPortQoS:
			ports = including(ports, c.key)
		}
	}
	if ports == nil && maps[tDSCPToTC] == nil && maps[tDot1pToTC] == nil && maps[tTCToQueue] == nil && maps[tTCToGroup] == nil {
		return nil
	}
	type names struct {
		pair     int
		from, to string
	}
	fine := map[names]bool{} // pairs of maps that were looked at
	var refusal *Refusal
	s.known[tPortQoS].each(func(r *row) {
		for i := range mapPairs {
			pair := &mapPairs[i]
			from, _ := r.get(pair.from)
			to, ok := r.get(pair.to)
			these := names{i, from, to}
			if refusal != nil || !ok || fine[these] || !ports[r.key] && !maps[pair.fromTable][from] && !maps[pair.toTable][to] {
				continue
			}
			fine[these] = true
			if lost := s.lostClass(s.row(pair.fromTable, from), s.row(pair.toTable, to)); lost != "" {
				c := rowChange{table: &s.known[tPortQoS], key: r.key}
				refusal = ignored("8.2", &c, "%s gives class %s, which %s lacks", pair.from, lost, pair.to)
			}
		}
	})
	return refusal
}

func including(set map[string]bool, name string) map[string]bool {
	if set == nil {
		set = map[string]bool{}
	}
	set[name] = true
	return set
}

// mapPairs are the maps of which one gives what the other takes.
var mapPairs = []struct {
	from, to           string
	fromTable, toTable tableID
}{
	{"dscp_to_tc_map", "tc_to_queue_map", tDSCPToTC, tTCToQueue},
	{"dscp_to_tc_map", "tc_to_pg_map", tDSCPToTC, tTCToGroup},
	{"dot1p_to_tc_map", "tc_to_queue_map", tDot1pToTC, tTCToQueue},
	{"dot1p_to_tc_map", "tc_to_pg_map", tDot1pToTC, tTCToGroup},
}

// lostClass is a traffic class that one map gives and the other does not take.
func (s *store) lostClass(from, to *row) string {
	if from == nil || to == nil {
		return ""
	}
	for i := range from.fields {
		if tc := from.fields[i].value; to.field(tc) == nil {
			return tc
		}
	}
	return ""
}
