package plan

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// schema is the part of JSON Schema that docs/plan.schema.json uses.
type schema struct {
	Ref         string             `json:"$ref"`
	Type        string             `json:"type"`
	Const       any                `json:"const"`
	Enum        []string           `json:"enum"`
	Minimum     *float64           `json:"minimum"`
	Required    []string           `json:"required"`
	Properties  map[string]*schema `json:"properties"`
	Items       *schema            `json:"items"`
	Closed      *bool              `json:"additionalProperties"` // always false
	Defs        map[string]*schema `json:"$defs"`
	Dialect     string             `json:"$schema"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
}

func readSchema(t *testing.T) *schema {
	t.Helper()
	text, err := os.ReadFile("../docs/plan.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields() // a keyword that this test does not know would not be checked
	s := &schema{}
	if err := dec.Decode(s); err != nil {
		t.Fatal(err)
	}
	return s
}

// resolve follows a reference.
func (s *schema) resolve(root *schema) *schema {
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		return root.Defs[name]
	}
	return s
}

// TestSchemaHasEveryField walks the structs of the plan and the schema side by side.
func TestSchemaHasEveryField(t *testing.T) {
	root := readSchema(t)
	matchType(t, root, root, reflect.TypeFor[Plan](), "plan")
}

func matchType(t *testing.T, root, s *schema, typ reflect.Type, at string) {
	if s = s.resolve(root); s == nil {
		t.Errorf("%s: a reference to nothing", at)
		return
	}
	switch typ.Kind() {
	case reflect.Pointer:
		matchType(t, root, s, typ.Elem(), at)
	case reflect.Slice:
		if s.Type != "array" || s.Items == nil {
			t.Errorf("%s: the schema has no array", at)
			return
		}
		matchType(t, root, s.Items, typ.Elem(), at+"[]")
	case reflect.Struct:
		matchStruct(t, root, s, typ, at)
	default:
		want := map[reflect.Kind]string{reflect.String: "string", reflect.Int: "integer", reflect.Bool: "boolean"}[typ.Kind()]
		if s.Type != want && s.Enum == nil && s.Const == nil {
			t.Errorf("%s: the schema says %q, the file has a %s", at, s.Type, want)
		}
	}
}

func matchStruct(t *testing.T, root, s *schema, typ reflect.Type, at string) {
	if s.Type != "object" || s.Closed == nil || *s.Closed {
		t.Errorf("%s: the schema has no closed object", at)
	}
	seen := map[string]bool{}
	for _, member := range reflect.VisibleFields(typ) {
		if member.Anonymous { // its own fields come by themselves
			continue
		}
		name, options, _ := strings.Cut(member.Tag.Get("json"), ",")
		seen[name] = true
		field := s.Properties[name]
		if field == nil {
			t.Errorf("%s: the schema lacks %s", at, name)
			continue
		}
		if must := options != "omitempty"; must != slices.Contains(s.Required, name) {
			t.Errorf("%s.%s: always there is %v, required in the schema is %v", at, name, must, !must)
		}
		matchType(t, root, field, member.Type, at+"."+name)
	}
	for name := range s.Properties {
		if !seen[name] {
			t.Errorf("%s: the schema has %s, the file does not", at, name)
		}
	}
}

// TestPlansFitTheSchema validates a real plan file with switches of every status.
func TestPlansFitTheSchema(t *testing.T) {
	root := readSchema(t)
	p, _ := Build(context.Background(), fleet(6), Meta{WeftVersion: "1", IntentHash: "h", Choices: (&Options{}).Choices()}, 2)
	p.Devices = append(p.Devices, Device{Status: Refused, Disruption: "none", Proof: &Proof{}, Undo: &Undo{}})
	var file bytes.Buffer
	if err := Write(&file, p); err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(file.Bytes(), &value); err != nil {
		t.Fatal(err)
	}
	for _, fault := range validate(root, root, value, "plan") {
		t.Error(fault)
	}
	broken := strings.Replace(file.String(), `"op":"+"`, `"op":"*"`, 1)
	if err := json.Unmarshal([]byte(broken), &value); err != nil {
		t.Fatal(err)
	}
	if len(validate(root, root, value, "plan")) != 1 {
		t.Error("a broken plan fits the schema")
	}
}

func validate(root, s *schema, value any, at string) (faults []string) {
	s = s.resolve(root)
	fault := func(format string, args ...any) { faults = append(faults, at+": "+fmt.Sprintf(format, args...)) }
	if s.Const != nil && value != s.Const {
		fault("%v is not %v", value, s.Const)
	}
	if word, _ := value.(string); s.Enum != nil && !slices.Contains(s.Enum, word) {
		fault("%v is none of %v", value, s.Enum)
	}
	switch v := value.(type) {
	case map[string]any:
		for _, name := range s.Required {
			if _, there := v[name]; !there {
				fault("lacks %s", name)
			}
		}
		for name, member := range v {
			if s.Properties[name] == nil {
				fault("has %s", name)
				continue
			}
			faults = append(faults, validate(root, s.Properties[name], member, at+"."+name)...)
		}
	case []any:
		if s.Items == nil {
			fault("is an array")
			return faults
		}
		for _, item := range v {
			faults = append(faults, validate(root, s.Items, item, at+"[]")...)
		}
	case float64:
		if s.Minimum != nil && v < *s.Minimum {
			fault("%v is less than %v", v, *s.Minimum)
		}
	}
	if kind := kindOfJSON(value); s.Type != "" && s.Type != kind {
		fault("is %s, not %s", kind, s.Type)
	}
	return faults
}

func kindOfJSON(value any) string {
	switch value.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case float64:
		return "integer"
	case bool:
		return "boolean"
	}
	return "null"
}
