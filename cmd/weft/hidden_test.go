package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/visible"
)

// TestNoKeyReachesASwitch: a name in a running configuration with a control character in it gets into no command, and the refusal says where
// it is. No face of the plan shows such a character as it is.
func TestNoKeyReachesASwitch(t *testing.T) {
	for name, x := range map[string]struct{ file, old, changed, reason string }{
		"leaf1": {"leaf1.cfg", "ROCE_NQ", "ROCE\x15reload", "the control character U+0015 in it, which"},
		"leaf2": {"leaf2.cfg", "roce100", "roce\u009b8m100", "the control character U+009B in it, which"},
		"leaf3": {"leaf3.cfg", "p_roce", "p\x1b[8mroce", "the control character U+001B in it, which"},
		"leaf4": {"leaf4.json", "AZURE_LOSSLESS", "AZURE\u007fLOSSLESS", "in its key is not 1 to 32 letters"}, // which no switch of SONiC takes,
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "mixed"))); err != nil {
			t.Fatal(err)
		}
		replaceIn(t, filepath.Join(dir, "devices.hcl"), `adopt "WRED_PROFILE|AZURE_LOSSLESS" {`, "")
		replaceIn(t, filepath.Join(dir, "devices.hcl"), "\n    as = \"ecn:roce\"\n  }\n", "")
		replaceIn(t, filepath.Join(dir, "backups", x.file), x.old, x.changed)
		for _, format := range []string{"json", "text", "markdown", "html"} {
			var stdout, stderr bytes.Buffer
			args := []string{"plan", dir, "--offline", filepath.Join(dir, "backups"), "--target", name, "--format", format, "--verbose"}
			execute(context.Background(), args, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
			nothingHidden(t, name+" "+format, stdout.String()+stderr.String())
			if format == "json" {
				refusedFor(t, name, stdout.Bytes(), x.reason)
			}
		}
	}
}

func replaceIn(t *testing.T, path, old, changed string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%s has no %q: %v", path, old, err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte(old), []byte(changed)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// refusedFor wants the only switch of a plan to be refused for a reason, with the line.
func refusedFor(t *testing.T, name string, text []byte, reason string) {
	t.Helper()
	var p plan.Plan
	if err := json.Unmarshal(text, &p); err != nil || len(p.Devices) != 1 {
		t.Fatalf("%v: %s", err, text)
	}
	d := p.Devices[0]
	if d.Status != plan.Refused || !strings.Contains(d.Reason, reason) || !strings.Contains(d.Reason, "line ") {
		t.Errorf("%s is %s: %s", name, d.Status, d.Reason)
	}
}

func nothingHidden(t *testing.T, what, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if at := strings.IndexFunc(line, func(r rune) bool { return r != '\n' && r != '\t' && visible.Hidden(r) }); at >= 0 {
			t.Errorf("%s: %+q", what, line)
		}
	}
}
