package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterruptedRun: whatever a command was at, Ctrl-C is exit 130 and one word.
func TestInterruptedRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	example := filepath.Join("..", "..", "examples", "pod1")
	out := filepath.Join(t.TempDir(), "plan.json")
	var stdout, stderr bytes.Buffer
	args := []string{"plan", example, "--offline", filepath.Join(example, "backups"), "--out", out}
	code := execute(ctx, args, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
	if code != exitInterrupted || stdout.Len() > 0 || !strings.HasSuffix(stderr.String(), "Interrupted.\n") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout.String(), stderr.String())
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("half a plan was saved")
	}
}

// TestOutDirStaysInside: no switch's name leads out of the directory.
func TestOutDirStaysInside(t *testing.T) {
	d, err := openOut(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	for _, name := range []string{"../leaf1", "a/b", "/leaf1"} {
		if path, err := d.write(name, ".cfg", []byte("x")); err == nil {
			t.Errorf("%q was written to %s", name, path)
		}
	}
	if _, err := d.write("leaf.1", ".cfg", []byte("x")); err != nil {
		t.Error(err)
	}
}
