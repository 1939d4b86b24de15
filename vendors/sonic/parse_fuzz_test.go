package sonic

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// FuzzParse checks that no text breaks the parser, that every byte comes back, that what is JSON is read as encoding/json reads
// it, and that an edit of it prints JSON again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"A": {"r": {"x": "1", "l": ["a", ""], "n": -0.5e+1, "t": true, "z": null, "o": {"a": [1, {}]}}}}`,
		"{\r\n\t\"bgpraw\": \"\\u00e9\\ud83d\\ude00\", \"QUEUE\": {\"Ethernet0|3\": {}}, \"E\": {}\n}\n",
		`{"A": {"r": {"x": "1"}}`, `{"A": {"r": {"x": 01}}}`, `{"A": {}, "A": []}`, "", "{}", "[]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, diags := New().Parse(text)
		if !bytes.Equal(c.Bytes(), text) {
			t.Fatal("bytes are lost")
		}
		d := docOf(c)
		if !d.valid(diags.HasErrors(), text, t) {
			return
		}
		New().Fingerprint(c)
		for n := range 5 {
			c.Line(n)
		}
		e := newEditor(d)
		e.set("QUEUE", "Ethernet0|3", "scheduler", "x")
		e.set("A", "r", "x", "2")
		e.removeRow("A", "s")
		printed := e.doc().print()
		again, diags := New().Parse([]byte(printed))
		if !json.Valid([]byte(printed)) || diags.HasErrors() {
			t.Fatalf("an edit prints %q: %v", printed, diags.Err())
		}
		if deltas := New().Deltas(configOf(e.doc()), again); deltas != nil {
			t.Fatalf("an edit comes back from %q with %v", printed, deltas)
		}
	})
}

// valid tells whether a text is a document without faults, and checks that encoding/json says so too, of texts that it takes
// as they are.
func (d *document) valid(faulty bool, text []byte, t *testing.T) bool {
	if faulty {
		return false
	}
	var tables map[string]json.RawMessage
	if err := json.Unmarshal(text, &tables); err != nil {
		t.Fatalf("encoding/json finds %v", err)
	}
	if !utf8.Valid(text) || bytes.Contains(text, []byte(`\`)) {
		return true
	}
	for _, in := range d.tables {
		var rows map[string]json.RawMessage
		if in.raw == "" && (json.Unmarshal(tables[in.name], &rows) != nil || len(rows) != len(in.rows)) {
			t.Fatalf("table %q has rows %v", in.name, rows)
		}
		for _, r := range in.rows {
			var fields map[string]any
			if r.raw == "" && (json.Unmarshal(rows[r.key], &fields) != nil || len(fields) != len(r.fields)) {
				t.Fatalf("row %q has fields %v", r.key, fields)
			}
		}
	}
	return true
}
