package sonic

import (
	"strconv"
	"strings"
)

// indexRows are the rows of one port in the tables of queues and priority groups.
type indexRows struct {
	indexed [numIndexed][]indexRow
	odd     []rowName // rows that are for nothing that a daemon takes, such as QUEUE|Ethernet0|3-3
}

// indexRow is a row for some queues or priority groups of a port: from lo to hi.
type indexRow struct {
	lo, hi int
	row    *row
	shared bool // the row is for other ports too: Ethernet0,Ethernet4|3
}

// mostIndexes is how many queues or priority groups of a port a table may speak of.
const mostIndexes = 20

// targetPorts are the indexed rows of each port, found in some tables.
type targetPorts struct {
	tables [numIndexed]*table
	ports  map[string]*indexRows
}

// targetPorts are the indexed rows of each port. They are shared, and not to be changed.
func (d *document) targetPorts() map[string]*indexRows {
	if d.memo == nil {
		return rowsByPort(d)
	}
	var tables [numIndexed]*table
	for kind := range numIndexed {
		tables[kind] = d.table(indexed[kind].table)
	}
	known := d.memo.target.Load()
	if known == nil || known.tables != tables {
		known = &targetPorts{tables, rowsByPort(d)}
		d.memo.target.Store(known)
	}
	return known.ports
}

// rowsByPort looks through the indexed tables of a configuration once. Keys of another form are somebody else's: those of a
// chassis. What no daemon takes is kept apart.
func rowsByPort(d *document) map[string]*indexRows {
	ports := make(map[string]*indexRows, len(d.table(tablePortMap).all()))
	for kind := range numIndexed {
		c := rowCollector{ports: ports, kind: kind}
		for _, r := range d.table(indexed[kind].table).all() {
			list, index, _ := strings.Cut(r.key, "|")
			lo, hi, ok := indexesIn(index)
			switch {
			case !ok && isPhysical(list):
				p := c.portOf(list)
				p.odd = append(p.odd, rowName{indexed[kind].table, r.key})
			case !ok:
			case strings.Contains(list, ","):
				for port := range strings.SplitSeq(list, ",") {
					c.add(port, indexRow{lo, hi, r, true})
				}
			default:
				c.add(list, indexRow{lo, hi, r, false})
			}
		}
		c.end()
	}
	return ports
}

// rowCollector collects the rows of one table by port.
type rowCollector struct {
	ports map[string]*indexRows
	kind  indexedKind
	port  string // the last one: rows of one port mostly stand together
	rows  arena[indexRow]
}

func (c *rowCollector) add(port string, r indexRow) {
	if port != c.port {
		c.end()
		c.port = port
	}
	*c.rows.add() = r
}

// end gives the last port its rows.
func (c *rowCollector) end() {
	run := c.rows.run()
	if len(run) == 0 {
		return
	}
	p := c.portOf(c.port)
	if p.indexed[c.kind] == nil {
		p.indexed[c.kind] = run
	} else {
		p.indexed[c.kind] = append(p.indexed[c.kind], run...)
	}
}

// portOf is where the rows of a port are collected.
func (c *rowCollector) portOf(port string) *indexRows {
	p := c.ports[port]
	if p == nil {
		p = &indexRows{}
		c.ports[port] = p
	}
	return p
}

// of are the rows of a port in one of the tables; a port without any has none.
func (p *indexRows) of(kind indexedKind) []indexRow {
	if p == nil {
		return nil
	}
	return p.indexed[kind]
}

// at is the row for an index, or nil. Where several are for it, the switch goes by the one that it took in last, which nobody
// knows: this is the one that says less beside it.
func at(rows []indexRow, index int) *row {
	var found *indexRow
	for i := range rows {
		r := &rows[i]
		if r.lo <= index && index <= r.hi && (found == nil || r.hi-r.lo < found.hi-found.lo) {
			found = r
		}
	}
	if found == nil {
		return nil
	}
	return found.row
}

// indexesIn reads 3 or 3-4.
func indexesIn(text string) (lo, hi int, ok bool) {
	if len(text) == 1 && text[0] >= '0' && text[0] <= '9' { // mostly it is one
		return int(text[0] - '0'), int(text[0] - '0'), true
	}
	from, to, isRange := strings.Cut(text, "-")
	if lo, ok = smallNumber(from); !ok || !isRange {
		return lo, lo, ok
	}
	hi, ok = smallNumber(to)
	return lo, hi, ok && lo < hi
}

// smallNumber reads an index without a sign or a leading zero.
func smallNumber(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n < mostIndexes && (text[0] != '0' || text == "0") && text[0] != '+'
}

// keyOf is the key of a row for some indexes of a port.
func keyOf(port string, lo, hi int) string {
	if lo == hi {
		return port + "|" + strconv.Itoa(lo)
	}
	return port + "|" + strconv.Itoa(lo) + "-" + strconv.Itoa(hi)
}
