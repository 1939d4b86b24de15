package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs every weft command of the README's console blocks in a copy of the repository's examples, and wants the
// output that is printed there. -update writes what came out.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "README.md")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	after := rerun(t, string(before))
	if after == string(before) {
		return
	}
	if !*update {
		t.Fatalf("the README does not show what weft prints (go test ./cmd/weft -run Readme -update):\n%s", after)
	}
	if err := os.WriteFile(file, []byte(after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// rerun replaces the output below each "$ weft" line of the console blocks by what the command prints now.
func rerun(t *testing.T, text string) string {
	var out strings.Builder
	console, replaced := false, false
	commands := 0
	for line := range strings.Lines(text) {
		command, isCommand := strings.CutPrefix(line, "$ weft ")
		switch {
		case strings.HasPrefix(line, "```"):
			console = strings.HasPrefix(line, "```console")
			replaced = false
		case console && isCommand:
			out.WriteString(line)
			out.WriteString(weft(t, strings.Fields(command)...))
			commands++
			replaced = true
			continue
		case console && replaced:
			continue
		}
		out.WriteString(line)
	}
	if commands == 0 {
		t.Fatal("the README shows no command")
	}
	return out.String()
}
