package plan

import "testing"

func TestWordIn(t *testing.T) {
	for _, test := range []struct {
		long, short string
		want        bool
	}{
		{"leaf1", "leaf1", true},
		{"LEAF1", "leaf1", true},
		{"pod1-leaf1.example.net", "leaf1", true},
		{"leaf1-pod1", "leaf1", true},
		{"leaf10", "leaf1", false},
		{"aleaf1", "leaf1", false},
		{"leaf10-leaf1", "leaf1", true},
		{"leaf3", "leaf4", false},
		{"leaf", "leaf1", false},
	} {
		if got := wordIn(test.long, test.short); got != test.want {
			t.Errorf("wordIn(%q, %q) = %t", test.long, test.short, got)
		}
	}
}
