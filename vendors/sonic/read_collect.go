package sonic

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// portRows are the rows that are about one port. Two ports of two documents with the same rows are one port that did not change.
type portRows struct {
	name     string
	port     *row // of PORT
	maps     *row // of PORT_QOS_MAP
	watchdog *row // of PFC_WD
	queues   indexedRows
	groups   indexedRows // of BUFFER_PG
	buffers  indexedRows // of BUFFER_QUEUE
	cable    string      // its field of CABLE_LENGTH, or empty
	cableAt  int32
}

// like tells whether two ports have rows that say the same of what ports have in common with others.
func (p *portRows) like(o *portRows) bool {
	return p.cable == o.cable && likeField(p.port, o.port, "speed") && likeField(p.port, o.port, "pfc_asym") &&
		likeRow(p.maps, o.maps) && p.queues.like(&o.queues) && p.groups.like(&o.groups) && p.buffers.like(&o.buffers)
}

// indexedRows are the rows of a table for each queue or priority group of a port.
type indexedRows struct {
	at [qos.NumQueues]*row
	// clash are those for which two rows say different things: which of them counts no one knows.
	clash qos.QueueSet
	// also is the row beside those in at for what clashes, and many tells that there are more.
	also *row
	many bool
	// odd is a row of the port whose index is not understood.
	odd *row
}

// collector finds the rows of each port.
type collector struct {
	ports []portRows
	index index
	last  int // the port that was found last
}

// The tables with rows of ports.
const (
	portTable = iota
	mapTable
	watchdogTable
	cableTable
	queueTable
	groupTable
	bufferTable
	numPortTables
)

var portTables = [numPortTables]string{
	portTable: "PORT", mapTable: "PORT_QOS_MAP", watchdogTable: "PFC_WD", cableTable: "CABLE_LENGTH",
	queueTable: "QUEUE", groupTable: "BUFFER_PG", bufferTable: "BUFFER_QUEUE",
}

func portTablesOf(d *document) (tables [numPortTables]*table) {
	for i, name := range portTables {
		tables[i] = d.table(name)
	}
	return tables
}

// readPorts are the rows of each port, found in some tables.
type readPorts struct {
	tables [numPortTables]*table
	ports  []portRows
}

// portsOf are the rows of each port of a document with those tables.
func portsOf(d *document, tables *[numPortTables]*table) []portRows {
	if d.memo == nil {
		return collectPorts(tables)
	}
	known := d.memo.read.Load()
	if known == nil || known.tables != *tables {
		known = &readPorts{*tables, collectPorts(tables)}
		d.memo.read.Store(known)
	}
	return known.ports
}

// collectPorts finds the physical ports of a document, in natural order: those of PORT, and others that have rows of QoS, for
// what compile prints has no PORT.
func collectPorts(tables *[numPortTables]*table) []portRows {
	var c collector
	if t := tables[portTable]; t != nil {
		c.ports = make([]portRows, 0, len(t.rows))
		c.plain(t, func(p *portRows, r *row) { p.port = r })
	}
	c.plain(tables[mapTable], func(p *portRows, r *row) { p.maps = r })
	c.plain(tables[watchdogTable], func(p *portRows, r *row) { p.watchdog = r })
	c.cables(tables[cableTable])
	c.indexed(tables[queueTable], func(p *portRows) *indexedRows { return &p.queues })
	c.indexed(tables[groupTable], func(p *portRows) *indexedRows { return &p.groups })
	c.indexed(tables[bufferTable], func(p *portRows) *indexedRows { return &p.buffers })
	byName := func(a, b portRows) int { return qos.ComparePorts(a.name, b.name) }
	if !slices.IsSortedFunc(c.ports, byName) {
		slices.SortFunc(c.ports, byName)
	}
	return c.ports
}

// port is the port of a name, new if there was none; nil if it is no physical port's name.
func (c *collector) port(name string) *portRows {
	if c.last < len(c.ports) && c.ports[c.last].name == name {
		return &c.ports[c.last]
	}
	hash := hashOf(name)
	at := c.index.find(hash, func(at int) bool { return c.ports[at].name == name })
	if at < 0 {
		if !isPhysical(name) {
			return nil
		}
		at = len(c.ports)
		c.index.add(hash, at)
		c.ports = append(c.ports, portRows{name: name})
	}
	c.last = at
	return &c.ports[at]
}

// each calls do with every physical port that a list names.
func (c *collector) each(names string, do func(p *portRows)) {
	if p := c.port(names); p != nil { // mostly it is one
		do(p)
		return
	}
	for name := range strings.SplitSeq(names, ",") {
		if p := c.port(name); p != nil {
			do(p)
		}
	}
}

// plain takes a table with a row for each port.
func (c *collector) plain(t *table, take func(p *portRows, r *row)) {
	for _, r := range t.all() {
		c.each(r.key, func(p *portRows) { take(p, r) })
	}
}

// cables takes the lengths of cables, which are fields of one row.
func (c *collector) cables(t *table) {
	for _, r := range t.all() {
		for i := range r.fields {
			if p := c.port(r.fields[i].name); p != nil {
				p.cable, p.cableAt = r.fields[i].value, r.lineOf(&r.fields[i])
			}
		}
	}
}

// indexed takes a table with a row for some queues or groups of a port.
func (c *collector) indexed(t *table, of func(p *portRows) *indexedRows) {
	for _, r := range t.all() {
		names, index, _ := cutIndex(r.key)
		low, high, ok := rangeOf(index)
		c.each(names, func(p *portRows) {
			if to := of(p); ok {
				to.take(r, low, high)
			} else {
				to.odd = r
			}
		})
	}
}

// take notes a row for some queues or groups. Those beyond the model's are nobody's: no class gets into them.
func (x *indexedRows) take(r *row, low, high int) {
	for i := low; i <= min(high, qos.NumQueues-1); i++ {
		if x.at[i] != nil && !sameFields(x.at[i], r) {
			x.clash |= qos.Queues(qos.Queue(i))
			x.many = x.many || x.also != nil && x.also != x.at[i]
			x.also = x.at[i]
		}
		x.at[i] = r
	}
}

// latest is the row that counts for a priority group that has two, where the switch of the traditional model made both; made is false where
// it did not. When other priorities are switched on it makes rows for each run of them and leaves those of the old runs (2): the one for a
// run of today is the last, and nil where it is still to come.
func (x *indexedRows) latest(group qos.Queue, enabled qos.QueueSet) (latest *row, made bool) {
	first, last := group, group
	for first > 0 && enabled.Has(first-1) {
		first--
	}
	for last < qos.NumQueues-1 && enabled.Has(last+1) {
		last++
	}
	for _, r := range [...]*row{x.also, x.at[group]} {
		_, index, _ := cutIndex(r.key)
		low, high, _ := rangeOf(index)
		profile, _ := r.get("profile")
		switch {
		case x.many, !strings.HasPrefix(profile, "pg_lossless_"):
			return nil, false
		case low == int(first) && high == int(last):
			latest = r
		}
	}
	return latest, true
}

// sameFields tells whether two rows say the same.
func sameFields(a, b *row) bool {
	if len(a.fields) != len(b.fields) {
		return false
	}
	for i := range a.fields {
		if g := b.field(a.fields[i].name); g == nil || !a.fields[i].same(g) {
			return false
		}
	}
	return true
}

// like tells whether all is clear of two ports, and their rows say the same.
func (x *indexedRows) like(o *indexedRows) bool {
	if !x.clear() || !o.clear() {
		return false
	}
	for i := range x.at {
		if !likeRow(x.at[i], o.at[i]) {
			return false
		}
	}
	return true
}

// clear tells whether all is clear.
func (x *indexedRows) clear() bool { return x.odd == nil && x.clash == 0 }

// unclear is why what a queue or group has cannot be told, or empty.
func (x *indexedRows) unclear(in string, q qos.Queue) string {
	switch {
	case x.odd != nil:
		return in + "|" + x.odd.key + " is for no queue that weft understands"
	case x.clash.Has(q):
		return "two rows of " + in + " say different things of " + string('0'+byte(q))
	}
	return ""
}
