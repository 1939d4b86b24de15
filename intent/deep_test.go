package intent

import (
	"strings"
	"testing"
)

// TestDeepExpressions loads expressions that would overflow the stack, and ones as long as they may be.
func TestDeepExpressions(t *testing.T) {
	for name, c := range map[string]struct{ start, repeat, end string }{
		"minus":      {"", "-", "1"},
		"not":        {"", "!", "true"},
		"condition":  {"", "true ? 1 : ", "1"},
		"sum":        {"", "1 + ", "1"},
		"comparison": {"", "1 == ", "1"},
		"index":      {"[]", "[0]", ""},
		"attribute":  {"local.b", ".c", ""},
		"splat":      {"local.b", "[*]", ""},
		"brackets":   {"", "[", ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{2 * 300_000, longest / 4} {
				text := "locals {\n  a = " + c.start + strings.Repeat(c.repeat, n) + c.end + "\n  b = 1\n}\n"
				_, diags := loadFiles(map[string]string{"a.hcl": text}, Options{})
				tooLong := len(diags) == 1 && strings.HasPrefix(diags[0].Summary, "File \"a.hcl\" cannot be read")
				if want := n > longest || c.repeat == "["; tooLong != want {
					t.Errorf("%d times: refused is %v", n, tooLong)
				}
				if _, diags := Format([]byte(text), "a.hcl"); n > longest && !diags.HasErrors() {
					t.Errorf("%d times: formatted", n)
				}
			}
		})
	}
}
