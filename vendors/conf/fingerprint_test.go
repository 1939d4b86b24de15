package conf_test

import (
	"testing"

	"github.com/weft-net/weft/vendors/conf"
)

func TestFingerprint(t *testing.T) {
	for name, c := range map[string]struct {
		from, to string
		same     bool
	}{
		"order":                       {"b\n c\n d\nc\n", "c\nb\n d\n c\n", true},
		"order where it counts":       {"a\n c\n d\n", "a\n d\n c\n", false},
		"lines out of scope":          {"b\no1\n!note\n", "!other\no2\nb\n", true},
		"a line":                      {"b\n c\n", "b\n", false},
		"in another block":            {"b\n c\nd\n", "b\nd\n c\n", false},
		"a line twice":                {"b\n", "b\nb\n", false},
		"a block in two parts":        {"b\n c\nd\nb\n d\n", "b\n c\n d\nd\n", true},
		"blocks alike":                {"b\n c\n d\ne\n c\n d\n", "b\n d\n c\ne\n c\n d\n", true},
		"blocks not alike":            {"b\n c\n d\ne\n c\n d\n", "b\n c\n d\ne\n c\n f\n", false},
		"blocks alike but within":     {"b\n c\n  d\ne\n c\n", "b\n c\n  d\ne\n c\n  d\n", false},
		"nothing in scope within":     {"b\n c\ne\n o1\n", "b\n c\ne\n c\n", false},
		"alike at another depth":      {"b\n d\nd\n c\n  d\n", "b\n d\nd\n c\n d\n", false},
		"not understood or not":       {"?x\n", "x\n", false},
		"blanks, line ends, spelling": {"D\r\n c\r\n", "d\n c\n", true},
	} {
		from, to := parse(c.from), parse(c.to)
		if same := conf.Fingerprint(from, ordered) == conf.Fingerprint(to, ordered); same != c.same {
			t.Errorf("%s: the same is %v", name, same)
		}
	}
}
