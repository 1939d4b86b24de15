package sonic

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
)

// goldenText is a file of testdata/golden.
func goldenText(name string) []byte {
	text, err := os.ReadFile(filepath.Join("testdata", "golden", name))
	if err != nil {
		panic(err)
	}
	return text
}

// parsed is the document of a text without faults.
func parsed(text []byte) *document {
	c, diags := New().Parse(text)
	if len(diags) > 0 {
		panic(diags.Err())
	}
	return docOf(c)
}

func TestParseKeepsWhatItDoesNotKnow(t *testing.T) {
	const text = ` {"bgpraw": "frr\n version", "NTP": {"global": {"n": 1, "on": true, "deep": {"a": [null, -1.5e+3]}}, "x": 4},
	"VLAN": {"Vlan10": {"dhcp_servers": ["10.0.0.1", "10.0.0.2"], "members@": "Ethernet0,Ethernet4"}, "Vlan20": {}}, "E": {}, "L": []}
`
	c, diags := New().Parse([]byte(text))
	if diags != nil {
		t.Fatal(diags)
	}
	if string(c.Bytes()) != text {
		t.Errorf("text is not kept: %s", c.Bytes())
	}
	d := docOf(c)
	if raw := d.table("bgpraw").raw; raw != `"frr\n version"` {
		t.Errorf("raw table %q", raw)
	}
	ntp := d.table("NTP").row("global")
	for name, want := range map[string]field{
		"n": {value: "1", kind: kindNumber}, "on": {value: "True", kind: kindBool}, "deep": {value: `{"a": [null, -1.5e+3]}`, kind: kindRaw},
	} {
		if f := ntp.field(name); f == nil || f.value != want.value || f.kind != want.kind {
			t.Errorf("%s is %+v", name, f)
		}
	}
	vlan := d.table("VLAN").row("Vlan10")
	for name, want := range map[string]string{"dhcp_servers": "10.0.0.1,10.0.0.2", "members": "Ethernet0,Ethernet4"} {
		f := vlan.field(name)
		if f == nil || f.value != want || f.kind != kindList || strings.Join(f.list, ",") != want {
			t.Errorf("%s is %+v", name, f)
		}
	}
	if r := d.table("NTP").row("x"); r == nil || r.raw != "4" {
		t.Errorf("a row of another shape is %+v", r)
	}
	if d.table("E") == nil || d.table("L").raw != "[]" || len(d.table("VLAN").row("Vlan20").fields) != 0 {
		t.Error("an empty row or table, or one of another shape, is lost")
	}
}

func TestParseUnescapes(t *testing.T) {
	d := parsed([]byte(`{"A": {"k\u007cx": {"a\"\\\/\b\f\n\r\tz": "\u00e9\ud83d\ude00\ud83d!"}}}`))
	if got, _ := d.table("A").row("k|x").get("a\"\\/\b\f\n\r\tz"); got != "é😀\uFFFD!" {
		t.Errorf("got %q", got)
	}
}

func TestParseKnowsLines(t *testing.T) {
	d := parsed([]byte("{\n \"A\": {\n\n  \"r\": {\"x\": \"1\",\r\n\t\"y\": \"2\"}}}"))
	a := d.table("A")
	got := []int32{a.line, a.row("r").line, lineOf(a.row("r"), "x"), lineOf(a.row("r"), "y")}
	if diff := cmp.Diff([]int32{2, 4, 4, 5}, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseFindsFaults(t *testing.T) {
	const cut = "the text ends here: the configuration is cut off"
	tests := []struct{ text, want string }{
		{"", "line 1: column 1: this is no CONFIG_DB, which is a JSON object and starts with {"},
		{"hostname leaf1\n", "line 1: column 1: this is no CONFIG_DB, which is a JSON object and starts with {"},
		{"[]", "line 1: column 1: this is no CONFIG_DB, which is a JSON object and starts with {"},
		{"{\n \"QUEUE\": {\n  \"Ethernet0|3\": {\"scheduler\": \"a\"", "line 3: column 35: " + cut},
		{"{\n \"QUEUE\": {\n  \"Ethernet0|3\": {\"sche", "line 3: column 24: " + cut},
		{"{\n \"QUEUE\": {\n  \"Ethernet0|3\"", "line 3: column 16: " + cut},
		{"{\n \"QUEUE\": {\n  \"Ethernet0|3\":", "line 3: column 17: " + cut},
		{"{\"A\": {\"b\": {\"c\": \"x\\u00", "line 1: column 25: " + cut},
		{"{", "line 1: column 2: " + cut},
		{"{\"A\": {}", "line 1: column 9: " + cut},
		{"{\"A\": {}}\nadmin@leaf1:~$ ", "line 2: column 1: CONFIG_DB has ended, and this comes after it"},
		{"{\"A\": {} \"B\": {}}", "line 1: column 10: a comma or the closing } is expected here"},
		{"{\"A\": {},\n}", "line 2: column 1: a comma stands before the closing }"},
		{"{\"A\": {\"l\": {\"x\": [\"a\",]}}}", "line 1: column 24: a comma stands before the closing ]"},
		{"{\"A\": {\"l\": {\"x\": [\"a\" 5]}}}", "line 1: column 24: a comma or the closing ] is expected here"},
		{"{A: {}}", "line 1: column 2: a name in quotes is expected here"},
		{"{\"A\" {}}", "line 1: column 6: a colon is expected here"},
		{"{\"A\": {\"r\": {\"é\": tru}}}", "line 1: column 19: a value is expected here"},
		{"{\"A\": {\"r\": {\"x\": 01}}}", "line 1: column 19: this is not a number"},
		{"{\"A\": {\"r\": {\"x\": -}}}", "line 1: column 19: this is not a number"},
		{"{\"A\": {\"r\": {\"x\": 1.}}}", "line 1: column 19: this is not a number"},
		{"{\"A\": {\"r\": {\"x\": 1e}}}", "line 1: column 19: this is not a number"},
		{"{\"A\": {\"r\": {\"x\": \"a\nb\"}}}", "line 1: column 19: the text that begins here has no closing quote on its line"},
		{"{\"A\": {\"r\": {\"x\": \"a\\\x01b\"}}}", "line 1: column 21: a backslash stands before what JSON does not escape"},
		{"{\"A\": {\"r\": {\"x\": \"a\x01b\"}}}", "line 1: column 21: a control character stands in a text"},
		{"{\"A\": {\"r\": {\"x\": \"\\\\\x01b\"}}}", "line 1: column 22: a control character stands in a text"},
		{"{\"A\": {\"r\": {\"x\": \"\\ux000\"}}}", "line 1: column 20: a backslash stands before what JSON does not escape"},
		{"{\"A\": " + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "}", "line 1: column 208: values are nested more than 200 deep"},

		{"{\"A\": {},\n \"A\": {}}", "line 2: column 2: table A occurs twice"},
		{"{\"QUEUE\": {\"Ethernet0|3\": {},\n \"Ethernet0|3\": {}}}", "line 2: column 2: row Ethernet0|3 occurs twice in table QUEUE"},
		{"{\"QUEUE\": {\"Ethernet0|3\": {\"scheduler\": \"a\",\n \"scheduler\": \"a\"}}}", "line 2: column 2: field scheduler of row Ethernet0|3 occurs twice in table QUEUE"},
		{"{\"QUEUE\": []}", "line 1: column 2: QUEUE is an array, and no table of rows"},
		{"{\"QUEUE\": {\"Ethernet0|3\": \"x\"}}", "line 1: column 12: QUEUE|Ethernet0|3 is a text, and no row of fields"},
		{"{\"QUEUE\": {\"Ethernet0|3\": {\"scheduler\": null}}}", "line 1: column 28: QUEUE|Ethernet0|3 scheduler is null, and no text"},
		{"{\"QUEUE\": {\"Ethernet0|3\": {\"scheduler\": {}}}}", "line 1: column 28: QUEUE|Ethernet0|3 scheduler is an object, and no text"},
		{"{\"QUEUE\": {\"Ethernet0|3\": {\"scheduler\": [\"a\", 1]}}}", "line 1: column 28: QUEUE|Ethernet0|3 scheduler is an array, and no text"},
	}
	for _, test := range tests {
		c, diags := New().Parse([]byte(test.text))
		if len(diags) != 1 || diags[0].Severity != vendors.Error || diags[0].String() != test.want {
			t.Errorf("%q gives %v, want %s", test.text, diags, test.want)
		}
		if string(c.Bytes()) != test.text {
			t.Errorf("%q is not kept", test.text)
		}
	}
}

func TestParseFindsManyFieldsTwice(t *testing.T) {
	var fields strings.Builder
	for range 2 {
		for _, digit := range "0123456789" {
			fields.WriteString(`"1` + string(digit) + `": "3",`)
		}
	}
	_, diags := New().Parse([]byte(`{"DSCP_TO_TC_MAP": {"m": {` + strings.TrimSuffix(fields.String(), ",") + `}}}`))
	if len(diags) != 10 || !strings.Contains(diags[9].Summary, "field 19 of row m occurs twice") {
		t.Error(diags)
	}
}

func TestParseStopsTellingFaults(t *testing.T) {
	_, diags := New().Parse([]byte(`{"A": {` + strings.Repeat(`"r": {}, `, 1000) + `"s": {}}}`))
	if len(diags) != mostFaults {
		t.Errorf("%d faults are told", len(diags))
	}
}

func TestParseWarnsOfValuesThatAreNoTexts(t *testing.T) {
	c, diags := New().Parse([]byte("{\"SCHEDULER\": {\"s\": {\n \"weight\": 20, \"type\": true}}, \"NTP\": {\"global\": {\"n\": 5}}}"))
	want := []string{
		`line 2: column 2: SCHEDULER|s weight is written as 20; the switch holds it as the text "20"`,
		`line 2: column 16: SCHEDULER|s type is written as true; the switch holds it as the text "True"`,
	}
	var got []string
	for _, d := range diags {
		got = append(got, d.String())
	}
	if diff := cmp.Diff(want, got); diff != "" || diags.HasErrors() {
		t.Error(diff)
	}
	if weight, _ := docOf(c).table("SCHEDULER").row("s").get("weight"); weight != "20" {
		t.Errorf("weight is %q", weight)
	}
}

// Keys and values of tables that weft does not read may be secrets, such as the rows of SNMP_COMMUNITY.
func TestParseTellsNoSecrets(t *testing.T) {
	for _, text := range []string{
		`{"SNMP_COMMUNITY": {"hunter2": {"TYPE": "RO"}, "hunter2": {"TYPE": "RO"}}}`,
		`{"SNMP_COMMUNITY": {"hunter2": {"hunter2": "RO", "hunter2": "RO"}}}`,
		`{"TACPLUS": {"global": {"passkey": "hunter2", "passkey": "hunter2"}}}`,
		`{"TACPLUS": {"global": {"passkey": "hunter2"`,
		`{"TACPLUS": {"global": {"passkey": "hunter2" "x"}}}`,
		`{"TACPLUS": {"global": {"passkey": "hunter2\x"}}}`,
		`{"TACPLUS": {"global": {"passkey": hunter2}}}`,
	} {
		_, diags := New().Parse([]byte(text))
		if !diags.HasErrors() || strings.Contains(diags.Err().Error(), "hunter2") {
			t.Errorf("%s gives %v", text, diags)
		}
	}
}
