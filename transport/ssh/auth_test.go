package ssh

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/vendors"
)

// keyed is a fake that lets in who has a key, and the key as a file.
func keyed(t *testing.T, passphrase string) (f *fake, private ed25519.PrivateKey, path string) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if passphrase != "" {
		block, err = ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte(passphrase))
	}
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "id_ed25519")
	if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	f = nxosFake(nil)
	f.login.PasswordCallback = nil
	mine, _ := ssh.NewPublicKey(public)
	f.login.PublicKeyCallback = func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
		if string(key.Marshal()) != string(mine.Marshal()) {
			return nil, errors.New("no")
		}
		return nil, nil
	}
	return f, private, path
}

func TestKeyFiles(t *testing.T) {
	for name, test := range map[string]struct {
		protect, passphrase string
		says                string
	}{
		"plain":                {"", "", ""},
		"protected":            {"open sesame", "open sesame", ""},
		"without a passphrase": {"open sesame", "", "protected by a passphrase"},
		"a wrong passphrase":   {"open sesame", "open barley", "private key"},
	} {
		t.Run(name, func(t *testing.T) {
			f, _, path := keyed(t, test.protect)
			inBubble(t, f, func(t *testing.T) {
				c := f.config(t, nxosDialect)
				c.Password = secret.Text{}
				c.Keys = []Key{{path, secret.New(test.passphrase)}}
				s, err := Dial(t.Context(), c)
				if err == nil {
					s.Close()
				}
				if (err == nil) != (test.says == "") {
					t.Fatalf("error %v", err)
				}
				if err != nil && (!errors.Is(err, vendors.ErrAuth) || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "open ")) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}

// TestAgent: the keys of an agent open the door; the connection to it is for the login alone.
func TestAgent(t *testing.T) {
	f, private, _ := keyed(t, "")
	ring := agent.NewKeyring()
	if err := ring.Add(agent.AddedKey{PrivateKey: private}); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(t.TempDir(), "agent")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error)
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			err = agent.ServeAgent(ring, conn)
			conn.Close()
		}
		served <- err
	}()
	c := f.config(t, nxosDialect)
	c.Password, c.Agent = secret.Text{}, socket
	s := open(t, c)
	<-served // while the session is there
	s.Close()
	listener.Close()
	if _, err := Dial(t.Context(), c); !errors.Is(err, vendors.ErrAuth) || !strings.Contains(err.Error(), "agent") {
		t.Errorf("without its agent: %v", err)
	}
	f.live.Wait()
}

// TestWrongPasswordIsTriedOnce: accounts are locked for less. A host that would take it interactively too is not asked.
func TestWrongPasswordIsTriedOnce(t *testing.T) {
	f := nxosFake(nil)
	f.login.KeyboardInteractiveCallback = func(_ ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
		answers, err := ask("", "", []string{"Password: "}, []bool{false})
		if err == nil {
			f.saw("interactive " + answers[0])
		}
		return nil, errors.New("no")
	}
	inBubble(t, f, func(t *testing.T) {
		c := f.config(t, nxosDialect)
		c.Password = secret.New("wrong-password")
		_, err := Dial(t.Context(), c)
		if !errors.Is(err, vendors.ErrAuth) || strings.Contains(err.Error(), "wrong-password") {
			t.Errorf("error %v", err)
		}
		if !slices.Equal(f.all(), []string{"password wrong-password"}) {
			t.Errorf("the host saw %q", f.all())
		}
	})
}

func TestKeyboardInteractive(t *testing.T) {
	otp := func(question string, echo bool) (string, error) {
		if echo {
			return "123456", nil
		}
		return password, nil
	}
	for name, test := range map[string]struct {
		questions []string
		echos     []bool
		answer    func(string, bool) (string, error)
		want      []string
		says      string
	}{
		"password":              {[]string{"Password: "}, []bool{false}, nil, []string{password}, ""},
		"password and a code":   {[]string{"Password: ", "Code: "}, []bool{false, true}, otp, []string{password, "123456"}, ""},
		"nothing asked":         {nil, nil, nil, nil, ""},
		"a code nobody has":     {[]string{"Code: "}, []bool{true}, nil, nil, `asks "Code:"`},
		"the password repeated": {[]string{"Password: ", "Again: "}, []bool{false, false}, nil, nil, "refused"},
	} {
		t.Run(name, func(t *testing.T) {
			f := nxosFake(nil)
			f.login.PasswordCallback = nil
			f.login.KeyboardInteractiveCallback = func(_ ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
				given, err := ask("", "", test.questions, test.echos)
				if err == nil && !slices.Equal(given, test.want) {
					err = errors.New("no")
				}
				return nil, err
			}
			inBubble(t, f, func(t *testing.T) {
				c := f.config(t, nxosDialect)
				c.Answer = test.answer
				s, err := Dial(t.Context(), c)
				if err == nil {
					s.Close()
				}
				if (err == nil) != (test.says == "") || err != nil && (!errors.Is(err, vendors.ErrAuth) || !strings.Contains(err.Error(), test.says)) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}

// TestNotSSH: what answers is no SSH server, or one without anything in common.
func TestNotSSH(t *testing.T) {
	f := newFake()
	f.login.Ciphers = []string{ssh.InsecureCipherTripleDESCBC}
	inBubble(t, f, func(t *testing.T) {
		if _, err := Dial(t.Context(), f.config(t, nxosDialect)); !errors.Is(err, vendors.ErrUnreachable) || !strings.Contains(err.Error(), "cipher") {
			t.Errorf("error %v", err)
		}
	})
}
