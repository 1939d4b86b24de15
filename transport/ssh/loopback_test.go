package ssh

import (
	"errors"
	"net"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// listen serves the fake on a loopback address until the test ends, and says how to reach it.
func (f *fake) listen(t testing.TB, address string, d vendors.Dialect) Config {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Skip("no such loopback here: ", err)
	}
	f.live.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			f.live.Go(func() { f.serve(conn) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		f.live.Wait()
	})
	c := f.config(t, d)
	c.Dial = nil
	c.Address = listener.Addr().String()
	c.KnownHosts = loaded(t, HostKey{c.Address, f.keys[0].PublicKey()}.Line())
	return c
}

// TestLoopback runs on real sockets, of both families.
func TestLoopback(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		t.Run(address, func(t *testing.T) {
			f := nxosFake(map[string]string{"show clock": "10:51:16\n"})
			c := f.listen(t, address, nxosDialect)
			s := open(t, c)
			defer s.Close()
			if a := run(t, s, vendors.Entry{Line: "show clock"}); a.Text != "10:51:16\n" {
				t.Errorf("answer %q", a.Text)
			}
			if keys, err := ScanHostKeys(t.Context(), c); err != nil || len(keys) != 1 {
				t.Errorf("scan: %v, %v", keys, err)
			}
		})
	}
}

// TestNobodyThere: what the network says is passed on.
func TestNobodyThere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	c := newFake().config(t, nxosDialect)
	c.Dial, c.Address = nil, listener.Addr().String()
	if _, err := Dial(t.Context(), c); !errors.Is(err, vendors.ErrUnreachable) || !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("error %v", err)
	}
}

// BenchmarkRead reads a running configuration of 5 MB over a loopback socket, by a command line and by a shell.
func BenchmarkRead(b *testing.B) {
	text := strings.Repeat("interface Ethernet1/1\n  description to # leaf2 > spine1, 100% of it\n  mtu 9216\n", 5<<20/82)
	for name, d := range map[string]vendors.Dialect{"command line": nxosDialect, "shell": sonicDialect} {
		b.Run(name, func(b *testing.B) {
			f := nxosFake(map[string]string{"show running-config": text})
			f.exec = func(c *command) int {
				c.Write([]byte(text))
				return 0
			}
			s := open(b, f.listen(b, "127.0.0.1:0", d))
			defer s.Close()
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if a := run(b, s, vendors.Entry{Line: "show running-config"}); a.Text != text {
					b.Fatalf("%d bytes of %d", len(a.Text), len(text))
				}
			}
		})
	}
}

// BenchmarkLine enters one line after the other, as a push does.
func BenchmarkLine(b *testing.B) {
	f := nxosFake(nil)
	s := open(b, f.listen(b, "127.0.0.1:0", nxosDialect))
	defer s.Close()
	b.ReportAllocs()
	for b.Loop() {
		run(b, s, vendors.Entry{Line: "bandwidth remaining percent 40"})
	}
}

// BenchmarkSession tells what an idle session keeps, the server's half of it included.
func BenchmarkSession(b *testing.B) {
	f := nxosFake(nil)
	c := f.listen(b, "127.0.0.1:0", nxosDialect)
	var sessions []*Session
	before := live()
	for b.Loop() {
		sessions = append(sessions, open(b, c))
	}
	b.ReportMetric(float64(live()-before)/float64(len(sessions)), "B-kept/session")
	for _, s := range sessions {
		s.Close()
	}
}

// live is the memory in use.
func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}
