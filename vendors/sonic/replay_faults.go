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
