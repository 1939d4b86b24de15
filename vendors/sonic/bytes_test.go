package sonic

import (
	"strings"
	"testing"
)

// TestOddBytesStay: whatever a file has in it and however it is written, a change of one field changes the bytes of its value alone.
func TestOddBytesStay(t *testing.T) {
	const file = "\ufeff{\r\n" +
		`"BANNER_MESSAGE": {"global": {"login": "<script>alert(1)</script> caf\u00e9 \/ \ud83d\ude00 é ☃ \"q\" \\", "n": 1e3, "big": 12345678901234567890, "neg": -0.0, "t": true, "z": null, "nest": {"a": [1, 2,  {"x" : "}"}]}}},` + "\r\n" +
		`  "PORT": {"Ethernet0": {"description" : "to <b>spine</b> \u00e9\/ ` + "\u2028" + `", "mtu" : "9100", "lanes": "1,2"}},` + "\r\n" +
		`	"SCHEDULER": {"a": {"type": "DWRR" , "weight": "20"}}, "bgpraw": "x\ny"` + "\r\n}\r\n\r\n"
	c, diags := New().Parse([]byte(file))
	if diags.HasErrors() || string(c.Bytes()) != file {
		t.Fatalf("%v\n%s", diags, c.Bytes())
	}
	e := newEditor(docOf(c))
	e.set("SCHEDULER", "a", "weight", "30")
	e.set("PORT", "Ethernet0", "mtu", "9216")
	want := strings.NewReplacer(`"20"`, `"30"`, `"9100"`, `"9216"`).Replace(file)
	if got := e.doc().print(); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
