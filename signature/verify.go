package signature

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// ErrRefused says that bytes are not signed by somebody who may.
var ErrRefused = errors.New("the signature does not hold")

// Verify judges the signature of bytes at a time, and says who signed. Every error wraps ErrRefused.
func (a *Allowed) Verify(content, armored []byte, now time.Time) (who string, err error) {
	if err := wellFormed(armored); err != nil {
		return "", fmt.Errorf("%w: it is none of ssh-keygen -Y: %w", ErrRefused, err)
	}
	signed, err := sshsig.Unarmor(armored)
	if err != nil {
		return "", fmt.Errorf("%w: it is none of ssh-keygen -Y: %w", ErrRefused, err)
	}
	key := fmt.Sprintf("the key %s", ssh.FingerprintSHA256(signed.PublicKey))
	if err := a.acceptable(signed); err != nil {
		return "", fmt.Errorf("%w: %s: %w", ErrRefused, key, err)
	}
	if who, err = a.allows(signed.PublicKey, now); err != nil {
		return "", fmt.Errorf("%w: %s: %w", ErrRefused, key, err)
	}
	if err := sshsig.Verify(bytes.NewReader(content), signed, signed.PublicKey, signed.HashAlgorithm, Namespace); err != nil {
		return "", fmt.Errorf("%w: %s", ErrRefused, whyNot(signed))
	}
	if who == "" {
		return key, nil
	}
	return who + " with " + key, nil
}

// Header is the line that a signature begins with.
const Header = "-----BEGIN SSH SIGNATURE-----\n"

// wellFormed wants a signature to be as ssh-keygen takes it: its header first, and lines that end as it ends them.
func wellFormed(armored []byte) error {
	switch {
	case !bytes.HasPrefix(armored, []byte(Header)):
		return errors.New("it does not begin with the header of a signature")
	case bytes.ContainsRune(armored, '\r'):
		return errors.New("its lines end in carriage returns: it was converted on its way")
	}
	return nil
}

// presence is the flag in what a security key signs by which it says that somebody touched it.
const presence = 1

// whyNot is why a signature by a key that may sign does not hold.
func whyNot(signed *sshsig.Signature) string {
	switch signed.PublicKey.Type() {
	case ssh.KeyAlgoSKED25519, ssh.KeyAlgoSKECDSA256:
		if rest := signed.Signature.Rest; len(rest) > 0 && rest[0]&presence == 0 {
			return "nobody touched the security key when it signed, which is not enough here"
		}
	}
	return "it is of another file, or the file was changed since it was signed"
}

// acceptable is why a signature counts for nothing whoever made it.
func (a *Allowed) acceptable(signed *sshsig.Signature) error {
	_, certificate := signed.PublicKey.(*ssh.Certificate)
	switch {
	case signed.Namespace != Namespace:
		return fmt.Errorf("it signed for %q, and not for %q", signed.Namespace, Namespace)
	case certificate:
		return errors.New("it is a certificate, and only keys are allowed to sign")
	case signed.PublicKey.Type() == weakType:
		return errWeak
	case a.revoked[string(signed.PublicKey.Marshal())]:
		return errors.New("it is revoked")
	}
	return nil
}

// allows is whose key it is, or why it may not sign. A key may stand on several lines: one that allows it is enough.
func (a *Allowed) allows(key ssh.PublicKey, now time.Time) (who string, err error) {
	err = fmt.Errorf("%s does not allow it", a.path)
	for i := range a.signers {
		s := &a.signers[i]
		if !bytes.Equal(s.key, key.Marshal()) {
			continue
		}
		if err = s.may(now); err == nil {
			return s.who, nil
		}
	}
	return "", err
}
