package backup

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dirWith makes a directory of backups, each holding its own name.
func dirWith(t *testing.T, names ...string) *Dir {
	t.Helper()
	at := t.TempDir()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(at, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d, err := Open(at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func TestReadTakesEveryName(t *testing.T) {
	for _, name := range []string{"leaf1", "leaf1.cfg", "leaf1.conf", "leaf1.txt", "leaf1.json"} {
		d := dirWith(t, name, "leaf10.cfg", "leaf1.bak")
		text, err := d.Read("leaf1")
		if err != nil || string(text) != name {
			t.Errorf("%s: got %q, %v", name, text, err)
		}
	}
}

func TestMissingBackup(t *testing.T) {
	d := dirWith(t, "leaf10.cfg", "leaf1.bak")
	if _, err := d.Read("leaf1"); !errors.Is(err, ErrMissing) {
		t.Errorf("want ErrMissing, got %v", err)
	}
}

func TestTwoBackupsOfOneSwitch(t *testing.T) {
	d := dirWith(t, "leaf1.cfg", "leaf1.txt")
	_, err := d.Read("leaf1")
	if err == nil || !strings.Contains(err.Error(), "leaf1.cfg and leaf1.txt") {
		t.Errorf("want both files named, got %v", err)
	}
}

func TestLinksStayInside(t *testing.T) {
	at := t.TempDir()
	if err := os.WriteFile(filepath.Join(at, "real.cfg"), []byte("hostname leaf1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"leaf1.cfg": "real.cfg", "leaf2.cfg": filepath.Join(t.TempDir(), "secret")} {
		if err := os.Symlink(to, filepath.Join(at, link)); err != nil {
			t.Fatal(err)
		}
	}
	d, err := Open(at)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if text, err := d.Read("leaf1"); err != nil || string(text) != "hostname leaf1\n" {
		t.Errorf("leaf1: got %q, %v", text, err)
	}
	if _, err := d.Read("leaf2"); err == nil || !strings.Contains(err.Error(), "leaf2.cfg is a link, and only links to files inside "+at+" are followed") {
		t.Errorf("leaf2: got %v", err)
	}
}

func TestOpenNeedsADirectory(t *testing.T) {
	at := t.TempDir()
	file := filepath.Join(at, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(at, "missing"), file} {
		if d, err := Open(path); err == nil {
			d.Close()
			t.Errorf("%s: want an error", path)
		}
	}
}

// TestDirectoryIsNoBackup: a switch's own folder of old backups is not one.
func TestDirectoryIsNoBackup(t *testing.T) {
	at := t.TempDir()
	if err := os.Mkdir(filepath.Join(at, "leaf1"), 0o755); err != nil {
		t.Fatal(err)
	}
	d, err := Open(at)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Read("leaf1"); !errors.Is(err, ErrMissing) {
		t.Errorf("want ErrMissing, got %v", err)
	}
}
