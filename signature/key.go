package signature

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// Namespace is what weft's signatures are for: one that was made for mail, or for a commit, is none of a plan.
const Namespace = "weft-plan"

// Key is a key to sign with. It is closed when it has signed.
type Key struct {
	signer ssh.Signer
	agent  net.Conn // where the private key is in an agent
}

// Ask asks a person for the passphrase of a key.
type Ask func(question string) (string, error)

// OpenKey opens the key in a file: a private one, whose passphrase ask asks for (nil where nobody can be asked), or a public one
// whose private half the agent on the socket holds.
func OpenKey(path, socket string, ask Ask) (*Key, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the key to sign with: %w", err)
	}
	k := &Key{}
	if public, isPublic := publicKey(text); isPublic {
		err = k.fromAgent(public, socket)
	} else {
		k.signer, err = privateKey(text, path, ask)
	}
	if err == nil && k.signer.PublicKey().Type() == weakType {
		err = errWeak
	}
	if err != nil {
		k.Close()
		return nil, fmt.Errorf("the key to sign with, %s: %w", path, err)
	}
	return k, nil
}

// weakType are keys that only sign with SHA-1.
const weakType = "ssh-dss"

var errWeak = errors.New("DSA keys sign with SHA-1, which proves nothing any more")

func privateKey(text []byte, path string, ask Ask) (ssh.Signer, error) {
	signer, err := ssh.ParsePrivateKey(text)
	if missing := (*ssh.PassphraseMissingError)(nil); !errors.As(err, &missing) {
		return signer, err
	}
	if ask == nil {
		return nil, errors.New("it is encrypted, and nobody can be asked here: give the public key, and have the SSH agent hold the private one")
	}
	phrase, err := ask("Passphrase of " + path)
	if err != nil {
		return nil, fmt.Errorf("asking for the passphrase: %w", err)
	}
	return ssh.ParsePrivateKeyWithPassphrase(text, []byte(phrase))
}

// publicKey is the key of a file with nothing but a public key in it.
func publicKey(text []byte) (ssh.PublicKey, bool) {
	key, _, options, rest, err := ssh.ParseAuthorizedKey(bytes.TrimSpace(text))
	return key, err == nil && len(options) == 0 && len(rest) == 0
}

// fromAgent finds the private half of a key in the agent.
func (k *Key) fromAgent(public ssh.PublicKey, socket string) (err error) {
	if socket == "" {
		return errors.New("it is a public key, and there is no SSH agent that could hold the private one: SSH_AUTH_SOCK is not set")
	}
	if k.agent, err = net.Dial("unix", socket); err != nil {
		return fmt.Errorf("the SSH agent does not answer: %w", err)
	}
	held, err := agent.NewClient(k.agent).Signers()
	if err != nil {
		return fmt.Errorf("the SSH agent gives no keys: %w", err)
	}
	for _, signer := range held {
		if bytes.Equal(signer.PublicKey().Marshal(), public.Marshal()) {
			k.signer = signer
			return nil
		}
	}
	return fmt.Errorf("the SSH agent does not hold the private key of %s", ssh.FingerprintSHA256(public))
}

// Sign signs all that can be read: what ssh-keygen -Y sign -n weft-plan would write. RSA keys sign with SHA-512.
func (k *Key) Sign(content io.Reader) ([]byte, error) {
	signed, err := sshsig.Sign(content, k.signer, sshsig.HashSHA512, Namespace)
	if err != nil {
		return nil, fmt.Errorf("signing: %w", err)
	}
	return sshsig.Armor(signed), nil
}

// Close ends the use of the agent. A nil key needs none.
func (k *Key) Close() error {
	if k == nil || k.agent == nil {
		return nil
	}
	return k.agent.Close()
}
