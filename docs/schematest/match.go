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
	matchType(t, s, s, typ, typ.Name())
}

func matchType(t *testing.T, root, s *Schema, typ reflect.Type, at string) {
	t.Helper()
	if s = s.resolve(root); s == nil {
		t.Errorf("%s: a reference to nothing", at)
		return
	}
	switch {
	case typ.Kind() == reflect.Pointer:
		matchType(t, root, s, typ.Elem(), at)
	case typ.Kind() == reflect.Slice:
		if !slices.Contains(s.Type, "array") || s.Items == nil {
			t.Errorf("%s: the schema has no array", at)
			return
		}
		matchType(t, root, s.Items, typ.Elem(), at+"[]")
	case typ.Kind() == reflect.Struct && typ != reflect.TypeFor[time.Time]():
		matchStruct(t, root, s, typ, at)
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

func matchStruct(t *testing.T, root, s *Schema, typ reflect.Type, at string) {
	t.Helper()
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
		matchType(t, root, is, field.Type, at+"."+name)
	}
	for name := range s.Properties {
		if !seen[name] {
			t.Errorf("%s: the schema has %s, the document does not", at, name)
		}
	}
}
