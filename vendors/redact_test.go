package vendors

import (
	"slices"
	"testing"
)

func TestRedactLine(t *testing.T) {
	tests := []struct{ line, want string }{
		{"snmp-server community public ro", "snmp-server community <redacted>"},
		{"username admin password 5 $5$abc role network-admin", "username admin password 5 <redacted>"},
		{"  tacacs-server key 7 \"fewhg\"", "  tacacs-server key 7 \"<redacted>"},
		{`{"passkey":"xyz"}`, `{"passkey":"<redacted>`},
		{"key chain OSPF", "key <redacted>"},
		{"snmp-agent community read cipher %^%#a b#c!%^%# mib-view all", "snmp-agent community read cipher <redacted>"},
		{" local-user admin password irreversible-cipher $1c$x$ level 3", " local-user admin password irreversible-cipher <redacted>"},
		{" radius-server shared-key cipher abc", " radius-server shared-key cipher <redacted>"},
		// words of QoS that only look alike
		{"class-map type qos match-any keyed", "class-map type qos match-any keyed"},
		{"service-policy type qos input my-key no-stats", "service-policy type qos input my-key no-stats"},
		{"class key", "class key"},
		{"priority-flow-control mode on", "priority-flow-control mode on"},
	}
	for _, test := range tests {
		if got := RedactLine(test.line); got != test.want {
			t.Errorf("RedactLine(%q) = %q, want %q", test.line, got, test.want)
		}
	}
}

func TestRedactProse(t *testing.T) {
	known := Secrets([]byte("hostname x\nsnmp-server community public ro\nusername a password 5 $5$abc role b\nkey\nlast\n"))
	if want := []string{"public", "$5$abc"}; !slices.Equal(known, want) {
		t.Fatalf("the secrets are %q, want %q", known, want)
	}
	message := "the password for x is wrong near \"community public ro\": $5$abc"
	if got, want := RedactProse(message, known), "the password for x is wrong near \"community <redacted> ro\": <redacted>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSecretsBehindQualifiers: what says how a secret is encoded is none, and messages keep such words.
func TestSecretsBehindQualifiers(t *testing.T) {
	known := Secrets([]byte("snmp-agent community read cipher %^%#a b#c%^%#\n peer 10.0.0.1 password cipher hunter2\n ospf authentication-mode md5 1 simple abcd\ncommunity write\n"))
	if want := []string{"%^%#a b#c%^%#", "%^%#a b#c%^%#", "hunter2", "hunter2", "abcd"}; !slices.Equal(known, want) {
		t.Fatalf("the secrets are %q, want %q", known, want)
	}
	if got, want := RedactProse("it could not be read near hunter2", known), "it could not be read near <redacted>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRedactSentence(t *testing.T) {
	known := func() []string { return []string{"hunter2", "roce"} }
	for sentence, want := range map[string]string{
		"trust was not readable: `descripton password hunter2` is not understood": "trust was not readable: `descripton password <redacted>` is not understood",
		"DSCP 26 (roce) turns lossless":                                           "DSCP 26 (roce) turns lossless", // nothing is quoted
	} {
		if got := RedactSentence(sentence, known); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
