package sonic

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Each text is edited alike: a field gets another value, one is new, one goes; a row is new and a row goes; a table is new.
func TestPrintInTheStyleAround(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{
			"indented", `{
    "A": {
        "r": {
            "x": "1",
            "y": "2"
        },
        "s": {
            "x": "1"
        }
    }
}
`, `{
    "A": {
        "r": {
            "y": "3",
            "z": "4"
        },
        "t": {
            "x": "5"
        }
    },
    "B": {
        "u": {}
    }
}
`,
		},
		{
			"tabs and CRLF, rows on one line", "{\r\n\t\"A\": {\r\n\t\t\"r\": {\"x\":\"1\",\"y\":\"2\"},\r\n\t\t\"s\": {\"x\":\"1\"}\r\n\t}\r\n}",
			"{\r\n\t\"A\": {\r\n\t\t\"r\": {\"y\":\"3\",\"z\":\"4\"},\r\n\t\t\"t\": {\"x\":\"5\"}\r\n\t},\r\n\t\"B\": {\r\n\t\t\"u\": {}\r\n\t}\r\n}",
		},
		{
			"on one line", `{"A": {"r": {"x": "1", "y": "2"}, "s": {"x": "1"}}}`,
			`{"A": {"r": {"y": "3", "z": "4"}, "t": {"x": "5"}}, "B": {"u": {}}}`,
		},
		{
			"without blanks", `{"A":{"r":{"x":"1","y":"2"},"s":{"x":"1"}}}`,
			`{"A":{"r":{"y":"3","z":"4"},"t":{"x":"5"}},"B":{"u":{}}}`,
		},
		{
			"blanks within braces", `{ "A" : { "r" : { "x" : "1" , "y" : "2" } , "s" : { "x" : "1" } } }`,
			`{ "A" : { "r" : { "y" : "3" , "z" : "4" } , "t" : { "x" : "5" } }, "B" : { "u" : {} } }`,
		},
	}
	for _, test := range tests {
		e := newEditor(parsed([]byte(test.text)))
		e.removeField("A", "r", "x")
		e.set("A", "r", "y", "3")
		e.set("A", "r", "z", "4")
		e.removeRow("A", "s")
		e.set("A", "t", "x", "5")
		e.addRow("B", "u")
		if got := e.doc().print(); got != test.want {
			t.Errorf("%s: prints\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestPrintKeepsAnOddLayout(t *testing.T) {
	const text = `{"M": {
   "m": {"0":"0", "1":"1",
         "2":"2"}
}, "Q": {"a": {"x":  "1"}}}`
	e := newEditor(parsed([]byte(text)))
	e.set("M", "m", "1", "7")
	e.set("M", "m", "3", "3")
	const want = `{"M": {
   "m": {"0":"0", "1":"7",
         "2":"2", "3":"3"}
}, "Q": {"a": {"x":  "1"}}}`
	if got := e.doc().print(); got != want {
		t.Errorf("prints %s", got)
	}
}

func TestPrintFollowsTheTable(t *testing.T) {
	const text = "{\n  \"A\": {\n    \"r\": {\n      \"x\": \"1\"\n    }\n  },\n  \"B\": {\n    \"r\": {\"x\": \"1\"}\n  }\n}"
	e := newEditor(parsed([]byte(text)))
	e.set("A", "s", "x", "2")
	e.set("B", "s", "x", "2")
	const want = "{\n  \"A\": {\n    \"r\": {\n      \"x\": \"1\"\n    },\n    \"s\": {\n      \"x\": \"2\"\n    }\n  },\n" +
		"  \"B\": {\n    \"r\": {\"x\": \"1\"},\n    \"s\": {\"x\": \"2\"}\n  }\n}"
	if got := e.doc().print(); got != want {
		t.Errorf("prints %s", got)
	}
}

func TestPrintOfWhatHadNothing(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", "{\n    \"A\": {\n        \"r\": {\n            \"x\": \"1\",\n            \"l\": [\"a\", \"b\"]\n        }\n    }\n}\n"},
		{"an empty document", "{}", `{
    "A": {
        "r": {
            "x": "1",
            "l": ["a", "b"]
        }
    }
}`},
		{"an empty table", `{"A": {}}`, `{"A": {"r": {"x": "1", "l": ["a", "b"]}}}`},
		{"an empty row", "{\n  \"A\": {\n    \"r\": { }\n  }\n}", "{\n  \"A\": {\n    \"r\": {\n      \"x\": \"1\",\n      \"l\": [\"a\", \"b\"]\n    }\n  }\n}"},
	}
	for _, test := range tests {
		var d *document
		if test.text != "" {
			d = parsed([]byte(test.text))
		}
		e := newEditor(d)
		e.set("A", "r", "x", "1")
		e.setList("A", "r", "l", []string{"a", "b"})
		if got := e.doc().print(); got != test.want {
			t.Errorf("%s: prints\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
	e := newEditor(parsed([]byte("{\"A\": {\"r\": {\"x\": \"1\"}}}\n")))
	e.removeTable("A")
	if got := e.doc().print(); got != "{}\n" {
		t.Errorf("a document that lost all prints %q", got)
	}
}

func TestPrintEscapes(t *testing.T) {
	e := newEditor(nil)
	e.set("A", "r", "x", "a\"\\\n\x01é")
	if got, _ := parsed([]byte(e.doc().print())).table("A").row("r").get("x"); got != "a\"\\\n\x01é" {
		t.Errorf("comes back as %q", got)
	}
}

// layouts are ways to write the document that drawText draws.
var layouts = []func(d map[string]map[string]map[string]string) string{
	func(d map[string]map[string]map[string]string) string { b, _ := json.Marshal(d); return string(b) },
	func(d map[string]map[string]map[string]string) string {
		b, _ := json.MarshalIndent(d, "", "    ")
		return string(b) + "\n"
	},
	func(d map[string]map[string]map[string]string) string {
		b, _ := json.MarshalIndent(d, " ", "\t")
		return string(b)
	},
	func(d map[string]map[string]map[string]string) string {
		b, _ := json.Marshal(d)
		return strings.NewReplacer(":", ": ", ",", ", ", "}", " }").Replace(string(b))
	},
}

// Whatever is edited, what is printed is read as what was meant, and rows that were not touched keep their bytes.
func TestPrintedEditsComeBack(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "b", "c", "Ethernet0|3", "\"", ""})
	fields := rapid.MapOfN(word, word, 0, 3)
	rows := rapid.MapOfN(word, fields, 0, 3)
	rapid.Check(t, func(t *rapid.T) {
		drawn := rapid.MapOfN(word, rows, 0, 3).Draw(t, "document")
		text := rapid.SampledFrom(layouts).Draw(t, "layout")(drawn)
		before := parsed([]byte(text))
		e := newEditor(before)
		for range rapid.IntRange(0, 8).Draw(t, "edits") {
			in, key, name := word.Draw(t, "table"), word.Draw(t, "row"), word.Draw(t, "field")
			switch rapid.IntRange(0, 5).Draw(t, "edit") {
			case 0, 1:
				e.set(in, key, name, word.Draw(t, "value"))
			case 2:
				e.addRow(in, key)
			case 3:
				e.removeField(in, key, name)
			case 4:
				e.removeRow(in, key)
			case 5:
				e.removeTable(in)
			}
		}
		after := e.doc()
		printed := after.print()
		if !json.Valid([]byte(printed)) {
			t.Fatalf("%s is no JSON, from %s", printed, text)
		}
		again := parsed([]byte(printed))
		if deltas := New().Deltas(configOf(after), configOf(again)); deltas != nil {
			t.Fatalf("%s comes back with %v", printed, deltas)
		}
		for _, in := range after.tables {
			was := before.table(in.name)
			for _, r := range in.rows {
				if was != nil && slices.Contains(was.rows, r) && !strings.Contains(printed, text[r.span.from:r.span.to]) {
					t.Fatalf("row %s of %s is written anew in %s", r.key, text, printed)
				}
			}
		}
	})
}

func TestLinesAreTold(t *testing.T) {
	text := "{\n  \"QUEUE\": {\n    \"Ethernet0|3\": {\"scheduler\": \"a\"},\r\n    \"Ethernet0|4\": {}\n  },\n  \"TACPLUS\": {\n    \"global\": {\"passkey\": \"hunter2\"}\n  },\n" +
		"  \"PORT\": {\"Ethernet0\": {\"mtu\": \"9100\"}}\n}\n"
	c, _ := New().Parse([]byte(text))
	want := map[int]string{0: "", 1: "", 2: `"QUEUE": {`, 3: `"Ethernet0|3": {"scheduler": "a"},`, 4: `"Ethernet0|4": {}`, 5: "},", 6: "", 7: "", 8: "", 9: "", 11: "", 99: "", -1: ""}
	for n, line := range want {
		if got := c.Line(n); got != line {
			t.Errorf("line %d is %q, want %q", n, got, line)
		}
	}
	oneLine, _ := New().Parse([]byte(`{"QUEUE": {"Ethernet0|3": {}}, "TACPLUS": {"global": {"passkey": "hunter2"}}}`))
	if got := oneLine.Line(1); got != "" {
		t.Errorf("a line that holds more than weft reads is told: %s", got)
	}
}
