package intent

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStarter wants what `weft init` writes to load without a word, to be in canonical form, and to have a running
// configuration for every device with a block for every port.
func TestStarter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pod1")
	written, err := Init(dir)
	if err != nil || len(written) < 4 {
		t.Fatalf("wrote %q, %v", written, err)
	}
	in, diags := Load(dir, Options{Env: noEnv})
	if len(diags) > 0 {
		t.Fatal(printed(t, in, diags))
	}
	if changed, _, _ := FormatDir(dir, true); len(changed) > 0 {
		t.Errorf("not in canonical form: %q", changed)
	}
	for _, d := range in.Devices {
		config, err := os.ReadFile(filepath.Join(dir, "backups", d.Name+".cfg"))
		if err != nil {
			t.Error(err)
		}
		if n := strings.Count(string(config), "interface Ethernet"); n < len(d.Ports) {
			t.Errorf("the running configuration of %s has %d ports", d.Name, n)
		}
	}
}

func TestInitKeepsWhatIsThere(t *testing.T) {
	for _, name := range []string{"other.hcl", "leaves.csv", "backups/leaf1.cfg"} {
		dir := t.TempDir()
		write(t, dir, name, []byte("mine"))
		if written, err := Init(dir); err == nil || len(written) > 0 {
			t.Errorf("with %s there: wrote %q, %v", name, written, err)
		}
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && path != filepath.Join(dir, name) {
				t.Errorf("with %s there, %s appeared", name, path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if _, err := Init(filepath.Join(t.TempDir(), "file", "x")); err != nil {
		t.Error(err)
	}
}
