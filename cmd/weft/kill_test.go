package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/weft-net/weft/apply"
)

// killed runs a program and ends it with SIGKILL once it says something to stderr: `killed TEXT PROGRAM [ARG...]`.
func killed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: killed TEXT PROGRAM [ARG...]")
	}
	program := command(ts, args[1:]...)
	said, err := program.StderrPipe()
	ts.Check(err)
	ts.Check(program.Start())
	over := false
	for lines := bufio.NewScanner(said); lines.Scan(); {
		ts.Logf("%s", lines.Text())
		if !over && strings.Contains(lines.Text(), args[0]) {
			ts.Check(program.Process.Kill())
			over = true
		}
	}
	if program.Wait() == nil || !over {
		ts.Fatalf("it ended by itself, and was to be killed at %q", args[0])
	}
}

// settled resumes the run that was killed while it changed a switch, and wants the switch to be what the report says, both by another plan
// and by taking it back where it is new: `settled DIR SWITCH`. The switch is what it was before after that.
func settled(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: settled DIR SWITCH")
	}
	dir, name := args[0], args[1]
	isNew := tooLate(ts, dir) || resumed(ts, dir, name)
	planned := map[bool]int{true: exitOK, false: exitChanges}
	wants(ts, planned[isNew], "weft", "plan", dir, "--lab", "--target", name, "--detailed-exitcode")
	if isNew {
		wants(ts, exitOK, "weft", "rollback", "--intent", dir, "--lab", "--auto-approve")
		wants(ts, exitChanges, "weft", "plan", dir, "--lab", "--target", name, "--detailed-exitcode")
	}
}

// tooLate tells whether the last run had ended when it was killed, which on a busy machine it may have: then its switch is new.
func tooLate(ts *testscript.TestScript, dir string) bool {
	out, _ := answer(ts, "weft", "runs", dir, "--format", "json")
	var list struct{ Runs []apply.RunInfo }
	if err := json.Unmarshal(out, &list); err != nil || len(list.Runs) == 0 {
		ts.Fatalf("the runs: %v: %s", err, out)
	}
	return list.Runs[len(list.Runs)-1].Ended
}

// resumed resumes the run, and tells whether the switch is new by it, as the report and the exit code say.
func resumed(ts *testscript.TestScript, dir, name string) bool {
	out, code := answer(ts, "weft", "apply", dir, "--lab", "--resume", "--format", "json")
	var r apply.Report
	if err := json.Unmarshal(out, &r); err != nil {
		ts.Fatalf("resuming: exit code %d, %v: %s", code, err, out)
	}
	at := slices.IndexFunc(r.Switches, func(s apply.SwitchReport) bool { return s.Name == name })
	if at < 0 || code != r.ExitCode() {
		ts.Fatalf("exit code %d: %s", code, out)
	}
	ts.Logf("resumed: %s is %s", name, r.Switches[at].Outcome)
	isNew := r.Switches[at].Outcome == apply.New
	if isNew != (code == 0) || !isNew && r.Switches[at].Outcome != apply.Old && r.Switches[at].Outcome != apply.Untouched {
		ts.Fatalf("exit code %d: %s", code, out)
	}
	return isNew
}

// command is a program in the directory of the script, with its environment.
func command(ts *testscript.TestScript, args ...string) *exec.Cmd {
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	c := exec.Command(path, args[1:]...)
	c.Dir, c.Env = ts.MkAbs("."), append(c.Environ(), "NO_COLOR=1")
	return c
}

// answer is what a program says and its exit code.
func answer(ts *testscript.TestScript, args ...string) ([]byte, int) {
	c := command(ts, args...)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	err := c.Run()
	ts.Logf("%s\n%s", strings.Join(args, " "), said.String())
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		ts.Fatalf("%v", err)
	}
	return out.Bytes(), c.ProcessState.ExitCode()
}

// wants runs a program and wants an exit code.
func wants(ts *testscript.TestScript, code int, args ...string) {
	if out, got := answer(ts, args...); got != code {
		ts.Fatalf("%s: exit code %d, want %d: %s", strings.Join(args, " "), got, code, out)
	}
}
