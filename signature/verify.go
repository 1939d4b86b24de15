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
		return "", fmt.Errorf("%w: it is of another file, or the file was changed since it was signed", ErrRefused)
	}
	if who == "" {
		return key, nil
	}
	return who + " with " + key, nil
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
