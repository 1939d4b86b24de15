package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Faults are the rows with which a patch would end in a database that the updater refuses (5.2), or that a daemon does not take (8.2).
func (v SONiC) Faults(c vendors.Config, p vendors.Platform) (diags vendors.Diagnostics) {
	d := v.Replay(c, p, nil).(*device)
	d.check()
	for _, f := range d.broken {
		place := rowName{tableNames[f.table], f.key}
		r := d.doc.table(place.table).row(f.key)
		line := lineOf(r, f.field)
		if line == 0 && r != nil {
			line = r.line
		}
		diags.Errorf(int(line), "%s: %s", strings.TrimSpace(place.String()+" "+f.field), f.says)
	}
	s := newStore(d.doc)
	for id := range numTables {
		t := &s.known[id]
		t.each(func(r *row) {
			if refusal := d.lint(s, []rowChange{{table: t, key: r.key, now: r}}); refusal != nil {
				diags.Errorf(int(r.line), "%s: %s", rowName{t.name, r.key}, refusal.rule())
			}
		})
	}
	return diags
}

// rule is what a daemon has against a row, without the row.
func (r *Refusal) rule() string {
	_, rule, found := strings.Cut(r.Says, notWorking)
	if !found {
		rule = r.Says
	}
	return rule + " (" + r.Source + ")"
}
