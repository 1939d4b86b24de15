package ssh

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/weft-net/weft/vendors"
)

// KnownHosts are the host keys on record, in the form of OpenSSH. It is safe for concurrent use: one serves all sessions.
type KnownHosts struct {
	callback ssh.HostKeyCallback
	// authorities are the host patterns of @cert-authority lines.
	authorities []string
	probe       ssh.PublicKey // a key that nobody has
}

// LoadKnownHosts reads known_hosts files. One that is not there has no keys in it; then every switch is unknown.
func LoadKnownHosts(files ...string) (*KnownHosts, error) {
	k := &KnownHosts{}
	var there []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading the known host keys: %w", err)
		}
		there = append(there, file)
		k.authorities = append(k.authorities, authorities(text)...)
	}
	var err error
	if k.callback, err = knownhosts.New(there...); err != nil {
		return nil, fmt.Errorf("reading the known host keys: %w", err)
	}
	k.probe, err = ssh.NewPublicKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public())
	return k, err
}

// authorities lists the host patterns of the @cert-authority lines of a file.
func authorities(text []byte) (patterns []string) {
	for len(text) > 0 {
		marker, hosts, _, _, rest, err := ssh.ParseKnownHosts(text)
		if err != nil {
			return patterns
		}
		if marker == "cert-authority" {
			patterns = append(patterns, hosts...)
		}
		text = rest
	}
	return patterns
}

// Check tells whether a key is one of the host's. If not, the error is a *HostKeyError.
func (k *KnownHosts) Check(address string, key ssh.PublicKey) error {
	err := k.callback(endpoint(address), &net.TCPAddr{}, key)
	if err == nil {
		return nil
	}
	refusal := &HostKeyError{Address: address, Shown: key, why: err}
	var unknown *knownhosts.KeyError
	var revoked *knownhosts.RevokedError
	switch {
	case errors.As(err, &unknown):
		refusal.Known = unknown.Want
	case errors.As(err, &revoked):
		refusal.Known, refusal.Revoked = []knownhosts.KnownKey{revoked.Revoked}, true
	}
	return refusal
}

// on lists the keys on record for a host.
func (k *KnownHosts) on(address string) []knownhosts.KnownKey {
	var unknown *knownhosts.KeyError
	errors.As(k.callback(endpoint(address), &net.TCPAddr{}, k.probe), &unknown)
	if unknown == nil {
		return nil
	}
	return unknown.Want
}

// algorithms puts the kinds of key that are on record for a host first, so that a host with several keys shows one of those. nil
// is the order of the library.
func (k *KnownHosts) algorithms(address string) []string {
	var first []string
	if k.hasAuthority(address) {
		for _, algorithm := range ssh.SupportedAlgorithms().HostKeys {
			if strings.Contains(algorithm, "-cert-") {
				first = append(first, algorithm)
			}
		}
	}
	for _, known := range k.on(address) {
		first = append(first, signatures(known.Key.Type())...)
	}
	if len(first) == 0 {
		return nil
	}
	var order []string
	for _, algorithm := range append(first, ssh.SupportedAlgorithms().HostKeys...) {
		if !slices.Contains(order, algorithm) {
			order = append(order, algorithm)
		}
	}
	return order
}

// signatures are the algorithms that a kind of key signs with.
func signatures(kind string) []string {
	if kind == ssh.KeyAlgoRSA {
		return []string{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256}
	}
	return []string{kind}
}

// hasAuthority tells whether certificates of the host may be signed by an authority on record.
func (k *KnownHosts) hasAuthority(address string) bool {
	host, _, _ := net.SplitHostPort(endpoint(address))
	return slices.ContainsFunc(k.authorities, func(pattern string) bool {
		if bare, _, err := net.SplitHostPort(pattern); err == nil {
			pattern = bare
		}
		match, _ := path.Match(strings.Trim(pattern, "[]"), host)
		return match
	})
}

// HostKeyError is a host key that is not believed. It wraps vendors.ErrHostKey, and ErrHostKeyChanged if there are others on
// record for the host.
type HostKeyError struct {
	Address string
	Shown   ssh.PublicKey
	Known   []knownhosts.KnownKey // on record for the host; none when it is unknown
	Revoked bool                  // the key itself is on record as one that must not be believed
	why     error
}

// Error tells the fingerprints, and what to do.
func (e *HostKeyError) Error() string {
	shown := e.Shown.Type() + " " + ssh.FingerprintSHA256(e.Shown)
	if e.Revoked {
		return fmt.Sprintf("the host key of %s, %s, is marked as revoked in %s:%d", e.Address, shown, e.Known[0].Filename, e.Known[0].Line)
	}
	if len(e.Known) == 0 {
		return fmt.Sprintf("the host key of %s is not known: it shows %s (%v). `weft hostkeys scan` fetches the keys; compare the fingerprints "+
			"with what the switch itself says before you accept them", e.Address, shown, e.why)
	}
	known := e.Known[0]
	for _, k := range e.Known {
		if k.Key.Type() == e.Shown.Type() {
			known = k
		}
	}
	return fmt.Sprintf("the host key of %s has changed: it shows %s, and %s:%d has %s %s. Another machine may have taken its place; "+
		"if the switch has new keys, take the line out and run `weft hostkeys scan`",
		e.Address, shown, known.Filename, known.Line, known.Key.Type(), ssh.FingerprintSHA256(known.Key))
}

// Unwrap makes it one of the errors that every transport has.
func (e *HostKeyError) Unwrap() error {
	if len(e.Known) > 0 {
		return vendors.ErrHostKeyChanged
	}
	return vendors.ErrHostKey
}

// HostKey is a key that a host shows.
type HostKey struct {
	Address string
	Key     ssh.PublicKey
}

// Line is the line of a known_hosts file that makes the key believed.
func (k HostKey) Line() string { return knownhosts.Line([]string{endpoint(k.Address)}, k.Key) }

// Fingerprint is what a person compares.
func (k HostKey) Fingerprint() string {
	return k.Key.Type() + " " + ssh.FingerprintSHA256(k.Key)
}

// keyKinds are the kinds of key that a scan asks for, each with the algorithms that show it.
var keyKinds = [...][]string{
	{ssh.KeyAlgoED25519},
	{ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521},
	{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256},
}

// ScanHostKeys asks a switch for its host keys, one of each kind, without logging in. Nothing vouches for them: a person has to
// compare. A jump host on the way is logged in on as always, its key has to be known.
func ScanHostKeys(ctx context.Context, c Config) ([]HostKey, error) {
	c = c.filled()
	var found []HostKey
	for _, algorithms := range keyKinds {
		key, err := scanKind(ctx, &c, algorithms)
		if err != nil {
			return nil, fmt.Errorf("%s: asking for its host keys: %w", c.Address, err)
		}
		if key != nil {
			found = append(found, HostKey{c.Address, key})
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: it has no host key of a kind that can be believed", c.Address)
	}
	return found, nil
}

// errSeen breaks a handshake off when the key was shown.
var errSeen = errors.New("the host key was seen")

// scanKind asks for one kind of key; nil is none of that kind.
func scanKind(ctx context.Context, c *Config, algorithms []string) (key ssh.PublicKey, err error) {
	conn, below, err := reach(ctx, c)
	if err != nil {
		return nil, err
	}
	if below != nil {
		defer below.Close()
	}
	defer conn.Close()
	within, cancel := context.WithTimeout(ctx, c.Timeouts.Handshake)
	defer cancel()
	defer context.AfterFunc(within, func() { conn.Close() })()
	_, _, _, err = ssh.NewClientConn(conn, endpoint(c.Address), &ssh.ClientConfig{
		HostKeyAlgorithms: algorithms,
		HostKeyCallback: func(_ string, _ net.Addr, shown ssh.PublicKey) error {
			key = shown
			return errSeen
		},
	})
	var none *ssh.AlgorithmNegotiationError
	switch {
	case errors.Is(err, errSeen):
		return key, nil
	case errors.As(err, &none):
		return nil, nil
	}
	return nil, handshakeError(ctx, within, c.Timeouts.Handshake, &login{host: &c.Host}, err)
}

// AddHostKeys writes keys into a known_hosts file, and what is there stays. Keys that it has are left out; a host that has
// another key of the same kind there is a *HostKeyError, and nothing is written. added are those that were new.
func AddHostKeys(file string, keys []HostKey) (added []HostKey, err error) {
	known, err := LoadKnownHosts(file)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		isNew, err := known.Takes(k)
		if err != nil {
			return nil, err
		}
		if isNew {
			added = append(added, k)
		}
	}
	if len(added) == 0 {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("adding host keys: %w", err)
	}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	for _, k := range added {
		text = append(append(text, k.Line()...), '\n')
	}
	if err := renameio.WriteFile(file, text, 0o600); err != nil {
		return nil, fmt.Errorf("adding host keys: %w", err)
	}
	return added, nil
}

// Takes tells whether a key can be added, and has to be. A host that has another key of the same kind is a *HostKeyError.
func (k *KnownHosts) Takes(key HostKey) (isNew bool, err error) {
	err = k.Check(key.Address, key.Key)
	var other *HostKeyError
	if !errors.As(err, &other) {
		return false, err
	}
	sameKind := func(known knownhosts.KnownKey) bool { return known.Key.Type() == key.Key.Type() }
	if other.Revoked || slices.ContainsFunc(other.Known, sameKind) {
		return false, err
	}
	return true, nil
}
