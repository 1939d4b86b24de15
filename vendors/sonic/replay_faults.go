package sonic

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Faults are the rows with which a patch would end in a database that the updater refuses (5.2), or that a daemon does not take (8.2).
func (v SONiC) Faults(c vendors.Config, p vendors.Platform) (diags vendors.Diagnostics) {
	d := v.Replay(c, p, nil).(*device)
	d.check()
	for i := range d.broken {
		diags = append(diags, d.fault(&d.broken[i]))
	}
	return append(diags, d.ignoredRows()...)
}

// ignoredRows are the rows that a daemon does not take. Of each row the first thing is told.
func (d *device) ignoredRows() (diags vendors.Diagnostics) {
	s := newStore(d.doc)
	rows := s.allRows()
	first := map[*rowChange]*Refusal{}
	for i := range rows {
		if refusal := d.follow(&standing, s, rows[i:i+1]); refusal != nil {
			first[&rows[i]] = refusal
		}
	}
	for _, judge := range d.linters() {
		for _, c := range judge(s, rows) {
			if first[c.change] == nil {
				first[c.change] = c.refusal
			}
		}
	}
	for i := range rows {
		if c := &rows[i]; first[c] != nil {
			diags.Errorf(int(c.now.line), "%s: %s", rowName{c.table.name, c.key}, first[c].rule())
		}
	}
	return diags
}

// allRows are the rows of the tables that weft knows, as if all were new.
func (s *store) allRows() (rows []rowChange) {
	for id := range numTables {
		t := &s.known[id]
		t.each(func(r *row) { rows = append(rows, rowChange{table: t, key: r.key, now: r}) })
	}
	return rows
}

// fault is a finding, and where in the text it stands.
func (d *device) fault(f *finding) vendors.Diagnostic {
	place := rowName{tableNames[f.table], f.key}
	says := vendors.Diagnostic{Severity: vendors.Error, Summary: strings.TrimSpace(place.String()+" "+f.field) + ": " + f.says}
	r := d.doc.table(place.table).row(f.key)
	if r == nil {
		return says
	}
	says.Line = int(r.line)
	if wrong := r.field(f.field); wrong != nil && r.lineOf(wrong) > 0 {
		says.Line = int(r.lineOf(wrong))
		says.Detail = "it begins in column " + strconv.Itoa(columnOf(d.doc.text, int(r.placeOf(wrong).from)))
	}
	return says
}

// rule is what a daemon has against a row, without the row.
func (r *Refusal) rule() string {
	_, rule, found := strings.Cut(r.Says, notWorking)
	if !found {
		rule = r.Says
	}
	return rule + " (" + r.Source + ")"
}
