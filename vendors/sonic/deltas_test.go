package sonic

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
)

func TestDeltas(t *testing.T) {
	from, _ := New().Parse([]byte(`{
 "A": {"r": {"x": "1",
   "y": "2", "l": ["a", "b"]}, "gone": {"x": 1}, "empty": {}, "fills": {}, "drains": {"x": "1"}},
 "Gone": {"r": {}}, "raw": 5, "bgpraw": "secret"
}`))
	to, _ := New().Parse([]byte(`{
 "New": {"r": {"x": "1"}},
 "A": {"drains": {}, "fills": {"x": "1"}, "empty": {}, "r": {"l": ["a", "c"], "y": 2, "x": "3"}, "new": {}},
 "raw": 6, "bgpraw": "secret"
}`))
	line := func(op byte, n int, text string, path ...string) vendors.Delta {
		return vendors.Delta{Op: op, Line: vendors.Line{Number: n, Path: path, Text: text}}
	}
	want := []vendors.Delta{
		line('-', 2, `"x": "1"`, "A", "r"), line('-', 3, `"l": ["a", "b"]`, "A", "r"),
		line('+', 3, `"l": ["a", "c"]`, "A", "r"), line('+', 3, `"x": "3"`, "A", "r"),
		line('-', 3, `"x": "1"`, "A", "gone"),
		line('-', 3, `{}`, "A", "fills"), line('+', 3, `"x": "1"`, "A", "fills"),
		line('-', 3, `"x": "1"`, "A", "drains"), line('+', 3, `{}`, "A", "drains"),
		line('+', 3, `{}`, "A", "new"),
		line('-', 4, `{}`, "Gone", "r"),
		line('-', 4, "(no table of rows)", "raw"), line('+', 4, "(no table of rows)", "raw"),
		line('+', 2, `"x": "1"`, "New", "r"),
	}
	if diff := cmp.Diff(want, New().Deltas(from, to)); diff != "" {
		t.Error(diff)
	}
	if deltas := New().Deltas(to, to); deltas != nil {
		t.Errorf("a configuration differs from itself by %v", deltas)
	}
}

// alike are texts of one database.
var alike = []string{
	`{"QUEUE": {"Ethernet0|3": {"scheduler": "a", "wred_profile": "b"}, "Ethernet0|4": {}}, "SCHEDULER": {"a": {"weight": "20"}}}`,
	`{"SCHEDULER": {"a": {"weight": 20}}, "QUEUE": {"Ethernet0|4": {}, "Ethernet0|3": {"wred_profile": "b", "scheduler": "a"}}}`,
	"{\n\"QUEUE\":{\"Ethernet0|3\":{\"scheduler\":\"\\u0061\",\"wred_profile\":\"b\"},\"Ethernet0|4\":{}},\n\"SCHEDULER\":{\"a\":{\"weight\":\"20\"}}}",
}

func TestOrderAndSpellingAreNoDifference(t *testing.T) {
	first, _ := New().Parse([]byte(alike[0]))
	for _, text := range alike[1:] {
		c, _ := New().Parse([]byte(text))
		if deltas := New().Deltas(first, c); deltas != nil {
			t.Errorf("%s differs by %v", text, deltas)
		}
		if New().Fingerprint(first) != New().Fingerprint(c) {
			t.Errorf("%s has another fingerprint", text)
		}
	}
}

func TestFingerprintCoversWhatIsRead(t *testing.T) {
	const base = `{"QUEUE": {"Ethernet0|3": {"scheduler": "a"}}, "PORT": {"Ethernet0": {"mtu": "9100", "alias": "etp1"}}, "NTP": {"x": {}}}`
	sum := func(edit func(e *editor)) string {
		e := newEditor(parsed([]byte(base)))
		edit(e)
		return New().Fingerprint(configOf(e.doc()))
	}
	same := sum(func(*editor) {})
	for name, edit := range map[string]func(e *editor){
		"another value":             func(e *editor) { e.set("QUEUE", "Ethernet0|3", "scheduler", "b") },
		"a list instead of a text":  func(e *editor) { e.setList("QUEUE", "Ethernet0|3", "scheduler", []string{"a"}) },
		"another field":             func(e *editor) { e.set("QUEUE", "Ethernet0|3", "wred_profile", "") },
		"a field that no one knows": func(e *editor) { e.set("QUEUE", "Ethernet0|3", "odd", "1") },
		"a row without fields":      func(e *editor) { e.addRow("QUEUE", "Ethernet0|4") },
		"a field that moved": func(e *editor) {
			e.removeField("QUEUE", "Ethernet0|3", "scheduler")
			e.set("QUEUE", "Ethernet0|4", "scheduler", "a")
		},
		"another table":     func(e *editor) { e.addRow("WRED_PROFILE", "x") },
		"the MTU of a port": func(e *editor) { e.set("PORT", "Ethernet0", "mtu", "1500") },
		"a port":            func(e *editor) { e.addRow("PORT", "Ethernet4") },
	} {
		if sum(edit) == same {
			t.Errorf("%s does not change it", name)
		}
	}
	for name, edit := range map[string]func(e *editor){
		"the alias of a port": func(e *editor) { e.set("PORT", "Ethernet0", "alias", "etp9") },
		"a table of others":   func(e *editor) { e.set("NTP", "y", "x", "1") },
		"a table that went":   func(e *editor) { e.removeTable("NTP") },
	} {
		if sum(edit) != same {
			t.Errorf("%s changes it", name)
		}
	}
}
