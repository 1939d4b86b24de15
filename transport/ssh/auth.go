package ssh

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/vendors"
)

// login is one attempt to log in. What it needs only for that is closed at its end.
type login struct {
	host   *Host
	agent  net.Conn
	tried  bool  // the password was given once: a second time only helps to lock the account
	failed error // why a method could not be tried
}

// errAgain is why a password is not given a second time.
var errAgain = errors.New("the password was refused")

// methods are the ways to log in, in the order in which they are tried.
func (l *login) methods(ctx context.Context) ([]ssh.AuthMethod, error) {
	signers, err := loadKeys(l.host.Keys)
	if err != nil {
		return nil, err
	}
	if l.host.Agent != "" {
		var d net.Dialer
		if l.agent, err = d.DialContext(ctx, "unix", l.host.Agent); err != nil {
			return nil, fmt.Errorf("%w: the SSH agent does not answer: %w", vendors.ErrAuth, err)
		}
	}
	var methods []ssh.AuthMethod
	if len(signers) > 0 || l.agent != nil {
		methods = append(methods, ssh.PublicKeysCallback(func() ([]ssh.Signer, error) { return l.signers(signers) }))
	}
	if !l.host.Password.Empty() {
		methods = append(methods, ssh.PasswordCallback(func() (string, error) {
			l.tried = true
			return l.host.Password.Reveal(), nil
		}))
	}
	if !l.host.Password.Empty() || l.host.Answer != nil {
		methods = append(methods, ssh.KeyboardInteractive(l.challenge))
	}
	return methods, nil
}

// signers are the keys of files and then those of the agent.
func (l *login) signers(files []ssh.Signer) ([]ssh.Signer, error) {
	if l.agent == nil {
		return files, nil
	}
	held, err := agent.NewClient(l.agent).Signers()
	if err != nil {
		l.failed = fmt.Errorf("the SSH agent gives no keys: %w", err)
		return files, nil
	}
	return append(files[:len(files):len(files)], held...), nil
}

// challenge answers keyboard-interactive questions.
func (l *login) challenge(_, _ string, questions []string, echos []bool) ([]string, error) {
	answers := make([]string, len(questions))
	for i, question := range questions {
		var err error
		if answers[i], err = l.answer(question, echos[i]); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

func (l *login) answer(question string, echo bool) (string, error) {
	switch {
	case l.host.Answer != nil:
		return l.host.Answer(question, echo)
	case echo:
		l.failed = fmt.Errorf("it asks %q at login, to which there is no answer", shown(question))
		return "", l.failed
	case l.tried:
		return "", errAgain
	}
	l.tried = true
	return l.host.Password.Reveal(), nil
}

func (l *login) close() {
	if l.agent != nil {
		l.agent.Close()
	}
}

// refused tells whether a handshake ended because the user was not let in. x/crypto has no type for that.
func refused(err error) bool {
	text := err.Error()
	return errors.Is(err, errAgain) || strings.Contains(text, "unable to authenticate") ||
		strings.Contains(text, "ssh: disconnect") && strings.Contains(strings.ToLower(text), "authentication")
}

func loadKeys(keys []Key) ([]ssh.Signer, error) {
	var signers []ssh.Signer
	for _, k := range keys {
		text, err := os.ReadFile(k.Path)
		if err != nil {
			return nil, fmt.Errorf("%w: reading the private key: %w", vendors.ErrAuth, err)
		}
		signer, err := parseKey(text, k.Passphrase)
		if err != nil {
			return nil, fmt.Errorf("%w: the private key %s: %w", vendors.ErrAuth, k.Path, err)
		}
		signers = append(signers, signer)
	}
	return signers, nil
}

func parseKey(text []byte, passphrase secret.Text) (ssh.Signer, error) {
	signer, err := ssh.ParsePrivateKey(text)
	var missing *ssh.PassphraseMissingError
	switch {
	case !errors.As(err, &missing):
		return signer, err
	case passphrase.Empty():
		return nil, errors.New("it is protected by a passphrase, which is not given; an SSH agent can hold it")
	}
	return ssh.ParsePrivateKeyWithPassphrase(text, []byte(passphrase.Reveal()))
}
