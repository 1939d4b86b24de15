package gnmi

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/vendors"
)

// TestTLS connects over sockets, to servers that prove who they are and others, with clients that do and others.
func TestTLS(t *testing.T) {
	ours, theirs := newAuthority(t), newAuthority(t)
	later, before := time.Now().Add(time.Hour), time.Now().Add(-time.Minute)
	cert, key := ours.issue(t, "weft", later)
	expired, expiredKey := ours.issue(t, "weft", before)
	stranger, strangerKey := theirs.issue(t, "weft", later)
	known := TLS{CA: ours.pem, ServerName: "leaf1"}
	as := func(cert, key []byte) TLS {
		return TLS{CA: ours.pem, ServerName: "leaf1", Certificate: cert, Key: secret.New(string(key))}
	}
	plain, mutual := ours.serverTLS(t, "leaf1", later, nil), ours.serverTLS(t, "leaf1", later, ours)
	old := plain.Clone()
	old.MaxVersion = tls.VersionTLS11
	for _, test := range []struct {
		name   string
		server *tls.Config
		client Config
		is     error
		says   string
	}{
		{"a known switch", plain, Config{TLS: known}, nil, ""},
		{"no authority of ours", plain, Config{TLS: TLS{CA: theirs.pem, ServerName: "leaf1"}}, vendors.ErrHostKey, "unknown authority"},
		{"no authority at all", plain, Config{TLS: TLS{ServerName: "leaf1"}}, vendors.ErrHostKey, "failed to verify"},
		{"another switch", plain, Config{TLS: TLS{CA: ours.pem, ServerName: "leaf2"}}, vendors.ErrHostKey, "not leaf2"},
		{"its address is not in the certificate", plain, Config{TLS: TLS{CA: ours.pem}}, vendors.ErrHostKey, "127.0.0.1"},
		{"expired", ours.serverTLS(t, "leaf1", before, nil), Config{TLS: known}, vendors.ErrHostKey, "expired"},
		{"expired and not looked at", ours.serverTLS(t, "leaf1", before, nil), Config{TLS: TLS{Unverified: true}}, nil, ""},
		{"no TLS there", nil, Config{TLS: known}, vendors.ErrHostKey, "it has no certificate"},
		{"TLS there", plain, Config{Plaintext: true}, vendors.ErrUnreachable, "speaks no gNMI"},
		{"too old", old, Config{TLS: known}, vendors.ErrUnreachable, "protocol version"},
		{"mutual", mutual, Config{TLS: as(cert, key)}, nil, ""},
		{"mutual, without a certificate", mutual, Config{TLS: known}, vendors.ErrAuth, "wants a certificate"},
		{"mutual, with an expired one", mutual, Config{TLS: as(expired, expiredKey)}, vendors.ErrAuth, "certificate"},
		{"mutual, with one of others", mutual, Config{TLS: as(stranger, strangerKey)}, vendors.ErrAuth, "certificate"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			start(t, &server{}, l, test.server)
			c := test.client
			c.Device, c.Address = "leaf1", l.Addr().String()
			session, err := Dial(t.Context(), c)
			if err == nil {
				session.Close()
			}
			switch {
			case test.is == nil && err != nil:
				t.Error(err)
			case test.is != nil && (!errors.Is(err, test.is) || !strings.Contains(err.Error(), test.says)):
				t.Errorf("want %v with %q, got %v", test.is, test.says, err)
			}
		})
	}
}

// TestLastWords writes to a server that said something and hung up: writing tells nothing of it, and reading what was said.
func TestLastWords(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	hungUp := make(chan error)
	go func() {
		conn, err := l.Accept()
		if err == nil {
			conn.Read(make([]byte, 1))
			conn.Write([]byte("because"))
			conn.Close() // with what it did not read: the connection is reset
		}
		hungUp <- err
	}()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c := lastWords{conn}
	if _, err := c.Write([]byte("ab")); err != nil {
		t.Fatal(err)
	}
	if err := <-hungUp; err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if _, err := c.Write([]byte("c")); err != nil {
			t.Fatal(err)
		}
	}
	said := make([]byte, len("because"))
	if _, err := io.ReadFull(c, said); err != nil || string(said) != "because" {
		t.Errorf("%q, %v", said, err)
	}
}
