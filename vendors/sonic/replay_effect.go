package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// switchWide are the tables whose rows may change what any port does.
var switchWide = tableSetOf(tLosslessParameter, tTrafficPattern, tTrimming, tTunnel, tPool)

// perPort are the tables whose keys begin with the port.
var perPort = tableSetOf(tPort, tPortQoS, tQueue, tGroup, tBufferQueue, tIngressList, tEgressList, tWatchdog)

// effect says whose behaviour changed rows may change: of a row of a port the port's, of a shared row that of every port that
// refers to it before or after.
func (s *store) effect(changes []rowChange) vendors.Effect {
	reach := &reach{store: s, ports: map[string]bool{}}
	for i := range changes {
		reach.add(&changes[i])
		if reach.all {
			return vendors.Effect{All: true}
		}
	}
	if reach.shared != 0 {
		reach.referrers()
	}
	if reach.all {
		return vendors.Effect{All: true}
	}
	return vendors.Effect{Ports: s.inOrder(reach.ports)}
}

// reach collects ports.
type reach struct {
	store  *store
	all    bool
	ports  map[string]bool
	shared tableSet                   // tables of shared rows that changed
	rows   [numTables]map[string]bool // those rows
}

// add takes in one changed row.
func (r *reach) add(c *rowChange) {
	id := c.table.id
	switch {
	case id == numTables || switchWide.has(id) || c.key == watchdogGlobal || c.key == "global":
		r.all = true
	case perPort.has(id):
		r.addPorts(c.key)
	case id == tCable:
		for _, port := range cablesChanged(c) {
			r.ports[port] = true
		}
	case c.verb() == replaces: // what refers to a row that came or went has changed itself
		r.share(id, c.key)
	}
}

func (r *reach) addPorts(key string) {
	eachPort(key, func(port string) { r.ports[port] = true })
}

func (r *reach) share(id tableID, key string) {
	r.shared |= tableSetOf(id)
	r.rows[id] = including(r.rows[id], key)
}

// cablesChanged are the ports of a row of CABLE_LENGTH that have another length now, or one no more.
func cablesChanged(c *rowChange) []string {
	var ports []string
	for _, pair := range [][2]*row{{c.was, c.now}, {c.now, c.was}} {
		if pair[0] == nil {
			continue
		}
		for i := range pair[0].fields {
			f := &pair[0].fields[i]
			if other, ok := pair[1].get(f.name); !ok || pair[0] == c.was && other != f.value {
				ports = append(ports, f.name)
			}
		}
	}
	return ports
}

// referrers adds the ports that refer to the shared rows.
func (r *reach) referrers() {
	for id := range numTables {
		m := models[numReleases-1][id]
		if m == nil || !perPort.has(id) || m.refers&r.shared == 0 {
			continue
		}
		t := &r.store.known[id]
		look := func(row *row) { r.refers(m, row) }
		t.each(look)
		for _, touched := range t.touched {
			if touched.was != nil {
				look(touched.was)
			}
		}
	}
}

// refers adds the ports of a row if it refers to a shared row.
func (r *reach) refers(m *model, row *row) {
	for i := range row.fields {
		f := &row.fields[i]
		l := m.leaf(f.name)
		if l == nil || l.shape.kind != aReference && l.shape.kind != references || !r.shared.has(l.shape.table) {
			continue
		}
		for name := range strings.SplitSeq(f.value, ",") {
			if !r.rows[l.shape.table][name] {
				continue
			}
			if row.key == "global" {
				r.all = true
			}
			r.addPorts(row.key)
			return
		}
	}
}

// inOrder lists ports in the order of the PORT table, as it was and then as it is; what is no port of it comes last.
func (s *store) inOrder(ports map[string]bool) []string {
	list := make([]string, 0, len(ports))
	add := func(r *row) {
		if ports[r.key] {
			list = append(list, r.key)
		}
	}
	s.known[tPort].each(add)
	for _, touched := range s.known[tPort].touched {
		if touched.now == nil {
			add(touched.was)
		}
	}
	return list
}
