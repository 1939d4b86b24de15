package reach

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/transport/ssh"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/nxos"
	"github.com/weft-net/weft/vendors/sonic"
)

func TestTransport(t *testing.T) {
	withPassword, withCertificate := &Login{Password: secret.Source{Env: "P"}}, &Login{CertFile: "c.pem", CertKey: "c.key"}
	for _, c := range []struct {
		vendor vendors.Vendor
		via    string
		login  *Login
		want   string
	}{
		{nxos.New(), "auto", withPassword, "ssh"},
		{sonic.New(), "auto", withPassword, "ssh"},
		{sonic.New(), "auto", withCertificate, "gnmi"},
		{sonic.New(), "gnmi", withPassword, "gnmi"},
		{sonic.New(), "ssh", withCertificate, "ssh"},
		{nxos.New(), "auto", withCertificate, "ssh"},
	} {
		b := New("", nil, []Switch{{Name: "s", Via: c.via, Login: c.login, Vendor: c.vendor}})
		if got := b.Transport("s"); got != c.want {
			t.Errorf("%s, %s: got %s, want %s", c.vendor.Name(), c.via, got, c.want)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct{ address, gnmi, wantSSH, wantGNMI string }{
		{"", "", "leaf1", "leaf1:8080"},
		{"192.0.2.1", "", "192.0.2.1", "192.0.2.1:8080"},
		{"192.0.2.1:2222", "", "192.0.2.1:2222", "192.0.2.1:8080"},
		{"2001:db8::1", "", "2001:db8::1", "[2001:db8::1]:8080"},
		{"[2001:db8::1]:2222", "[2001:db8::1]:50051", "[2001:db8::1]:2222", "[2001:db8::1]:50051"},
	} {
		sw := Switch{Name: "leaf1", Address: c.address, GNMI: c.gnmi}
		if sw.sshAddress() != c.wantSSH || sw.gnmiAddress() != c.wantGNMI {
			t.Errorf("%q: got %s and %s", c.address, sw.sshAddress(), sw.gnmiAddress())
		}
	}
}

// TestLoginFailures wants the credentials block and the cause named, and no connection tried.
func TestLoginFailures(t *testing.T) {
	t.Setenv("SSH_AUTH_SOCK", "")
	dir := t.TempDir()
	for want, login := range map[string]*Login{
		"access denied: the intent names no credentials for it": nil,
		`access denied: credentials "ops": the environment variable WEFT_TEST_NONE, which holds the password, is not set`: {
			Name: "ops", Password: secret.Source{Env: "WEFT_TEST_NONE"}},
		`access denied: credentials "ops": there is no SSH agent`: {Name: "ops", Agent: true},
		filepath.Join(dir, "ca.pem") + ": no such file":           {Name: "ops", CAFile: "ca.pem", CertFile: "c.pem", CertKey: "c.key"},
	} {
		b := New(dir, nil, []Switch{{Name: "leaf1", Login: login, Vendor: sonic.New()}})
		b.Dial = func(context.Context, string, string) (net.Conn, error) { panic("a connection is tried") }
		_, err := b.Running(context.Background(), vendors.Site{Device: "leaf1"})
		if !errors.Is(err, vendors.ErrAuth) || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// TestUnreachableIsTriedAgain counts the attempts, in virtual time.
func TestUnreachableIsTriedAgain(t *testing.T) {
	known, err := ssh.LoadKnownHosts()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		b := New("", known, []Switch{{Name: "leaf1", Login: &Login{Password: secret.Source{Literal: secret.New("x")}}, Vendor: nxos.New()}})
		tries := 0
		b.Dial = func(context.Context, string, string) (net.Conn, error) {
			tries++
			return nil, errors.New("connection refused")
		}
		_, err := b.Running(t.Context(), vendors.Site{Device: "leaf1"})
		if !errors.Is(err, vendors.ErrUnreachable) || tries != readTries {
			t.Errorf("after %d tries: %v", tries, err)
		}
	})
}
