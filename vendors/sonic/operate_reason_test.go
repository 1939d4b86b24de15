package sonic

import "testing"

// TestReasonOf: of all that a failed patch prints (5.4), the line that says why.
func TestReasonOf(t *testing.T) {
	for text, want := range map[string]string{
		"Failed to apply patch due to: Not Found\nUsage: config apply-patch FILE\n\nError: Not Found\n": "Error: Not Found",
		"Failed to apply patch on the following scopes:\n- localhost: Modification of WRED_PROFILE table is illegal\n" +
			"Error: Failed to apply patch on the following scopes:\n- localhost: Modification of WRED_PROFILE table is illegal\n": "localhost: Modification of WRED_PROFILE table is illegal",
		"libyang[0]: noise\nsomething odd\n": "something odd",
		"- a list\nFailed to reach redis\n":  "Failed to reach redis",
		"":                                   "",
	} {
		if got := reasonOf(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
