package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
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
		syscall.Mkfifo(at("pipe"), 0o600),
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
	read := make(chan string)
	go func() {
		text, err := os.ReadFile(at("pipe"))
		read <- fmt.Sprint(string(text), err)
	}()
	if err := writeOut(at("pipe"), say); err != nil {
		t.Errorf("pipe: %v", err)
	}
	if info, err := os.Lstat(at("pipe")); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("the pipe is one no more: %v", err)
	}
	if got := <-read; got != "plan<nil>" {
		t.Errorf("read %q from the pipe", got)
	}
	for _, link := range []string{"link", "dangling"} {
		if info, err := os.Lstat(at(link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is a link no more: %v", link, err)
		}
	}
}
