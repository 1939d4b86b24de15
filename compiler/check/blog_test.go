package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
)

// TestAdvice: what guides advise is recognised in an intent and in a running configuration, with the better practice. Every line of
// what shall be said is said of the one, or of both.
func TestAdvice(t *testing.T) {
	files, err := filepath.Glob("testdata/advice/*.txtar")
	if err != nil || len(files) < 6 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			parts := partsOf(t, file)
			for _, side := range []struct{ what, says string }{{"intent", ofIntent(t, parts["main.hcl"])}, {"running configuration", ofRunning(t, parts)}} {
				want := strings.TrimSpace(parts["said of the "+side.what] + parts["said of both"])
				for _, line := range strings.Split(want, "\n") {
					if line == "" || !strings.Contains(side.says, line) {
						t.Errorf("of the %s is not said %q:\n%s", side.what, line, side.says)
					}
				}
			}
		})
	}
}

func partsOf(t *testing.T, file string) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, f := range archive.Files {
		parts[f.Name] = string(f.Data)
	}
	return parts
}

// ofIntent is what is said of an intent, by fitting too.
func ofIntent(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.hcl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	in, diags := intent.Load(dir, intent.Options{})
	if !diags.HasErrors() {
		result, fitting := compiler.Compile(in, compiler.Options{Dir: dir})
		diags = append(diags, fitting...)
		said.WriteString(withFixes(FromUnits(in, result.Fabric, result.Units)))
	}
	for _, d := range diags {
		said.WriteString(d.Summary + ": " + d.Detail + "\n")
	}
	return said.String()
}

// ofRunning is what is said of a running configuration, as that of a switch of a model where one is named.
func ofRunning(t *testing.T, parts map[string]string) string {
	t.Helper()
	r := mustRead(t, "leaf1", parts["running"])
	if model := strings.TrimSpace(parts["model"]); model != "" {
		if err := r.On(model); err != nil {
			t.Fatal(err)
		}
	}
	return withFixes(FromRunning([]*Reading{r}, nil, nil))
}

func withFixes(n *Net) string {
	var said strings.Builder
	for _, f := range Run(n).Findings {
		said.WriteString(say(f) + ": " + f.Fix + "\n")
	}
	return said.String()
}
