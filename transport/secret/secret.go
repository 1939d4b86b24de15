package secret

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// mask is what is shown of a secret.
const mask = "***"

// Text is a secret. Whatever prints, logs or encodes it gets three asterisks.
type Text struct{ text string }

// New hides a text.
func New(text string) Text { return Text{text} }

// Reveal is the secret itself, for the call that logs in with it.
func (t Text) Reveal() string { return t.text }

// Empty tells that there is none.
func (t Text) Empty() bool { return t.text == "" }

// String is the mask.
func (Text) String() string { return mask }

// Format writes the mask, whatever the verb.
func (Text) Format(f fmt.State, _ rune) { f.Write([]byte(mask)) }

// MarshalText gives the mask to encoders.
func (Text) MarshalText() ([]byte, error) { return []byte(mask), nil }

// Source says where a secret is. At most one of its fields is set; with none there is no secret.
type Source struct {
	Env     string   // environment variable
	File    string   // relative to Dir, or from "~/"
	Command []string // program and arguments; no shell is involved
	Literal Text
	Dir     string // of the intent
}

// Given tells whether there is a secret to fetch.
func (s Source) Given() bool {
	return s.Env != "" || s.File != "" || len(s.Command) > 0 || !s.Literal.Empty()
}

// Read fetches the secret. One that is set to nothing is an error: nobody means an empty password.
func (s Source) Read(ctx context.Context) (Text, error) {
	switch {
	case s.Env != "":
		return fromEnv(s.Env)
	case s.File != "":
		return fromFile(Path(s.Dir, s.File))
	case len(s.Command) > 0:
		return fromCommand(ctx, s.Command)
	}
	return s.Literal, nil
}

// Path is where a file of the intent is: relative to its directory, absolute, or in the home directory.
func Path(dir, name string) string {
	if rest, home := strings.CutPrefix(name, "~/"); home {
		if at, err := os.UserHomeDir(); err == nil {
			return filepath.Join(at, rest)
		}
	}
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

func fromEnv(name string) (Text, error) {
	if text := os.Getenv(name); text != "" {
		return New(text), nil
	}
	return Text{}, fmt.Errorf("the environment variable %s, which holds the password, is not set", name)
}

func fromFile(path string) (Text, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Text{}, fmt.Errorf("reading the password: %w", err)
	}
	return oneLine(text, "the password file "+path)
}

// commandLimit is how long a command may take that prints a password: time for a person to unlock a store.
const commandLimit = 2 * time.Minute

// fromCommand lets the command ask its user on the terminal, /dev/tty. What it prints goes nowhere else, whether it ends well or not, and
// what it says on stderr goes nowhere at all: a shell that traces says the password there, which nobody can tell from the rest.
func fromCommand(ctx context.Context, command []string) (Text, error) {
	ctx, cancel := context.WithTimeout(ctx, commandLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin = os.Stdin
	cmd.WaitDelay = time.Second // what it started may hold its output open
	var said bytes.Buffer
	cmd.Stdout = &said
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return Text{}, fmt.Errorf("the command %s, which prints the password, is not there", command[0])
	case ctx.Err() != nil:
		return Text{}, fmt.Errorf("the command %s, which prints the password, did not end within %s: %w", command[0], commandLimit, ctx.Err())
	case err != nil:
		return Text{}, fmt.Errorf("the command %s, which prints the password: %w (what it said is not shown; run it by hand)", command[0], err)
	}
	return oneLine(said.Bytes(), "the command "+command[0])
}

// oneLine takes the line end off. Password managers print the password on the first of several lines.
func oneLine(text []byte, from string) (Text, error) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(line) == 0 {
		return Text{}, fmt.Errorf("%s has no password in its first line", from)
	}
	return New(string(line)), nil
}
