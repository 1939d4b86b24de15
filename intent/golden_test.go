package intent

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite what tests expect")

// TestGolden loads every testdata/*.txtar as an intent directory. The file "want" in it is what weft prints, with «» around
// what it underlines, and then what the intent comes to. The first lines may give options, and say "no base" where the
// archive does without testdata/base.hcl.
func TestGolden(t *testing.T) {
	paths, err := txtarPaths()
	if err != nil || len(paths) == 0 {
		t.Fatal("no testdata", err)
	}
	base, err := os.ReadFile("testdata/base.hcl")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		full, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { golden(t, full, base) })
	}
}

func txtarPaths() ([]string, error) { return filepath.Glob("testdata/*.txtar") }

func golden(t *testing.T, path string, base []byte) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	want := extract(t, archive, dir)
	opts, needsBase := options(t, string(archive.Comment))
	if needsBase {
		write(t, dir, "base.hcl", base)
	}
	t.Chdir(dir)
	in, diags := Load(".", opts)
	got := printed(t, in, diags)
	if !diags.HasErrors() {
		got += summary(in)
	}
	if *update {
		archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(got)})
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("not as expected (-want +got):\n%s", diff)
	}
}

// extract writes an archive's files, but for what is wanted of them, which it returns and removes.
func extract(t *testing.T, archive *txtar.Archive, dir string) (want string) {
	kept := archive.Files[:0]
	for _, f := range archive.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		kept = append(kept, f)
		write(t, dir, f.Name, f.Data)
	}
	archive.Files = kept
	return want
}

func write(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// options reads lines such as "--var a=1", "--var-file b", "env WEFT_VAR_c=2", "ask d=3" and "no base".
func options(t *testing.T, comment string) (Options, bool) {
	env, answers, base := map[string]string{}, map[string]string{}, true
	opts := Options{Env: func(name string) (string, bool) { v, ok := env[name]; return v, ok }}
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		name, value, _ := strings.Cut(rest, "=")
		switch {
		case word == "--var":
			opts.Vars = append(opts.Vars, rest)
		case word == "--var-file":
			opts.VarFiles = append(opts.VarFiles, rest)
		case word == "env":
			env[name] = value
		case word == "ask":
			answers[name] = value
			opts.Ask = func(q Question) (string, error) {
				if a, ok := answers[q.Name]; ok {
					return a, nil
				}
				return "", io.EOF
			}
		case line == "no base":
			base = false
		case line != "" && !strings.HasPrefix(line, "#"):
			t.Fatalf("unknown option %q", line)
		}
	}
	return opts, base
}

// printed is what WriteDiagnostics prints, with «» instead of the terminal's underlining.
func printed(t *testing.T, in *Intent, diags hcl.Diagnostics) string {
	t.Helper()
	var out bytes.Buffer
	if err := WriteDiagnostics(&out, in.Files, diags, 100, true); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(
		"\x1b[31mError\x1b[0m", "Error", "\x1b[33mWarning\x1b[0m", "Warning", "\x1b[1;4m", "«", "\x1b[0m", "»",
	).Replace(out.String())
}

// summary is what an intent comes to: each device, its ports, and what the classes are there where they differ.
func summary(in *Intent) string {
	var b strings.Builder
	for i := range in.Devices {
		d := &in.Devices[i]
		fmt.Fprintf(&b, "device %s%s%s\n", d.Name, shown(" ", d.Address), shown(" role ", d.Role))
		for _, a := range d.Adopt {
			fmt.Fprintf(&b, "  adopt %s as %s\n", a.Object, a.As)
		}
		for j := range d.Ports {
			p := &d.Ports[j]
			set, s := in.Effective(d, p)
			fmt.Fprintf(&b, "  ports %s%s%s%s trust %v mtu %d\n", p.Label(), shown(" ", p.Role), shown(" ", p.Speed), shown(" cable ", p.Cable), s.Trust.V, s.MTU.V)
			for _, c := range set {
				fmt.Fprint(&b, classSummary(c))
			}
		}
	}
	for _, l := range in.Links {
		fmt.Fprintf(&b, "link %s:%s %s:%s%s\n", l.Ends[0].Device, l.Ends[0].Port, l.Ends[1].Device, l.Ends[1].Port, shown(" ", l.Cable))
	}
	return b.String()
}

func classSummary(c EffectiveClass) string {
	if len(c.Overridden) == 0 {
		return ""
	}
	s := fmt.Sprintf("    %s queue %d dscp %v%s", c.Name, c.Queue.V, c.DSCP.V, shown(" bandwidth ", c.Bandwidth))
	for _, label := range slices.Sorted(maps.Keys(c.ECN)) {
		e := c.ECN[label]
		s += fmt.Sprintf(" ecn%s %v-%v %d%%", label, e.Min.V, e.Max.V, e.Probability.V)
	}
	return s + fmt.Sprintf(" by %s\n", strings.Join(c.Overridden, ", "))
}

func shown[T any](before string, o Opt[T]) string {
	if !o.Set {
		return ""
	}
	return before + fmt.Sprint(o.V)
}
