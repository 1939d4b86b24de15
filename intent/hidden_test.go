package intent

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
)

// TestHiddenCharacters: no text of an intent has a character in it that nobody sees, or that has what stands around it read otherwise.
func TestHiddenCharacters(t *testing.T) {
	for _, r := range "\u202a\u202e\u2066\u2069\u200b\u200d\u200f\u2028\u2029\ufeff\u00ad\u2060\u061c\u3164\u009b\u007f\u001b\n" {
		value := cty.StringVal("until " + string(r) + "May")
		if _, err := readProse(value); err == nil || !strings.Contains(err.Error(), "contains") {
			t.Errorf("prose with %U: %v", r, err)
		}
		if _, err := readText(value); err == nil || !strings.Contains(err.Error(), "contains") {
			t.Errorf("text with %U: %v", r, err)
		}
	}
	for _, s := range []string{"bis Größe 日本 🙂, “so”", `it's "so"`} {
		if _, err := readProse(cty.StringVal(s)); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
}
