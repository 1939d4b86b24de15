package sonic

import (
	"fmt"
	"strings"
)

// finding is one thing that is wrong with a database by the models.
type finding struct {
	table      tableID
	key, field string
	says       string
}

// String names the place as the updater does.
func (f finding) String() string {
	path := "/" + tableNames[f.table] + "/" + f.key
	if f.field != "" {
		path += "/" + f.field
	}
	return path + ": " + f.says
}

// verifier checks rows by the models of a release.
type verifier struct {
	store   *store
	release release
	models  *[numTables]*model
	seen    [numTables]string // the row of each table that was found last: references repeat
	last    *row              // the row before, of the same table, if nothing was wrong with it
	sound   kin               // rows of the same table with which nothing was wrong
	found   []finding
	// lists: a key that lists ports passes, which no model knows and every daemon takes apart (4.5).
	lists bool
}

func (d *device) verifier(s *store) *verifier {
	return &verifier{store: s, release: d.release, models: &models[d.release]}
}

// valid checks the whole result of a patch by the models (5.2 step 2). What did not change and refers to nothing that changed
// is as it was.
func (d *device) valid(s *store, changes []rowChange) *Refusal {
	d.check()
	v := d.verifier(s)
	if len(d.broken) > 0 {
		v.all()
	} else {
		v.changed(changes)
	}
	if len(v.found) > 0 {
		return refuse("5.2", updaterSays+"Given patch will produce invalid config. Error: %s", v.found[0])
	}
	return nil
}

// check finds what is wrong with the database before the first step. Tables that were sound in another database are so in this
// one, if all that they were checked by is the same.
func (d *device) check() {
	if d.checked {
		return
	}
	v := d.verifier(newStore(d.doc))
	for id := range numTables {
		if t := v.store.known[id].was; t == nil || t.memo == nil || !t.memo.sound.still(v, id) {
			found := len(v.found)
			v.table(id)
			if t != nil && t.memo != nil && len(v.found) == found {
				t.memo.sound.note(v, id)
			}
		}
	}
	d.broken, d.checked = v.found, true
}

// all checks every row.
func (v *verifier) all() {
	for id := range numTables {
		v.table(id)
	}
}

func (v *verifier) table(id tableID) {
	if v.models[id] == nil {
		return
	}
	t := &v.store.known[id]
	if t.was != nil && t.there && t.was.raw != "" {
		v.wrong(id, "", "", "it is no table")
	}
	v.last, v.sound = nil, kin{}
	t.each(func(r *row) {
		found := len(v.found)
		v.row(id, r)
		if v.last = r; len(v.found) > found {
			v.last = nil
		} else if v.sound.find(r) < 0 {
			v.sound.add(r)
		}
	})
	v.last, v.sound = nil, kin{}
}

// changed checks the rows that changed and those that may not be valid any more without them.
func (v *verifier) changed(changes []rowChange) {
	var again, gone tableSet
	for i := range changes {
		c := &changes[i]
		switch {
		case c.table.id == numTables:
			continue
		case c.table.id == tWatchdog && c.key == watchdogGlobal:
			again |= tableSetOf(tWatchdog)
		}
		if c.now == nil {
			gone |= tableSetOf(c.table.id)
			continue
		}
		v.row(c.table.id, c.now)
	}
	for id := range numTables {
		if m := v.models[id]; m != nil && (again.has(id) || m.refers&gone != 0) {
			v.table(id)
		}
	}
}

func (v *verifier) wrong(id tableID, key, field, format string, args ...any) {
	v.found = append(v.found, finding{id, key, field, fmt.Sprintf(format, args...)})
}

// row checks one row. What it has like the row before needs no check, and neither have the fields of a sound row.
func (v *verifier) row(id tableID, r *row) {
	m := v.models[id]
	switch {
	case m == nil:
		return
	case r.raw != "":
		v.wrong(id, r.key, "", "it is no row")
		return
	}
	v.key(id, m, r)
	if at := v.sound.find(r); at >= 0 && (v.sound.rows[at].key == watchdogGlobal) == (r.key == watchdogGlobal) {
		return
	}
	if v.last == nil || !sameNames(v.last.fields, r.fields) {
		v.whole(id, m, r)
		return
	}
	alike := (v.last.key == watchdogGlobal) == (r.key == watchdogGlobal)
	for i := range r.fields {
		if f, g := &r.fields[i], &v.last.fields[i]; f.value != g.value || f.kind != g.kind {
			v.field(id, m, r, f)
			alike = false
		}
	}
	if !alike {
		v.musts(id, r)
	}
}

// whole checks all of a row but its key.
func (v *verifier) whole(id tableID, m *model, r *row) {
	for i := range r.fields {
		v.field(id, m, r, &r.fields[i])
	}
	for _, at := range m.needs {
		if r.field(m.fields[at].name) == nil {
			v.wrong(id, r.key, m.fields[at].name, "it must be there")
		}
	}
	v.musts(id, r)
}

// musts checks the rules about more than one value.
func (v *verifier) musts(id tableID, r *row) {
	for i := range musts[id] {
		if rule := &musts[id][i]; rule.on.has(v.release) && !rule.holds(v, r) {
			v.wrong(id, r.key, rule.field, "%s", rule.says)
		}
	}
}

// key checks the parts of a row's key.
func (v *verifier) key(id tableID, m *model, r *row) {
	rest, more := r.key, true
	for i := range m.key {
		var part string
		if !more {
			v.wrong(id, r.key, "", "its key has too few parts")
			return
		}
		part, rest, more = strings.Cut(rest, "|")
		if !v.holds(&m.key[i], part) && !(v.lists && v.eachHolds(&m.key[i], part)) {
			v.wrong(id, r.key, "", "%q in its key is not %s", part, m.key[i].wants())
		}
	}
	if more {
		v.wrong(id, r.key, "", "its key has too many parts")
	}
}

// eachHolds tells whether everything that a part of a key lists is in order.
func (v *verifier) eachHolds(sh *shape, list string) bool {
	for item := range strings.SplitSeq(list, ",") {
		if !v.holds(sh, item) {
			return false
		}
	}
	return true
}

// field checks the name and the value of a field.
func (v *verifier) field(id tableID, m *model, r *row, f *field) {
	if f.kind == kindList || f.kind == kindRaw {
		v.wrong(id, r.key, f.name, "it is no text")
		return
	}
	if m.entry != nil {
		v.entry(id, m.entry, r, f)
		return
	}
	l := m.leaf(f.name)
	if l == nil {
		v.wrong(id, r.key, f.name, "the model has no such field")
		return
	}
	if !v.holds(&l.shape, f.value) {
		v.wrong(id, r.key, f.name, "%q is not %s", f.value, l.shape.wants())
	}
}

func (v *verifier) entry(id tableID, e *entry, r *row, f *field) {
	if !v.holds(&e.name, f.name) {
		v.wrong(id, r.key, f.name, "%q is not %s", f.name, e.name.wants())
	}
	if !v.holds(&e.value, f.value) {
		v.wrong(id, r.key, f.name, "%q is not %s", f.value, e.value.wants())
	}
}

// holds tells whether a text is of a shape, references included.
func (v *verifier) holds(sh *shape, s string) bool {
	switch sh.kind {
	case aReference:
		return sh.hasWord(s) || v.there(sh.table, s)
	case references:
		for name := range strings.SplitSeq(s, ",") {
			if !v.there(sh.table, name) {
				return false
			}
		}
		return true
	}
	return sh.fits(s)
}

// there tells whether a table has a row.
func (v *verifier) there(id tableID, key string) bool {
	if v.seen[id] == key && key != "" {
		return true
	}
	if v.store.row(id, key) == nil {
		return false
	}
	v.seen[id] = key
	return true
}
