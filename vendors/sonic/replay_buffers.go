package sonic

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// groupsMade refuses to switch on PFC for priorities that get no buffers: in the traditional model the buffer manager makes a
// priority group only for a port with a cable length, in the dynamic one a row must ask for it, and in either there is a pool to
// take it from (section 2, 1.6); a queue without a profile may drop (8.2). Taking a buffer away the switch accepts: what a port then
// no longer pauses, reading tells.
func (d *device) groupsMade(s *store, changes []rowChange) (all []complaint) {
	for i := range changes {
		c := &changes[i]
		if c.table.id != tPortQoS {
			continue
		}
		lossless := prioritySet(c.now, "pfc_enable")
		if lossless&^prioritySet(c.was, "pfc_enable") == 0 {
			continue
		}
		if lacking := s.lacking(c.key, lossless); lacking != "" {
			all = append(all, complaint{c, ignored("section 2", c, "%s pauses priorities that get no buffers: it has %s", c.key, lacking)})
		}
	}
	return all
}

// lacking is what a port has not that priorities need to be lossless.
func (s *store) lacking(port string, lossless uint8) string {
	switch groups := s.indexesOf(tGroup, port); {
	case s.row(tPool, "ingress_lossless_pool") == nil:
		return "no pool ingress_lossless_pool to take them from"
	case s.dynamic() && groups&lossless != lossless:
		return "no row of BUFFER_PG for them"
	case groups&lossless != lossless && !s.hasCable(port):
		return "no cable length"
	case s.indexesOf(tBufferQueue, port)&lossless != lossless:
		return "no row of BUFFER_QUEUE for them, and their queues may drop"
	}
	return ""
}

// cable is the cable length of a port as it is now, such as 40m.
func (s *store) cable(port string) string {
	length := ""
	s.known[tCable].each(func(r *row) {
		if text, ok := r.get(port); ok {
			length = text
		}
	})
	return length
}

// hasCable tells whether the buffer manager makes groups for a port: "0m" tells it not to (1.6).
func (s *store) hasCable(port string) bool {
	length := s.cable(port)
	return strings.Trim(length, "0") != "m" && length != ""
}

// indexesOf are the priority groups or queues of a port that rows of a table are for, one bit each.
func (s *store) indexesOf(table tableID, port string) (set uint8) {
	for low := range 8 {
		for high := low; high < 8; high++ {
			index := strconv.Itoa(low)
			if high > low {
				index += "-" + strconv.Itoa(high)
			}
			if s.row(table, port+"|"+index) != nil {
				set |= uint8(1<<(high+1) - 1<<low)
			}
		}
	}
	return set
}

// cablesFollow: up to 202411 the buffer manager of the traditional model looks at a new cable length only with the next change of
// a port's speed or admin state, which a flap is (section 2).
func (d *device) cablesFollow(s *store, changes []rowChange, flaps []string) *Refusal {
	if d.release >= release202511 || s.dynamic() {
		return nil
	}
	flapped := map[string]bool{}
	for _, port := range flaps {
		flapped[port] = true
	}
	for i := range changes {
		c := &changes[i]
		if c.table.id != tCable || c.was == nil || c.now == nil {
			continue
		}
		for _, port := range cablesChanged(c) {
			if flapped[port] || c.was.field(port) == nil || prioritySet(s.row(tPortQoS, port), "pfc_enable") == 0 {
				continue
			}
			if d.release < release202505 || d.reads(doubtCable) == 1 {
				return ignored("section 2", c, "the headroom of %s stays as it is until its speed or admin state changes", port)
			}
		}
	}
	return nil
}

// Settled is the database with what the buffer manager of the traditional model adds by itself once the ports are up: a profile
// for each speed and cable, and a priority group for each run of PFC priorities (section 2). What stands there already it leaves,
// and where the platform row does not know the table of headroom it adds nothing.
func (d *device) Settled() vendors.Config {
	s := newStore(d.doc)
	if s.dynamic() {
		return d.Config()
	}
	e := newEditor(d.doc)
	s.known[tPort].each(func(port *row) { d.settle(e, s, port) })
	return configOf(e.doc())
}

// settle adds the rows of one port.
func (d *device) settle(e *editor, s *store, port *row) {
	lossless := prioritySet(s.row(tPortQoS, port.key), "pfc_enable")
	if lossless == 0 || !s.hasCable(port.key) {
		return
	}
	speed, _ := port.get("speed")
	profile := "pg_lossless_" + speed + "_" + s.cable(port.key) + "_profile"
	if e.row(tableNames[tProfile], profile) == nil && !d.derive(e, profile, speed, s.cable(port.key)) {
		return
	}
	for _, run := range runsOf(lossless) {
		if key := port.key + "|" + run; e.row(tableNames[tGroup], key) == nil {
			e.set(tableNames[tGroup], key, "profile", profile)
		}
	}
}

// derive writes the profile of a speed and a cable from the table of headroom, if it has the pair.
func (d *device) derive(e *editor, profile, speed, cable string) bool {
	platform, ok := d.platform.Row.(*platformRow)
	if !ok {
		return false
	}
	mbps, err := strconv.ParseInt(speed, 10, 64)
	metres, wrong := strconv.Atoi(strings.TrimSuffix(cable, "m"))
	if err != nil || wrong != nil {
		return false
	}
	line := platform.lookup.V.line(qos.BitsPerSecond(mbps)*qos.Mbps, metres)
	if line == nil {
		return false
	}
	set := func(name string, n int64) { e.set(tableNames[tProfile], profile, name, strconv.FormatInt(n, 10)) }
	e.set(tableNames[tProfile], profile, "pool", "ingress_lossless_pool")
	set("size", int64(line.size))
	set("xon", int64(line.xon))
	set("xoff", int64(line.xoff))
	set("xon_offset", int64(line.xonOffset))
	set("dynamic_th", int64(line.alpha))
	return true
}

// runsOf groups priorities that follow each other: 3,4 is 3-4, and 2,3,4,6 is 2-4 and 6.
func runsOf(set uint8) []string {
	var list []string
	for low := 0; low < 8; low++ {
		if set>>low&1 == 0 {
			continue
		}
		high := low
		for high < 7 && set>>(high+1)&1 == 1 {
			high++
		}
		index := strconv.Itoa(low)
		if high > low {
			index += "-" + strconv.Itoa(high)
		}
		list = append(list, index)
		low = high
	}
	return list
}
