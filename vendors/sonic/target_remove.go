package sonic

import (
	"slices"
	"strings"
)

// removeObjects deletes what is not wanted any more: weft's own rows, and those of others that nothing names when told to prune.
func (t *targeter) removeObjects() {
	var refs map[rowName]bool
	for i := len(objectTables) - 1; i >= 0; i-- { // what names before what is named
		table := objectTables[i].name
		for _, have := range t.have.table(table).all() {
			r := rowName{table, have.key}
			if _, used := t.used[r]; used || !t.goes(r) {
				continue
			}
			if refs == nil {
				refs = t.references()
			}
			t.remove(r, have, refs[r] || t.mentioned(r), refs)
		}
	}
}

// goes tells whether a row that is not wanted is for weft to delete.
func (t *targeter) goes(r rowName) bool {
	if t.owns(r) {
		return true
	}
	return t.scope.Prune && !t.adopted[r] && r.table != tablePool && !derived(r.key) && !ofWeft(r)
}

// remove deletes one row, unless something that weft leaves alone still names it. Where the release lets no patch do that, a row that does
// nothing is no reason for a reload.
func (t *targeter) remove(r rowName, have *row, named bool, refs map[rowName]bool) {
	switch {
	case named && t.owns(r):
		t.diags.Warnf(int(have.line), "%s is not wanted any more and stays: something that weft does not manage names it", r)
	case named:
	case t.owns(r) && !t.scope.Reload && !t.scope.Destroy && !t.patchable(r, have):
		t.diags.Warnf(int(have.line), "%s is not wanted any more and stays: nothing names it, and %s lets no patch delete it. --max-disruption reload deletes it", r, t.site.Platform.Release)
	case !t.owns(r) && !t.may(r, objectTableOf(r.table).knows):
	case !t.owns(r) && !t.scope.Reload && !t.scope.Destroy && t.lastFixed(r):
		t.diags.Warnf(int(have.line), "%s is not pruned: it is the last row of %s, and %s lets no patch delete that. --max-disruption reload deletes it", r, r.table, t.site.Platform.Release)
	default:
		t.editor().removeRow(r.table, r.key)
	}
}

// patchable tells whether a patch may delete a row.
func (t *targeter) patchable(r rowName, have *row) bool {
	u := updaterOf(t.have, t.site.Platform)
	return u.allows(t.have.table(r.table), &rowEdit{table: r.table, from: have}) && !t.lastFixed(r)
}

// lastFixed tells whether a row is the last one of a table of which a patch may delete rows, and not the last one.
func (t *targeter) lastFixed(r rowName) bool {
	left := slices.ContainsFunc(t.tableNow(r.table).all(), func(other *row) bool { return other != nil && other.key != r.key })
	u := updaterOf(t.have, t.site.Platform)
	return !left && u.permits(r, rowGoes, "") && !u.permits(rowName{table: r.table}, tableGoes, "")
}

// references are the rows that rows of the target name.
func (t *targeter) references() map[rowName]bool {
	refs := map[rowName]bool{}
	for table, settings := range naming {
		for _, r := range t.tableNow(table).all() {
			if r == nil {
				continue
			}
			for i := range settings {
				value, _ := r.get(settings[i].field)
				settings[i].each(value, func(named rowName) { refs[named] = true })
			}
		}
	}
	return refs
}

// tableNow is a table of the target so far; rows that are gone may be nil.
func (t *targeter) tableNow(name string) *table {
	if t.edit == nil {
		return t.have.table(name)
	}
	return t.edit.table(name)
}

// mentioned tells whether a table that weft does not set rows of has the name of a row as a value.
func (t *targeter) mentioned(r rowName) bool {
	if !strings.Contains(t.have.text, r.key) {
		return false
	}
	for _, table := range t.have.tables {
		if naming[table.name] != nil || objectTableOf(table.name) != nil {
			continue
		}
		for _, row := range table.rows {
			for i := range row.fields {
				if row.fields[i].value == r.key {
					return true
				}
			}
		}
	}
	return false
}

// roles are the second words of the names that weft gives, by table.
var roles = map[string]string{
	tableDSCP: "classify", tableDot1p: "classify", tableQueues: "queues", tableGroups: "groups", tablePFCQueues: "pfc",
	tablePFCGroups: "pfc", tableMarks: "mark", tableScheduler: "q", tableWRED: "ecn",
}

// ofWeft tells whether a name has the shape that weft gives, whatever the prefix: what another fabric's weft made is not
// pruned.
func ofWeft(r rowName) bool {
	prefix, rest, found := strings.Cut(r.key, "-")
	role, _, _ := strings.Cut(rest, "-")
	return found && len(prefix) >= 1 && len(prefix) <= 8 && (roles[r.table] == role && role != "" || r.table == tableProfile)
}
