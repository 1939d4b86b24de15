package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/docs/schematest"
	"github.com/weft-net/weft/intent"
)

// TestSchemaIsTheLanguagePage holds what `weft schema` prints and the reference of docs/language.md against each other: the same
// blocks with the same attributes.
func TestSchemaIsTheLanguagePage(t *testing.T) {
	var printed language
	if err := json.Unmarshal([]byte(weft(t, "schema")), &printed); err != nil {
		t.Fatal(err)
	}
	inSchema := map[string][]string{}
	var walk func(blocks []*intent.BlockSchema)
	walk = func(blocks []*intent.BlockSchema) {
		for _, b := range blocks {
			var names []string
			for _, a := range b.Attributes {
				names = append(names, a.Name)
			}
			inSchema[b.Type] = names
			walk(b.Blocks)
		}
	}
	walk(printed.Blocks)
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "language.md"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(onPage(string(page)), inSchema); diff != "" {
		t.Errorf("-docs/language.md +weft schema\n%s", diff)
	}
	if len(inSchema) < 15 || !slices.Contains(printed.Functions, "csvdecode") {
		t.Errorf("%d blocks, functions %v", len(inSchema), printed.Functions)
	}
}

// TestSchemaFitsItsSchema holds the type, docs/language.schema.json and what is printed together.
func TestSchemaFitsItsSchema(t *testing.T) {
	schema := schematest.Read(t, filepath.Join("..", "..", "docs", "language.schema.json"))
	schema.Match(t, reflect.TypeFor[language]())
	for _, fault := range schema.Validate([]byte(weft(t, "schema"))) {
		t.Error(fault)
	}
}

// onPage are the blocks of the reference with their attributes.
func onPage(page string) map[string][]string {
	_, reference, _ := strings.Cut(page, "<!-- reference -->")
	title, row := regexp.MustCompile("^### `([a-z_]+)"), regexp.MustCompile("^\\| `([A-Za-z_]+)` \\|")
	blocks := map[string][]string{}
	block := ""
	for line := range strings.Lines(reference) {
		if m := title.FindStringSubmatch(line); m != nil {
			block = m[1]
			blocks[block] = nil
		} else if m := row.FindStringSubmatch(line); m != nil {
			blocks[block] = append(blocks[block], m[1])
		}
	}
	return blocks
}
