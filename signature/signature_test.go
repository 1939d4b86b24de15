package signature

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

var noon = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)

// pair is a key in two files.
type pair struct {
	private, public string
	signer          ssh.Signer
	line            string // the public key, as it is written
}

// save writes a new key into a directory.
func save(t testing.TB, key crypto.Signer, phrase string) pair {
	t.Helper()
	dir := t.TempDir()
	block, err := ssh.MarshalPrivateKey(key, "")
	if phrase != "" {
		block, err = ssh.MarshalPrivateKeyWithPassphrase(key, "", []byte(phrase))
	}
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromSigner(key)
	if err != nil {
		t.Fatal(err)
	}
	p := pair{filepath.Join(dir, "key"), filepath.Join(dir, "key.pub"), signer, strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer.PublicKey())))}
	write(t, p.private, string(pem.EncodeToMemory(block)), 0o600)
	write(t, p.public, p.line+" somebody@here\n", 0o644)
	return p
}

func write(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func newEd25519(t testing.TB) pair {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return save(t, key, "")
}

// sign signs as weft does.
func (p pair) sign(t testing.TB, content string) []byte {
	t.Helper()
	key, err := OpenKey(p.private, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer key.Close()
	signed, err := key.Sign(strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// signFor signs in another namespace.
func (p pair) signFor(t *testing.T, namespace string) []byte {
	t.Helper()
	signed, err := sshsig.Sign(strings.NewReader("plan"), p.signer, sshsig.HashSHA512, namespace)
	if err != nil {
		t.Fatal(err)
	}
	return sshsig.Armor(signed)
}

func allowing(t testing.TB, lines ...string) *Allowed {
	t.Helper()
	a, err := readAllowed(t, strings.Join(lines, "\n")+"\n")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func readAllowed(t testing.TB, text string) (*Allowed, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "allowed")
	write(t, path, text, 0o644)
	return ReadAllowed(path)
}

func TestVerify(t *testing.T) {
	ours, theirs := newEd25519(t), newEd25519(t)
	good := ours.sign(t, "plan")
	cases := []struct {
		name, allowed string
		content       string
		signature     []byte
		want          string // of the error; empty for none
	}{
		{"a public key alone", ours.line, "plan", good, ""},
		{"a line of allowed_signers", "ops@net " + ours.line, "plan", good, ""},
		{"quoted principals and a comment", "# who\n\n\"ops@net,night@net\" " + ours.line + " laptop", "plan", good, ""},
		{"inside its time", `ops@net valid-after="20260615Z",valid-before="202606151200Z" ` + ours.line, "plan", good, ""},
		{"namespaces", `ops@net namespaces="git,weft-*" ` + ours.line, "plan", good, ""},
		{"another line allows it", `a valid-before="20250101" ` + ours.line + "\nb " + ours.line, "plan", good, ""},
		{"another file", ours.line, "plan ", good, "of another file"},
		{"nobody knows the key", theirs.line, "plan", good, "does not allow it"},
		{"another namespace", ours.line, "plan", ours.signFor(t, "file"), `signed for "file", and not for "weft-plan"`},
		{"a namespace that is not allowed", `ops@net namespaces="weft-*,!weft-plan" ` + ours.line, "plan", good, "and not for \"weft-plan\""},
		{"too early", `ops@net valid-after="20260615120001Z" ` + ours.line, "plan", good, "allowed from 2026-06-15 12:00:01 on"},
		{"expired", `ops@net valid-before="20260615Z" ` + ours.line, "plan", good, "allowed until 2026-06-15 00:00:00"},
		{"its authority only", "ops@net cert-authority " + ours.line + "\nx " + theirs.line, "plan", good, "does not allow it"},
		{"no signature", ours.line, "plan", []byte("plan"), "none of ssh-keygen -Y"},
		{"cut short", ours.line, "plan", good[:len(good)/2], "none of ssh-keygen -Y"},
		{"something before it", ours.line, "plan", append([]byte("x\n"), good...), "does not begin with the header"},
		{"an empty line before it", ours.line, "plan", append([]byte("\n"), good...), "does not begin with the header"},
		{"lines of another system", ours.line, "plan", bytes.ReplaceAll(good, []byte("\n"), []byte("\r\n")), "does not begin with the header"},
		{"one such line", ours.line, "plan", slices.Concat(bytes.TrimSuffix(good, []byte("\n")), []byte("\r\n")), "carriage returns"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := allowing(t, c.allowed).Verify([]byte(c.content), c.signature, noon)
			judge(t, err, c.want)
		})
	}
}

func judge(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("refused: %v", err)
	case want != "" && (!errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), want)):
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestWhoSigned(t *testing.T) {
	ours := newEd25519(t)
	who, err := allowing(t, "ops@net "+ours.line).Verify([]byte("plan"), ours.sign(t, "plan"), noon)
	if want := "ops@net with the key " + ssh.FingerprintSHA256(ours.signer.PublicKey()); err != nil || who != want {
		t.Errorf("%q, %v, want %q", who, err, want)
	}
}

func TestRevoked(t *testing.T) {
	ours, theirs := newEd25519(t), newEd25519(t)
	a := allowing(t, ours.line, theirs.line)
	if err := a.Revoke(ours.public); err != nil {
		t.Fatal(err)
	}
	_, err := a.Verify([]byte("plan"), ours.sign(t, "plan"), noon)
	judge(t, err, "it is revoked")
	_, err = a.Verify([]byte("plan"), theirs.sign(t, "plan"), noon)
	judge(t, err, "")
	binary := filepath.Join(t.TempDir(), "krl")
	write(t, binary, "SSHKRL\n\x00", 0o644)
	if err := a.Revoke(binary); err == nil || !strings.Contains(err.Error(), "one a line") {
		t.Errorf("a binary list: %v", err)
	}
}

// TestEverySignatureBit: whatever is changed in a signature, it does not hold.
func TestEverySignatureBit(t *testing.T) {
	ours := newEd25519(t)
	a := allowing(t, ours.line)
	block, _ := pem.Decode(ours.sign(t, "plan"))
	for i := range block.Bytes {
		changed := bytes.Clone(block.Bytes)
		changed[i] ^= 1
		if _, err := a.Verify([]byte("plan"), pem.EncodeToMemory(&pem.Block{Type: block.Type, Bytes: changed}), noon); err == nil {
			t.Errorf("byte %d of %d may be changed", i, len(changed))
		}
	}
}

// TestCertificates: a certificate of an allowed key is another thing than the key.
func TestCertificates(t *testing.T) {
	ours, authority := newEd25519(t), newEd25519(t)
	cert := &ssh.Certificate{Key: ours.signer.PublicKey(), CertType: ssh.UserCert, ValidPrincipals: []string{"ops"}, ValidBefore: ssh.CertTimeInfinity}
	if err := cert.SignCert(rand.Reader, authority.signer); err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewCertSigner(cert, ours.signer)
	if err != nil {
		t.Fatal(err)
	}
	signed := pair{signer: signer}.signFor(t, Namespace)
	_, err = allowing(t, ours.line).Verify([]byte("plan"), signed, noon)
	judge(t, err, "it is a certificate")
}

// TestSecurityKey: a signature for which nobody touched the security key is refused, and told from one of another file.
func TestSecurityKey(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.ParsePublicKey(ssh.Marshal(struct{ Name, Key, Application string }{ssh.KeyAlgoSKED25519, string(public), "ssh:"}))
	if err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key)))
	for want, how := range map[string]struct {
		flags   byte
		content string
	}{
		"":                      {1, "plan"},
		"nobody touched":        {0, "plan"},
		"nobody touched the se": {4, "plan"},
		"it is of another file": {1, "plan "},
	} {
		signed := sshsig.Armor(mustSign(t, securityKey{key, private, how.flags}))
		_, err := allowing(t, line).Verify([]byte(how.content), signed, noon)
		judge(t, err, want)
	}
}

// securityKey signs as a security key does: its application and flags stand beside what it signs.
type securityKey struct {
	public  ssh.PublicKey
	private ed25519.PrivateKey
	flags   byte
}

func (k securityKey) PublicKey() ssh.PublicKey { return k.public }

func (k securityKey) Sign(_ io.Reader, data []byte) (*ssh.Signature, error) {
	application, digest := sha256.Sum256([]byte("ssh:")), sha256.Sum256(data)
	counted := []byte{k.flags, 0, 0, 0, 7}
	said := slices.Concat(application[:], counted, digest[:])
	return &ssh.Signature{Format: ssh.KeyAlgoSKED25519, Blob: ed25519.Sign(k.private, said), Rest: counted}, nil
}

func mustSign(t *testing.T, key ssh.Signer) *sshsig.Signature {
	t.Helper()
	signed, err := sshsig.Sign(strings.NewReader("plan"), key, sshsig.HashSHA512, Namespace)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func TestReadAllowedErrors(t *testing.T) {
	line := newEd25519(t).line
	for text, want := range map[string]string{
		"\n# nobody\n":                         "allows nobody",
		"ops@net\n":                            "allowed:1: no public key",
		"ops@net ssh-ed25519 nonsense\n":       "after \"ops@net\" there is no public key",
		"ssh-ed25519 nonsense\n":               "after \"ssh-ed25519\" there is no public key",
		"\"ops@net " + line:                    "not closed",
		"ops@net valid-after=\"2026\" " + line: "is no time",
		"ops@net no-touch " + line:             "unknown option",
		"!ops@net,* " + line:                   "allowed:1: \"!ops@net,*\" excludes somebody",
	} {
		if _, err := readAllowed(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := ReadAllowed(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestOpenKey(t *testing.T) {
	_, raw, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	locked := save(t, raw, "open sesame")
	say := func(phrase string) Ask { return func(string) (string, error) { return phrase, nil } }
	if _, err := OpenKey(locked.private, "", nil); err == nil || !strings.Contains(err.Error(), "nobody can be asked") {
		t.Errorf("without anybody: %v", err)
	}
	if _, err := OpenKey(locked.private, "", say("wrong")); err == nil || strings.Contains(err.Error(), "wrong") {
		t.Errorf("with a wrong passphrase: %v", err)
	}
	key, err := OpenKey(locked.private, "", say("open sesame"))
	if err != nil || key.Close() != nil {
		t.Errorf("with the passphrase: %v", err)
	}
	if _, err := OpenKey(locked.public, "", nil); err == nil || !strings.Contains(err.Error(), "SSH_AUTH_SOCK is not set") {
		t.Errorf("without an agent: %v", err)
	}
	if _, err := OpenKey(locked.private+".none", "", nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestAgent(t *testing.T) {
	ours, stranger := newEd25519(t), newEd25519(t)
	keyring := agent.NewKeyring()
	text, err := os.ReadFile(ours.private)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := ssh.ParseRawPrivateKey(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := keyring.Add(agent.AddedKey{PrivateKey: raw}); err != nil {
		t.Fatal(err)
	}
	socket := serve(t, keyring)
	if _, err := OpenKey(stranger.public, socket, nil); err == nil || !strings.Contains(err.Error(), "does not hold") {
		t.Errorf("a key it has not: %v", err)
	}
	key, err := OpenKey(ours.public, socket, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer key.Close()
	signed, err := key.Sign(strings.NewReader("plan"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = allowing(t, ours.line).Verify([]byte("plan"), signed, noon)
	judge(t, err, "")
}

// serve has an agent answer on a socket.
func serve(t *testing.T, keyring agent.Agent) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "agent") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close(); os.RemoveAll(dir) })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go agent.ServeAgent(keyring, conn)
		}
	}()
	return listener.Addr().String()
}

// TestKeygen has ssh-keygen judge weft's signatures, and weft those of ssh-keygen, with each kind of key.
func TestKeygen(t *testing.T) {
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("ssh-keygen is not here to be asked")
	}
	kinds := map[string]func() (crypto.Signer, error){
		"ed25519": func() (crypto.Signer, error) { _, k, err := ed25519.GenerateKey(rand.Reader); return k, err },
		"ecdsa":   func() (crypto.Signer, error) { return ecdsa.GenerateKey(elliptic.P256(), rand.Reader) },
		"rsa":     func() (crypto.Signer, error) { return rsa.GenerateKey(rand.Reader, 2048) },
	}
	for kind, generate := range kinds {
		t.Run(kind, func(t *testing.T) {
			raw, err := generate()
			if err != nil {
				t.Fatal(err)
			}
			bothWays(t, keygen, save(t, raw, ""))
		})
	}
}

func bothWays(t *testing.T, keygen string, p pair) {
	dir := t.TempDir()
	file, allowed := filepath.Join(dir, "plan.json"), filepath.Join(dir, "allowed")
	write(t, file, "plan", 0o644)
	write(t, allowed, `ops@net namespaces="weft-plan" `+p.line+"\n", 0o644)

	ours := p.sign(t, "plan")
	write(t, file+".sig", string(ours), 0o644)
	verify := exec.Command(keygen, "-Y", "verify", "-f", allowed, "-I", "ops@net", "-n", Namespace, "-s", file+".sig")
	verify.Stdin = strings.NewReader("plan")
	if out, err := verify.CombinedOutput(); err != nil {
		t.Errorf("ssh-keygen refuses it: %v\n%s", err, out)
	}
	if signed, err := sshsig.Unarmor(ours); err != nil || strings.Contains(p.line, "ssh-rsa") && signed.Signature.Format != ssh.KeyAlgoRSASHA512 {
		t.Errorf("signed with %s: %v", signed.Signature.Format, err)
	}

	if err := os.Remove(file + ".sig"); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(keygen, "-Y", "sign", "-f", p.private, "-n", Namespace, file).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen does not sign: %v\n%s", err, out)
	}
	theirs, err := os.ReadFile(file + ".sig")
	if err != nil {
		t.Fatal(err)
	}
	a, err := ReadAllowed(allowed)
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.Verify([]byte("plan"), theirs, noon)
	judge(t, err, "")
	_, err = a.Verify([]byte("another plan"), theirs, noon)
	judge(t, err, "of another file")
}
