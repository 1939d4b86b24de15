package faults

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	transport "github.com/weft-net/weft/transport/ssh"
)

// password opens the switches.
const password = "the-login-of-the-lab"

// proofs are what switches prove with who they are, and by what they are believed.
type proofs struct {
	hostKey      ssh.Signer // of all of them
	known        *transport.KnownHosts
	ca           string // the file
	own, expired map[string]*tls.Certificate
}

// proof makes them once, in a directory that the tests leave.
var proof = sync.OnceValue(func() *proofs {
	dir, err := os.MkdirTemp("", "weft-faults")
	must(err)
	_, key, err := ed25519.GenerateKey(rand.Reader)
	must(err)
	p := &proofs{ca: filepath.Join(dir, "ca.pem"), own: map[string]*tls.Certificate{}, expired: map[string]*tls.Certificate{}}
	p.hostKey, err = ssh.NewSignerFromKey(key)
	must(err)
	var lines []byte
	for _, name := range names {
		lines = append(lines, knownhosts.Line([]string{name}, p.hostKey.PublicKey())+"\n"...)
	}
	file := filepath.Join(dir, "known_hosts")
	must(os.WriteFile(file, lines, 0o600))
	p.known, err = transport.LoadKnownHosts(file)
	must(err)
	p.certify()
	return p
})

// virtual is when virtual time begins.
var virtual = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// certify makes the certificates, which hold in virtual time.
func (p *proofs) certify() {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "faults"}, NotBefore: virtual.AddDate(-1, 0, 0), NotAfter: virtual.AddDate(9, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, root, root, key.Public(), key)
	must(err)
	must(os.WriteFile(p.ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	for _, name := range names {
		for until, to := range map[time.Time]map[string]*tls.Certificate{virtual.AddDate(9, 0, 0): p.own, virtual.AddDate(0, 0, -1): p.expired} {
			leaf := &x509.Certificate{
				SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name}, NotBefore: root.NotBefore, NotAfter: until,
				KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
			}
			der, err := x509.CreateCertificate(rand.Reader, leaf, root, key.Public(), key)
			must(err)
			to[name] = &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
		}
	}
}

// must ends the tests where their own preparations fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
