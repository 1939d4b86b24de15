package templates

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// house writes files by their path into a new directory.
func house(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for path, text := range files {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func execute(t *testing.T, set *Set, name string, data any) string {
	t.Helper()
	var b strings.Builder
	if err := set.Execute(&b, name, data); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestEmbedded(t *testing.T) {
	set, err := Load("nxos", "")
	if err != nil {
		t.Fatal(err)
	}
	got := execute(t, set, "class-map-group", struct {
		Type, Name string
		Group      int
	}{"queuing", "W-queue-roce", 3})
	if want := "class-map type queuing W-queue-roce\n  match qos-group 3\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHouseTakesThePlaceOfOneFile(t *testing.T) {
	set, err := Load("nxos", house(t, map[string]string{
		"nxos/feature.tmpl":   "! wanted by QoS\nfeature lldp\n",
		"nxos/notes.txt":      "not a template",
		"sonic/whatever.tmpl": "another vendor's",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got := execute(t, set, "feature", nil); got != "! wanted by QoS\nfeature lldp\n" {
		t.Errorf("the house's file does not count: %q", got)
	}
	if got := execute(t, set, "interface-nve", struct{ Pipe bool }{}); got != "interface nve1\n" {
		t.Errorf("a file the house does not have changed: %q", got)
	}
}

func TestErrorsSayWhere(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		want  []string
	}{
		"no such template": {map[string]string{"nxos/interfaces.tmpl": ""}, []string{"interfaces.tmpl replaces nothing", "interface, interface-nve"}},
		"syntax":           {map[string]string{"nxos/interface.tmpl": "interface\n{{if}}\n"}, []string{"interface.tmpl:2"}},
		"unknown field":    {map[string]string{"nxos/interface.tmpl": "interface\n\n{{.Nmae}}\n"}, []string{"interface.tmpl:3", "Nmae"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set, err := Load("nxos", house(t, test.files))
			if err == nil {
				err = set.Execute(&strings.Builder{}, "interface", struct{ Name string }{"Ethernet1/1"})
			}
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not say %q", err, want)
				}
			}
		})
	}
}

func TestMissing(t *testing.T) {
	if _, err := Load("nxos", filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("a directory that is not there is accepted")
	}
	if _, err := Load("nxos", t.TempDir()); err != nil {
		t.Errorf("a house without a folder for the vendor: %v", err)
	}
	if _, err := Load("novendor", ""); err == nil {
		t.Error("a vendor without templates is accepted")
	}
	set, err := Load("nxos", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Execute(&strings.Builder{}, "nothing", nil); err == nil {
		t.Error("a template that is not there is executed")
	}
}
