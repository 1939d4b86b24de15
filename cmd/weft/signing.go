package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/signature"
)

// signatureEnding is what ssh-keygen adds to the name of a file that it signs.
const signatureEnding = ".sig"

// verifying is the part of a command line that is about who signed a saved plan.
type verifying struct{ allowed, revoked string }

func (v *verifying) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&v.allowed, "verify-key", "", "refuse a plan that is not signed, in FILE.sig, by a key of `ALLOWED`: an allowed_signers file of ssh-keygen, or a public key")
	flags.StringVar(&v.revoked, "revoked-keys", "", "public keys that may not sign any more, from `FILE`, whatever ALLOWED says")
}

// given tells whether a signature is asked for.
func (v *verifying) given() bool { return v.allowed != "" }

// check wants the flags to make sense together.
func (v *verifying) check() error {
	if v.revoked != "" && !v.given() {
		return errors.New("--revoked-keys goes with --verify-key")
	}
	return nil
}

// judge wants the bytes of a plan file to be signed by somebody who may, and says who did.
func (v *verifying) judge(path string, content []byte) (who string, err error) {
	allowed, err := signature.ReadAllowed(v.allowed)
	if err != nil {
		return "", err
	}
	if v.revoked != "" {
		if err := allowed.Revoke(v.revoked); err != nil {
			return "", err
		}
	}
	signed, err := os.ReadFile(path + signatureEnding)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s is not signed: there is no %s%s", path, path, signatureEnding)
	}
	if err != nil {
		return "", fmt.Errorf("reading the signature: %w", err)
	}
	if who, err = allowed.Verify(content, signed, time.Now()); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return who, nil
}

// savedFile is a plan file: the plan in it and the very bytes that it was read from, and that were judged.
type savedFile struct {
	plan  *plan.Plan
	bytes []byte
}

// openPlan reads a plan file once. Where a signature is asked for, nothing of it is believed before that holds.
func (a *app) openPlan(path string, v *verifying) (*savedFile, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("opening the plan: %w", err)
	}
	if v.given() {
		who, err := v.judge(path, content)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(a.err, "%s is signed by %s.\n", path, who)
	}
	saved, err := plan.Read(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &savedFile{saved, content}, nil
}

// signer opens the key to sign with; nil when nothing is to be signed.
func (a *app) signer(path string) (*signature.Key, error) {
	if path == "" {
		return nil, nil
	}
	return signature.OpenKey(path, os.Getenv("SSH_AUTH_SOCK"), a.askingPassphrase())
}

// askingPassphrase asks a person for a passphrase, or is nil when nobody is there or wants to be asked.
func (a *app) askingPassphrase() signature.Ask {
	fd, ok := terminal(a.in)
	if !ok || !a.ask {
		return nil
	}
	return func(question string) (string, error) {
		fmt.Fprintf(a.err, "%s: ", question)
		secret, err := term.ReadPassword(fd)
		fmt.Fprintln(a.err)
		return string(secret), err
	}
}

// save writes the plan file, and its signature beside it where there is a key.
func save(path string, p *plan.Plan, key *signature.Key) error {
	if path == "" {
		return nil
	}
	var signed []byte
	if key != nil { // first, so that no plan is left unsigned when that fails
		var err error
		if signed, err = sign(key, p); err != nil {
			return err
		}
	}
	if err := writeOut(path, func(f *os.File) error { return plan.Write(f, p) }); err != nil {
		return fmt.Errorf("saving the plan: %w", err)
	}
	if key == nil {
		return removeSignature(path + signatureEnding)
	}
	if err := writeOut(path+signatureEnding, func(f *os.File) error { _, err := f.Write(signed); return err }); err != nil {
		return fmt.Errorf("saving the signature: %w", err)
	}
	return nil
}

// removeSignature removes the signature of a plan that another one took the place of. What is none stays.
func removeSignature(path string) error {
	text, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(text, []byte(signature.Header)) {
		return nil // no plan was signed there
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("removing the signature of the plan that was there before: %w", err)
	}
	return nil
}

// sign signs the bytes of the plan file, which are the same whenever they are written and too many to be kept.
func sign(key *signature.Key, p *plan.Plan) ([]byte, error) {
	content, to := io.Pipe()
	go func() { to.CloseWithError(plan.Write(to, p)) }()
	defer content.Close()
	return key.Sign(content)
}
