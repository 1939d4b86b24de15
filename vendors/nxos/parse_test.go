package nxos

import (
	"os"
	"testing"
)

// golden is a configuration of the reference, section 3.
func golden(name string) string {
	text, err := os.ReadFile("testdata/golden/" + name + ".cfg")
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestGoldenBytes(t *testing.T) {
	for _, name := range []string{"leaf", "spine"} {
		c, ds := New().Parse([]byte(golden(name)))
		if string(c.Bytes()) != golden(name) || ds != nil {
			t.Errorf("%s does not come back (%v)", name, ds)
		}
	}
}
