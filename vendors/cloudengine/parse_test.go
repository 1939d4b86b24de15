package cloudengine

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors/conf"
)

// goldens are the configurations of the reference, section 3.
var goldens = []string{"leaf-v200", "spine-v200", "leaf-v300", "spine-v300"}

func golden(name string) string {
	text, err := os.ReadFile("testdata/golden/" + name + ".cfg")
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestGoldenBytes(t *testing.T) {
	for _, name := range goldens {
		c, ds := New().Parse([]byte(golden(name)))
		if string(c.Bytes()) != golden(name) || ds != nil {
			t.Errorf("%s does not come back (%v)", name, ds)
		}
	}
}

// outline writes a tree on one line: kinds as + for in, ? for odd, and a number for a run out of scope.
func outline(nodes []*conf.Node) string {
	var parts []string
	for _, n := range nodes {
		var text string
		switch {
		case n.Kind == conf.Out && n.Count == 0:
			continue
		case n.Kind == conf.Out:
			text = fmt.Sprint(n.Count)
		default:
			text = map[conf.Kind]string{conf.In: "+", conf.Odd: "?"}[n.Kind] + n.Text
		}
		if len(n.Kids) > 0 {
			text += " { " + outline(n.Kids) + " }"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

func TestParseBlocks(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"head and end":       {"!Software Version V200R005C10SPC800\n!Last configuration was saved at x\n#\nreturn\n", "+return"},
		"old head":           {"[V200R009C00SPC500]\n#\nreturn\n", "1; +return"},
		"blocks":             {"drop-profile a\n ecn weight 1\n#\ninterface 10GE1/0/1\n trust dscp\n#\nlldp enable\n", "+drop-profile a { +ecn weight 1 }; +interface 10GE1/0/1 { +trust dscp }; +lldp enable"},
		"without separators": {"dcb pfc\n priority 4\ndcb pfc x\n priority 5\n", "+dcb pfc { +priority 4 }; +dcb pfc x { +priority 5 }"},
		"indented separator": {
			"ai-service\n #\n ai-ecn\n  ai-ecn enable\n  assign queue 4\n #\n iqcn\n  iqcn enable\n#\nlldp enable\n",
			"+ai-service { +ai-ecn { +ai-ecn enable; +assign queue 4 }; +iqcn { +iqcn enable } }; +lldp enable",
		},
		"foreign views":                      {"aaa\n local-user a password x\n #\n authentication-scheme default\n  trust dscp\n#\nlldp enable\n", "4; +lldp enable"},
		"comment of a user":                  {"#local-user x\n#dcb pfc\nlldp enable\n", "+lldp enable"},
		"trailing blanks":                    {"dcb pfc x  \n priority 4 \t \n", "+dcb pfc x { +priority 4 }"},
		"carriage returns":                   {"dcb pfc x\r\n priority 4\r\n#\r\nreturn\r\n", "+dcb pfc x { +priority 4 }; +return"},
		"tabs":                               {"dcb pfc x\n\tpriority 4\n", "+dcb pfc x { +priority 4 }"},
		"deeper than it should":              {"dcb pfc x\n   priority 4\n  priority 5\n", "+dcb pfc x { +priority 4; +priority 5 }"},
		"in a line":                          {"interface 10GE1/0/1\n trust dscp\n  priority 3\n", "+interface 10GE1/0/1 { +trust dscp { ?priority 3 } }"},
		"in a line out of scope":             {"interface 10GE1/0/1\n port link-type trunk\n  trust dscp\n trust dscp\n", "+interface 10GE1/0/1 { 2; +trust dscp }"},
		"in a block not understood":          {"dcb abs-pfc x\n priority 3\n  deeper\n#\nlldp enable\n", "?dcb abs-pfc x { ?priority 3 { ?deeper } }; +lldp enable"},
		"what starts text at the top only":   {"interface 10GE1/0/1\n header login information \"x\n trust dscp\n", "+interface 10GE1/0/1 { 1; +trust dscp }"},
		"port group":                         {"port-group g\n group-member 10GE1/0/1\n#\nlldp enable\n", "+port-group g { 1 }; +lldp enable"},
		"lines of the system view in a port": {"interface 10GE1/0/1\n drop-profile x\n", "+interface 10GE1/0/1 { ?drop-profile x }"},
		"vlan":                               {"vlan batch 2 to 100\nvlan batch 200\n#\nvlan 100\n name x\n traffic-policy p inbound\n", "2; +vlan 100 { 1; +traffic-policy p inbound }"},
		"uplinks":                            {"dcb pfc uplink group u\n adjust original-dscp 24 to priority 4 dscp 32\n group-member interface 100GE1/0/1\n", "+dcb pfc uplink group u { +adjust original-dscp 24 to priority 4 dscp 32; +group-member interface 100GE1/0/1 }"},
	} {
		t.Run(name, func(t *testing.T) {
			parsed, ds := New().Parse([]byte(c.text))
			if got := outline(treeOf(parsed).Top); got != c.want || ds != nil {
				t.Errorf("got  %s\nwant %s (%v)", got, c.want, ds)
			}
			if string(parsed.Bytes()) != c.text {
				t.Error("the bytes differ")
			}
		})
	}
}

// Free text is not looked into, and what follows it is.
func TestParseFreeText(t *testing.T) {
	const body = "interface 10GE1/0/1\n trust dscp\n#\n! x\nreturn\n"
	for name, c := range map[string]struct {
		text string
		runs int // lines of the text and its header
	}{
		"banner":              {"header login information \"" + body + "end\"\n", 6},
		"shell banner":        {"header shell information %\n" + body + "% \n", 7},
		"banner on one line":  {"header login information \"Hello #\"\n", 1},
		"banner in a word":    {"header login information Hello\n", 1},
		"banner without text": {"header login information\n", 1},
		"banner from a file":  {"header login file flash:/x\n", 1},
		"quotes in a banner":  {"header shell information \"say \"hi\" to\n" + body + "all\"\n", 7},
		"public key":          {"rsa peer-public-key srv encoding-type openssh\n public-key-code begin\n  30818902 dcb pfc\n" + body + " public-key-code end\npeer-public-key end\n", 10},
		"route filter":        {"xpl route-filter f($x)\n ! comment\n if dscp eq 3 then\n" + body + " endif\n end-filter\n", 10},
		"prefix list":         {"xpl prefix-list p\n 10.0.0.0 8,\n!x\n end-list\n", 4},
		"certificate":         {"-----BEGIN CERTIFICATE-----\n" + body + "-----END CERTIFICATE-----\n", 7},
		"banner in colours":   {"header login information \"\x1b[31mred\x1b[0m\"\n", 1},
		"removal of a key":    {"undo rsa peer-public-key x\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			text := "sysname a\n#\n" + c.text + "#\nlldp enable\n#\nreturn\n"
			parsed, ds := New().Parse([]byte(text))
			want := "2; +lldp enable; +return"
			if c.runs > 1 { // it stands apart from the line before
				want = fmt.Sprintf("1; %d; +lldp enable; +return", c.runs)
			}
			if got := outline(treeOf(parsed).Top); got != want || ds != nil {
				t.Errorf("got  %s\nwant %s (%v)", got, want, ds)
			}
			if string(parsed.Bytes()) != text {
				t.Error("the bytes differ")
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"lldp enable\ninterface 10GE1/0/1\n~trust 8021p outer\n~port priority 0\n": "line 3: `~` marks a line that comes from a default, as `include-default` prints it",
		"interface 10GE3/0/1\n *trust dscp\n":                                      "line 2: `*` marks a line that is of a part that is offline",
		"a\n  ---- More ----\n trust dscp\n":                                       "line 2: the terminal stopped after each page",
		"a\n\x1b[42D trust dscp\n":                                                 "line 2: the terminal stopped after each page",
		"#\nheader login information \"x\nreturn\n":                                "line 2: the banner that starts here does not end",
		"header login information \"\x1b[1mx\x1b[0m\"\n\x1b[42Dy\n":                "line 2: the terminal stopped after each page",
		"rsa peer-public-key x\n public-key-code end\n":                            "line 1: the public key that starts here does not end",
		"xpl route-filter x\n":                                                     "line 1: the xpl block that starts here does not end",
		"-----BEGIN CERTIFICATE-----\n":                                            "line 1: the certificate that starts here does not end",
	} {
		c, ds := New().Parse([]byte(text))
		if len(ds) != 1 || !ds.HasErrors() || !strings.HasPrefix(ds[0].String(), want) {
			t.Errorf("%q: %v, want %s", text, ds, want)
		}
		if string(c.Bytes()) != text {
			t.Errorf("%q: the bytes differ", text)
		}
	}
}

// genText draws a text of lines that occur in configurations, in any order and indentation, with any line end.
func genText(t *rapid.T) string {
	pool := strings.Split(golden("leaf-v200")+"header login information \"\nend\"\nxpl route-filter x\n end-filter\n #\n~x\n\nai-service\n ai-ecn\n", "\n")
	eol := rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r\r\n", "\r"}).Draw(t, "eol")
	var b strings.Builder
	for range rapid.IntRange(0, 25).Draw(t, "lines") {
		line := rapid.SampledFrom(pool).Draw(t, "line")
		if rapid.IntRange(0, 5).Draw(t, "change") == 0 {
			line = rapid.SampledFrom([]string{" ", "  ", "\t", "undo ", "qos ", "\x00"}).Draw(t, "start") + line
		}
		b.WriteString(line + eol)
	}
	text := b.String()
	if rapid.Bool().Draw(t, "open end") {
		text = strings.TrimRight(text, "\r\n")
	}
	return text
}

// Every byte comes back, and every line is counted once.
func TestParseLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genText(t)
		c, _ := New().Parse([]byte(text))
		if got := string(c.Bytes()); got != text {
			t.Fatalf("parsed %q\nprinted %q", text, got)
		}
		if got := string(treeOf(c).Edit().Tree().Bytes()); got != text {
			t.Fatalf("parsed %q\nprinted node by node %q", text, got)
		}
		var counts [3]int
		for _, n := range treeOf(c).Top {
			for kind, count := range n.Lines() {
				counts[kind] += count
			}
		}
		if counts != treeOf(c).Lines() {
			t.Fatalf("counted %v, and %v in the nodes", treeOf(c).Lines(), counts)
		}
	})
}
