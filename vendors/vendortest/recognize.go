package vendortest

import (
	"testing"

	"github.com/weft-net/weft/vendors"
)

// Recognizes has a vendor say what texts are configurations of: "MODEL RELEASE", or empty for one that is none of its own.
func Recognizes(t *testing.T, v vendors.Recognizer, texts map[string]string) {
	t.Helper()
	for text, want := range texts {
		got := ""
		if p, ok := v.Recognize([]byte(text)); ok {
			got = p.Model + " " + p.Release
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
