package compiler

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// classes are a plain set of traffic classes for tests that are about something else.
const classes = `
traffic_class "roce" {
  dscp      = [24, 26]
  pcp       = [3]
  queue     = 3
  lossless  = true
  bandwidth = 60
  ecn {
    min         = "150KiB"
    max         = "1500KiB"
    probability = 7
  }
  ecn "400G" {
    min = "950KiB"
    max = "3000KiB"
  }
}
traffic_class "cnp" {
  dscp   = [48]
  queue  = 6
  strict = true
  max    = "10%"
}
traffic_class "control" {
  dscp   = [56]
  queue  = 7
  strict = true
}
traffic_class "best_effort" {
  default   = true
  queue     = 0
  bandwidth = 40
}
`

// leaf is a switch with one block of ports, made from the attributes given.
func leaf(name, settings, ports string) string {
	return fmt.Sprintf("device %q {\n vendor = \"toy\"\n platform = \"T1\"\n release = \"1\"\n %s\n ports \"Port1-4\" {\n speed = \"400G\"\n cable = \"3m\"\n %s\n }\n}\n",
		name, settings, ports)
}

// load reads an intent from its text, or from several files when the text is a txtar archive.
func load(t *testing.T, text string) *intent.Intent {
	t.Helper()
	dir := t.TempDir()
	files := txtar.Parse([]byte(text)).Files
	if files == nil {
		files = []txtar.File{{Name: "main.hcl", Data: []byte(text)}}
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in, diags := intent.Load(dir, intent.Options{Env: func(string) (string, bool) { return "", false }})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return in
}

// compileOne compiles an intent with one switch that must succeed.
func compileOne(t *testing.T, text string) *Unit {
	t.Helper()
	result, diags := Compile(load(t, text), Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return result.Units[0]
}

// asked is what one port of a switch is asked to do.
func asked(t *testing.T, u *Unit, port string) *qos.Port {
	t.Helper()
	for i := range u.Asked.Ports {
		if u.Asked.Ports[i].Name == port {
			return &u.Asked.Ports[i]
		}
	}
	t.Fatalf("%s has no %s", u.Device.Name, port)
	return nil
}

// wantError checks that exactly one error comes, with these words in it and on that line.
func wantError(t *testing.T, text, line string, words ...string) {
	t.Helper()
	_, diags := Compile(load(t, text), Options{})
	var errs hcl.Diagnostics
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			errs = append(errs, d)
		}
	}
	if len(errs) != 1 {
		t.Fatalf("want one error, got %d: %v", len(errs), errs)
	}
	d := errs[0]
	for _, word := range words {
		if !strings.Contains(d.Summary+" "+d.Detail, word) {
			t.Errorf("want %q in: %s: %s", word, d.Summary, d.Detail)
		}
	}
	if got := sourceLine(text, d.Subject); !strings.Contains(got, line) {
		t.Errorf("want the line with %q blamed, got %q", line, got)
	}
}

// sourceLine is the line of a one-file intent that a range is on.
func sourceLine(text string, r *hcl.Range) string {
	if r == nil {
		return ""
	}
	return strings.Split(text, "\n")[r.Start.Line-1]
}
