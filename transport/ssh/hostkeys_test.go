package ssh

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/vendors"
)

func line(address, kind string) string { return HostKey{address, hostKeys()[kind].PublicKey()}.Line() }

// TestHostKeys: only a key on record lets a session come about; unknown, changed and revoked ones are told apart, before anything
// of the user is sent.
func TestHostKeys(t *testing.T) {
	for name, test := range map[string]struct {
		offered []string
		known   []string
		want    error // nil is a session
		says    string
	}{
		"known":                       {[]string{"ed25519"}, []string{line("leaf1", "ed25519")}, nil, ""},
		"known by pattern":            {[]string{"ed25519"}, []string{strings.Replace(line("leaf1", "ed25519"), "leaf1", "leaf*", 1)}, nil, ""},
		"several, one on record":      {[]string{"ed25519", "ecdsa", "rsa"}, []string{line("leaf1", "rsa")}, nil, ""},
		"several, another on record":  {[]string{"rsa", "ecdsa", "ed25519"}, []string{line("leaf1", "ecdsa")}, nil, ""},
		"unknown":                     {[]string{"ed25519"}, []string{line("leaf2", "ed25519")}, vendors.ErrHostKey, "weft hostkeys scan"},
		"no file":                     {[]string{"ed25519"}, nil, vendors.ErrHostKey, ssh.FingerprintSHA256(hostKeys()["ed25519"].PublicKey())},
		"changed":                     {[]string{"ed25519"}, []string{strings.Replace(line("leaf1", "rsa"), "leaf1", "leaf1,192.0.2.1", 1)}, vendors.ErrHostKeyChanged, "has changed"},
		"revoked":                     {[]string{"ed25519"}, []string{line("leaf1", "ed25519"), "@revoked " + line("*", "ed25519")}, vendors.ErrHostKeyChanged, "revoked"},
		"known on another port":       {[]string{"ed25519"}, []string{line("leaf1:2222", "ed25519")}, vendors.ErrHostKey, "not known"},
		"authority for another names": {[]string{"ed25519"}, []string{"@cert-authority spine* " + strings.SplitN(line("x", "rsa"), " ", 2)[1]}, vendors.ErrHostKey, "not known"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(test.offered...)
			f.shell = talk("leaf1# ", answers(nil))
			inBubble(t, f, func(t *testing.T) {
				c := f.config(t, nxosDialect)
				c.KnownHosts = loaded(t, test.known...)
				s, err := Dial(t.Context(), c)
				if err == nil {
					s.Close()
				}
				if !errors.Is(err, test.want) || test.want != nil && !strings.Contains(err.Error(), test.says) {
					t.Errorf("error %v", err)
				}
				if errors.Is(err, vendors.ErrHostKeyChanged) != (test.want == vendors.ErrHostKeyChanged) {
					t.Errorf("unknown and changed are mixed up: %v", err)
				}
				if test.want != nil && len(f.all()) > 0 {
					t.Errorf("sent %q", f.all())
				}
			})
		})
	}
}

func TestNoKnownHostsAtAll(t *testing.T) {
	if _, err := Dial(t.Context(), Config{Host: Host{Address: "leaf1"}}); !errors.Is(err, vendors.ErrHostKey) {
		t.Errorf("error %v", err)
	}
}

// TestHostCertificate: a host with plain keys too shows its certificate where an authority is on record for it.
func TestHostCertificate(t *testing.T) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	authority, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert := &ssh.Certificate{
		Key: hostKeys()["ecdsa"].PublicKey(), CertType: ssh.HostCert, ValidPrincipals: []string{"leaf1"}, ValidBefore: ssh.CertTimeInfinity,
	}
	if err := cert.SignCert(rand.Reader, authority); err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewCertSigner(cert, hostKeys()["ecdsa"])
	if err != nil {
		t.Fatal(err)
	}
	f := newFake("ed25519")
	f.keys = append(f.keys, signer)
	f.shell = talk("leaf1# ", answers(nil))
	inBubble(t, f, func(t *testing.T) {
		c := f.config(t, nxosDialect)
		c.KnownHosts = loaded(t, "@cert-authority leaf* "+strings.SplitN(HostKey{"x", authority.PublicKey()}.Line(), " ", 2)[1])
		open(t, c).Close()
	})
}

// TestScanAndAdd: what a scan finds is what a session then believes; a second scan adds nothing, and a changed key is never
// written over.
func TestScanAndAdd(t *testing.T) {
	f := newFake("ed25519", "rsa")
	f.shell = talk("leaf1# ", answers(nil))
	file := filepath.Join(t.TempDir(), "known_hosts")
	if err := os.WriteFile(file, []byte("# ours\n"+strings.TrimSpace(line("leaf2", "rsa"))), 0o600); err != nil {
		t.Fatal(err)
	}
	inBubble(t, f, func(t *testing.T) {
		c := f.config(t, nxosDialect)
		found, err := ScanHostKeys(t.Context(), c)
		if err != nil || len(found) != 2 || found[0].Key.Type() != "ssh-ed25519" || found[1].Key.Type() != "ssh-rsa" {
			t.Fatalf("found %v, error %v", found, err)
		}
		if len(f.all()) > 0 {
			t.Errorf("a scan sent %q", f.all())
		}
		for _, want := range []int{2, 0} {
			if added, err := AddHostKeys(file, found); err != nil || len(added) != want {
				t.Fatalf("added %v, want %d: %v", added, want, err)
			}
		}
		text, _ := os.ReadFile(file)
		if want := "# ours\n" + line("leaf2", "rsa") + "\n" + line("leaf1", "ed25519") + "\n" + line("leaf1", "rsa") + "\n"; string(text) != want {
			t.Errorf("the file is %q", text)
		}
		if c.KnownHosts, err = LoadKnownHosts(file); err != nil {
			t.Fatal(err)
		}
		open(t, c).Close()
	})
	_, err := AddHostKeys(file, []HostKey{{"leaf3", hostKeys()["rsa"].PublicKey()}, {"leaf2:22", hostKeys()["ecdsa"].PublicKey()}, other(t, "leaf1")})
	if !errors.Is(err, vendors.ErrHostKeyChanged) {
		t.Errorf("a changed key: %v", err)
	}
	if text, _ := os.ReadFile(file); strings.Contains(string(text), "leaf3") {
		t.Error("something was written beside a changed key")
	}
}

// other is an ed25519 key that the fakes do not have.
func other(t *testing.T, address string) HostKey {
	k, err := LoadKnownHosts()
	if err != nil {
		t.Fatal(err)
	}
	return HostKey{address, k.probe}
}

// TestEndpoints are the addresses that people write.
func TestEndpoints(t *testing.T) {
	for address, want := range map[string]string{
		"leaf1": "leaf1:22", "leaf1:2222": "leaf1:2222", "192.0.2.1": "192.0.2.1:22", "2001:db8::1": "[2001:db8::1]:22",
		"[2001:db8::1]": "[2001:db8::1]:22", "[2001:db8::1]:830": "[2001:db8::1]:830", "fe80::1%eth0": "[fe80::1%eth0]:22",
	} {
		if got := endpoint(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	if h := ParseHost("jump@bastion:2222"); h.User != "jump" || h.Address != "bastion:2222" {
		t.Errorf("host %+v", h)
	}
	if h := ParseHost("bastion"); h.User != "" || h.Address != "bastion" {
		t.Errorf("host %+v", h)
	}
}

// TestJumpHost: the way goes through it, each host with its own key and login.
func TestJumpHost(t *testing.T) {
	leaf := nxosFake(map[string]string{"show clock": "10:51:16\n"})
	bastion := newFake("ecdsa")
	bastion.onto = map[string]*fake{"leaf1": leaf}
	inBubble(t, leaf, func(t *testing.T) {
		c := leaf.config(t, nxosDialect)
		c.Dial = bastion.Dial
		c.Jump = &Host{Address: "bastion", User: "ops", Password: secret.New(password)}
		c.KnownHosts = loaded(t, line("leaf1", "ed25519"), line("bastion", "ecdsa"))
		s := open(t, c)
		if a := run(t, s, vendors.Entry{Line: "show clock"}); a.Text != "10:51:16\n" {
			t.Errorf("answer %q", a.Text)
		}
		s.Close()

		if keys, err := ScanHostKeys(t.Context(), c); err != nil || len(keys) != 1 {
			t.Errorf("scan: %v, %v", keys, err)
		}
		beyond := c
		beyond.Address = "leaf2"
		if _, err := Dial(t.Context(), beyond); !errors.Is(err, vendors.ErrUnreachable) || !strings.Contains(err.Error(), "bastion") {
			t.Errorf("a switch that the jump host does not reach: %v", err)
		}
		c.KnownHosts = loaded(t, line("leaf1", "ed25519"))
		if _, err := Dial(t.Context(), c); !errors.Is(err, vendors.ErrHostKey) || !strings.Contains(err.Error(), "jump host bastion") {
			t.Errorf("an unknown jump host: %v", err)
		}
		c.KnownHosts = loaded(t, line("bastion", "ecdsa"))
		if _, err := Dial(t.Context(), c); !errors.Is(err, vendors.ErrHostKey) || strings.Contains(err.Error(), "jump host") {
			t.Errorf("an unknown switch behind it: %v", err)
		}
		bastion.live.Wait() // nothing of ours is left there
	})
}
