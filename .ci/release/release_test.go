package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

var when = time.Unix(1764500000, 0).UTC()

// TestArchive: the same files give the same archive, whatever their own times and owners are.
func TestArchive(t *testing.T) {
	var archives [2][]byte
	for i := range archives {
		dir := t.TempDir()
		binary, readme := filepath.Join(dir, "weft"), filepath.Join(dir, "README.md")
		for _, file := range []string{binary, readme} {
			if err := os.WriteFile(file, []byte("content of "+filepath.Base(file)), os.FileMode(0o600+i*0o44)); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(file, time.Time{}, when.Add(time.Duration(i)*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(dir, "a.tar.gz")
		if err := writeArchive(path, when, []string{binary, readme}); err != nil {
			t.Fatal(err)
		}
		var err error
		if archives[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("two archives of the same files differ")
	}
}

// TestClear takes away what a release made, and no directory of somebody else.
func TestClear(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	r := &release{dist: dir}
	if err := r.clear(); err == nil {
		t.Error("a directory with something else in it was taken away")
	}
	if err := os.WriteFile(filepath.Join(dir, sums), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.clear(); err != nil {
		t.Error(err)
	}
}

// TestMaterials: every module of a binary is named with its version, and a replacement rather than what it replaces.
func TestMaterials(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.0", Main: debug.Module{Path: "github.com/weft-net/weft"},
		Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "-ldflags", Value: "-s"}},
		Deps: []*debug.Module{
			{Path: "golang.org/x/crypto", Version: "v0.1.0", Sum: "h1:x"},
			{Path: "old", Version: "v1.0.0", Replace: &debug.Module{Path: "new", Version: "v2.0.0+incompatible"}},
		},
	}
	b := materials(info, "1.2.3", when)
	want := []string{"pkg:golang/stdlib@1.26.0", "pkg:golang/golang.org/x/crypto@v0.1.0", "pkg:golang/new@v2.0.0%2Bincompatible"}
	if got := b.Dependencies[0].DependsOn; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	text, err := json.Marshal(b)
	if err != nil || !strings.Contains(string(text), `"timestamp":"2025-11-30T10:53:20Z"`) || strings.Contains(string(text), "ldflags") {
		t.Errorf("%s %v", text, err)
	}
}

// TestOneVersion has make say what it would do: what is built by hand calls itself as a release of the same commit does.
func TestOneVersion(t *testing.T) {
	program, err := exec.LookPath("make")
	if err != nil {
		t.Skip("make is not here")
	}
	for target, want := range map[string]string{"build": `-X main.version=1.2.3"`, "release": `-version "1.2.3"`} {
		out, err := exec.Command(program, "-C", filepath.Join("..", ".."), "-n", target, "VERSION=1.2.3").CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("make %s: %v, %s, want %s in it", target, err, out, want)
		}
	}
}
