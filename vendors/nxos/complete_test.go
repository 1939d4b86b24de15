package nxos

import (
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	const ok = ""
	ports := []string{"Ethernet1/1", "Ethernet1/2"}
	both := "interface Ethernet1/1\n  no shutdown\ninterface Ethernet1/2\n"
	for name, c := range map[string]struct{ text, want string }{
		"whole":             {"!Command: show running-config\n\nversion 9.2(4)\n" + both, ok},
		"with defaults":     {"\n!Command: show running-config all\n" + both, ok},
		"checkpoint":        {"!Command: Checkpoint cmd vdc 1\n" + both, ok},
		"no header":         {both, ok},
		"carriage returns":  {strings.ReplaceAll(both, "\n", "\r"), ok},
		"another command":   {"hostname x\n!Command: show version\n" + both, ok}, // a comment, not the header
		"empty":             {"", "empty"},
		"a part":            {"!Command: show running-config interface Ethernet1/1-2\n" + both, "a part"},
		"another part":      {"!Command: show running-config ipqos\n" + both, "a part"},
		"cut inside a line": {strings.TrimSuffix(both, "2\n"), "no end"},
		"cut after a line":  {"interface Ethernet1/1\n", "Ethernet1/2 has no block"},
		"a range":           {"hostname x\ninterface Ethernet1/1-3\n", ok},
		"another range":     {"hostname x\ninterface Ethernet1/2-3\n", "Ethernet1/1 has no block"},
	} {
		config, _ := New().Parse([]byte(c.text))
		err := New().Complete(config, ports)
		switch {
		case c.want == ok && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != ok && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want something with %q", name, err, c.want)
		}
	}
}

// What is compiled has no header and no other ports: it is accepted as a configuration.
func TestCompleteNeedsNamedPortsOnly(t *testing.T) {
	config, _ := New().Parse([]byte("interface Ethernet1/5\n"))
	if err := New().Complete(config, []string{"Ethernet1/5"}); err != nil {
		t.Error(err)
	}
}

// The last line may hold a secret, so no error shows it.
func TestCompleteShowsNoSecret(t *testing.T) {
	config, _ := New().Parse([]byte("username admin password 5 $5$SECRET"))
	if err := New().Complete(config, nil); err == nil || strings.Contains(err.Error(), "SECRET") {
		t.Error(err)
	}
}

func TestCheckRelease(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"the same":        {"version 10.4(3) Bios:version 01.14 \n", ""},
		"of the train":    {"version 10.4(5)\n", ""},
		"not said":        {"hostname x\n", ""},
		"another train":   {"\nversion 9.3(10) Bios:version\nversion 10.4(3)\n", "line 2: the switch runs 9.3(10), and the intent says release 10.4(3): correct the release"},
		"of no known one": {"version 6.0(2)U6\n", "line 1: the switch runs 6.0(2)U6, and the intent says release 10.4(3): correct the release"},
	} {
		parsed, _ := NXOS{}.Parse([]byte(c.text))
		p, err := NXOS{}.Platform("N9K-C9332D-GX2B", "10.4(3)")
		if err != nil {
			t.Fatal(err)
		}
		diags := NXOS{}.CheckRelease(parsed, p)
		said := ""
		for _, d := range diags {
			said += d.String()
		}
		if said != c.want || diags.HasErrors() {
			t.Errorf("%s: %q", name, said)
		}
	}
}
