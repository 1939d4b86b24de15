package sonic

import (
	"slices"
	"strconv"
	"strings"
)

// conflict is the refusal of an operation that does not fit what is there (5.4, RFC 6902 section 4).
func conflict(format string, args ...any) *Refusal {
	return refuse("5.4", updaterSays+format, args...)
}

// notStored is the refusal of a value that the database has no text for: it stays different from what was asked (4.1).
func notStored(path string) *Refusal {
	return refuse("4.1", updaterSays+"after applying patch to config, there are still some parts not updated: the value at %s is no text", path)
}

// apply does one operation.
func (s *store) apply(o *operation) *Refusal {
	switch {
	case o.path.depth == 0 || o.from != nil && o.from.depth == 0:
		return malformed("this model patches tables, not the database as a whole")
	case o.path.depth > maxParts:
		return conflict("member '%s' not found: CONFIG_DB has nothing that deep", o.path.text)
	}
	switch o.verb {
	case adds:
		return s.add(&o.path, &o.value)
	case removes:
		return s.remove(&o.path)
	case replaces:
		return s.replace(&o.path, &o.value)
	case moves:
		return s.move(o)
	case copies:
		v, refusal := s.get(o.from)
		if refusal != nil {
			return refusal
		}
		return s.add(&o.path, &v)
	default:
		return s.test(o)
	}
}

// move is a removal and an addition of what was removed (RFC 6902 section 4.4).
func (s *store) move(o *operation) *Refusal {
	if o.path.within(o.from) {
		return conflict("cannot move '%s' into itself", o.from.text)
	}
	v, refusal := s.get(o.from)
	if refusal == nil {
		refusal = s.remove(o.from)
	}
	if refusal == nil {
		refusal = s.add(&o.path, &v)
	}
	return refusal
}

func (s *store) test(o *operation) *Refusal {
	v, refusal := s.get(&o.path)
	if refusal != nil {
		return refusal
	}
	if !equalValues(&v, &o.value) {
		return conflict("the value at %s is not equal to the tested value", o.path.text)
	}
	return nil
}

// equalValues compares two values: members in any order, items in theirs.
func equalValues(a, b *value) bool {
	if a.kind != b.kind || a.text != b.text || len(a.members) != len(b.members) || len(a.items) != len(b.items) {
		return false
	}
	for i := range a.items {
		if !equalValues(&a.items[i], &b.items[i]) {
			return false
		}
	}
	for i := range a.members {
		at := slices.IndexFunc(b.members, func(m member) bool { return m.name == a.members[i].name })
		if at < 0 || !equalValues(&a.members[i].value, &b.members[at].value) {
			return false
		}
	}
	return true
}

// add sets a member, or inserts into a list. What a member stands in must be there.
func (s *store) add(p *pointer, v *value) *Refusal {
	t := s.table(p.table())
	switch {
	case p.depth == 1:
		return s.setTable(t, p, v)
	case p.depth == 2 && !t.there && s.makesTables:
		t.there = true
	}
	if refusal := s.parent(t, p); refusal != nil {
		return refusal
	}
	switch p.depth {
	case 2:
		return s.setRow(t, p, v)
	case 3:
		return s.setField(t, p, v)
	}
	return s.editList(t, p, func(list []string, at int) ([]string, bool) {
		return slices.Insert(list, min(at, len(list)), v.text), at <= len(list) && v.kind == jsonString
	})
}

// remove takes away what must be there.
func (s *store) remove(p *pointer) *Refusal {
	t := s.table(p.table())
	if refusal := s.parent(t, p); refusal != nil {
		return refusal
	}
	if p.depth < maxParts && !s.has(t, p) {
		return conflict("can't remove a non-existent object '%s'", p.parts[p.depth-1])
	}
	switch p.depth {
	case 1:
		s.clear(t)
		t.there = false
		return nil
	case 2:
		s.touch(t, p.row()).drop()
		return nil
	case 3:
		r := s.edit(t, p.row())
		at := r.find(p.field())
		r.fields = slices.Delete(r.fields, at, at+1)
		r.reindex()
		return nil
	}
	return s.editList(t, p, func(list []string, at int) ([]string, bool) {
		if at >= len(list) {
			return nil, false
		}
		return slices.Delete(list, at, at+1), true
	})
}

// replace sets what must be there.
func (s *store) replace(p *pointer, v *value) *Refusal {
	t := s.table(p.table())
	if refusal := s.parent(t, p); refusal != nil {
		return refusal
	}
	if p.depth < maxParts && !s.has(t, p) {
		return conflict("can't replace a non-existent object '%s'", p.parts[p.depth-1])
	}
	switch p.depth {
	case 1:
		return s.setTable(t, p, v)
	case 2:
		return s.setRow(t, p, v)
	case 3:
		return s.setField(t, p, v)
	}
	return s.editList(t, p, func(list []string, at int) ([]string, bool) {
		if at >= len(list) || v.kind != jsonString {
			return nil, false
		}
		list[at] = v.text
		return list, true
	})
}

// parent checks that what a path leads through is there.
func (s *store) parent(t *tableState, p *pointer) *Refusal {
	if p.depth > 1 && (!t.there || t.was != nil && t.was.raw != "") {
		return conflict("member '%s' not found", p.table())
	}
	if p.depth <= 2 {
		return nil
	}
	r := t.row(p.row())
	if r == nil || r.raw != "" {
		return conflict("member '%s' not found", p.row())
	}
	if p.depth == maxParts && r.field(p.field()) == nil {
		return conflict("member '%s' not found", p.field())
	}
	return nil
}

// has tells whether a table, row or field is there.
func (s *store) has(t *tableState, p *pointer) bool {
	switch p.depth {
	case 1:
		return t.there
	case 2:
		return t.row(p.row()) != nil
	}
	return t.row(p.row()).field(p.field()) != nil
}

// setTable gives a table the rows of a value and no others.
func (s *store) setTable(t *tableState, p *pointer, v *value) *Refusal {
	if v.kind != jsonObject {
		return conflict("Data Loading Failed: %s is no table", p.text)
	}
	s.clear(t)
	t.there = true
	for i := range v.members {
		m := &v.members[i]
		r, refusal := s.rowOf(p.text, m.name, &m.value)
		if refusal != nil {
			return refusal
		}
		s.put(t, r)
	}
	return nil
}

// setRow gives a row the fields of a value and no others.
func (s *store) setRow(t *tableState, p *pointer, v *value) *Refusal {
	r, refusal := s.rowOf(p.text, p.row(), v)
	if refusal == nil {
		s.put(t, r)
	}
	return refusal
}

func (s *store) rowOf(path, key string, v *value) (*row, *Refusal) {
	if v.kind != jsonObject {
		return nil, conflict("Data Loading Failed: %s of %s is no row", key, path)
	}
	r := s.newRow(key)
	r.fields = s.newFields(len(v.members))
	for i := range v.members {
		f, ok := fieldOf(v.members[i].name, &v.members[i].value)
		if !ok {
			return nil, notStored(path + "/" + v.members[i].name)
		}
		r.fields = append(r.fields, f)
	}
	r.reindex()
	return r, nil
}

// fieldOf is a field of a text or of a list of texts.
func fieldOf(name string, v *value) (field, bool) {
	switch v.kind {
	case jsonString:
		return field{name: name, value: v.text}, true
	case jsonArray:
		list := make([]string, len(v.items))
		for i := range v.items {
			if v.items[i].kind != jsonString {
				return field{}, false
			}
			list[i] = v.items[i].text
		}
		return listField(name, list), true
	}
	return field{}, false
}

// inPlaceOf is a field that stands in the text where another one stood.
func (f field) inPlaceOf(old *field) field {
	f.place = span{gap: old.place.gap, from: old.place.from}
	return f
}

func listField(name string, list []string) field {
	return field{name: name, value: strings.Join(list, ","), list: list, kind: kindList}
}

func (s *store) setField(t *tableState, p *pointer, v *value) *Refusal {
	f, ok := fieldOf(p.field(), v)
	if !ok {
		return notStored(p.text)
	}
	r := s.edit(t, p.row())
	if at := r.find(f.name); at >= 0 {
		r.fields[at] = f.inPlaceOf(&r.fields[at])
		return nil
	}
	r.fields = append(r.fields, f)
	r.reindex()
	return nil
}

// editList changes one item of a list. The place is a number without leading zeros, or "-" behind the last (RFC 6901 section 4).
func (s *store) editList(t *tableState, p *pointer, change func([]string, int) ([]string, bool)) *Refusal {
	f := t.row(p.row()).field(p.field())
	if f.kind != kindList {
		return conflict("member '%s' not found: %s is no list", p.place(), p.field())
	}
	at, err := strconv.Atoi(p.place())
	switch {
	case p.place() == "-":
		at = len(f.list)
	case err != nil || at < 0 || strconv.Itoa(at) != p.place():
		return conflict("'%s' is not a valid sequence index", p.place())
	}
	list, ok := change(slices.Clone(f.list), at)
	if !ok {
		return conflict("can't change place %s of list '%s'", p.place(), p.field())
	}
	r := s.edit(t, p.row())
	at = r.find(p.field())
	r.fields[at] = listField(p.field(), list).inPlaceOf(&r.fields[at])
	return nil
}

// get is what stands at a path, for move, copy and test.
func (s *store) get(p *pointer) (value, *Refusal) {
	t := s.table(p.table())
	if refusal := s.parent(t, p); refusal != nil {
		return value{}, refusal
	}
	if p.depth > maxParts || p.depth < maxParts && !s.has(t, p) {
		return value{}, conflict("member '%s' not found", p.parts[min(p.depth, maxParts)-1])
	}
	switch p.depth {
	case 1:
		return valueOfTable(t), nil
	case 2:
		return valueOfRow(t.row(p.row())), nil
	case 3:
		return valueOfField(t.row(p.row()).field(p.field())), nil
	}
	v := valueOfField(t.row(p.row()).field(p.field()))
	at, err := strconv.Atoi(p.place())
	if err != nil || at < 0 || at >= len(v.items) || strconv.Itoa(at) != p.place() {
		return value{}, conflict("member '%s' not found", p.place())
	}
	return v.items[at], nil
}

func valueOfTable(t *tableState) value {
	v := value{kind: jsonObject}
	t.each(func(r *row) { v.members = append(v.members, member{r.key, valueOfRow(r)}) })
	return v
}

func valueOfRow(r *row) value {
	v := value{kind: jsonObject}
	for i := range r.fields {
		v.members = append(v.members, member{r.fields[i].name, valueOfField(&r.fields[i])})
	}
	return v
}

// valueOfField is the value as the database holds it: a number is text there.
func valueOfField(f *field) value {
	if f.kind != kindList {
		return value{text: f.value}
	}
	v := value{kind: jsonArray}
	for _, item := range f.list {
		v.items = append(v.items, value{text: item})
	}
	return v
}
