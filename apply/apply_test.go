package apply

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-net/weft/vendors"
)

// options are those of a run under test.
func (f *fabric) options(dir string) Options {
	return Options{
		Dir: filepath.Join(dir, ".weft"), Run: RunID(time.Now()), Connector: f, MaxDisruption: vendors.Recarve,
		Rollout: Rollout{Budget: 100},
	}
}

// inVirtualTime runs a test in a bubble with a directory of its own.
func inVirtualTime(t *testing.T, test func(t *testing.T, dir string)) {
	t.Helper()
	dir := quickDir(t)
	synctest.Test(t, func(t *testing.T) { test(t, dir) })
}

// quickDir is a directory in memory where there is one: a journal waits for the disk after each record.
func quickDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "weft")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// TestApply changes switches of every kind and leaves them new, saved and clean.
func TestApply(t *testing.T) {
	for kind := range netKinds {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f := fabricOf(fresh(t, "leaf1"), tuned(t, "leaf2"))
			for _, b := range f.boxes {
				b.kind = kind
			}
			r, err := Run(t.Context(), f.work, f.options(dir))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range r.Switches {
				if s.Outcome != New || s.Failed || len(s.Unchecked) != 1 {
					t.Errorf("%+v", s)
				}
			}
			for _, wrong := range f.holds(t, r, true) {
				t.Error(wrong)
			}
			if r.ExitCode() != 0 {
				t.Errorf("exit code %d", r.ExitCode())
			}
			noSecrets(t, dir)
		})
	}
}

// TestEveryFaultAtEveryCall strikes each call of a transaction with each fault, and a switch never ends in between.
func TestEveryFaultAtEveryCall(t *testing.T) {
	models := map[string]model{"fresh": fresh(t, "leaf1"), "tuned": tuned(t, "leaf1")}
	for name, m := range models {
		for kind := range netKinds {
			for f := lost; f < numFaults; f++ {
				t.Run(fmt.Sprintf("%s/%d/%s", name, kind, f), func(t *testing.T) { everyCall(t, m, kind, f) })
			}
		}
	}
}

func everyCall(t *testing.T, m model, kind netKind, what fault) {
	for call := 1; ; call++ {
		reached := false
		inVirtualTime(t, func(t *testing.T, dir string) {
			f := fabricOf(m)
			b := f.boxes["leaf1"]
			b.kind, b.faults = kind, map[int]fault{call: what}
			r, err := Run(t.Context(), f.work, f.options(dir))
			if reached = b.calls >= call; err != nil {
				if b.hash(b.running) != b.old || !strings.Contains(err.Error(), "touched") {
					t.Errorf("call %d: %v", call, err)
				}
				return
			}
			for _, wrong := range f.holds(t, r, true) {
				t.Errorf("call %d: %s\n%s", call, wrong, strings.Join(b.log, "\n"))
			}
			noSecrets(t, dir)
		})
		if !reached || t.Failed() {
			return
		}
	}
}
