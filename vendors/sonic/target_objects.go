package sonic

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// doesSame tells whether the rows that a value of a setting names do what those of another one do. When weft is told to take
// over, only its own names will do.
func (t *targeter) doesSame(s *setting, have, want string) bool {
	if s.names == "" || t.scope.TakeOver || have == computedByBox || want == computedByBox {
		return false
	}
	var a, b []rowName
	s.each(have, func(r rowName) { a = append(a, r) })
	s.each(want, func(r rowName) { b = append(b, r) })
	return slices.EqualFunc(a, b, t.equal)
}

// equal tells whether a row does in the target what a desired one does.
func (t *targeter) equal(have, want rowName) bool {
	if have == want && !t.mine(have) {
		return true // of the switch itself: pools, and the profiles of its own template
	}
	pair := [2]rowName{have, want}
	same, asked := t.alike[pair]
	if !asked {
		same = objectTableOf(have.table).same(t.shall(have), t.want.table(want.table).row(want.key))
		t.alike[pair] = same
	}
	return same
}

// same tells whether a row says all that a wanted one says. What a field that is not there means counts; a map may say more.
func (o *objectTable) same(have, want *row) bool {
	if have == nil || want == nil || have.raw != "" {
		return false
	}
	for i := range want.fields {
		if f := &want.fields[i]; !o.saysLike(have, f) {
			return false
		}
	}
	for i := 0; i < len(have.fields) && !o.isMap; i++ {
		if f := &have.fields[i]; !o.saysLike(want, f) {
			return false
		}
	}
	return true
}

// saysLike tells whether a row gives a field the value that another row gives it.
func (o *objectTable) saysLike(r *row, f *field) bool {
	if g := r.field(f.name); g != nil {
		return g.same(f)
	}
	return o.unsaid[f.name] == f.value && f.value != ""
}

// changes tells whether a row of weft's, or one that it was handed, is to hold something else.
func (t *targeter) changes(r rowName) bool {
	changes, asked := t.changing[r]
	if !asked {
		have, want := t.have.table(r.table).row(r.key), t.want.table(r.table).row(r.key)
		changes = want != nil && (have == nil || len(t.objectEdits(r, have, want)) > 0)
		t.changing[r] = changes
	}
	return changes
}

// objectEdits are the edits that give a row the desired fields. One that says the same stays.
func (t *targeter) objectEdits(r rowName, have, want *row) (edits []fieldEdit) {
	o := objectTableOf(r.table)
	for i := range have.fields {
		if f := &have.fields[i]; want.field(f.name) == nil && (t.owns(r) || !o.mayStay(f)) {
			edits = append(edits, fieldEdit{f.name, ""})
		}
	}
	for i := range want.fields {
		if f := &want.fields[i]; !o.saysLike(have, f) {
			edits = append(edits, fieldEdit{f.name, f.value})
		}
	}
	if r.table == tableWRED {
		return t.greenOnly(r, have, edits)
	}
	return edits
}

// mayStay tells whether a field that is not desired can stay in a row that weft was handed: what is so without it, and what a map
// says of numbers that no class has. A weight excludes a strict scheduler, whatever it is (1.2).
func (o *objectTable) mayStay(f *field) bool {
	return o.isMap || o.unsaid[f.name] == f.value && o.name != tableScheduler
}

// greenOnly leaves out the edits of the curves for yellow and red packets where the switch lets a patch change only those for green
// ones: what no policer has coloured is green.
func (t *targeter) greenOnly(r rowName, have *row, edits []fieldEdit) []fieldEdit {
	u := updaterOf(t.have, t.site.Platform)
	var green []fieldEdit
	for _, e := range edits {
		verb := fieldChanges
		if have.field(e.field) == nil {
			verb = fieldComes
		}
		switch {
		case u.permits(r, verb, e.field):
			green = append(green, e)
		case !strings.HasPrefix(e.field, "yellow_") && !strings.HasPrefix(e.field, "red_"):
			return edits
		}
	}
	return green
}

// setObjects makes the desired rows that something names as desired: those of weft and those that it was handed as a whole.
// Rows of the switch's own template are made where they are not there, and left as they are where they are.
func (t *targeter) setObjects() {
	t.useNamed()
	for _, table := range t.want.tables {
		o := objectTableOf(table.name)
		if o == nil {
			continue
		}
		for _, want := range table.rows {
			r := rowName{table.name, want.key}
			asDesired, used := t.used[r]
			have := t.have.table(r.table).row(r.key)
			switch {
			case !used:
			case have == nil:
				t.putAll(r, want)
			case asDesired && t.mine(r):
				if edits := t.objectEdits(r, have, want); len(edits) > 0 {
					t.editRow(r, edits, o.knows)
					t.tellWider(r)
				}
			}
		}
	}
}

// useNamed notes the pools that profiles name: those of rows that are to be made, and of rows that are there without their pool.
func (t *targeter) useNamed() {
	for _, want := range t.want.table(tableProfile).all() {
		r := rowName{tableProfile, want.key}
		if _, used := t.used[r]; !used {
			continue
		}
		from := t.have.table(r.table).row(r.key)
		if from == nil {
			from = want
		}
		pool, _ := from.get("pool")
		t.use(rowName{tablePool, pool}, true)
	}
}

// putAll makes a row as desired.
func (t *targeter) putAll(r rowName, want *row) {
	for i := range want.fields {
		f := want.fields[i]
		f.place, f.below = span{}, 0
		t.editor().put(r.table, r.key, f)
	}
}

// knows tells whether weft knows a field of the table.
func (o *objectTable) knows(field string) bool { return o.isMap || slices.Contains(o.fields, field) }

// keptFacet is the facet that a kept row is listed under.
func keptFacet(s *setting) qos.Facet {
	for f := range qos.NumFacets {
		if s.facets.Has(f) {
			return f
		}
	}
	return 0
}

// keptList collects what is kept, the ports of one row and facet together.
type keptList struct {
	list []vendors.Kept
	at   map[keptKey]int
	// onPort is what the port that was looked at last keeps, as places in the list, each once. A port like it keeps the same.
	onPort []int
}

type keptKey struct {
	row   rowName
	facet qos.Facet
}

// begin starts with another port.
func (k *keptList) begin() { k.onPort = k.onPort[:0] }

func (k *keptList) add(r rowName, facet qos.Facet, port string) {
	at, known := k.at[keptKey{r, facet}]
	if !known {
		if k.at == nil {
			k.at = map[keptKey]int{}
		}
		at = len(k.list)
		k.at[keptKey{r, facet}] = at
		k.list = append(k.list, vendors.Kept{Object: r.String(), Facet: facet})
	}
	if ports := k.list[at].Ports; len(ports) == 0 || ports[len(ports)-1] != port {
		k.list[at].Ports = append(ports, port)
		k.onPort = append(k.onPort, at)
	}
}

// addLike notes that a port keeps what the one that was looked at last does.
func (k *keptList) addLike(port string) {
	for _, at := range k.onPort {
		k.list[at].Ports = append(k.list[at].Ports, port)
	}
}
