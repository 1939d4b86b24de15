package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// TestVendorsAreDocumented holds that the language's document names every vendor and every id that an intent can accept.
func TestVendorsAreDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "language.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range vendors.Names() {
		want := []string{"| `\"" + name + "\"` |"}
		v, err := vendors.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if a, ok := v.(vendors.Accepter); ok {
			for _, id := range a.Accepts() {
				want = append(want, "`"+id+"`")
			}
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("docs/language.md does not name %s", w)
			}
		}
	}
}
