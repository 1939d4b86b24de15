package schematest

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// Match walks a type that is written as JSON and its schema side by side: every field is there, required where it is always
// written, and nothing more.
func (s *Schema) Match(t *testing.T, typ reflect.Type) {
	t.Helper()
	m := matcher{t, s, map[pair]bool{}}
	m.matchType(s, typ, typ.Name())
}

// matcher is one walk. A type that holds itself is looked at once.
type matcher struct {
	*testing.T
	root *Schema
	seen map[pair]bool
}

type pair struct {
	schema *Schema
	typ    reflect.Type
}

func (t *matcher) matchType(s *Schema, typ reflect.Type, at string) {
	t.Helper()
	if s = s.resolve(t.root); s == nil {
		t.Errorf("%s: a reference to nothing", at)
		return
	}
	switch {
	case typ.Kind() == reflect.Pointer:
		t.matchType(s, typ.Elem(), at)
	case typ.Kind() == reflect.Slice:
		if !slices.Contains(s.Type, "array") || s.Items == nil {
			t.Errorf("%s: the schema has no array", at)
			return
		}
		t.matchType(s.Items, typ.Elem(), at+"[]")
	case typ.Kind() == reflect.Struct && typ != reflect.TypeFor[time.Time]():
		t.matchStruct(s, typ, at)
	case s.Enum == nil && s.Const == nil && !slices.Contains(s.Type, typeOf(typ)):
		t.Errorf("%s: the schema says %v, the document has a %s", at, s.Type, typeOf(typ))
	}
}

// typeOf is what values of a Go type are in JSON.
func typeOf(typ reflect.Type) string {
	switch typ.Kind() {
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.Bool:
		return "boolean"
	}
	return "string"
}

func (t *matcher) matchStruct(s *Schema, typ reflect.Type, at string) {
	t.Helper()
	if t.seen[pair{s, typ}] {
		return
	}
	t.seen[pair{s, typ}] = true
	if !slices.Contains(s.Type, "object") || s.Closed == nil || *s.Closed {
		t.Errorf("%s: the schema has no closed object", at)
	}
	seen := map[string]bool{}
	for _, field := range reflect.VisibleFields(typ) {
		if field.Anonymous {
			continue // its fields are visible
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		seen[name] = true
		is := s.Properties[name]
		if is == nil {
			t.Errorf("%s: the schema lacks %s", at, name)
			continue
		}
		if must := !strings.HasPrefix(options, "omit"); must != slices.Contains(s.Required, name) {
			t.Errorf("%s.%s: always there is %v, required in the schema is %v", at, name, must, !must)
		}
		t.matchType(is, field.Type, at+"."+name)
	}
	for name := range s.Properties {
		if !seen[name] {
			t.Errorf("%s: the schema has %s, the document does not", at, name)
		}
	}
}
