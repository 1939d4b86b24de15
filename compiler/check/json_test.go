package check

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/weft-net/weft/docs/schematest"
)

// TestJSONFitsTheSchema holds the document, the schema in docs and what is written together.
func TestJSONFitsTheSchema(t *testing.T) {
	schema := schematest.Read(t, "../../docs/checks.schema.json")
	schema.Match(t, reflect.TypeFor[document]())
	n := good()
	n.Switches[0].Ports[0].MTU.V = 9100
	n.Unread = []Unread{{Name: "leaf3", Why: "no backup"}}
	said := hcl.Diagnostics{
		{Severity: hcl.DiagError, Summary: "x", Detail: "y", Subject: &hcl.Range{Filename: "main.hcl", Start: hcl.Pos{Line: 3}}},
		{Severity: hcl.DiagWarning, Summary: "z"},
	}
	for _, r := range []*Report{report, Run(n), nil} {
		var out bytes.Buffer
		if err := JSON(&out, r, said); err != nil {
			t.Fatal(err)
		}
		for _, fault := range schema.Validate(out.Bytes()) {
			t.Error(fault)
		}
	}
}
