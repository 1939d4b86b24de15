package sonic

import (
	"strings"
	"sync"
)

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
func overlaps(s *store, changes []rowChange) (all []complaint) {
	for _, id := range [...]tableID{tQueue, tBufferQueue, tGroup} {
		fresh := map[string]bool{} // ports
		for i := range changes {
			if c := &changes[i]; c.table.id == id && c.was == nil {
				fresh[ownerOf(c.key)] = true
			}
		}
		twice := s.overlapping(id, fresh)
		for i := range changes {
			if c := &changes[i]; len(twice) > 0 && c.table.id == id && c.was == nil && twice[ownerOf(c.key)] {
				all = append(all, complaint{c, ignored("4.5", c, "two rows of the port are for one index")})
			}
		}
	}
	return all
}

// overlapping are those of some ports that have two rows for one index.
func (s *store) overlapping(id tableID, ports map[string]bool) map[string]bool {
	if len(ports) == 0 {
		return nil
	}
	taken := make(map[string]uint64, len(ports))
	var twice map[string]bool
	s.known[id].each(func(r *row) {
		port := ownerOf(r.key)
		if !ports[port] {
			return
		}
		mask := indexMask(r.key)
		if taken[port]&mask != 0 {
			twice = including(twice, port)
		}
		taken[port] |= mask
	})
	return twice
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
func watchdogPorts(s *store, changes []rowChange) (all []complaint) {
	for i := range changes {
		c := &changes[i]
		if c.table.id != tWatchdog && c.table.id != tPortQoS || c.key == watchdogGlobal {
			continue
		}
		if s.row(tWatchdog, c.key) != nil && prioritySet(s.row(tPortQoS, c.key), "pfc_enable") == 0 {
			all = append(all, complaint{c, ignored("8.2", c, "the port has a watchdog and no PFC priority")})
		}
	}
	return all
}

// oneAction: on Broadcom the action of the watchdog may be one for the whole switch (1.7).
func (d *device) oneAction(s *store, changes []rowChange) (all []complaint) {
	if !broadcomASICs.has(d.asic) {
		return nil
	}
	actions := sync.OnceValues(s.actions)
	for i := range changes {
		c := &changes[i]
		if c.table.id != tWatchdog || c.now == nil || c.key == watchdogGlobal {
			continue
		}
		other, another := actions()
		if other == actionOf(c.now) {
			other = another
		}
		if other != "" {
			all = append(all, complaint{c, ignored("1.7", c, "the action is one for the whole switch, and another port has %s", other)})
		}
	}
	return all
}

// actions are the action of the last port with a watchdog, and of the last one with another; empty where there is none.
func (s *store) actions() (last, other string) {
	s.known[tWatchdog].each(func(r *row) {
		if action := actionOf(r); r.key != watchdogGlobal && action != last {
			last, other = action, last
		}
	})
	return last, other
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
func tunnelsHaveMaps(s *store, changes []rowChange) (all []complaint) {
	for i := range changes {
		c := &changes[i]
		for _, ref := range tunnelReferences {
			if c.table.id == tTunnel {
				if name, ok := c.now.get(ref.field); ok && s.row(ref.table, name) == nil {
					all = append(all, complaint{c, ignored("1.8", c, "%s names no row of %s", ref.field, tableNames[ref.table])})
				}
			}
			if c.table.id == ref.table && c.now == nil && s.tunnelNames(ref.field, c.key) {
				all = append(all, complaint{c, ignored("1.8", c, "a tunnel names it")})
			}
		}
	}
	return all
}

func (s *store) tunnelNames(field, name string) (does bool) {
	s.known[tTunnel].each(func(r *row) {
		if text, ok := r.get(field); ok && text == name {
			does = true
		}
	})
	return does
}

// unmapped: a traffic class that a port's map gives has a queue and a priority group (8.2). Of a port and its two maps each row that
// changed is told of.
func unmapped(s *store, changes []rowChange) (all []complaint) {
	var changed [numTables]map[string]*rowChange
	touched := false
	for i := range changes {
		switch c := &changes[i]; c.table.id {
		case tDSCPToTC, tDot1pToTC, tTCToQueue, tTCToGroup, tPortQoS:
			if changed[c.table.id] == nil {
				changed[c.table.id] = map[string]*rowChange{}
			}
			changed[c.table.id][c.key], touched = c, true
		}
	}
	if !touched {
		return nil
	}
	classes := lostClasses{}
	s.known[tPortQoS].each(func(r *row) {
		for i := range mapPairs {
			pair := &mapPairs[i]
			from, _ := r.get(pair.from)
			to, ok := r.get(pair.to)
			involved := [...]*rowChange{changed[tPortQoS][r.key], changed[pair.fromTable][from], changed[pair.toTable][to]}
			if !ok || involved == [3]*rowChange{} {
				continue
			}
			if lost := classes.of(s, pair, from, to); lost != "" {
				port := rowChange{table: &s.known[tPortQoS], key: r.key}
				all = complainOfAll(all, involved[:], ignored("8.2", &port, "%s gives class %s, which %s lacks", pair.from, lost, pair.to))
			}
		}
	})
	return all
}

func complainOfAll(all []complaint, changes []*rowChange, refusal *Refusal) []complaint {
	for _, c := range changes {
		if c != nil {
			all = append(all, complaint{c, refusal})
		}
	}
	return all
}

func including(set map[string]bool, name string) map[string]bool {
	if set == nil {
		set = map[string]bool{}
	}
	set[name] = true
	return set
}

// mapPair is two fields of a port that name maps, of which one gives what the other takes.
type mapPair struct {
	from, to           string
	fromTable, toTable tableID
}

var mapPairs = []mapPair{
	{"dscp_to_tc_map", "tc_to_queue_map", tDSCPToTC, tTCToQueue},
	{"dscp_to_tc_map", "tc_to_pg_map", tDSCPToTC, tTCToGroup},
	{"dot1p_to_tc_map", "tc_to_queue_map", tDot1pToTC, tTCToQueue},
	{"dot1p_to_tc_map", "tc_to_pg_map", tDot1pToTC, tTCToGroup},
}

// lostClasses are the traffic classes that one map gives and the other does not take, by pairs of maps that were looked at.
type lostClasses map[pairOfMaps]string

type pairOfMaps struct {
	pair     *mapPair
	from, to string
}

func (l lostClasses) of(s *store, pair *mapPair, from, to string) string {
	these := pairOfMaps{pair, from, to}
	lost, known := l[these]
	if !known {
		lost = s.lostClass(s.row(pair.fromTable, from), s.row(pair.toTable, to))
		l[these] = lost
	}
	return lost
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
