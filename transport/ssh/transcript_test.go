package ssh

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// TestTranscript: everything said is in it, nothing secret is, and nobody else reads it.
func TestTranscript(t *testing.T) {
	path := filepath.Join(t.TempDir(), "transcript")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	transcript, err := OpenTranscript(path)
	if err != nil {
		t.Fatal(err)
	}
	f := nxosFake(map[string]string{
		"show running-config": "hostname leaf1\nusername admin password 5 $5$HASH\nsnmp-server community PRIVATE\n" +
			"-----BEGIN RSA PRIVATE KEY-----\nMIICEKEY\n-----END RSA PRIVATE KEY-----\nsnmp-server host 192.0.2.9 version 2c ODDFORM\nend\n",
		"show long": strings.Repeat("a LONGONE\n", longestAnswer+1),
	})
	inBubble(t, f, func(t *testing.T) {
		c := f.config(t, nxosDialect)
		c.Transcript = transcript
		s := open(t, c)
		defer s.Close()
		run(t, s, vendors.Entry{Line: "show running-config"})
		run(t, s, vendors.Entry{Line: "snmp-server community PRIVATE2"})
		run(t, s, vendors.Entry{Line: "show long"})
	})
	if err := transcript.Close(); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	for _, secret := range []string{password, "$5$HASH", "PRIVATE\n", "PRIVATE2", "MIICEKEY", "ODDFORM", "LONGONE"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%q is in it", secret)
		}
	}
	for _, said := range []string{" leaf1 > show running-config\n", " lines, not written)\n", " leaf1 > show long\n", "snmp-server community <redacted>\n"} {
		if !strings.Contains(string(text), said) {
			t.Errorf("%q is not in it:\n%s", said, text)
		}
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
}
