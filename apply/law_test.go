package apply

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// holds checks law 4 on every box after a run: old or new, running and saved, as the report says; what somebody else wrote is
// still there; nothing is left behind. strict also forbids "between".
func (f *fabric) holds(t testing.TB, r *Report, strict bool) (broken []string) {
	t.Helper()
	for _, s := range r.Switches {
		b := f.boxes[s.Name]
		for _, wrong := range b.breaks(&s, strict) {
			broken = append(broken, s.Name+" ("+string(s.Outcome)+", "+s.Reason+"): "+wrong)
		}
	}
	time.Sleep(2 * time.Hour) // a timer that is left would strike now
	for _, s := range r.Switches {
		b := f.boxes[s.Name]
		b.mu.Lock()
		b.tick()
		b.mu.Unlock()
		for _, wrong := range b.breaks(&s, strict) {
			broken = append(broken, s.Name+" two hours later: "+wrong)
		}
	}
	return broken
}

func (b *box) breaks(s *SwitchReport, strict bool) (wrong []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	want := b.old
	switch s.Outcome {
	case New:
		want = b.new
	case Between:
		if strict {
			wrong = append(wrong, "between: "+strings.Join(s.Warnings, "; "))
		}
		return wrong
	}
	if got := b.hash(b.running); got != want {
		wrong = append(wrong, "it runs something else than the report says: "+b.name(got))
	}
	if got := b.hash(b.saved); got != want {
		wrong = append(wrong, "it starts with something else than the report says: "+b.name(got))
	}
	if kept := strings.Count(string(b.running), "name theirs") + strings.Count(string(b.running), "THEIRS-"); b.theirs > kept && !b.wiped {
		wrong = append(wrong, "what somebody else wrote is gone")
	}
	if b.sessions != 0 {
		wrong = append(wrong, "a session is left open")
	}
	if (b.trial != "" || len(b.snaps) > 0) && !strings.Contains(strings.Join(s.Warnings, ";"), "could not be removed") && !b.ignoredRelease() {
		wrong = append(wrong, "something of the transaction is left on it")
	}
	return wrong
}

func (b *box) name(hash string) string {
	switch hash {
	case b.old:
		return "old"
	case b.new:
		return "new"
	}
	return "neither"
}

// ignoredRelease tells whether the fault was that the switch said it had removed its snapshot and had not.
func (b *box) ignoredRelease() bool {
	for _, line := range b.log {
		if strings.HasSuffix(line, "release ignore") {
			return true
		}
	}
	return false
}

// noSecrets looks for the secret in everything that a run wrote.
func noSecrets(t testing.TB, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(theSecret)) {
			t.Errorf("%s holds a secret", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// did tells whether something was done with a box.
func (b *box) did(act string) bool {
	return slices.ContainsFunc(b.log, func(line string) bool { return strings.Contains(line, " "+act+" ") })
}
