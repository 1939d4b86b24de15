package intent

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

const languagePage = "../docs/language.md"

// TestLanguagePage keeps the generated parts of docs/language.md equal to the tables.
func TestLanguagePage(t *testing.T) {
	page, err := os.ReadFile(languagePage)
	if err != nil {
		t.Fatal(err)
	}
	want := section(t, string(page), "functions", functionList())
	want = section(t, want, "reference", blockReference())
	if *update {
		if err := os.WriteFile(languagePage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(page)); diff != "" {
		t.Errorf("docs/language.md is behind the tables; run go test ./intent -run LanguagePage -update\n%s", diff)
	}
}

// section replaces what stands between <!-- name --> and <!-- end -->.
func section(t *testing.T, page, name, content string) string {
	t.Helper()
	re := regexp.MustCompile(`(?s)(<!-- ` + name + ` -->\n).*?(<!-- end -->)`)
	if !re.MatchString(page) {
		t.Fatalf("docs/language.md has no section %s", name)
	}
	return re.ReplaceAllStringFunc(page, func(old string) string {
		m := re.FindStringSubmatch(old)
		return m[1] + content + m[2]
	})
}

func functionList() string { return "`" + strings.Join(Functions(), "`, `") + "`.\n" }

// blockReference is every block once, each after the block that it first occurs in.
func blockReference() string {
	var b strings.Builder
	seen := map[*BlockSchema]bool{}
	var walk func(s *BlockSchema)
	walk = func(s *BlockSchema) {
		if seen[s] {
			return
		}
		seen[s] = true
		if s.Type != "" {
			describeBlock(&b, s)
		}
		for _, inner := range s.Blocks {
			walk(inner)
		}
	}
	walk(Schema())
	return b.String()
}

func describeBlock(b *strings.Builder, s *BlockSchema) {
	title := s.Type
	switch {
	case s.LabelOptional:
		title += " [\"" + strings.ToUpper(s.Label) + "\"]"
	case s.Label != "":
		title += " \"" + strings.ToUpper(s.Label) + "\""
	}
	fmt.Fprintf(b, "### `%s`\n\n%s\n\n", title, s.Doc)
	if len(s.Attributes) > 0 {
		b.WriteString("| attribute | type | default | example | meaning |\n| --- | --- | --- | --- | --- |\n")
	}
	for _, a := range s.Attributes {
		fallback := codeWhereCode(a.Default)
		if a.Required {
			fallback = "required"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | `%s` | %s |\n", a.Name, codeWhereCode(a.Type), fallback, a.Example, a.Doc)
	}
	if len(s.Blocks) > 0 {
		names := make([]string, len(s.Blocks))
		for i, inner := range s.Blocks {
			names[i] = "`" + inner.Type + "`"
		}
		fmt.Fprintf(b, "\nBlocks: %s.\n", strings.Join(names, ", "))
	}
	b.WriteString("\n")
}

// codeWhereCode sets literal values apart from words.
func codeWhereCode(s string) string {
	if strings.HasPrefix(s, `"`) || strings.HasPrefix(s, "[") {
		return "`" + s + "`"
	}
	return s
}

// TestDocumentedExamples loads every example of docs/language.md, with what it leaves out added.
func TestDocumentedExamples(t *testing.T) {
	page, err := os.ReadFile(languagePage)
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?s)```hcl\n(.*?)```").FindAllSubmatch(page, -1)
	if len(examples) < 8 {
		t.Fatalf("only %d examples found", len(examples))
	}
	for i, m := range examples {
		files := fstest.MapFS{
			"example.hcl": {Data: m[1]},
			"rest.hcl":    {Data: scaffold(t, m[1])},
			"leaves.csv":  {Data: []byte("name,address\nleaf1,192.0.2.1\n")},
		}
		in, diags := load(files, files, ".", Options{Env: noEnv})
		if len(diags) > 0 {
			t.Errorf("example %d:\n%s\n%s", i+1, m[1], printed(t, in, diags))
		}
		formatted, _ := Format(m[1], "example.hcl")
		if !bytes.Equal(formatted, m[1]) {
			t.Errorf("example %d is not in canonical form; it would be\n%s", i+1, formatted)
		}
	}
}

func noEnv(string) (string, bool) { return "", false }

// scaffold is what an example needs to be a whole intent.
func scaffold(t *testing.T, example []byte) []byte {
	t.Helper()
	base, err := os.ReadFile("testdata/base.hcl")
	if err != nil {
		t.Fatal(err)
	}
	has := topLevel(t, example)
	file, diags := hclsyntax.ParseConfig(base, "base.hcl", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var out []byte
	for _, b := range file.Body.(*hclsyntax.Body).Blocks {
		if !has[b.Type] {
			out = append(append(out, b.Range().SliceBytes(base)...), '\n')
		}
	}
	return out
}

func topLevel(t *testing.T, src []byte) map[string]bool {
	t.Helper()
	file, diags := hclsyntax.ParseConfig(src, "example.hcl", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	has := map[string]bool{}
	for _, b := range file.Body.(*hclsyntax.Body).Blocks {
		has[b.Type] = true
	}
	return has
}
