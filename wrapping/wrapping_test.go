package wrapping

import "testing"

func TestText(t *testing.T) {
	tests := []struct {
		text, first string
		width       int
		want        string
	}{
		{"one two three", "- ", 9, "- one two\n  three\n"},
		{"one two three", "- ", 0, "- one two three\n"},
		{"unbreakable word", "  ", 5, "  unbreakable\n  word\n"},
		{"a Ethernet1/1,3,5,7 b", "", 14, "a Ethernet1/1,\n3,5,7 b\n"},
		{"", "x", 5, "x\n"},
		{"größe über", "", 5, "größe\nüber\n"},
	}
	for _, test := range tests {
		if got := Text(test.text, test.first, len(test.first), test.width); got != test.want {
			t.Errorf("Text(%q, %d) = %q, want %q", test.text, test.width, got, test.want)
		}
	}
}
