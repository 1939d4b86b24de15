package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/crypto/ssh"
)

// keygen makes an SSH key: `keygen FILE [PASSPHRASE]` writes FILE and FILE.pub.
func keygen(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || len(args) > 2 {
		ts.Fatalf("usage: keygen FILE [PASSPHRASE]")
	}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	ts.Check(err)
	block, err := ssh.MarshalPrivateKey(key, "")
	if len(args) == 2 {
		block, err = ssh.MarshalPrivateKeyWithPassphrase(key, "", []byte(args[1]))
	}
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), pem.EncodeToMemory(block), 0o600))
	public, err := ssh.NewPublicKey(key.Public())
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0])+".pub", ssh.MarshalAuthorizedKey(public), 0o644))
}
