package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestDocs runs what the console blocks of every page show: each line after "$ " is a shell command, all of a page in their order, in one
// scratch directory with a copy of the examples. What is printed below has to come out. -update writes what came out.
func TestDocs(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, page := range pages(t, root) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), consoleFence) {
			continue
		}
		commands++
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			holds(t, root, page, string(text))
		})
	}
	if commands < 4 {
		t.Errorf("only %d pages show a command", commands)
	}
}

const consoleFence = "```console\n"

// pages are all Markdown files of the repository, not of what was made or fetched in it.
func pages(t *testing.T, root string) (found []string) {
	t.Helper()
	foreign := []string{".git", "bin", "dist", "demo-out", "node_modules", "testdata"}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(foreign, d.Name()):
			return fs.SkipDir
		case filepath.Ext(path) == ".md":
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func holds(t *testing.T, root, page, before string) {
	for _, program := range []string{"bash", "git", "ssh-keygen"} {
		if _, err := exec.LookPath(program); err != nil && (program == "bash" || strings.Contains(before, "$ "+program+" ")) {
			t.Skipf("%s is not here, and the page uses it", program)
		}
	}
	c := newConsole(t, root)
	after := c.rerun(before)
	if after == before {
		return
	}
	if !*update {
		t.Fatalf("%s does not show what comes out (go test ./cmd/weft -run TestDocs -update)\n-shown +came out\n%s", filepath.Base(page), cmp.Diff(strings.Split(before, "\n"), strings.Split(after, "\n")))
	}
	if err := os.WriteFile(page, []byte(after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// console is a shell in a scratch directory.
type console struct {
	t   *testing.T
	dir string
}

func newConsole(t *testing.T, root string) *console {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	return &console{t, dir}
}

// rerun replaces the output below each command of the console blocks by what comes out now.
func (c *console) rerun(text string) string {
	var out strings.Builder
	lines := slices.Collect(strings.Lines(text))
	for i := 0; i < len(lines); i++ {
		out.WriteString(lines[i])
		if lines[i] != consoleFence {
			continue
		}
		for i++; i < len(lines) && lines[i] != "```\n"; i++ {
			command, isCommand := strings.CutPrefix(lines[i], "$ ")
			if !isCommand {
				continue // what came out the last time
			}
			out.WriteString(lines[i])
			for strings.HasSuffix(command, "\\\n") {
				i++
				command += lines[i]
				out.WriteString(lines[i])
			}
			out.WriteString(c.run(strings.TrimSuffix(command, "\n")))
		}
		out.WriteString("```\n")
	}
	return out.String()
}

// run runs a command and returns what comes out of it, which has to be well. One that ends in "&" is a lab, and goes on.
func (c *console) run(command string) string {
	if lab, found := strings.CutSuffix(command, " &"); found {
		return c.background(lab)
	}
	out, err := c.command(context.Background(), command).CombinedOutput()
	if err != nil {
		c.t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return steady(string(out))
}

func (c *console) command(ctx context.Context, command string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "bash", "-c", command)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "HOME="+c.dir, "GIT_CONFIG_NOSYSTEM=1", "TZ=UTC")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		cmd.Env = append(cmd.Env, "GIT_"+who+"_NAME=ada", "GIT_"+who+"_EMAIL=ada@example.net", "GIT_"+who+"_DATE=2026-06-01T09:00:00Z")
	}
	return cmd
}

// background starts a lab, and returns what it prints until it is up. It ends with the page.
func (c *console) background(command string) string {
	ctx, cancel := context.WithCancel(context.Background())
	lab := c.command(ctx, "exec "+command)
	lab.Cancel = func() error { return lab.Process.Signal(os.Interrupt) }
	lab.WaitDelay = 10 * time.Second
	out, err := lab.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := lab.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() {
		cancel()
		if err := lab.Wait(); err != nil && !errors.Is(err, context.Canceled) {
			c.t.Errorf("%s: %v", command, err)
		}
	})
	var said strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "until Ctrl-C") {
			go io.Copy(io.Discard, out)
			return steady(said.String())
		}
	}
	c.t.Fatalf("%s did not come up: %s", command, said.String())
	return ""
}

// unsteady is what is another each time, and what pages show of it.
var unsteady = []struct {
	pattern *regexp.Regexp
	shown   string
}{
	{regexp.MustCompile(`\b20\d{6}-\d{6}(-\d+)?\b`), "20260601-090000"},
	{regexp.MustCompile(`\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\b`), "2026-06-01 09:00:00"},
	{regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d  `), "09:00:00  "},
	{regexp.MustCompile(`SHA256:[A-Za-z0-9+/]{43}`), "SHA256:o2D1sCPXcUyPVDx3l3nbZ6TPoWNIFDhCNM6DE0iaH3k"},
	{regexp.MustCompile(`-p \d{4,5} `), "-p 40001 "},
	{regexp.MustCompile(`(127\.0\.0\.1|localhost):\d{4,5}`), "$1:40002"},
	{regexp.MustCompile(`\(go1\.[0-9.]+\)`), "(go1.26.0)"},
}

// steady is a text with what is another each time made the same.
func steady(text string) string {
	for _, u := range unsteady {
		text = u.pattern.ReplaceAllString(text, u.shown)
	}
	return text
}

// TestLinks: every page that another one leads to is there.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)
	found := 0
	for _, page := range pages(t, filepath.Join("..", "..")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			found++
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s leads to %s: %v", filepath.Base(page), m[1], err)
			}
		}
	}
	if found < 40 {
		t.Errorf("only %d links were found", found)
	}
}

// TestDocumentedMessages: what docs/operations.md quotes of weft's errors is what weft says.
func TestDocumentedMessages(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| it says |")
	table, _, _ = strings.Cut(table, "\n## ")
	messages := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(table, -1)
	if len(messages) < 10 {
		t.Fatalf("only %d messages were found", len(messages))
	}
	source := goSource(t, filepath.Join("..", ".."), "apply", "plan", "vendors", "signature", "cmd")
	for _, m := range messages {
		if !strings.Contains(source, m[1]) {
			t.Errorf("weft never says %q", m[1])
		}
	}
}

// goSource is the text of all Go files of weft itself below some directories.
func goSource(t *testing.T, root string, dirs ...string) string {
	t.Helper()
	var all strings.Builder
	for _, dir := range dirs {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

var quotedCommand = regexp.MustCompile("(?m)^(?:    |\\$ )weft ([^\n#|;&>]+)")

// TestDocumentedCommands: whatever command of weft a page shows, run or not, there is such a command with such flags.
func TestDocumentedCommands(t *testing.T) {
	found := 0
	for _, page := range pages(t, filepath.Join("..", "..")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quotedCommand.FindAllStringSubmatch(string(text), -1) {
			found++
			if err := known(strings.TrimSpace(m[1])); err != nil {
				t.Errorf("%s: weft %s: %v", filepath.Base(page), m[1], err)
			}
		}
	}
	if found < 15 {
		t.Errorf("only %d commands were found", found)
	}
}
