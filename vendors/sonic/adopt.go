package sonic

import (
	"maps"
	"slices"
)

// adoptedRow is the row that an intent hands to weft: WRED_PROFILE|AZURE_LOSSLESS.
func adoptedRow(full string) (rowName, bool) {
	table, key, ok := cutObject(full)
	return rowName{table, key}, ok && key != "" && objectTableOf(table) != nil
}

// checkAdopted looks at the rows that weft was handed. One that is not there, or that weft does not understand as a whole, is an
// error: it would be overwritten.
func (t *targeter) checkAdopted() {
	for _, role := range slices.Sorted(maps.Keys(t.site.Adopt)) {
		full := t.site.Adopt[role]
		r, ok := adoptedRow(full)
		if !ok {
			t.diags.Errorf(0, "adopt %q as %s is not a row that has a name: write such as \"WRED_PROFILE|AZURE_LOSSLESS\"", full, role)
			continue
		}
		t.adopted[r] = true
		have := t.have.table(r.table).row(r.key)
		if have == nil {
			t.diags.Errorf(0, "adopt as %s: %s is not in the running configuration", role, r)
			continue
		}
		for i := range have.fields {
			if f := &have.fields[i]; !objectTableOf(r.table).knows(f.name) {
				t.diags.Errorf(int(have.lineOf(f)), "%s cannot be adopted: %q in it is not understood", r, f.name)
			}
		}
	}
}
