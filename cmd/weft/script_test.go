package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

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
