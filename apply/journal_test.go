package apply

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// written is the journal of one applied change.
func written(t *testing.T) (text []byte, f *fabric) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f = fabricOf(tuned(t, "leaf1"))
		o := f.options(dir)
		if _, err := Run(t.Context(), f.work, o); err != nil {
			t.Fatal(err)
		}
		var err error
		if text, err = os.ReadFile(filepath.Join(o.Dir, runsDir, o.Run, journalFile)); err != nil {
			t.Fatal(err)
		}
	})
	return text, f
}

// TestJournalTorn reads a journal that is cut at any byte: what is whole counts.
func TestJournalTorn(t *testing.T) {
	text, _ := written(t)
	whole, _, err := readJournal(text)
	if err != nil || len(whole) < 10 {
		t.Fatalf("%d records, %v", len(whole), err)
	}
	for cut := range len(text) {
		records, size, err := readJournal(text[:cut])
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if want := bytes.Count(text[:cut], []byte("\n")); len(records) != want || int(size) != bytes.LastIndexByte(text[:cut], '\n')+1 {
			t.Fatalf("cut at %d: %d records and %d bytes", cut, len(records), size)
		}
	}
}

// TestJournalDamaged names the line of any other damage.
func TestJournalDamaged(t *testing.T) {
	text, _ := written(t)
	lines := bytes.SplitAfter(text, []byte("\n"))
	for name, damaged := range map[string][]byte{
		"a byte":        bytes.Replace(text, []byte(`"act":"arm"`), []byte(`"act":"ARM"`), 1),
		"a line less":   bytes.Join(slices.Concat(lines[:3], lines[4:]), nil),
		"a line twice":  bytes.Join([][]byte{lines[0], lines[0], lines[1]}, nil),
		"no journal":    []byte("hello\nworld\n"),
		"an empty line": append([]byte("\n"), text...),
	} {
		if _, _, err := readJournal(damaged); err == nil || !strings.Contains(err.Error(), "damaged in line") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestJournalHoldsNoConfiguration looks for lines of the switch in its journal.
func TestJournalHoldsNoConfiguration(t *testing.T) {
	text, f := written(t)
	for _, line := range []string{theSecret, "priority-flow-control", "random-detect", "no shutdown"} {
		if bytes.Contains(text, []byte(line)) {
			t.Errorf("the journal has %q", line)
		}
	}
	if !bytes.Contains(text, []byte(f.boxes["leaf1"].new)) {
		t.Error("the journal does not have the fingerprint of what is new")
	}
}

// TestDiskFull stops at each record of the journal that does not fit: what was begun is brought back, and no other switch is begun.
func TestDiskFull(t *testing.T) {
	for at := 1; at < 16; at++ {
		inVirtualTime(t, func(t *testing.T, dir string) {
			f := fabricOf(tuned(t, "leaf1"), tuned(t, "leaf2"))
			o := f.options(dir)
			o.Parallelism = 1
			var small *brittle
			o.Wrap = func(d Disk) Disk {
				small = &brittle{Disk: d, at: at, what: full}
				return small
			}
			r, err := Run(t.Context(), f.work, o)
			if err != nil {
				if at != 1 || !errors.Is(err, errFull) {
					t.Errorf("record %d: %v", at, err)
				}
				return
			}
			if r.Switches[1].Outcome != Untouched || !strings.Contains(r.Stopped, "no space left") || r.ExitCode() != 3 {
				t.Errorf("record %d: %+v", at, r)
			}
			for _, act := range []string{"arm", "push", "save"} {
				if before := `"before","device":"leaf1","act":"` + act; bytes.Contains(small.unfit, []byte(before)) && f.boxes["leaf1"].did(act) {
					t.Errorf("record %d: %s was done without its record", at, act)
				}
			}
			for _, wrong := range f.holds(t, r, true) {
				t.Errorf("record %d: %s", at, wrong)
			}
		})
	}
}

// TestDiskStaysFull brings a switch back although nothing can be written any more.
func TestDiskStaysFull(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(fresh(t, "leaf1"))
		o := f.options(dir)
		var disk0 *brittle
		o.Wrap = func(d Disk) Disk { disk0 = &brittle{Disk: d}; return disk0 }
		o.Event = func(e Event) {
			if e.Step == 20 && disk0.left == 0 {
				disk0.left = 1000
			}
		}
		r, err := Run(t.Context(), f.work, o)
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Switches[0]; s.Outcome != Old || r.ExitCode() != 3 {
			t.Errorf("%+v", s)
		}
		for _, wrong := range f.holds(t, r, true) {
			t.Error(wrong)
		}
	})
}

// TestDamagedRunIsNamed does not begin beside a run of which nothing can be known.
func TestDamagedRunIsNamed(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(tuned(t, "leaf1"))
		o := f.options(dir)
		if _, err := Run(t.Context(), f.work, o); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(o.Dir, runsDir, o.Run, journalFile)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, bytes.Replace(text, []byte("confirm"), []byte("CONFIRM"), 1), 0o600); err != nil {
			t.Fatal(err)
		}
		second := f.options(dir)
		second.Run = "later"
		if _, err := Run(t.Context(), f.work, second); !errors.Is(err, ErrUnfinished) || !strings.Contains(err.Error(), "damaged in line") {
			t.Errorf("got %v", err)
		}
	})
}
