package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPages: every rule has a page with its title, all parts and a row in the index, and no page is of a rule that is not there.
func TestPages(t *testing.T) {
	const dir = "../../docs/checks"
	index, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]bool{"README": true}
	for _, rule := range Rules() {
		pages[rule.Code] = true
		page, err := os.ReadFile(filepath.Join(dir, rule.Code+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, part := range []string{"# " + rule.Code + ": " + rule.Title, "Judges each " + rule.Subject, "## What", "## Why", "## Formula", "## Example", "## How to fix"} {
			if !strings.Contains(string(page), part) {
				t.Errorf("%s.md has no %q", rule.Code, part)
			}
		}
		if row := "| [" + rule.Code + "](" + rule.Code + ".md) | " + rule.Subject + " | "; !strings.Contains(string(index), row) {
			t.Errorf("the index has no row %s", row)
		}
	}
	pages["C20"] = true // of `weft alerts`, which judges nothing
	files, _ := filepath.Glob(filepath.Join(dir, "*.md"))
	for _, file := range files {
		if !pages[strings.TrimSuffix(filepath.Base(file), ".md")] {
			t.Errorf("%s is of no rule", file)
		}
	}
}
