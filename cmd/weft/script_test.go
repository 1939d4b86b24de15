package main

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// up starts a lab and waits until its switches are up: `up DIR [ARG...]`. It is down again at the end of the script, or at `down`.
func up(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: up DIR [ARG...]")
	}
	path, err := exec.LookPath("weft")
	ts.Check(err)
	lab := exec.Command(path, append([]string{"lab", "up"}, args...)...)
	lab.Dir, lab.Stderr = ts.MkAbs("."), ts.Stderr()
	lab.Env = append(os.Environ(), "NO_COLOR=1")
	out, err := lab.StdoutPipe()
	ts.Check(err)
	ts.Check(lab.Start())
	var said strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "until Ctrl-C") {
			ts.Value(labKey{}).(*background).process = lab
			ts.Defer(func() { down(ts, false, nil) })
			return
		}
	}
	ts.Fatalf("the lab did not come up: %s%v", said.String(), lab.Wait())
}

// background is the lab of a script; labKey is where the script has it.
type background struct{ process *exec.Cmd }

type labKey struct{}

// down stops the lab of the script with Ctrl-C, after which it ends well.
func down(ts *testscript.TestScript, _ bool, _ []string) {
	b := ts.Value(labKey{}).(*background)
	if b.process == nil {
		return
	}
	ts.Check(b.process.Process.Signal(os.Interrupt))
	ts.Check(b.process.Wait())
	b.process = nil
}

// exits runs weft and wants an exact exit code: `exits 6 weft plan …`. The output can be looked at with stdout and stderr.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = codeIn(err.Error())
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// codeIn reads the exit code out of the error of a finished process: "exit status 6".
func codeIn(text string) int {
	code, err := strconv.Atoi(strings.TrimPrefix(text, "exit status "))
	if err != nil {
		return -1
	}
	return code
}

// edit replaces a text in a file, which must be there: `edit FILE OLD NEW`. \n stands for a line end.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	path := ts.MkAbs(args[0])
	content, err := os.ReadFile(path)
	ts.Check(err)
	unescape := strings.NewReplacer(`\n`, "\n").Replace
	before, after, found := strings.Cut(string(content), unescape(args[1]))
	if !found {
		ts.Fatalf("%s has no %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(path, []byte(before+unescape(args[2])+after), 0o644))
}

// cut ends a file before a text, which must be there: `cut FILE TEXT`.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut FILE TEXT")
	}
	path := ts.MkAbs(args[0])
	content, err := os.ReadFile(path)
	ts.Check(err)
	before, _, found := strings.Cut(string(content), args[1])
	if !found {
		ts.Fatalf("%s has no %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(path, []byte(before), 0o644))
}
