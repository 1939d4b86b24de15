package ssh

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/crypto/ssh"

	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/cloudengine"
	"github.com/weft-net/weft/vendors/nxos"
	"github.com/weft-net/weft/vendors/sonic"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	nxosDialect  = nxos.NXOS{}.Dialect()
	vrpDialect   = cloudengine.CloudEngine{}.Dialect()
	sonicDialect = sonic.SONiC{}.Dialect()
)

const password = "hunter2-of-the-operator"

// pipe is one direction of a connection in memory. It takes any number of bytes, until it is frozen: SSH writes at both ends at once.
type pipe struct {
	mu     sync.Mutex
	moved  *sync.Cond
	held   []byte
	closed bool
	frozen bool
}

func newPipe() *pipe {
	p := &pipe{}
	p.moved = sync.NewCond(&p.mu)
	return p
}

func (p *pipe) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.held) == 0 || p.frozen {
		if p.closed {
			return 0, io.EOF
		}
		p.moved.Wait()
	}
	n := copy(b, p.held)
	p.held = p.held[n:]
	return n, nil
}

func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.frozen && !p.closed {
		p.moved.Wait()
	}
	if p.closed {
		return 0, io.ErrClosedPipe
	}
	p.held = append(p.held, b...)
	p.moved.Broadcast()
	return len(b), nil
}

func (p *pipe) set(do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do()
	p.moved.Broadcast()
}

// end is one end of a connection in memory.
type end struct{ in, out *pipe }

func connected() (client, server *end) {
	a, b := newPipe(), newPipe()
	return &end{a, b}, &end{b, a}
}

func (e *end) Read(b []byte) (int, error)  { return e.in.Read(b) }
func (e *end) Write(b []byte) (int, error) { return e.out.Write(b) }
func (e *end) Close() error {
	e.in.set(func() { e.in.closed = true })
	e.out.set(func() { e.out.closed = true })
	return nil
}

// freeze has nothing pass any more, in either direction.
func (e *end) freeze() {
	e.in.set(func() { e.in.frozen = true })
	e.out.set(func() { e.out.frozen = true })
}

func (*end) LocalAddr() net.Addr              { return &net.UnixAddr{Name: "pipe"} }
func (*end) RemoteAddr() net.Addr             { return &net.UnixAddr{Name: "pipe"} }
func (*end) SetDeadline(time.Time) error      { return nil }
func (*end) SetReadDeadline(time.Time) error  { return nil }
func (*end) SetWriteDeadline(time.Time) error { return nil }

// fake is a host with an SSH server. What it says is up to shell and exec.
type fake struct {
	keys  []ssh.Signer
	login ssh.ServerConfig
	shell func(*screen)             // ends with the connection
	exec  func(*command) (exit int) // -1 gives no exit status
	onto  map[string]*fake          // as a jump host
	mu    sync.Mutex
	seen  []string // lines entered and commands run
	live  sync.WaitGroup
	conns []*end
}

var hostKeys = sync.OnceValue(func() map[string]ssh.Signer {
	_, ed, _ := ed25519.GenerateKey(rand.Reader)
	ec, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	rs, _ := rsa.GenerateKey(rand.Reader, 2048)
	keys := map[string]ssh.Signer{}
	for kind, key := range map[string]any{"ed25519": ed, "ecdsa": ec, "rsa": rs} {
		keys[kind], _ = ssh.NewSignerFromKey(key)
	}
	return keys
})

// newFake is a host that lets "ops" in with the password.
func newFake(kinds ...string) *fake {
	f := &fake{}
	for _, kind := range append(kinds, "ed25519")[:max(1, len(kinds))] {
		f.keys = append(f.keys, hostKeys()[kind])
	}
	f.login.PasswordCallback = func(c ssh.ConnMetadata, given []byte) (*ssh.Permissions, error) {
		f.saw("password " + string(given))
		if c.User() != "ops" || string(given) != password {
			return nil, errors.New("no")
		}
		return nil, nil
	}
	return f
}

func (f *fake) saw(what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, what)
}

func (f *fake) all() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.seen...)
}

// Dial connects to the fake in memory.
func (f *fake) Dial(context.Context, string, string) (net.Conn, error) {
	client, server := connected()
	f.conns = append(f.conns, server)
	f.live.Go(func() { f.serve(server) })
	return client, nil
}

func (f *fake) serve(conn net.Conn) {
	defer conn.Close()
	config := f.login
	for _, key := range f.keys {
		config.AddHostKey(key)
	}
	server, channels, requests, err := ssh.NewServerConn(conn, &config)
	if err != nil {
		return
	}
	defer server.Close()
	f.live.Go(func() { ssh.DiscardRequests(requests) })
	for asked := range channels {
		f.live.Go(func() { f.accept(asked, conn) })
	}
}

func (f *fake) accept(asked ssh.NewChannel, conn net.Conn) {
	if asked.ChannelType() == "direct-tcpip" {
		f.forward(asked)
		return
	}
	channel, requests, err := asked.Accept()
	if err != nil {
		return
	}
	defer channel.Close()
	for r := range requests {
		r.Reply(true, nil)
		switch {
		case r.Type == "shell" && f.shell != nil:
			f.live.Go(func() { ssh.DiscardRequests(requests) })
			f.shell(&screen{fake: f, conn: conn, in: channel, out: channel})
			return
		case r.Type == "exec":
			var asked struct{ Command string }
			ssh.Unmarshal(r.Payload, &asked)
			f.live.Go(func() { ssh.DiscardRequests(requests) })
			f.saw(asked.Command)
			status := f.exec(&command{Line: asked.Command, Channel: channel, conn: conn})
			if status >= 0 {
				channel.SendRequest("exit-status", false, ssh.Marshal(struct{ S uint32 }{uint32(status)}))
			}
			return
		}
	}
}

// forward joins a channel to the host that it names.
func (f *fake) forward(asked ssh.NewChannel) {
	var to struct {
		Host       string
		Port       uint32
		From       string
		OriginPort uint32
	}
	ssh.Unmarshal(asked.ExtraData(), &to)
	target := f.onto[to.Host]
	if target == nil {
		asked.Reject(ssh.ConnectionFailed, "no route to host")
		return
	}
	channel, requests, err := asked.Accept()
	if err != nil {
		return
	}
	f.live.Go(func() { ssh.DiscardRequests(requests) })
	conn, _ := target.Dial(context.Background(), "", "")
	f.live.Go(func() {
		io.Copy(conn, channel)
		conn.Close()
	})
	io.Copy(channel, conn)
	channel.Close()
}

type command struct {
	Line string
	ssh.Channel
	conn net.Conn
}

// screen is a command line as its switch sees it.
type screen struct {
	fake *fake
	conn net.Conn
	in   io.Reader
	out  io.Writer
}

// print prints, with carriage returns as terminals need them.
func (s *screen) print(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.out.Write(bytes.ReplaceAll([]byte(text), []byte("\n"), []byte("\r\n")))
}

// read echoes and gives a line; false is the end.
func (s *screen) read() (string, bool) {
	var line []byte
	for key := make([]byte, 1); ; {
		if _, err := s.in.Read(key); err != nil {
			return "", false
		}
		if key[0] == '\n' {
			s.print("\n")
			s.fake.saw(string(line))
			return string(line), true
		}
		line = append(line, key[0])
		s.out.Write(key)
	}
}

// talk is a command line with one prompt. react says what is printed for a line; done ends the session there.
func talk(prompt string, react func(s *screen, line string) (text string, done bool)) func(*screen) {
	return func(s *screen) {
		for {
			s.print("%s", prompt)
			line, ok := s.read()
			if !ok || line == "exit" || line == "quit" {
				return
			}
			text, done := react(s, line)
			if s.print("%s", text); done {
				return
			}
		}
	}
}

// answers reacts from a table.
func answers(table map[string]string) func(*screen, string) (string, bool) {
	return func(_ *screen, line string) (string, bool) { return table[line], false }
}

// config is how to reach a fake.
func (f *fake) config(t testing.TB, d vendors.Dialect) Config {
	return Config{
		Host:       Host{Address: "leaf1", User: "ops", Password: secret.New(password)},
		KnownHosts: f.known(t),
		Dialect:    d,
		Dial:       f.Dial,
	}
}

// known has the fake's first key on record.
func (f *fake) known(t testing.TB) *KnownHosts {
	t.Helper()
	return loaded(t, HostKey{"leaf1", f.keys[0].PublicKey()}.Line())
}

func loaded(t testing.TB, lines ...string) *KnownHosts {
	t.Helper()
	k, err := LoadKnownHosts(written(t, lines...))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func written(t testing.TB, lines ...string) string {
	t.Helper()
	var text bytes.Buffer
	for _, line := range lines {
		fmt.Fprintln(&text, line)
	}
	path := filepath.Join(t.TempDir(), "known_hosts")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// open dials and closes at the end of the test.
func open(t testing.TB, c Config) *Session {
	t.Helper()
	s, err := Dial(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run enters a line that has to be answered.
func run(t testing.TB, s *Session, e vendors.Entry) vendors.Answer {
	t.Helper()
	a, err := s.Run(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
