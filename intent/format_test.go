package intent

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFormat(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"nothing":       {"", ""},
		"blank lines":   {"\n\n", ""},
		"aligned":       {"a=1\nlong_name  = 2\n", "a         = 1\nlong_name = 2\n"},
		"comments":      {"# one\na=1 // two\n/* three */\nb {\n# four\n}\n", "# one\na = 1 // two\n/* three */\nb {\n  # four\n}\n"},
		"indented":      {"a {\n      b {\nc = [1,\n2]\n}\n}", "a {\n  b {\n    c = [1,\n    2]\n  }\n}\n"},
		"windows":       {"\ufeffa=1\r\nb=2\r\n", "a = 1\nb = 2\n"},
		"heredoc":       {"a=<<EOT\n   x  = 1\nEOT\n", "a = <<EOT\n   x  = 1\nEOT\n"},
		"last newlines": {"a = 1\n\n\n", "a = 1\n"},
	} {
		got, diags := Format([]byte(c.src), "a.hcl")
		if diags.HasErrors() || string(got) != c.want {
			t.Errorf("%s: got %q, %v, want %q", name, got, diags, c.want)
		}
	}
}

func TestFormatBroken(t *testing.T) {
	for _, src := range []string{"a {", "a = \"\n", "\xff", strings.Repeat("(", deepest+1)} {
		got, diags := Format([]byte(src), "a.hcl")
		if !diags.HasErrors() || string(got) != src {
			t.Errorf("%.20q: got %.20q, %v, want it back with an error", src, got, diags)
		}
	}
}

// TestFormatKeeps formats generated files: their comments and their meaning stay, and a second time changes nothing.
func TestFormatKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom(fragments)).Draw(t, "lines"), ""))
		checkFormat(t, src)
	})
}

var fragments = []string{
	"a=1\n", "  abc   =  [1,2 ,3]\n", "# comment\n", "// other\n", "x = 1 # behind\n", "/* long\n   one */\n", "\n", "\n\n", "b \"x\"  {\n  y=1\n}\n", "c {}\n",
	"d {\n  # inside\n  e {\n  f=\"${a}-${b}\"\n}\n}\n", "h = <<EOT\n keep  =  this\nEOT\n", "h = <<-EOT\n   keep\n   EOT\n", "k = {a=1,b  = 2}\n", "m = {\n  a=1\n  bcd = 2\n}\n",
	"t = true?1:2\n", "n = -  1\n", "o = [for x in y:x if x!=1]\n", "s = a[*].b\n", "q = f(1,  2...)\n", "\tz = 1\n", "w = [\n1,\n# in a list\n2,\n]\n", "p \"a\" \"b\" { c = 1 }\n",
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// checkFormat holds for every input.
func checkFormat(t failer, src []byte) {
	t.Helper()
	once, diags := Format(src, "a.hcl")
	if diags.HasErrors() {
		if !bytes.Equal(once, src) {
			t.Fatalf("a broken file changed: %q became %q", src, once)
		}
		return
	}
	twice, diags := Format(once, "a.hcl")
	if diags.HasErrors() || !bytes.Equal(once, twice) {
		t.Fatalf("%q became %q and then %q, %v", src, once, twice, diags)
	}
	if before, after := flattened(src), flattened(once); before != after {
		t.Fatalf("%q became %q: more than spaces changed", src, once)
	}
}

// flattened is a file without blanks and line ends: what formatting may never touch.
func flattened(src []byte) string {
	return strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", byteOrderMark, "").Replace(string(src))
}

// TestFormatLeavesOddFilesAlone has a file in which HCL's formatter would join two words to another one.
func TestFormatLeavesOddFilesAlone(t *testing.T) {
	const odd = "n = 8  .1\n"
	if got, diags := Format([]byte(odd), "a.hcl"); string(got) != odd || diags.HasErrors() {
		t.Errorf("got %q, %v", got, diags)
	}
}

func TestFormatDir(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.hcl", []byte("a=1\n"))
	write(t, dir, "b.hcl", []byte("b = 1\n"))
	write(t, dir, "c.auto.weftvars", []byte("c=1\n"))
	write(t, dir, "d.hcl", []byte("d {\n"))
	write(t, dir, "e.txt", []byte("e=1\n"))
	write(t, dir, "f/f.hcl", []byte("f=1\n"))
	if err := os.Chmod(filepath.Join(dir, "a.hcl"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, check := range []bool{true, false} {
		changed, sources, diags := FormatDir(dir, check)
		if want := []string{"a.hcl", "c.auto.weftvars"}; !slices.Equal(changed, want) {
			t.Errorf("check %v: changed %q, want %q", check, changed, want)
		}
		if len(diags) != 1 || diags[0].Subject.Filename != "d.hcl" || sources["d.hcl"] == nil {
			t.Errorf("check %v: got %v, want one error in d.hcl", check, diags)
		}
	}
	if changed, _, _ := FormatDir(dir, true); len(changed) > 0 {
		t.Errorf("%q are still not in canonical form", changed)
	}
	got, err := os.ReadFile(filepath.Join(dir, "a.hcl"))
	if err != nil || string(got) != "a = 1\n" {
		t.Errorf("a.hcl is %q, %v", got, err)
	}
	if stat, err := os.Stat(filepath.Join(dir, "a.hcl")); err != nil || stat.Mode().Perm() != 0o600 {
		t.Errorf("a.hcl has mode %v, %v: formatting changed it", stat.Mode(), err)
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}
