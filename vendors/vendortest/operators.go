package vendortest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Operators are a vendor's files testdata/operate/*.txtar. Each is a talk with a switch, what the operator is asked to do, and what
// comes of it. It is run in virtual time.
//
// The section "do" has a line for each thing asked: running, saved, claims, net, arm, push, confirm, revert, save, release, health. Before
// them "stop N" has what is called after a step fail at step N, and "timer N" sets the timer in seconds. "steps" has the steps of the transaction, a blank line between them, and before the commands of a step lines in brackets:
// [flap PORT...], [reload], [seconds N]. "ports" has a port on each line: its name, its bundle or "-", and its lossless queues.
type Operators struct {
	Operate func(*Talk) vendors.Operator
	Dir     string // where the files are, if it is not testdata/operate
}

// operation is one run of a file.
type operation struct {
	op    vendors.Operator
	tx    vendors.Tx
	ports []vendors.PortWatch
	stop  int
	said  strings.Builder
}

// Run runs every file, or writes what it expects.
func (x *Operators) Run(t *testing.T, update bool) {
	dir := x.Dir
	if dir == "" {
		dir = "testdata/operate"
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no talks: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { x.run(t, file, update) })
		})
	}
}

func (x *Operators) run(t *testing.T, file string, update bool) {
	archive, sections := Sections(t, file)
	talk := NewTalk(t, sections["talk"])
	o := &operation{op: x.Operate(talk), stop: -1, tx: vendors.Tx{ID: "weft-0123456789", Timer: 10 * time.Minute, Steps: readSteps(t, sections["steps"])}}
	o.ports = readWatched(t, sections["ports"])
	for line := range strings.Lines(sections["do"]) {
		o.do(t, strings.Fields(line))
	}
	talk.End()
	if update {
		archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "said" })
		archive.Files = append(archive.Files, txtar.File{Name: "said", Data: []byte(o.said.String())})
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(sections["said"], o.said.String()); diff != "" {
		t.Errorf("said (-want +got):\n%s", diff)
	}
}

// do asks the operator for one thing, and writes down what comes of it.
func (o *operation) do(t TB, words []string) {
	ctx := context.Background()
	start := time.Now()
	var err error
	switch words[0] {
	case "stop":
		o.stop = number(t, words[1])
		return
	case "timer":
		o.tx.Timer = time.Duration(number(t, words[1])) * time.Second
		return
	case "net":
		fmt.Fprintf(&o.said, "net: %+v\n", o.op.Net())
		return
	case "running":
		err = o.text(o.op.Running(ctx))
	case "saved":
		err = o.text(o.op.Saved(ctx))
	case "claims":
		err = o.claims(ctx)
	case "arm":
		err = o.op.Arm(ctx, o.tx)
	case "push":
		err = o.op.Push(ctx, o.tx, o.tx.Steps, o.done)
	case "confirm":
		err = o.op.Confirm(ctx, o.tx)
	case "revert":
		err = o.op.Revert(ctx, o.tx)
	case "save":
		err = o.op.Save(ctx)
	case "release":
		err = o.op.Release(ctx, o.tx)
	case "health":
		err = o.health(ctx)
	default:
		t.Fatalf("nobody can do %q", words[0])
	}
	o.outcome(words[0], err, time.Since(start))
}

// outcome writes down how it ended, and how long it took where it took any time.
func (o *operation) outcome(what string, err error, took time.Duration) {
	fmt.Fprintf(&o.said, "%s: ", what)
	if err == nil {
		o.said.WriteString("done")
	} else {
		o.said.WriteString(SayError(err))
	}
	if took > 0 {
		fmt.Fprintf(&o.said, " after %s", took)
	}
	o.said.WriteString("\n")
}

// errStop is what done says when it is to stop the push.
var errStop = fmt.Errorf("stopped by the caller")

func (o *operation) done(step int) error {
	fmt.Fprintf(&o.said, "step %d is done\n", step)
	if step == o.stop {
		return errStop
	}
	return nil
}

func (o *operation) text(text []byte, err error) error {
	if err == nil {
		fmt.Fprintf(&o.said, "%s", text)
	}
	return err
}

func (o *operation) claims(ctx context.Context) error {
	claims, err := o.op.Claims(ctx)
	for _, c := range claims {
		fmt.Fprintf(&o.said, "%+v\n", c)
	}
	return err
}

func (o *operation) health(ctx context.Context) error {
	signs, err := o.op.Health(ctx, o.ports)
	for _, s := range signs {
		fmt.Fprintf(&o.said, "%s\n", SaySign(s))
	}
	return err
}

// SaySign writes a sign on one line.
func SaySign(s vendors.Sign) string {
	port := s.Port
	if port == "" {
		port = "switch"
	}
	text := port + ": " + s.What + ": "
	switch {
	case s.Unchecked != "":
		return text + "unchecked: " + s.Unchecked
	case s.Rule == vendors.Counter:
		return text + fmt.Sprint(s.Count)
	case s.Rule == vendors.Met:
		return text + s.Value + ", wanted " + s.Want
	}
	return text + s.Value
}

// readSteps reads the section "steps".
func readSteps(t TB, text string) []vendors.Step {
	t.Helper()
	var steps []vendors.Step
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if block == "" {
			continue
		}
		var s vendors.Step
		for line := range strings.Lines(block + "\n") {
			line = strings.TrimSuffix(line, "\n")
			words := strings.Fields(strings.Trim(line, "[]"))
			switch {
			case strings.HasPrefix(line, "[flap "):
				s.Disruption, s.Ports = vendors.Flap, words[1:]
			case line == "[reload]":
				s.Disruption = vendors.Reload
			case strings.HasPrefix(line, "[seconds "):
				s.Seconds = number(t, words[1])
			default:
				s.Commands = append(s.Commands, line)
			}
		}
		steps = append(steps, s)
	}
	return steps
}

// readWatched reads the section "ports".
func readWatched(t TB, text string) []vendors.PortWatch {
	t.Helper()
	var ports []vendors.PortWatch
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		p := vendors.PortWatch{Name: words[0]}
		if len(words) > 1 && words[1] != "-" {
			p.LAG = words[1]
		}
		for _, q := range words[min(2, len(words)):] {
			p.Lossless = append(p.Lossless, qos.Queue(number(t, q)))
		}
		ports = append(ports, p)
	}
	return ports
}

// SayError writes an error of an operator, and what a caller makes of it.
func SayError(err error) string {
	var refused *vendors.RefusedError
	kind := "failed"
	switch {
	case errors.As(err, &refused) && refused.Step >= 0:
		kind = fmt.Sprintf("refused in step %d", refused.Step)
	case errors.As(err, &refused):
		kind = "refused"
	case errors.Is(err, vendors.ErrTimer):
		kind = "too late"
	case errors.Is(err, errors.ErrUnsupported):
		kind = "unsupported"
	case errors.Is(err, ErrLost):
		kind = "session lost"
	}
	return kind + ": " + err.Error()
}
