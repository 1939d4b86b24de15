package schematest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Schema is a schema, or a part of one, in the part of JSON Schema that weft's schemas use.
type Schema struct {
	Ref         string             `json:"$ref"`
	Type        types              `json:"type"`
	Const       any                `json:"const"`
	Enum        []string           `json:"enum"`
	Minimum     *float64           `json:"minimum"`
	Pattern     string             `json:"pattern"`
	Format      string             `json:"format"` // is not looked at
	Required    []string           `json:"required"`
	Properties  map[string]*Schema `json:"properties"`
	Items       *Schema            `json:"items"`
	Closed      *bool              `json:"additionalProperties"` // always false
	Defs        map[string]*Schema `json:"$defs"`
	Dialect     string             `json:"$schema"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
}

// types is a type, or several of which a value has one.
type types []string

// UnmarshalJSON reads "string" and ["string", "null"].
func (t *types) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*t = types{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(t))
}

// Read reads a schema. A keyword that would not be looked at is an error.
func Read(t *testing.T, path string) *Schema {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	s := &Schema{}
	if err := dec.Decode(s); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return s
}

// resolve follows a reference.
func (s *Schema) resolve(root *Schema) *Schema {
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		return root.Defs[name]
	}
	return s
}

// Validate tells how a document does not fit.
func (s *Schema) Validate(document []byte) (faults []string) {
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		return []string{err.Error()}
	}
	return validate(s, s, value, "document")
}

func validate(root, s *Schema, value any, at string) (faults []string) {
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
		faults = append(faults, validateObject(root, s, v, at)...)
	case []any:
		if s.Items == nil {
			fault("is an array")
			return faults
		}
		for _, item := range v {
			faults = append(faults, validate(root, s.Items, item, at+"[]")...)
		}
	case string:
		if s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(v) {
			fault("%s does not match %s", v, s.Pattern)
		}
	case float64:
		if s.Minimum != nil && v < *s.Minimum {
			fault("%v is less than %v", v, *s.Minimum)
		}
	}
	if kind := kindOf(value); s.Type != nil && !slices.Contains(s.Type, kind) && !(kind == "integer" && slices.Contains(s.Type, "number")) {
		fault("is %s, not %s", kind, strings.Join(s.Type, " or "))
	}
	return faults
}

func validateObject(root, s *Schema, v map[string]any, at string) (faults []string) {
	for _, name := range s.Required {
		if _, there := v[name]; !there {
			faults = append(faults, at+": lacks "+name)
		}
	}
	for name, member := range v {
		if s.Properties[name] == nil {
			faults = append(faults, at+": has "+name)
			continue
		}
		faults = append(faults, validate(root, s.Properties[name], member, at+"."+name)...)
	}
	return faults
}

func kindOf(value any) string {
	switch v := value.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case float64:
		if v != float64(int64(v)) {
			return "number"
		}
		return "integer"
	case bool:
		return "boolean"
	}
	return "null"
}
