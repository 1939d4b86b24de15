package secret

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSources(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("WEFT_TEST_PASSWORD", "from env")
	t.Setenv("HOME", dir)
	write(t, filepath.Join(dir, "password"), "from file\r\nuser: weft\n")
	for name, s := range map[string]Source{
		"from env":  {Env: "WEFT_TEST_PASSWORD"},
		"from file": {File: "password", Dir: dir},
		"printed":   {Command: []string{"sh", "-c", "echo printed; echo more"}},
		"literal":   {Literal: New("literal")},
		"":          {},
	} {
		got, err := s.Read(context.Background())
		if err != nil || got.Reveal() != name {
			t.Errorf("%q: got %q, %v", name, got.Reveal(), err)
		}
	}
	if got, err := (Source{File: "~/password", Dir: "elsewhere"}).Read(context.Background()); err != nil || got.Reveal() != "from file" {
		t.Errorf("in the home directory: got %q, %v", got.Reveal(), err)
	}
}

// TestFailures wants what is missing named, and nothing of what a command or a file has in it.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "empty"), "\nhunter2\n")
	for want, s := range map[string]Source{
		"WEFT_TEST_UNSET, which holds the password, is not set":    {Env: "WEFT_TEST_UNSET"},
		"nowhere: no such file":                                    {File: "nowhere", Dir: dir},
		"has no password in its first line":                        {File: "empty", Dir: dir},
		"no-such-program, which prints the password, is not there": {Command: []string{"no-such-program"}},
		"sh, which prints the password: exit status 3":             {Command: []string{"sh", "-c", "echo hunter2; exit 3"}},
	} {
		got, err := s.Read(context.Background())
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") || !got.Empty() {
			t.Errorf("want %q, got %q, %v", want, got.Reveal(), err)
		}
	}
}

// TestCommandEnds with the context, though what it started lives on.
func TestCommandEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Source{Command: []string{"sh", "-c", "sleep 60 & wait"}}).Read(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestStderrOfACommand has a command trace itself, password and all, and end well or not.
func TestStderrOfACommand(t *testing.T) {
	t.Setenv("WEFT_TEST_PASSWORD", "hunter2")
	stderr := os.Stderr
	t.Cleanup(func() { os.Stderr = stderr })
	for _, script := range []string{"echo $WEFT_TEST_PASSWORD", "echo $WEFT_TEST_PASSWORD; exit 3", "echo $WEFT_TEST_PASSWORD >/dev/null"} {
		caught := filepath.Join(t.TempDir(), "stderr")
		file, err := os.Create(caught)
		if err != nil {
			t.Fatal(err)
		}
		os.Stderr = file
		_, failure := Source{Command: []string{"sh", "-xc", script}}.Read(context.Background())
		os.Stderr = stderr
		file.Close()
		text, err := os.ReadFile(caught)
		if err != nil || len(text) > 0 || strings.Contains(fmt.Sprint(failure), "hunter2") {
			t.Errorf("%s: stderr has %q, the error is %v, %v", script, text, failure, err)
		}
	}
}

func TestNothingShowsASecret(t *testing.T) {
	held := struct {
		Password Text
		Key      *Text
	}{New("hunter2"), new(New("hunter2"))}
	asJSON, err := json.Marshal(held)
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{
		string(asJSON), fmt.Sprint(held.Password, held.Key), fmt.Sprintf("%v %+v %#v", held, held, held),
		fmt.Sprintf("%s %q %x %d", held.Password, held.Password, held.Password, held.Password),
	} {
		if strings.Contains(shown, "hunter2") || strings.Contains(shown, fmt.Sprintf("%x", "hunter2")) {
			t.Errorf("shown: %s", shown)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
