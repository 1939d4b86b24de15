package sonic

// plainRows are the rows of a port in the tables with one row for each.
type plainRows struct {
	port, maps, watch *row
	lists             [2]*row // of profileLists
	cable             string
}

// plainTables are the tables with one row for each port.
type plainTables struct {
	port, maps, watch plainTable
	lists             [2]plainTable // of profileLists
	cables            *table
}

// plainTable is a table, and where its next port mostly stands: after the last.
type plainTable struct {
	*table
	next int
}

// of is the row of a port, or nil.
func (t *plainTable) of(port string) *row {
	rows := t.all()
	if t.next >= len(rows) || rows[t.next].key != port {
		at := t.find(port)
		if at < 0 {
			return nil
		}
		t.next = at
	}
	t.next++
	return rows[t.next-1]
}

func plainTablesOf(d *document) plainTables {
	p := plainTables{cables: d.table(tableCable)}
	p.port.table, p.maps.table, p.watch.table = d.table(tablePort), d.table(tablePortMap), d.table(tableWatchdog)
	for i := range profileLists {
		p.lists[i].table = d.table(profileLists[i].table)
	}
	return p
}

// of finds the rows of a port.
func (p *plainTables) of(port string) plainRows {
	r := plainRows{port: p.port.of(port), maps: p.maps.of(port), watch: p.watch.of(port), cable: cableOf(p.cables, port)}
	for i := range p.lists {
		r.lists[i] = p.lists[i].of(port)
	}
	return r
}

// like tells whether the rows of two ports say the same, as far as a target goes by them.
func (p *plainRows) like(o *plainRows) bool {
	return p.cable == o.cable && likeField(p.port, o.port, "admin_status") && likeField(p.port, o.port, fieldMTU) &&
		likeRow(p.maps, o.maps) && likeRow(p.watch, o.watch) && likeRow(p.lists[0], o.lists[0]) && likeRow(p.lists[1], o.lists[1])
}

func likeField(a, b *row, name string) bool {
	v, _ := a.get(name)
	w, _ := b.get(name)
	return v == w
}

// likeRow tells whether two rows have the same fields in the same order.
func likeRow(a, b *row) bool {
	if a == nil || b == nil || a.raw != "" || b.raw != "" {
		return a == b
	}
	x, y := a.fields, b.fields
	if len(x) != len(y) || len(x) > 0 && &x[0] == &y[0] {
		return len(x) == len(y)
	}
	for i := range x {
		if x[i].name != y[i].name || x[i].value != y[i].value {
			return false
		}
	}
	return true
}

// like tells whether the indexed rows of two ports say the same. Rows for several ports, and
// for no index, are like no others.
func (r *indexRows) like(o *indexRows) bool {
	if r == nil || o == nil {
		return r == o
	}
	if r.odd != nil || o.odd != nil {
		return false
	}
	for kind := range numIndexed {
		x, y := r.indexed[kind], o.indexed[kind]
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if x[i].lo != y[i].lo || x[i].hi != y[i].hi || x[i].shared || y[i].shared || !likeRow(x[i].row, y[i].row) {
				return false
			}
		}
	}
	return true
}

// settledLike tells whether a port says the same as the one before it, on which nothing was to be done: then there is nothing on this
// one, and the same is kept.
func (t *targeter) settledLike(w *portWork) bool {
	l := &t.last
	if !l.settled || l.keep != w.keep || !l.haveRows.like(&w.haveRows) || !l.wantRows.like(&w.wantRows) ||
		!l.have.like(w.have) || !l.want.like(w.want) {
		return false
	}
	t.kept.addLike(w.name)
	t.unmet |= l.unmet
	return true
}
