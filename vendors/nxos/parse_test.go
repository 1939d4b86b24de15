package nxos

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors/conf"
)

// golden is a configuration of the reference, section 3.
func golden(name string) string {
	text, err := os.ReadFile("testdata/golden/" + name + ".cfg")
	if err != nil {
		panic(err)
	}
	return string(text)
}

// outline shows what Parse made of a text: lines in scope by their text, those not understood after "?", runs out of scope
// as "-" and the first of them, comments and blank lines as "!".
func outline(tree *conf.Tree) string {
	var b strings.Builder
	var walk func(nodes []*conf.Node, indent string)
	walk = func(nodes []*conf.Node, indent string) {
		for _, n := range nodes {
			mark := [...]string{conf.Out: "- ", conf.In: "", conf.Odd: "? "}[n.Kind]
			text := n.Text
			if n.Count == 0 {
				mark, text = "!", ""
			}
			b.WriteString(indent + mark + text + "\n")
			walk(n.Kids, indent+"  ")
		}
	}
	walk(tree.Top, "")
	return b.String()
}

// parseText parses a text that has to come back byte for byte.
func parseText(t *testing.T, text string) *conf.Tree {
	t.Helper()
	c, ds := New().Parse([]byte(text))
	if got := string(c.Bytes()); got != text {
		t.Fatalf("parsed %q, printed %q", text, got)
	}
	if ds != nil {
		t.Errorf("diagnostics: %v", ds)
	}
	return treeOf(c)
}

func TestGoldenBytes(t *testing.T) {
	for _, name := range []string{"leaf", "spine"} {
		parseText(t, golden(name))
	}
}

// The rows of section 5.
func TestParse(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"header": {
			"\n!Command: show running-config\n!Time: Thu Sep 24 10:00:02 2026\n\nversion 9.2(4) Bios:version \nhostname leaf01\n",
			"- version 9.2(4) Bios:version\n",
		},
		"a foreign block is one run": {
			"vdc leaf01 id 1\n  limit-resource vlan minimum 16 maximum 4094\n  service-policy type qos input X\n\nfeature bgp\nfeature lldp\nrouter bgp 1\n  class-map X\n",
			"- vdc leaf01 id 1\nfeature lldp\n- router bgp 1\n",
		},
		"an empty interface": {"interface Ethernet1/1\ninterface Ethernet1/2\n\ninterface mgmt0\n", "interface Ethernet1/1\ninterface Ethernet1/2\n!\ninterface mgmt0\n"},
		"a block inside a foreign line": {
			"interface Vlan10\n  hsrp 10\n    priority 110\n    service-policy type qos input X\n  service-policy type qos input X\n",
			"interface Vlan10\n  - hsrp 10\n  ? service-policy type qos input X\n",
		},
		"range of interfaces": {
			"interface e1/1-2, Ethernet1/4\n  mtu 9216\ninterface port-channel10\n",
			"interface Ethernet1/1\n  mtu 9216\ninterface Ethernet1/2\n  mtu 9216\ninterface Ethernet1/4\n  mtu 9216\ninterface port-channel10\n",
		},
		"abbreviations": {
			"pol type queuing Q\n  CLass type queuing c-out-8q-q3\n    band rem perc 50\nint e1/2\n  serv type qos inp X\n",
			"policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    bandwidth remaining percent 50\ninterface Ethernet1/2\n  service-policy type qos input X\n",
		},
		"one blank a level": {
			"policy-map type qos P\n class A\n  set qos-group 3\n class B\n  set qos-group 4\nclass-map type qos match-any A\n match dscp 26\n",
			"policy-map type qos P\n  class A\n    set qos-group 3\n  class B\n    set qos-group 4\nclass-map type qos match-any A\n  match dscp 26\n",
		},
		"tabs":                {"policy-map type qos P\n\tclass A\n\t\tset qos-group 3\n", "policy-map type qos P\n  class A\n    set qos-group 3\n"},
		"indented as a whole": {"    class-map type qos match-any A\n      match dscp 26\n    system qos\n", "class-map type qos match-any A\n  match dscp 26\nsystem qos\n"},
		"match at column 0, as 7.0(3)I2 prints it": {
			"class-map type network-qos c-nq1\nmatch qos-group 1\nclass-map type network-qos c-nq2\nmatch qos-group 2\ninterface Ethernet1/1\n  no shutdown\n",
			"class-map type network-qos c-nq1\n  match qos-group 1\nclass-map type network-qos c-nq2\n  match qos-group 2\ninterface Ethernet1/1\n  - no shutdown\n",
		},
		"set beside its class": {
			"policy-map type qos P\n  class A\n  set qos-group 3\n  class B\n  set qos-group 4\n",
			"policy-map type qos P\n  class A\n    set qos-group 3\n  class B\n    set qos-group 4\n",
		},
		"headers inside blocks leave them": {
			"class-map type qos match-any A\n  match dscp 26\n  policy-map type qos P\n    class A\n      class B\n  interface Ethernet1/1\n    mtu 9216\n    interface Ethernet1/2\n",
			"class-map type qos match-any A\n  match dscp 26\npolicy-map type qos P\n  class A\n  class B\ninterface Ethernet1/1\n  mtu 9216\ninterface Ethernet1/2\n",
		},
		"a global line after an interface": {
			"interface Ethernet1/1\n  no shutdown\npriority-flow-control watch-dog-interval on\nlldp timer 30\n",
			"interface Ethernet1/1\n  - no shutdown\npriority-flow-control watch-dog-interval on\n- lldp timer 30\n",
		},
		"comments": {
			"!# qos statistics\n!# class-map type qos match-any X\n  !# match dscp 1\nclass-map type qos match-any A!B\n  ! note\n  match dscp 26\n#end\nsystem qos\n",
			"!\nclass-map type qos match-any A!B\n  !\n  match dscp 26\n!\nsystem qos\n",
		},
		"checkpoint": {
			"!Command: Checkpoint cmd vdc 1\n!Time: x\n\nversion 9.2(4)\n!# class-map type network-qos c-nq1\n!#   match qos-group 1\nno priority-flow-control override-interface mode off\n",
			"- version 9.2(4)\nno priority-flow-control override-interface mode off\n",
		},
		"all defaults": {
			"qos statistics\ninterface Ethernet1/1\n  priority-flow-control mode auto\n  priority-flow-control watch-dog-interval off\n  lldp transmit\n  mtu 1500\n  no shutdown\n",
			"qos statistics\ninterface Ethernet1/1\n  priority-flow-control mode auto\n  priority-flow-control watch-dog-interval off\n  lldp transmit\n  mtu 1500\n  - no shutdown\n",
		},
		"banner of one line": {"banner motd #system qos#\nsystem qos\n", "- banner motd #system qos#\nsystem qos\n"},
		"empty banner":       {"banner motd **\nsystem qos\n", "- banner motd **\nsystem qos\n"},
		"banner of lines": {
			"banner exec ^\n!hello\ninterface Ethernet1/1\n  mtu 9216\n^ what follows is nothing\nsystem qos\n", "- banner exec ^\nsystem qos\n",
		},
		"banner with text on its first line": {"ban mo @Welcome\nsystem qos\n@\nsystem qos\n", "- ban mo @Welcome\nsystem qos\n"},
		"scheduler job": {
			"scheduler job name backup\nconf t ; interface Ethernet1/1\nsystem qos\n\nend-job\nsystem qos\n", "- scheduler job name backup\nsystem qos\n",
		},
		"certificate": {
			"crypto ca trustpoint x\n-----BEGIN CERTIFICATE-----\nsystem qos\nmtu\n-----END CERTIFICATE-----\nsystem qos\n", "- crypto ca trustpoint x\n- -----BEGIN CERTIFICATE-----\nsystem qos\n",
		},
		"access list": {
			"ip access-list A\n  10 permit udp any any eq 4791 \n  20 remark system qos\nroute-map X permit 10\n  match ip address A\n  set ip precedence critical\n",
			"ip access-list A\n  - 10 permit udp any any eq 4791\n- route-map X permit 10\n",
		},
		"free text": {
			"interface Ethernet1/1\n  description mtu 9216\nsnmp-server location system qos\nrole name x\n  description interface Ethernet1/1\n" +
				"key chain k\n  key 1\n    key-string 7 interface Ethernet1/1\nevent manager applet a\n  action 1.0 cli \"system qos\"\nusername system qos\n",
			"interface Ethernet1/1\n  - description mtu 9216\n- snmp-server location system qos\n",
		},
		"control plane": {
			"class-map type control-plane match-any c\n  match access-group name x\npolicy-map type control-plane p\n  class c\n    set cos 7\n    police cir 36000 kbps\ncontrol-plane\n  service-policy input p\n",
			"- class-map type control-plane match-any c\n",
		},
		"odd lines": {
			"policy-map type qos P\n  class A extra\n    set qos-group 3\n  class B\n    bandwidth remaining percent 30\npolicy-map type foo Q\n  class A\nfeature qos\nservice-policy type qos input P\n",
			"policy-map type qos P\n  ? class A extra\n    ? set qos-group 3\n  class B\n    ? bandwidth remaining percent 30\n? policy-map type foo Q\n  ? class A\n? feature qos\n? service-policy type qos input P\n",
		},
		"duplicate blocks": {
			"policy-map type qos P\n  class A\npolicy-map type qos P\n  class B\n", "policy-map type qos P\n  class A\npolicy-map type qos P\n  class B\n",
		},
		"unknown block": {"telemetry\n  destination-group 1\n    ip address 1.1.1.1 port 50001\nsystem qos\n", "- telemetry\nsystem qos\n"},
		"wrapped line":  {"snmp-server user x network-admin auth md5 0x1\n localizedkey\nsystem qos\n", "- snmp-server user x network-admin auth md5 0x1\nsystem qos\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, outline(parseText(t, c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A text that has lost its indentation reads like the one that still has it.
func TestParseFlat(t *testing.T) {
	for name, indented := range map[string]string{
		"leaf": golden("leaf"),
		"text": "class-map type qos match-any A\n  match dscp 26\npolicy-map type qos P\n  class A\n    set qos-group 3\n  class class-default\n" +
			"policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    mtu 9216\n    pause pfc-cos 3\n" +
			"system qos\n  service-policy type network-qos N\ninterface Ethernet1/1\n  description x\n  ip address 10.0.0.1/31\n  mtu 9216\n" +
			"  priority-flow-control mode on\n  priority-flow-control watch-dog-interval on\ninterface Vlan10\n  mtu 9216\n" +
			"route-map x permit 10\n  match ip address y\n  set metric 1\nip route 0.0.0.0/0 1.1.1.1\n",
	} {
		flat := ""
		for line := range strings.Lines(indented) {
			flat += strings.TrimLeft(line, " ")
		}
		want, got := outline(parseText(t, indented)), outline(parseText(t, flat))
		if name == "leaf" { // its last line is of the last block, for the switch too
			want = strings.TrimSuffix(want, "priority-flow-control watch-dog-interval on\n")
			got = strings.TrimSuffix(got, "priority-flow-control watch-dog-interval on\n")
		}
		if diff := cmp.Diff(withoutRuns(want), withoutRuns(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// withoutRuns drops the lines out of scope from an outline.
func withoutRuns(outline string) string {
	var b strings.Builder
	for line := range strings.Lines(outline) {
		if text := strings.TrimLeft(line, " "); text[0] != '-' && text[0] != '!' {
			b.WriteString(line)
		}
	}
	return b.String()
}

// Commands that leave a view, and lines of a view that has not been entered, in a text without indentation.
func TestParseFlatTranscript(t *testing.T) {
	text := "system qos\nservice-policy type network-qos N\nexit\nservice-policy type network-qos M\ninterface Ethernet1/1\nexit\nmtu 9216\n" +
		"policy-map type qos P\nclass A extra\nset qos-group 3\nclass B\nset qos-group 4\n"
	want := "system qos\n  service-policy type network-qos N\n  - exit\n? service-policy type network-qos M\ninterface Ethernet1/1\n  - exit\n- mtu 9216\n" +
		"policy-map type qos P\n  ? class A extra\n    ? set qos-group 3\n  class B\n    set qos-group 4\n"
	if diff := cmp.Diff(want, outline(parseText(t, text))); diff != "" {
		t.Error(diff)
	}
}

func TestParseLineEnds(t *testing.T) {
	want := outline(parseText(t, golden("spine")))
	for _, eol := range []string{"\r\n", "\r\r\n", "\r"} {
		tree := parseText(t, strings.ReplaceAll(golden("spine"), "\n", eol))
		if diff := cmp.Diff(want, outline(tree)); diff != "" {
			t.Errorf("%q: %s", eol, diff)
		}
		if tree.EOL != eol {
			t.Errorf("edits would end lines with %q, not %q", tree.EOL, eol)
		}
	}
}

func TestParseDiagnostics(t *testing.T) {
	for text, want := range map[string]string{
		"hostname x\nbanner motd #hello\ninterface Ethernet1/1\n": "line 2: the banner that starts here does not end",
		"scheduler job name x\nconf t\n":                          "line 1: the scheduler job that starts here does not end",
		"-----BEGIN CERTIFICATE-----\nabc\n":                      "line 1: the certificate that starts here does not end",
	} {
		c, ds := New().Parse([]byte(text))
		if err := ds.Err(); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		if string(c.Bytes()) != text {
			t.Errorf("%q lost text", text)
		}
	}
}

// The pasted snippet of section 3.4: what stands in the wrong place is not understood, and nothing of it is effective.
func TestReadBrokenSnippet(t *testing.T) {
	text := "system qos\n  service-policy type qos input AI_INPUT_POLICY\nclass-map type qos match-any ROCE\n  match dscp cs6\n" +
		"class-map type qos match-any STORAGE\n  match dscp cs5\npolicy-map type qos AI_INPUT_POLICY\n  class ROCE\n    set qos-group 6\n    pause pfc-cos 3\n" +
		"  class STORAGE\n    bandwidth remaining percent 30\ninterface Ethernet1/1\n  service-policy type qos input AI_INPUT_POLICY\n  priority-flow-control mode on\n"
	r := readText(t, text, eight)
	var unread []string
	for _, line := range r.Unread {
		unread = append(unread, strings.Join(append(line.Path, line.Text), " > "))
	}
	want := []string{
		"policy-map type qos AI_INPUT_POLICY > class ROCE > pause pfc-cos 3",
		"policy-map type qos AI_INPUT_POLICY > class STORAGE > bandwidth remaining percent 30",
	}
	if diff := cmp.Diff(want, unread); diff != "" {
		t.Error(diff)
	}
	p := r.Switch.Ports[0]
	if p.Classify.Trust.Known() || p.Classify.DSCP[48] != 6 || p.Classify.DSCP[40] != 0 {
		t.Errorf("classification: %v", p.Classify.Trust)
	}
	if p.PFC.Priorities.V != 0 || p.MTU.V != 1500 || p.Egress.Queues[6].Schedule.V.Share != 0 || !p.Egress.Queues[7].Schedule.V.Strict {
		t.Error("something of it is effective")
	}
}
