package sonic

import (
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	tests := []struct{ text, want string }{
		{`{"PORT": {"Ethernet0": {}, "Ethernet4": {}}}`, ""},
		{`{"PORT_QOS_MAP": {"Ethernet0": {}, "Ethernet4": {}}}`, ""},
		{`{}`, "empty"},
		{`{"PORT": {"Ethernet0": {}}}`, "Ethernet4 has no row in PORT"},
		{`{"PORT": {}, "PORT_QOS_MAP": {"Ethernet0": {}, "Ethernet4": {}}}`, "Ethernet0 has no row in PORT"},
		{`{"PORT_QOS_MAP": {"Ethernet0": {}}}`, "Ethernet4 has no row in PORT_QOS_MAP"},
		{`{"localhost": {"PORT": {}}, "asic0": {"PORT": {}}}`, "several ASICs"},
		{`{"asic11": {"PORT": {}}}`, `it has a part "asic11"`},
		{`{"asicx": {}, "asic": {}, "PORT": {"Ethernet0": {}, "Ethernet4": {}}}`, ""},
	}
	for _, test := range tests {
		c, _ := New().Parse([]byte(test.text))
		err := New().Complete(c, []string{"Ethernet0", "Ethernet4"})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.text, err, test.want)
		}
	}
}

func TestHostname(t *testing.T) {
	c, _ := New().Parse(goldenText("leaf-traditional.json"))
	if got := New().Hostname(c); got != "leaf01" {
		t.Errorf("got %q", got)
	}
	c, _ = New().Parse([]byte("{}"))
	if got := New().Hostname(c); got != "" {
		t.Errorf("nobody is called %q", got)
	}
}
