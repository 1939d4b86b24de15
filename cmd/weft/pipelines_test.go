package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	yaml "github.com/zclconf/go-cty-yaml"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// TestPipelines parses every pipeline of examples/gitops and the hooks of pre-commit: bash takes what a step runs, and every command of
// weft in it is one that there is, with flags that it has.
func TestPipelines(t *testing.T) {
	root := filepath.Join("..", "..")
	scripts := shellScripts(t, filepath.Join(root, "examples", "gitops"))
	for at, script := range shellSteps(readYAML(t, filepath.Join(root, ".pre-commit-hooks.yaml")), "hooks") {
		scripts[at] = script
	}
	commands := 0
	for at, script := range scripts {
		if bash, err := exec.LookPath("bash"); err == nil {
			check := exec.Command(bash, "-n")
			check.Stdin = strings.NewReader(script)
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%s: %s", at, out)
			}
		}
		for _, line := range weftLines(script) {
			commands++
			if err := known(line); err != nil {
				t.Errorf("%s: weft %s: %v", at, line, err)
			}
		}
	}
	if len(scripts) < 20 || commands < 20 {
		t.Errorf("only %d scripts with %d commands were found", len(scripts), commands)
	}
}

// TestPipelineTrust holds the forges' files to whom they trust with what.
func TestPipelineTrust(t *testing.T) {
	gitops := filepath.Join("..", "..", "examples", "gitops")
	github := readYAML(t, filepath.Join(gitops, "github", "weft.yml")).(map[string]any)
	jobs := github["jobs"].(map[string]any)
	for name, value := range jobs {
		for _, s := range value.(map[string]any)["steps"].([]any) {
			trustStep(t, name, s.(map[string]any))
		}
		if env, _ := json.Marshal(value.(map[string]any)["env"]); strings.Contains(string(env), "secrets.") {
			t.Errorf("every step of %s has a secret: %s", name, env)
		}
	}
	if group := jobs["apply"].(map[string]any)["concurrency"]; group != nil {
		t.Errorf("GitHub drops merges that wait in the group %v", group)
	}
	if group := jobs["plan"].(map[string]any)["concurrency"]; group == nil {
		t.Error("an older run can write the comment of a newer commit")
	}
	gitlab := readYAML(t, filepath.Join(gitops, "gitlab", ".gitlab-ci.yml")).(map[string]any)
	if flags := fmt.Sprint(gitlab["variables"].(map[string]any)["GIT_CLEAN_FLAGS"]); !strings.Contains(flags, "-e .weft") {
		t.Errorf("jobs remove the journal: GIT_CLEAN_FLAGS is %s", flags)
	}
	for _, name := range []string{"plan", "apply", "drift"} {
		if own, has := gitlab[name].(map[string]any)["variables"]; has {
			t.Errorf("%s has variables of its own: %v", name, own)
		}
	}
	atlantis := readYAML(t, filepath.Join(gitops, "atlantis", "repos.yaml")).(map[string]any)
	for _, repo := range atlantis["repos"].([]any) {
		if id := fmt.Sprint(repo.(map[string]any)["id"]); strings.HasPrefix(id, "/") {
			t.Errorf("the server plans whatever matches %s", id)
		}
	}
	for at, script := range shellScripts(t, gitops) {
		if regexp.MustCompile(`--verify-key [^"$]`).MatchString(script) {
			t.Errorf("%s is judged by a key of the repository", at)
		}
	}
}

// trustStep wants actions by commit, no credentials in a checkout, and the key of the signature at one step that runs nothing of the repository.
func trustStep(t *testing.T, job string, step map[string]any) {
	t.Helper()
	uses, _ := step["uses"].(string)
	if !strings.HasPrefix(uses, "./") && uses != "" && !regexp.MustCompile(`@[0-9a-f]{40}$`).MatchString(uses) {
		t.Errorf("%s uses %s, which can become another", job, uses)
	}
	if with, _ := step["with"].(map[string]any); strings.HasPrefix(uses, "actions/checkout@") && with["persist-credentials"] != false {
		t.Errorf("the checkout of %s keeps its credentials", job)
	}
	env, _ := json.Marshal(step["env"])
	run := fmt.Sprint(step["run"])
	if strings.Contains(string(env), "secrets.") && (step["name"] != "sign" || strings.Contains(run, "weft plan")) {
		t.Errorf("%s: the step %v has a secret", job, step["name"])
	}
}

// TestPreCommit runs the hooks as pre-commit does: their entry with the names of files, or with none.
func TestPreCommit(t *testing.T) {
	hooks, isList := readYAML(t, filepath.Join("..", "..", ".pre-commit-hooks.yaml")).([]any)
	if !isList || len(hooks) != 3 {
		t.Fatalf("%d hooks", len(hooks))
	}
	files := []string{"fabric.hcl", "classes.hcl"}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "pod1"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, hook := range hooks {
		h := hook.(map[string]any)
		entry := strings.Fields(h["entry"].(string))
		if h["pass_filenames"] != false {
			entry = append(entry, files...)
		}
		for _, file := range files {
			if !regexp.MustCompile(h["files"].(string)).MatchString(file) {
				t.Errorf("%s does not look at %s", h["id"], file)
			}
		}
		weft(t, entry[1:]...)
	}
}

// shellScripts are what the pipelines and hooks below a directory run, by where it stands.
func shellScripts(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if ext := filepath.Ext(path); ext == ".yml" || ext == ".yaml" {
			for at, script := range shellSteps(readYAML(t, path), path) {
				all[at] = script
			}
		} else if bytes.HasPrefix(text, []byte("#!")) || ext == ".sh" {
			all[path] = string(text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// readYAML reads a file as a program would that takes JSON.
func readYAML(t testing.TB, path string) any {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	value, err := parseYAML(text)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return value
}

func parseYAML(text []byte) (value any, err error) {
	kind, err := yaml.ImpliedType(text)
	if err != nil {
		return nil, err
	}
	v, err := yaml.Unmarshal(text, kind)
	if err != nil {
		return nil, err
	}
	out, err := ctyjson.Marshal(v, kind)
	if err != nil {
		return nil, err
	}
	return value, json.Unmarshal(out, &value)
}

// shellSteps finds what the forges hand to a shell: run, script and entry.
func shellSteps(value any, at string) map[string]string {
	found := map[string]string{}
	switch v := value.(type) {
	case []any:
		for i, item := range v {
			for where, script := range shellSteps(item, fmt.Sprintf("%s[%d]", at, i)) {
				found[where] = script
			}
		}
	case map[string]any:
		for key, item := range v {
			where := at + "." + key
			if key == "run" || key == "script" || key == "entry" {
				found[where] = lines(item)
				continue
			}
			for inner, script := range shellSteps(item, where) {
				found[inner] = script
			}
		}
	}
	return found
}

// lines are a script, or a list of them.
func lines(value any) string {
	list, many := value.([]any)
	if !many {
		return fmt.Sprint(value) + "\n"
	}
	var text strings.Builder
	for _, item := range list {
		if step, isMap := item.(map[string]any); isMap {
			item = step["run"]
		}
		text.WriteString(fmt.Sprint(item) + "\n")
	}
	return text.String()
}

var weftLine = regexp.MustCompile(`(?m)(?:^|[;&|]|\$\()[ \t]*weft ([^\n|;&>]+)`)

// weftLines are the commands of weft in a shell script.
func weftLines(script string) (found []string) {
	for _, m := range weftLine.FindAllStringSubmatch(script, -1) {
		found = append(found, strings.TrimSpace(m[1]))
	}
	return found
}

// known tells whether weft has a command, and the command has the flags.
func known(line string) error {
	a := &app{}
	cmd, rest, err := a.root().Find(strings.Fields(line))
	if err != nil {
		return err
	}
	if cmd.HasSubCommands() {
		return fmt.Errorf("which one of %s?", cmd.CommandPath())
	}
	return knownFlags(cmd, rest)
}

func knownFlags(cmd *cobra.Command, args []string) error {
	for _, arg := range args {
		name, isFlag := strings.CutPrefix(arg, "--")
		name, _, _ = strings.Cut(name, "=")
		if isFlag && cmd.Flag(name) == nil && cmd.InheritedFlags().Lookup(name) == nil {
			return fmt.Errorf("%s has no flag --%s", cmd.CommandPath(), name)
		}
	}
	return nil
}

// step takes what a pipeline runs out of its file: `step FILE PATH OUT`, PATH being keys and names of steps with dots between them.
func step(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: step FILE PATH OUT")
	}
	text, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	value, err := parseYAML(text)
	ts.Check(err)
	for key := range strings.SplitSeq(args[1], ".") {
		if value = member(value, key); value == nil {
			ts.Fatalf("%s has no %s", args[0], args[1])
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(lines(value)), 0o644))
}

// member is the part of a value with a key, or with that name among several.
func member(value any, key string) any {
	switch v := value.(type) {
	case map[string]any:
		return v[key]
	case []any:
		for _, item := range v {
			if m, isMap := item.(map[string]any); isMap && m["name"] == key {
				return m["run"]
			}
		}
	}
	return nil
}
