package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWriteOut(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	say := func(f *os.File) error {
		_, err := f.WriteString("plan")
		return err
	}
	for _, err := range []error{
		os.WriteFile(at("old"), []byte("a longer text"), 0o600),
		os.WriteFile(at("real"), []byte("a longer text"), 0o644),
		os.Symlink("real", at("link")),
		os.Symlink("nowhere yet", at("dangling")),
		os.Symlink(os.DevNull, at("device")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ write, read string }{
		{"new", "new"}, {"old", "old"}, {"link", "real"}, {"dangling", "nowhere yet"},
	} {
		if err := writeOut(at(test.write), say); err != nil {
			t.Errorf("%s: %v", test.write, err)
		}
		if text, err := os.ReadFile(at(test.read)); err != nil || string(text) != "plan" {
			t.Errorf("%s: %s holds %q, %v", test.write, test.read, text, err)
		}
	}
	if err := writeOut(at("device"), say); err != nil {
		t.Errorf("device: %v", err)
	}
	for _, link := range []string{"link", "dangling", "device"} {
		if info, err := os.Lstat(at(link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is a link no more: %v", link, err)
		}
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		t.Fatalf("%s is a device no more: %v", os.DevNull, err)
	}
}
