package lab

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/weft-net/weft/vendors"
	_ "github.com/weft-net/weft/vendors/cloudengine"
	_ "github.com/weft-net/weft/vendors/nxos"
	_ "github.com/weft-net/weft/vendors/sonic"
	"go.uber.org/goleak"
	"golang.org/x/crypto/ssh"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// model is a switch of a vendor for tests.
type model struct{ vendor, platform, release, running string }

var (
	nexus  = model{"nxos", "N9K-C9332D-GX2B", "10.4(3)", "testdata/nexus.cfg"}
	engine = model{"cloudengine", "CE6865-48S8CQ-EI", "V200R020C10", "testdata/engine.cfg"}
)

const secret = "s3cr3t-of-the-lab"

// switchOf makes a switch of a model. dir may be empty.
func switchOf(t testing.TB, m model, dir string, edit ...func(*Config)) *Switch {
	t.Helper()
	vendor, err := vendors.Lookup(m.vendor)
	if err != nil {
		t.Fatal(err)
	}
	platform, err := vendor.Platform(m.platform, m.release)
	if err != nil {
		t.Fatal(err)
	}
	running, err := os.ReadFile(m.running)
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		Name: "leaf1", Vendor: vendor, Platform: platform, Running: running, Dir: dir,
		Users: []User{{Name: "admin", Password: secret}},
	}
	for _, e := range edit {
		e(&cfg)
	}
	sw, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return sw
}

// client is somebody at a terminal.
type client struct {
	t      testing.TB
	conn   *ssh.Client
	served chan error
	typing io.Writer

	mu     sync.Mutex
	screen bytes.Buffer
	ended  bool
}

// dial logs in to a switch over a connection in memory.
func dial(t testing.TB, sw *Switch) *client {
	t.Helper()
	c, err := login(t, sw, ssh.Password(secret))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func login(t testing.TB, sw *Switch, how ...ssh.AuthMethod) (*client, error) {
	near, far := Pipe()
	c := &client{t: t, served: make(chan error, 1)}
	go func() { c.served <- sw.ServeSSH(far) }()
	conn, channels, requests, err := ssh.NewClientConn(near, "leaf1:22", &ssh.ClientConfig{
		User: "admin", Auth: how, HostKeyCallback: ssh.FixedHostKey(sw.HostKey()),
	})
	if err != nil {
		near.Close()
		<-c.served
		return nil, err
	}
	c.conn = ssh.NewClient(conn, channels, requests)
	return c, nil
}

// shell starts a command line on a terminal of some lines.
func (c *client) shell(lines int) {
	c.t.Helper()
	session, err := c.conn.NewSession()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := session.RequestPty("vt100", lines, 511, ssh.TerminalModes{}); err != nil {
		c.t.Fatal(err)
	}
	if c.typing, err = session.StdinPipe(); err != nil {
		c.t.Fatal(err)
	}
	session.Stdout, session.Stderr = c, c
	if err := session.Shell(); err != nil {
		c.t.Fatal(err)
	}
	go func() {
		session.Wait()
		c.mu.Lock()
		c.ended = true
		c.mu.Unlock()
	}()
}

// Write takes what the switch prints.
func (c *client) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.screen.Write(p)
}

// takes waits until the switch has nothing more to say, in virtual time, and takes what it said.
func (c *client) take() string {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	said := c.screen.String()
	c.screen.Reset()
	return said
}

// types types lines and takes what the switch says to all of them.
func (c *client) types(lines ...string) string {
	c.t.Helper()
	said := ""
	for _, line := range lines {
		io.WriteString(c.typing, line+"\r")
		said += c.take()
	}
	return said
}

// over tells whether the session has ended.
func (c *client) over() bool {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

func (c *client) close() {
	c.conn.Close()
	<-c.served
}

// TestTranscripts plays what is typed in testdata/*.txtar and compares what is printed.
func TestTranscripts(t *testing.T) {
	for _, m := range []struct {
		file  string
		model model
	}{
		{"testdata/nxos.txtar", nexus},
		{"testdata/vrp.txtar", engine},
	} {
		archive, err := txtar.ParseFile(m.file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			typed, screen := &archive.Files[i], &archive.Files[i+1]
			t.Run(typed.Name, func(t *testing.T) {
				got := play(t, m.model, string(typed.Data))
				if *update {
					screen.Data = []byte(got)
					return
				}
				if got != string(screen.Data) {
					t.Errorf("printed\n%s\nwant\n%s", got, screen.Data)
				}
			})
		}
		if *update {
			if err := os.WriteFile(m.file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// play types each line and gives the screen. A line "!wait 30s" lets time pass, "!session" goes to another session, "!fault NAME" injects one.
func play(t *testing.T, m model, typed string) (screen string) {
	synctest.Test(t, func(t *testing.T) {
		sw := switchOf(t, m, "", func(c *Config) {
			c.Links = []Link{{"Ethernet1/1", "spine1", "Ethernet0"}, {"100GE1/0/1", "spine1", "100GE1/0/7"}}
		})
		sessions := []*client{}
		at := -1
		to := func(n int) {
			for len(sessions) <= n {
				c := dial(t, sw)
				c.shell(24)
				sessions = append(sessions, c)
			}
			at = n
			screen += sessions[n].take()
		}
		to(0)
		for line := range strings.Lines(typed) {
			line = strings.TrimSuffix(line, "\n")
			word, rest, _ := strings.Cut(line, " ")
			switch word {
			case "!wait":
				d, err := time.ParseDuration(rest)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(d)
				screen += sessions[at].take()
			case "!session":
				screen += "\n=== session " + rest + " ===\n"
				to(int(rest[0] - '1'))
			case "!fault":
				if err := sw.Inject(Fault{Name: rest}); err != nil {
					t.Fatal(err)
				}
			default:
				keys := strings.NewReplacer("^C", "\x03", "^Z", "\x1a", "^H", "\x7f", "^D", "\x04").Replace(line)
				if keys != line && !strings.Contains(line, "^H") {
					io.WriteString(sessions[at].typing, keys)
					screen += sessions[at].take()
					continue
				}
				screen += sessions[at].types(keys)
			}
		}
		for i, c := range sessions {
			if c.over() {
				screen += fmt.Sprintf("\n=== session %d has ended ===\n", i+1)
			}
			c.close()
		}
		if err := sw.Close(); err != nil {
			t.Fatal(err)
		}
	})
	return tidy(screen)
}

// tidy writes control characters so that they can be seen.
func tidy(screen string) string {
	screen = strings.ReplaceAll(screen, "\r\n", "\n")
	screen = strings.NewReplacer("\r", "<CR>", "\b", "<BS>").Replace(screen)
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

var _ net.Conn = (*pipeEnd)(nil)
