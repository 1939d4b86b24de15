package signature

import (
	"encoding/pem"
	"testing"
)

// FuzzVerify: whatever stands in a signature, it is refused and nothing breaks, unless it is the one.
func FuzzVerify(f *testing.F) {
	ours := newEd25519(f)
	allowed := allowing(f, ours.line)
	block, _ := pem.Decode(ours.sign(f, "plan"))
	f.Add(block.Bytes)
	f.Add(block.Bytes[:40])
	f.Add([]byte("SSHSIG"))
	f.Fuzz(func(t *testing.T, blob []byte) {
		_, err := allowed.Verify([]byte("another plan"), pem.EncodeToMemory(&pem.Block{Type: block.Type, Bytes: blob}), noon)
		if err == nil {
			t.Errorf("%x holds for a plan that nobody signed", blob)
		}
	})
}

// FuzzParseSigner: a line of allowed_signers that is taken names a key.
func FuzzParseSigner(f *testing.F) {
	const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDO0VQD9TIdICZLWFWwtf7s8/aENve8twGTEmNV0myh5"
	for _, line := range []string{key, "a@b " + key, `"a b" namespaces="x,y" ` + key, `a valid-after="20260101Z",cert-authority ` + key, `a "`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		s, counts, err := parseSigner(line)
		if err == nil && counts && len(s.key) == 0 {
			t.Errorf("%q allows a key that it does not name", line)
		}
	})
}
