package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-net/weft/intent"
)

// TestExamples holds what every shipped intent promises: it is valid and formatted, what it compiles to needs no change, all of
// its backups can be planned, and what the plan predicts needs no change.
func TestExamples(t *testing.T) {
	examples, err := filepath.Glob(filepath.Join("..", "..", "examples", "*", "*.hcl"))
	if err != nil || len(examples) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	dirs := map[string]bool{}
	for _, file := range examples {
		dirs[filepath.Dir(file)] = true
	}
	starter := filepath.Join(t.TempDir(), "starter")
	if _, err := intent.Init(starter); err != nil {
		t.Fatal(err)
	}
	dirs[starter] = true
	for dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) { keepsItsPromise(t, dir) })
	}
}

func keepsItsPromise(t *testing.T, dir string) {
	out := t.TempDir()
	compiled, predicted := filepath.Join(out, "compiled"), filepath.Join(out, "predicted")
	weft(t, "validate", dir)
	weft(t, "fmt", dir, "--check")
	weft(t, "compile", dir, "--out", compiled)
	unchanged(t, dir, compiled)
	weft(t, "plan", dir, "--offline", filepath.Join(dir, "backups"), "--predict", predicted, "--require-all")
	unchanged(t, dir, predicted)
	files, err := os.ReadDir(compiled)
	if err != nil || len(files) == 0 {
		t.Errorf("nothing was compiled: %v", err)
	}
}

func unchanged(t *testing.T, dir, backups string) {
	t.Helper()
	if text := weft(t, "plan", dir, "--offline", backups, "--require-all", "--detailed-exitcode"); !strings.Contains(text, "No changes.\n") {
		t.Errorf("plan against %s:\n%s", filepath.Base(backups), text)
	}
}

// weft runs a command that must succeed, and returns what it prints.
func weft(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := execute(context.Background(), args, streams{in: strings.NewReader(""), out: &stdout, err: &stderr}); code != exitOK {
		t.Fatalf("weft %s: exit code %d\n%s%s", strings.Join(args, " "), code, stdout.String(), stderr.String())
	}
	return stdout.String()
}
