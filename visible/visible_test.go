package visible

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"mtu 9216\n\tno shutdown é 你 🙂":     "mtu 9216\n\tno shutdown é 你 🙂",
		"S\x1b[8m":                          `S\u001b[8m`,
		"ro\x1b]0;pwn\x07ce":                `ro\u001b]0;pwn\u0007ce`,
		"a\rb\x00\b\x7f":                    `a\u000db\u0000\u0008\u007f`,
		"C1 \u009b8m":                       `C1 \u009b8m`,
		"bytes \x9b8m\xff":                  "bytes \ufffd8m\ufffd",
		"x \u202eevil\u2069\u061c":          `x \u202eevil\u2069\u061c`,
		"a\u200bb\u2028c\ufeff\u00ad\u2060": `a\u200bb\u2028c\ufeff\u00ad\u2060`,
		"\u3164\U000e0041":                  `\u3164\udb40\udc41`,
	} {
		if got := Text(text); got != want {
			t.Errorf("%+q: got %q, want %q", text, got, want)
		}
	}
}

// TestJSONStaysExact: JSON says the same before and after.
func TestJSONStaysExact(t *testing.T) {
	said := "Q\x15re\x1b\u009b\x7f\u202e\u2028\ufeff\U000e0041é\n"
	var b strings.Builder
	if err := json.NewEncoder(NewWriter(&b)).Encode(said); err != nil {
		t.Fatal(err)
	}
	var read string
	if err := json.Unmarshal([]byte(b.String()), &read); err != nil || read != said {
		t.Errorf("%v: %+q became %+q, by %s", err, said, read, b.String())
	}
	if strings.ContainsFunc(strings.TrimSpace(b.String()), Hidden) {
		t.Errorf("hidden characters are left in %+q", b.String())
	}
}

// TestWriter has a text arrive in pieces of every length.
func TestWriter(t *testing.T) {
	const text = "é\u202e\x1b[8m🙂\u009b\n"
	for size := 1; size <= len(text); size++ {
		var b strings.Builder
		w := NewWriter(&b)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if _, err := w.Write([]byte(rest[:n])); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if got, want := b.String(), Text(text); got != want {
			t.Errorf("in pieces of %d: got %q, want %q", size, got, want)
		}
	}
}

// TestWriterEnds says what never became a character.
func TestWriterEnds(t *testing.T) {
	var b strings.Builder
	w := NewWriter(&b)
	_, err := w.Write([]byte("a\xe2\x80"))
	if err := errors.Join(err, w.Flush()); err != nil || b.String() != "a\ufffd\ufffd" {
		t.Errorf("%v: %q", err, b.String())
	}
}

func TestColour(t *testing.T) {
	for text, want := range map[string]string{
		"\x1b[1;4;31mgone\x1b[0m":  "\x1b[1;4;31mgone\x1b[0m",
		"\x1b[31mS\x1b[8m\x1b[0m":  "\x1b[31mS\\u001b[8m\x1b[0m",
		"\x1b[2J\x1b[1;8mx":        `\u001b[2J\u001b[1;8mx`,
		"\x1b[m\x1b[;1m\x1b[1;m":   `\u001b[m\u001b[;1m\u001b[1;m`,
		"\x1b]0;pwn\x07\x1b[\x1b":  `\u001b]0;pwn\u0007\u001b[\u001b`,
		"\x1b[1mbold\x1b[0m \x1bc": "\x1b[1mbold\x1b[0m \\u001bc",
	} {
		var b strings.Builder
		w := NewWriter(&b)
		w.Colour = true
		if _, err := w.Write([]byte(text)); err != nil || b.String() != want {
			t.Errorf("%q: %v: got %q, want %q", text, err, b.String(), want)
		}
	}
}
