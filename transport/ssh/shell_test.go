package ssh

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/weft-net/weft/vendors"
)

// sonicFake is a host with a few commands.
func sonicFake() *fake {
	f := newFake()
	f.exec = func(c *command) int {
		name, _, _ := strings.Cut(c.Line, " ")
		switch name {
		case "cat":
			io.Copy(c, c)
			return 0
		case "config":
			io.WriteString(c, "leaf1# \n")
			io.WriteString(c.Stderr(), "Failed to apply patch due to: x\nleaf1$ ")
			return 2
		case "hang":
			io.ReadAll(c)
			c.Read(make([]byte, 1))
			time.Sleep(time.Hour)
		case "vanish":
			io.WriteString(c, "half")
			return -1
		case "killed":
			c.SendRequest("exit-signal", false, ssh.Marshal(struct {
				Name string
				Core bool
				Text string
				Lang string
			}{"KILL", false, "", ""}))
			return -1
		case "drop":
			c.conn.Close()
		case "endless":
			for _, err := c.Write(make([]byte, 1<<14)); err == nil; {
				_, err = c.Write(make([]byte, 1<<14))
			}
		case "deaf":
			time.Sleep(time.Second) // in which as much is sent as can be
			return 0
		}
		return 127
	}
	return f
}

// TestShell: what a command reads, writes and ends with, each apart and byte for byte.
func TestShell(t *testing.T) {
	f := sonicFake()
	big := bytes.Repeat([]byte("0123456789abcdef\r\n\x00\x1b[1m"), 1<<17)
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, sonicDialect))
		defer s.Close()
		if a := run(t, s, vendors.Entry{Line: "cat", Input: big}); a.Text != string(big) || a.Exit != 0 || a.Errors != "" || a.Prompt != "" {
			t.Errorf("%d bytes of %d, exit %d, errors %q", len(a.Text), len(big), a.Exit, a.Errors)
		}
		if a := run(t, s, vendors.Entry{Line: "config apply-patch /dev/stdin", Input: []byte("[]")}); a.Exit != 2 || a.Text != "leaf1# \n" || a.Errors != "Failed to apply patch due to: x\nleaf1$ " {
			t.Errorf("answer %+v", a)
		}
		if a := run(t, s, vendors.Entry{Line: "nonsense"}); a.Exit != 127 {
			t.Errorf("answer %+v", a)
		}
		if a := run(t, s, vendors.Entry{Line: "deaf", Input: big}); a.Exit != 0 {
			t.Errorf("a command that does not read: %+v", a)
		}
		if a := run(t, s, vendors.Entry{Line: "killed"}); a.Exit != 128+9 {
			t.Errorf("a killed command: %+v", a)
		}
	})
}

// TestShellFaults: whatever is no end of a command ends the session.
func TestShellFaults(t *testing.T) {
	for name, test := range map[string]struct {
		want error
		most time.Duration
	}{
		"hang":    {ErrTimeout, 3 * time.Minute},
		"vanish":  {ErrLost, time.Second},
		"drop":    {ErrLost, time.Second},
		"endless": {ErrTooLong, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			f := sonicFake()
			inBubble(t, f, func(t *testing.T) {
				c := f.config(t, sonicDialect)
				c.Limit = 1 << 20
				s := open(t, c)
				defer s.Close()
				begun := time.Now()
				if a, err := s.Run(t.Context(), vendors.Entry{Line: name}); !errors.Is(err, test.want) || a.Text != "" {
					t.Errorf("answer %q, error %v", a.Text, err)
				}
				if took := time.Since(begun); took > test.most {
					t.Errorf("it took %s", took)
				}
				if _, err := s.Run(t.Context(), vendors.Entry{Line: "cat"}); !errors.Is(err, test.want) {
					t.Errorf("the session goes on: %v", err)
				}
			})
		})
	}
}
