package intent

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/hcl/v2"
	"pgregory.net/rapid"
)

func baseFile(t testing.TB) []byte {
	t.Helper()
	base, err := os.ReadFile("testdata/base.hcl")
	if err != nil {
		t.Fatal(err)
	}
	return base
}

// loadFiles loads an intent from memory.
func loadFiles(files map[string]string, opts Options) (*Intent, hcl.Diagnostics) {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if opts.Env == nil {
		opts.Env = noEnv
	}
	return load(fsys, fsys, "intent", opts)
}

func summaries(diags hcl.Diagnostics) []string {
	var out []string
	for _, d := range diags {
		out = append(out, d.Summary+": "+d.Detail)
	}
	return out
}

func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "file", []byte("x"))
	write(t, dir, "bytes/fabric.hcl", []byte("fabric \"p\" {\xff}\n"))
	write(t, dir, "csv/fabric.hcl", append(baseFile(t), "locals {\n  a = file(\"a.csv\")\n}\n"...))
	write(t, dir, "csv/a.csv", []byte("a\n\xe9\n"))
	write(t, dir, "deep/fabric.hcl", []byte(strings.Repeat("[", deepest+1)))
	for _, name := range []string{"empty/dir.hcl/x", "empty/.hidden.hcl", "empty/readme.md"} {
		write(t, dir, name, nil)
	}
	for name, want := range map[string]string{
		"missing": "Directory \"missing\" cannot be read: There is no such directory.",
		"file":    "\"file\" is a file: An intent is a directory of *.hcl files. Name the directory.",
		"empty":   "No intent in \"empty\": There is no *.hcl file in this directory. weft init writes a small one to start from.",
		"bytes":   "File \"fabric.hcl\" is not UTF-8: Byte 12 (counted from 0) is not part of any character. Save the file as UTF-8.",
		"csv":     "Invalid function argument: Invalid value for \"path\" parameter: \"a.csv\" is not UTF-8 at byte 2: save it as UTF-8.",
		"deep":    "File \"fabric.hcl\" cannot be read: Brackets are nested more than 500 deep.",
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(dir)
			in, diags := Load(name, Options{})
			if diff := cmp.Diff([]string{want}, summaries(diags)); diff != "" {
				t.Error(diff)
			}
			if in == nil {
				t.Error("no intent to print the diagnostics with")
			}
		})
	}
}

func TestLineEndsAndByteOrderMark(t *testing.T) {
	plain := string(baseFile(t))
	want, diags := loadFiles(map[string]string{"base.hcl": plain}, Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	windows := byteOrderMark + strings.ReplaceAll(plain, "\n", "\r\n")
	got, diags := loadFiles(map[string]string{"base.hcl": windows}, Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if diff := cmp.Diff(want.Classes, got.Classes, cmpopts.IgnoreTypes(hcl.Range{})); diff != "" {
		t.Error(diff)
	}
}

// TestConfinement tries to read a file beside the intent's directory through a link, which a path alone does not show.
func TestConfinement(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "secret.txt", []byte("secret"))
	write(t, dir, "shared.hcl", baseFile(t))
	write(t, dir, "pod/locals.hcl", []byte("locals {\n  a = file(\"link.txt\")\n}\n"))
	for link, target := range map[string]string{"pod/link.txt": "../secret.txt", "pod/shared.hcl": "../shared.hcl"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	_, diags := Load(filepath.Join(dir, "pod"), Options{})
	got := summaries(diags)
	if len(got) != 1 || !strings.Contains(got[0], "link.txt") || !strings.Contains(got[0], "escapes") {
		t.Errorf("got %q, want one error for link.txt, and none for the linked shared.hcl", got)
	}
}

// TestCredentialsOfGit tries to have what git and weft keep in the directory printed, through links.
func TestCredentialsOfGit(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "base.hcl", baseFile(t))
	write(t, dir, ".git/config", []byte("[extraheader] AUTHORIZATION: basic\n"))
	write(t, dir, "locals.hcl", []byte("locals {\n  a = file(\"link/config\")\n  b = file(\"far/config\")\n  c = fileset(\"link\", \"*\")\n  d = file(\"round\")\n}\n"))
	for link, target := range map[string]string{"link": ".git", "sub/far": "../link", "far": "sub/far", "round": "round", "leak.hcl": "far/config"} {
		if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	_, diags := Load(dir, Options{})
	if got := diags.Error(); strings.Contains(got, "AUTHORIZATION") || !strings.Contains(got, "is a link into .git") {
		t.Errorf("leak.hcl: %s", got)
	}
	if err := os.Remove(filepath.Join(dir, "leak.hcl")); err != nil {
		t.Fatal(err)
	}
	_, diags = Load(dir, Options{})
	got := summaries(diags)
	if len(got) != 4 || !strings.Contains(got[3], "too many symbolic links") {
		t.Fatalf("got %q, want an error for each of four", got)
	}
	for _, text := range got[:3] {
		if !strings.Contains(text, "is in .git, which functions do not read") {
			t.Error(text)
		}
	}
}

// TestOrderOfFiles spreads the blocks of one intent over files in any way: the intent stays the same.
func TestOrderOfFiles(t *testing.T) {
	blocks := strings.SplitAfter(string(baseFile(t)), "\n}\n")
	for i := range 6 {
		blocks = append(blocks, fmt.Sprintf("profile \"p%d\" {\n  mtu = local.mtu + %d\n}\n", i, i))
		blocks = append(blocks, fmt.Sprintf("device \"leaf%d\" {\n  vendor   = \"nxos\"\n  platform = \"N9K\"\n  release  = \"1\"\n  profiles = [\"p%d\"]\n}\n", 12-2*i, i))
		blocks = append(blocks, fmt.Sprintf("link {\n  ends = [\"leaf%d:e%d\", \"leaf%d:f%d\"]\n}\n", 12-2*i, i, 2*(i%2)+2, i))
	}
	blocks = append(blocks, "locals {\n  mtu = local.base\n}\n", "locals {\n  base = 9000\n}\n")
	want, diags := loadFiles(map[string]string{"one.hcl": strings.Join(blocks, "")}, Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	rapid.Check(t, func(t *rapid.T) {
		files := map[string]string{}
		for _, b := range rapid.Permutation(blocks).Draw(t, "order") {
			files[rapid.StringMatching(`[a-e]`).Draw(t, "file")+".hcl"] += b
		}
		got, diags := loadFiles(files, Options{})
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(hcl.Range{}), cmpopts.IgnoreFields(Intent{}, "Files", "Hash", "plain")); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestHash asks what the hash covers: everything that decides the intent, and no secret.
func TestHash(t *testing.T) {
	files := map[string]string{
		"base.hcl": string(baseFile(t)),
		"vars.hcl": "variable \"a\" {\n  type = number\n  default = 1\n}\nvariable \"secret\" {\n  sensitive = true\n  default   = \"x\"\n}\n",
		"file.hcl": "locals {\n  a = file(\"a.txt\")\n  b = fileset(\".\", \"*.csv\")\n  c = fileexists(\"c.txt\")\n}\n",
		"a.txt":    "a",
		"README":   "not read",
	}
	hash := func(change func(map[string]string), vars ...string) string {
		t.Helper()
		changed := map[string]string{}
		for name, text := range files {
			changed[name] = text
		}
		change(changed)
		in, diags := loadFiles(changed, Options{Vars: vars})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return in.Hash
	}
	same := func(map[string]string) {}
	set := func(name, text string) func(map[string]string) {
		return func(m map[string]string) { m[name] = text }
	}
	before := hash(same)
	for name, got := range map[string]string{
		"nothing": hash(same), "a file that nothing reads": hash(set("README", "other")), "a secret": hash(same, "secret=y"),
		"a variable given its default": hash(same, "a=1"),
	} {
		if got != before {
			t.Errorf("%s changed the hash", name)
		}
	}
	different := map[string]string{
		"a comment": hash(set("base.hcl", files["base.hcl"]+"# more\n")), "a variable": hash(same, "a=2"), "a file that file() read": hash(set("a.txt", "b")),
		"a file that fileset() found": hash(set("b.csv", "")), "a file that fileexists() found": hash(set("c.txt", "")),
	}
	for name, got := range different {
		if got == before {
			t.Errorf("%s did not change the hash", name)
		}
	}
}

// A house's own templates decide what is written, so that the hash covers them; where their directory is does not count.
func TestHashCoversTemplates(t *testing.T) {
	hash := func(template string) string {
		t.Helper()
		dir := t.TempDir()
		base := strings.Replace(string(baseFile(t)), "fabric \"pod1\" {", "fabric \"pod1\" {\n  templates = \"house\"", 1)
		for name, text := range map[string]string{"base.hcl": base, "house/nxos/classify.tmpl": template} {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		in, diags := Load(dir, Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if in.Fabric.Templates.V != "house" {
			t.Fatalf("templates is %q", in.Fabric.Templates.V)
		}
		return in.Hash
	}
	here, elsewhere := hash("a"), hash("a")
	if here != elsewhere {
		t.Error("the same templates elsewhere have another hash")
	}
	if here == hash("b") {
		t.Error("another template has the same hash")
	}
}

// TestAsk asks for what has no value, and takes a failure for an error.
func TestAsk(t *testing.T) {
	files := map[string]string{
		"base.hcl": string(baseFile(t)),
		"vars.hcl": "variable \"pod\" {\n  description = \"name of the pod\"\n  sensitive   = true\n}\nvariable \"known\" {\n  default = 1\n}\n",
	}
	var asked []Question
	_, diags := loadFiles(files, Options{Ask: func(q Question) (string, error) {
		asked = append(asked, q)
		return "", os.ErrDeadlineExceeded
	}})
	if want := []Question{{"pod", "name of the pod", true}}; !slices.Equal(asked, want) {
		t.Errorf("asked %v, want %v", asked, want)
	}
	if got := summaries(diags); len(got) != 1 || !strings.Contains(got[0], "i/o timeout") {
		t.Errorf("got %q", got)
	}
}

// TestSecretsStaySecret looks for a secret in every message that the golden cases and some broken files draw.
func TestSecretsStaySecret(t *testing.T) {
	const secret = "hunter2"
	for name, text := range map[string]string{
		"misspelt":      "credentials \"a\" {\n  passwrd = \"hunter2\"\n  env = \"X\"\n}\n",
		"misspelt, cut": "credentials \"a\" {\n  passwd = \"hunter2\n  env = \"X\"\n}\n",
		"one line":      "credentials \"a\" { password = \"hunter2\" }\ncredentials \"a\" {}\n",
		"heredoc":       "credentials \"a\" {\n  password = <<EOT\nhunter2\nEOT\n  env = \"X\"\n}\n",
		"list":          "variable \"v\" {\n  sensitive = true\n  type = list(string)\n  default = [\"hunter2\",\n    \"hunter2\"]\n}\nvariable \"v\" {}\n",
		"in doubt":      "variable \"v\" {\n  sensitive = local.x\n  default = \"hunter2\"\n}\n",
		"wrong type":    "variable \"v\" {\n  sensitive = true\n  type = number\n  default = \"hunter2\"\n}\n",
		"unclosed":      "credentials \"a\" {\n  password = \"hunter2\n}\n",
		"lost bracket":  "variable \"v\" {\n  sensitive = true\n  default = \"hunter2\"]\n}\n",
		"open heredoc":  "credentials \"a\" {\n  password = <<EOT\nhunter2\n}\n",
		"given to file": "variable \"v\" {\n  sensitive = true\n  default = \"hunter2\"\n}\nlocals {\n  a = file(var.v)\n  b = tonumber(var.v)\n  c = regex(var.v, \"x\")\n  d = jsondecode(var.v)\n}\n",
		"used":          "variable \"v\" {\n  sensitive = true\n  default = \"hunter2\"\n}\nprofile \"a\" {\n  host_nic = \"x-${var.v}\"\n  mtu = var.v\n  override \"x\" {\n    queue = length(var.v)\n  }\n}\ndevice \"d\" {\n  for_each = toset([var.v])\n}\n",
	} {
		t.Run(name, func(t *testing.T) {
			in, diags := loadFiles(map[string]string{"base.hcl": string(baseFile(t)), "a.hcl": text}, Options{})
			if got := printed(t, in, diags); strings.Contains(got, secret) || got == "" {
				t.Errorf("the secret shows, or nothing was said:\n%s", got)
			}
		})
	}
	vars := map[string]string{
		"base.hcl": string(baseFile(t)), "v.hcl": "variable \"v\" {\n  sensitive = true\n  type = number\n}\n",
		"weft.weftvars": "v = \"hunter2\"\n",
	}
	for name, files := range map[string]map[string]string{"variable file": vars, "JSON variable file": {
		"base.hcl": vars["base.hcl"], "v.hcl": vars["v.hcl"], "weft.weftvars.json": "{\"v\": \"hunter2\"}\n",
	}, "misspelt in a variable file": {
		"base.hcl": vars["base.hcl"], "weft.weftvars": "w = \"hunter2\"\n",
	}, "misspelt in a JSON variable file": {
		"base.hcl": vars["base.hcl"], "weft.weftvars.json": "{\"w\": \"hunter2\"}\n",
	}} {
		in, diags := loadFiles(files, Options{})
		if got := printed(t, in, diags); strings.Contains(got, secret) || got == "" {
			t.Errorf("%s: the secret shows, or nothing was said:\n%s", name, got)
		}
	}
	in, diags := loadFiles(map[string]string{"base.hcl": vars["base.hcl"], "v.hcl": vars["v.hcl"]}, Options{Vars: []string{"v=hunter2"}})
	if got := printed(t, in, diags); strings.Contains(got, secret) || got == "" {
		t.Errorf("--var: the secret shows, or nothing was said:\n%s", got)
	}
}
