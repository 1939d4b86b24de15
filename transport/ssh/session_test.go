package ssh

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-net/weft/vendors"
)

// inBubble runs a test in virtual time, and insists at its end that nothing of the host goes on.
func inBubble(t *testing.T, f *fake, test func(t *testing.T)) {
	hostKeys() // a key takes real time
	synctest.Test(t, func(t *testing.T) {
		test(t)
		for _, conn := range f.conns {
			conn.Close()
		}
		f.live.Wait()
	})
}

// nxosFake is a switch that answers from a table.
func nxosFake(table map[string]string) *fake {
	f := newFake()
	f.shell = talk("leaf1# ", answers(table))
	return f
}

// TestLogin: the lines that come first are entered, in order, before anything else; a wish may be refused.
func TestLogin(t *testing.T) {
	f := nxosFake(map[string]string{"terminal no monitor": "% Invalid command at '^' marker.\n", "show clock": "10:51:16\n"})
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, nxosDialect))
		defer s.Close()
		a := run(t, s, vendors.Entry{Line: "show clock"})
		if a.Text != "10:51:16\n" || a.Prompt != "leaf1#" {
			t.Errorf("answer %+v", a)
		}
		var lines []string
		for _, line := range f.all()[1:] {
			if strings.TrimSpace(line) != "" {
				lines = append(lines, line)
			}
		}
		want := append(slices.Concat(nxosDialect.Login, nxosDialect.Wishes), "show clock")
		if !slices.Equal(lines, want) {
			t.Errorf("entered %q, want %q", lines, want)
		}
	})
	if last := f.all()[len(f.all())-1]; last != "exit" {
		t.Errorf("the last line is %q, not a logout", last)
	}
}

func TestRefusedLoginLine(t *testing.T) {
	f := nxosFake(map[string]string{"terminal length 0": "% Permission denied for the role\n"})
	inBubble(t, f, func(t *testing.T) {
		_, err := Dial(t.Context(), f.config(t, nxosDialect))
		var refused *vendors.RefusedError
		if !errors.As(err, &refused) || refused.Line != "terminal length 0" || refused.Step != -1 {
			t.Errorf("error %v", err)
		}
	})
}

// TestBanner: what a switch says before its first prompt may look like one.
func TestBanner(t *testing.T) {
	f := nxosFake(map[string]string{"show clock": "10:51:16\n"})
	inner := f.shell
	f.shell = func(s *screen) {
		s.print("##########\n# leaf9# #\nleaf9# ")
		time.Sleep(500 * time.Millisecond)
		s.print("\nUnauthorised access is forbidden\n")
		inner(s)
	}
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, nxosDialect))
		defer s.Close()
		if a := run(t, s, vendors.Entry{Line: "show clock"}); a.Text != "10:51:16\n" {
			t.Errorf("answer %q", a.Text)
		}
	})
}

// TestSwitchThatDoesNotEchoBlanks is read to its end too, if slower.
func TestSwitchThatDoesNotEchoBlanks(t *testing.T) {
	f := newFake()
	f.shell = func(s *screen) {
		s.print("leaf1# ")
		var line []byte
		for key := make([]byte, 1); ; {
			if _, err := s.in.Read(key); err != nil {
				return
			}
			switch {
			case key[0] == '\n':
				s.print("\n")
				if string(line) == "show clock" {
					s.print("leaf1# \n10:51:16\n")
				}
				s.print("leaf1# ")
				line = nil
			case key[0] != ' ' || len(line) > 0:
				line = append(line, key[0])
				s.out.Write(key)
			}
		}
	}
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, nxosDialect))
		defer s.Close()
		for range 2 {
			if a := run(t, s, vendors.Entry{Line: "show clock"}); a.Text != "leaf1# \n10:51:16\n" {
				t.Errorf("answer %q", a.Text)
			}
		}
	})
}

// vrpFake is a switch with a candidate that has changes in it, or not.
func vrpFake() *fake {
	f := newFake()
	f.shell = func(s *screen) {
		view, flag := "<leaf1>", "~"
		for {
			s.print("%s", strings.Replace(view, "~", flag, 1))
			line, ok := s.read()
			switch {
			case !ok || line == "quit" && view == "<leaf1>":
				return
			case line == "system-view":
				view = "[~leaf1]"
				s.print("Enter system view, return user view with return command.\n")
			case line == "return":
				view = "<leaf1>"
			case strings.HasPrefix(line, "dcb pfc "):
				view, flag = "[~leaf1-dcb-pfc-roce]", "*"
			case line == "save", line == "abort trial":
				s.print("Warning: The current configuration will be written to the device.\nAre you sure to continue?[Y/N]")
				answer, ok := s.read()
				if !ok {
					return
				}
				s.print("Info: The answer was %s.\n", answer)
			}
		}
	}
	return f
}

// TestViewsAndFlags: prompts say where the session stands. One that is left inside a view is not logged out: the line would only
// leave the view, or raise a question.
func TestViewsAndFlags(t *testing.T) {
	f := vrpFake()
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, vrpDialect))
		defer func() {
			s.Close()
			if last := f.all()[len(f.all())-1]; last != "dcb pfc roce" {
				t.Errorf("%q was entered at the end", last)
			}
		}()
		for _, step := range [][2]string{{"system-view", "[~leaf1]"}, {"return", "<leaf1>"}, {"system-view", "[~leaf1]"}, {"dcb pfc roce", "[*leaf1-dcb-pfc-roce]"}} {
			if a := run(t, s, vendors.Entry{Line: step[0]}); a.Prompt != step[1] {
				t.Errorf("%s: prompt %q, want %q", step[0], a.Prompt, step[1])
			}
		}
	})
}

func TestExpectedQuestion(t *testing.T) {
	f := vrpFake()
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, vrpDialect))
		defer s.Close()
		a := run(t, s, vendors.Entry{Line: "save", Replies: []vendors.Reply{{Question: "will be written", Answer: "Y"}}})
		want := "Warning: The current configuration will be written to the device.\nAre you sure to continue?[Y/N]\nInfo: The answer was Y.\n"
		if a.Text != want || a.Prompt != "<leaf1>" {
			t.Errorf("answer %q", a.Text)
		}
	})
}

// TestUnexpectedQuestion ends the session within moments, and is never answered: not by the next line either.
func TestUnexpectedQuestion(t *testing.T) {
	f := vrpFake()
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, vrpDialect))
		defer s.Close()
		begun := time.Now()
		_, err := s.Run(t.Context(), vendors.Entry{Line: "abort trial", Replies: []vendors.Reply{{Question: "rolled back", Answer: "Y"}}})
		if !errors.Is(err, ErrQuestion) || !strings.Contains(err.Error(), "Are you sure to continue?[Y/N]") {
			t.Errorf("error %v", err)
		}
		if took := time.Since(begun); took > 2*quiet {
			t.Errorf("it took %s", took)
		}
		if _, err := s.Run(t.Context(), vendors.Entry{Line: "display clock"}); !errors.Is(err, ErrQuestion) {
			t.Errorf("after it: %v", err)
		}
		if entered := f.all(); entered[len(entered)-1] != "abort trial" {
			t.Errorf("after the question %q was entered", entered[len(entered)-1])
		}
	})
}

// TestQuestionAtLogin: a switch that wants its password changed is not talked to.
func TestQuestionAtLogin(t *testing.T) {
	f := newFake()
	f.shell = func(s *screen) {
		s.print("Warning: The initial password poses security risks.\nThe password needs to be changed. Change now? [Y/N]:")
		s.read()
	}
	inBubble(t, f, func(t *testing.T) {
		if _, err := Dial(t.Context(), f.config(t, vrpDialect)); !errors.Is(err, ErrQuestion) {
			t.Errorf("error %v", err)
		}
	})
}

// fault is something that goes wrong while a line is answered.
type fault struct {
	name string
	do   func(s *screen)
	want error
	says string
	most time.Duration
}

// TestFaults: each ends the session with its reason, in time, and the session is of no use from then on.
func TestFaults(t *testing.T) {
	for _, fault := range []fault{
		{"silent", func(s *screen) { s.read() }, ErrTimeout, "", 30 * time.Second},
		{"silent in mid-output", func(s *screen) { s.print("interface Ethernet1/1\n  mtu"); s.read() }, ErrTimeout, "mtu", 30 * time.Second},
		{"a byte now and then", func(s *screen) {
			for range 100 {
				time.Sleep(20 * time.Second)
				s.print(".")
			}
		}, ErrTimeout, "not done within 3m0s", 180 * time.Second},
		{"dropped in mid-output", func(s *screen) { s.print("interface Ethernet1/1\n  mtu 92"); s.conn.Close() }, ErrLost, "mtu 92", time.Second},
		{"closed after the output", func(s *screen) { s.print("commit complete\n") }, ErrLost, "commit complete", time.Second},
		{"name with a suffix", func(s *screen) { s.print("leaf1-old# "); s.read() }, ErrPrompt, "leaf1-old#", 2 * quiet},
		{"name with a prefix", func(s *screen) { s.print("old-leaf1(config)# "); s.read() }, ErrPrompt, "old-leaf1(config)#", 2 * quiet},
		{"name that is another's", func(s *screen) { s.print("spine1# "); s.read() }, ErrPrompt, "spine1#", 2 * quiet},
		{"paging", func(s *screen) { s.print("interface Ethernet1/1\n--More--"); s.read() }, ErrPaging, "--More--", 2 * quiet},
		{"question", func(s *screen) { s.print("Do you want to continue (y/n)? [n] "); s.read() }, ErrQuestion, "Do you want to continue", 2 * quiet},
		{"stops reading", func(s *screen) { s.conn.(*end).freeze(); s.read() }, ErrTimeout, "", 30 * time.Second},
		{"garbage before the prompt", func(s *screen) { s.print("\x00\x1b[?\xff\xfe~leaf1# "); s.read() }, ErrTimeout, "", 30 * time.Second},
		{"endless", func(s *screen) {
			for _, err := s.out.Write(make([]byte, 1<<14)); err == nil; {
				_, err = s.out.Write(make([]byte, 1<<14))
			}
		}, ErrTooLong, "", time.Second},
	} {
		t.Run(fault.name, func(t *testing.T) {
			f := newFake()
			f.shell = talk("leaf1# ", func(s *screen, line string) (string, bool) {
				if line != "go wrong" {
					return "", false
				}
				fault.do(s)
				return "", true
			})
			inBubble(t, f, func(t *testing.T) { fault.check(t, f) })
		})
	}
}

func (fault fault) check(t *testing.T, f *fake) {
	c := f.config(t, nxosDialect)
	c.Limit = 1 << 20
	s := open(t, c)
	defer s.Close()
	begun := time.Now()
	_, err := s.Run(t.Context(), vendors.Entry{Line: "go wrong"})
	if !errors.Is(err, fault.want) || !strings.Contains(fmt.Sprint(err), fault.says) {
		t.Errorf("error %v", err)
	}
	if took := time.Since(begun); took > fault.most {
		t.Errorf("it took %s, and may take %s", took, fault.most)
	}
	_, again := s.Run(t.Context(), vendors.Entry{Line: "show clock"})
	if !errors.Is(again, fault.want) || !strings.Contains(again.Error(), "ended before") {
		t.Errorf("the session goes on: %v", again)
	}
	if slices.Contains(f.all(), "show clock") {
		t.Error("the session was used after it had gone wrong")
	}
}

// TestSilenceThenAnswer: a line that may take long may be silent for so long; one that does not say so may not.
func TestSilenceThenAnswer(t *testing.T) {
	f := newFake()
	f.shell = talk("leaf1# ", func(_ *screen, line string) (string, bool) {
		if line == "rollback" {
			time.Sleep(31 * time.Second)
			return "Rollback completed successfully.\n", false
		}
		return "", false
	})
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, nxosDialect))
		defer s.Close()
		if a := run(t, s, vendors.Entry{Line: "rollback", Within: 2 * time.Minute}); a.Text != "Rollback completed successfully.\n" {
			t.Errorf("answer %q", a.Text)
		}
		if _, err := s.Run(t.Context(), vendors.Entry{Line: "rollback"}); !errors.Is(err, ErrTimeout) {
			t.Errorf("error %v", err)
		}
	})
}

// TestUnaskedOutput: what a switch says between lines is either a log line, or the end of the session.
func TestUnaskedOutput(t *testing.T) {
	for name, test := range map[string]struct {
		says string
		want error
	}{
		"log line":            {"\n2026 Nov 30 10:51:16 leaf1 %ETHPORT-5-IF_UP: Interface Ethernet1/1 is up\nleaf1# ", nil},
		"end of an answer":    {"  mtu 9216\nleaf1# ", ErrUnexpected},
		"only another prompt": {"\nleaf1# ", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var out io.Writer
			f := newFake()
			f.shell = func(s *screen) {
				out = s.out
				talk("leaf1# ", answers(map[string]string{"show clock": "10:51:16\n"}))(s)
			}
			inBubble(t, f, func(t *testing.T) {
				s := open(t, f.config(t, nxosDialect))
				defer s.Close()
				time.Sleep(time.Second)
				io.WriteString(out, test.says)
				a, err := s.Run(t.Context(), vendors.Entry{Line: "show clock"})
				if !errors.Is(err, test.want) || err == nil && a.Text != "10:51:16\n" {
					t.Errorf("answer %q, error %v", a.Text, err)
				}
				if (name == "log line") != (len(a.Messages) == 1) {
					t.Errorf("messages %q", a.Messages)
				}
			})
		})
	}
}

// TestCancel: a cancelled context ends a session at once, whatever it is doing, and nothing is left of it.
func TestCancel(t *testing.T) {
	f := newFake()
	f.shell = talk("leaf1# ", func(s *screen, line string) (string, bool) {
		if line == "hang" {
			s.read()
		}
		return "", false
	})
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, nxosDialect))
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(5*time.Second, cancel)
		begun := time.Now()
		if _, err := s.Run(ctx, vendors.Entry{Line: "hang"}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if took := time.Since(begun); took != 5*time.Second {
			t.Errorf("it took %s", took)
		}
		s.Close()
		if took := time.Since(begun); took != 5*time.Second {
			t.Errorf("closing took until %s", took)
		}
		s.Close()
	})
}

// TestCloseFromAside frees whoever waits in Run.
func TestCloseFromAside(t *testing.T) {
	f := newFake()
	f.shell = talk("leaf1# ", func(s *screen, line string) (string, bool) {
		if line == "hang" {
			s.read()
		}
		return "", false
	})
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, nxosDialect))
		time.AfterFunc(5*time.Second, func() { s.Close() })
		if _, err := s.Run(t.Context(), vendors.Entry{Line: "hang"}); err == nil {
			t.Error("no error")
		}
		s.Close()
	})
}

// TestUntypeable: keys that a command line acts on are not sent, and the session stays what it is.
func TestUntypeable(t *testing.T) {
	f := nxosFake(nil)
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, nxosDialect))
		defer s.Close()
		before := len(f.all())
		for _, line := range []string{"a\nb", "description what?", "tab\t", "\x03"} {
			if _, err := s.Run(t.Context(), vendors.Entry{Line: line}); !errors.Is(err, ErrLine) {
				t.Errorf("%q: %v", line, err)
			}
		}
		if sent := f.all()[before:]; len(sent) > 0 {
			t.Errorf("sent %q", sent)
		}
		run(t, s, vendors.Entry{Line: "show clock"})
	})
}

// TestKeepalive: a peer that is gone is noticed while nothing is going on; one that answers is kept, however long it is quiet.
func TestKeepalive(t *testing.T) {
	f := nxosFake(nil)
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, nxosDialect))
		defer s.Close()
		time.Sleep(time.Hour)
		run(t, s, vendors.Entry{Line: "show clock"})
		f.conns[0].freeze()
		time.Sleep(2 * time.Minute)
		begun := time.Now()
		if _, err := s.Run(t.Context(), vendors.Entry{Line: "show clock"}); !errors.Is(err, ErrLost) || time.Since(begun) > 0 {
			t.Errorf("after %s: %v", time.Since(begun), err)
		}
	})
}

// TestSilentPeer: one that takes the connection and says nothing is given up, at each stage of the way.
func TestSilentPeer(t *testing.T) {
	for name, serve := range map[string]func(*fake, *end){
		"before its version": func(*fake, *end) {},
		"after its version":  func(_ *fake, e *end) { io.WriteString(e, "SSH-2.0-OpenSSH_9.0\r\n") },
	} {
		t.Run(name, func(t *testing.T) {
			f := nxosFake(nil)
			inBubble(t, f, func(t *testing.T) {
				c := f.config(t, nxosDialect)
				c.Dial = func(context.Context, string, string) (net.Conn, error) {
					a, b := connected()
					serve(f, b)
					return a, nil
				}
				begun := time.Now()
				if _, err := Dial(t.Context(), c); !errors.Is(err, vendors.ErrUnreachable) || time.Since(begun) != 15*time.Second {
					t.Errorf("after %s: %v", time.Since(begun), err)
				}
			})
		})
	}
}

// TestNoCommandLine: a server that lets in and gives no shell is given up.
func TestNoCommandLine(t *testing.T) {
	f := newFake()
	f.shell = func(s *screen) { s.read() }
	inBubble(t, f, func(t *testing.T) {
		begun := time.Now()
		if _, err := Dial(t.Context(), f.config(t, nxosDialect)); !errors.Is(err, ErrTimeout) || time.Since(begun) > time.Minute {
			t.Errorf("after %s: %v", time.Since(begun), err)
		}
	})
}

// TestDialTimeout: an address that nothing answers at.
func TestDialTimeout(t *testing.T) {
	f := nxosFake(nil)
	inBubble(t, f, func(t *testing.T) {
		c := f.config(t, nxosDialect)
		c.Dial = func(ctx context.Context, _, address string) (net.Conn, error) {
			if address != "leaf1:22" {
				t.Errorf("address %q", address)
			}
			<-ctx.Done()
			return nil, ctx.Err()
		}
		begun := time.Now()
		if _, err := Dial(t.Context(), c); !errors.Is(err, vendors.ErrUnreachable) || time.Since(begun) != 10*time.Second {
			t.Errorf("after %s: %v", time.Since(begun), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := Dial(ctx, c); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("cancelled: %v", err)
		}
	})
}

// TestLongAnswerThroughTheWire: an answer with prompts in it, in pieces that the client sees one by one.
func TestLongAnswerThroughTheWire(t *testing.T) {
	text := "!Command: show running-config\n" + strings.Repeat("interface Ethernet1/1\n  description # > leaf1#\nleaf1# \nleaf1# \n", 400) + "leaf1# \n"
	for _, size := range []int{1, 7, 512, 1000, 4096, 64 << 10} {
		f := newFake()
		f.shell = func(s *screen) {
			talk("leaf1# ", func(_ *screen, line string) (string, bool) {
				if line == "show running-config" {
					for rest := []byte(text); len(rest) > 0; rest = rest[min(size, len(rest)):] {
						s.print("%s", rest[:min(size, len(rest))])
						time.Sleep(time.Microsecond)
					}
				}
				return "", false
			})(s)
		}
		inBubble(t, f, func(t *testing.T) {
			s := open(t, f.config(t, nxosDialect))
			defer s.Close()
			for range 2 {
				if a := run(t, s, vendors.Entry{Line: "show running-config"}); a.Text != text {
					t.Fatalf("pieces of %d: %d bytes of %d", size, len(a.Text), len(text))
				}
				if a := run(t, s, vendors.Entry{Line: "show clock"}); a.Text != "" {
					t.Fatalf("pieces of %d: the next answer is %q", size, a.Text)
				}
			}
		})
	}
}

// TestErrorsTellNoSecret: whatever goes wrong, neither what was used to log in nor what is in a line is told.
func TestErrorsTellNoSecret(t *testing.T) {
	f := newFake()
	f.shell = talk("leaf1# ", func(s *screen, line string) (string, bool) {
		if strings.HasPrefix(line, "snmp-server") {
			s.print("snmp-server community PRIVATE\n")
			return "", true
		}
		return "", false
	})
	inBubble(t, f, func(t *testing.T) {
		s := open(t, f.config(t, nxosDialect))
		defer s.Close()
		_, err := s.Run(t.Context(), vendors.Entry{Line: "snmp-server community PRIVATE"})
		if err == nil || strings.Contains(err.Error(), "PRIVATE") {
			t.Errorf("error %v", err)
		}
		c := f.config(t, nxosDialect)
		c.User = "other"
		if _, err = Dial(t.Context(), c); !errors.Is(err, vendors.ErrAuth) || strings.Contains(err.Error(), password) {
			t.Errorf("error %v", err)
		}
		if shown := fmt.Sprintf("%v %+v %#v", c, c, c); strings.Contains(shown, password) {
			t.Error("the configuration shows its password")
		}
	})
}
