package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// The ranks of changes: what is named comes before what names it, and goes after it. The switch sorts what it is sent, so that
// the order decides only how a patch reads.
const (
	rankObject = iota // a row that others name comes or changes
	rankSwitch        // a row of the switch, or of all ports
	rankPort
	rankGone // a row that others name goes
)

// Changes is the difference between two configurations of one origin, a change a row, in no order: plan orders them by the names
// they touch and their rank. A name is that of a row: SCHEDULER|WEFT-q-roce.
func (SONiC) Changes(from, to vendors.Config, _ vendors.Site) []vendors.Change {
	c := &changer{from: docOf(from), to: docOf(to)}
	if c.from == c.to {
		return nil
	}
	for _, now := range c.to.tables {
		c.table(c.from.table(now.name), now)
	}
	for _, old := range c.from.tables {
		if c.to.table(old.name) == nil {
			c.table(old, nil)
		}
	}
	return c.changes
}

// changer finds the changes between two configurations.
type changer struct {
	from, to *document
	changes  []vendors.Change
	last     []string // the ports of the change before: rows of one port mostly stand together
}

// rowEdit is the body of a change: a row that comes, goes or is to hold other fields.
type rowEdit struct {
	table     string
	from, now *row // either may be nil
	place     int  // of the row in its table, of the configuration that has it
}

// table compares two tables of one name, of which one may be nil. A table that is no object is nothing that weft changes.
func (c *changer) table(old, now *table) {
	if old == now {
		return
	}
	for i, r := range now.all() {
		if i < len(old.all()) && old.rows[i] == r {
			continue
		}
		if was := old.row(r.key); was == nil || was != r && !equalFields(was.fields, r.fields) {
			c.add(&rowEdit{now.name, was, r, i})
		}
	}
	for i, r := range old.all() {
		if i < len(now.all()) && now.rows[i] == r {
			continue
		}
		if now.row(r.key) == nil {
			c.add(&rowEdit{old.name, r, nil, i})
		}
	}
}

// add makes a change of a row.
func (c *changer) add(e *rowEdit) {
	name := rowName{e.table, e.key()}.String()
	change := vendors.Change{Key: name, Rank: rankPort, Ports: c.portsOf(e), Body: e}
	object := objectTableOf(e.table) != nil
	switch {
	case object && e.now == nil:
		change.Rank = rankGone
	case object:
		change.Rank = rankObject
	case change.Ports == nil:
		change.Rank = rankSwitch
	}
	switch {
	case e.from == nil:
		change.Defines, change.Text = []string{name}, "add "+name
	case e.now == nil:
		change.Removes, change.Text = []string{name}, "delete "+name
	default:
		change.Text = "change " + name
	}
	c.bind(&change, e)
	c.changes = append(c.changes, change)
}

// key is that of the row.
func (e *rowEdit) key() string {
	if e.now == nil {
		return e.from.key
	}
	return e.now.key
}

// bind notes the rows that a row names now and did not, and the other way round.
func (c *changer) bind(change *vendors.Change, e *rowEdit) {
	settings := naming[e.table]
	for i := range settings {
		s := &settings[i]
		was, _ := e.from.get(s.field)
		is, _ := e.now.get(s.field)
		if was == is {
			continue
		}
		s.each(is, func(r rowName) { change.Uses = append(change.Uses, r.String()) })
		s.each(was, func(r rowName) { change.Frees = append(change.Frees, r.String()) })
	}
}

// portsOf are the ports that a row is about: those of its key, and in the row of cables those whose length changes.
func (c *changer) portsOf(e *rowEdit) []string {
	list, _, _ := strings.Cut(e.key(), "|")
	switch {
	case e.table == tableCable:
		return cabled(e.from, e.now)
	case !isPhysical(list) && !strings.Contains(list, ","), objectTableOf(e.table) != nil:
		return nil
	case len(c.last) == 1 && c.last[0] == list:
		return c.last
	}
	c.last = strings.Split(list, ",")
	return c.last
}

// cabled are the ports whose cables have other lengths in two rows, of which one may be nil.
func cabled(from, now *row) (ports []string) {
	for _, sides := range [][2]*row{{now, from}, {from, now}} {
		for _, f := range sides[0].all() {
			other := sides[1].field(f.name)
			if other == nil || sides[0] == now && !other.same(&f) {
				ports = append(ports, f.name)
			}
		}
	}
	return ports
}
