package sonic

import (
	"fmt"
	"strings"
	"testing"
)

// repeatingText is a table of rows that are written alike for each port. The braces of two stand below their names.
func repeatingText(ports int) string {
	var rows []string
	for i := range ports {
		for _, q := range []string{"0", "1", "3"} {
			rows = append(rows, fmt.Sprintf("    \"Ethernet%d|%s\": {\n      \"scheduler\": \"s%s\",\r\n      \"wred_profile\": \"w\"\n    }", i, q, q))
		}
	}
	for _, at := range []int{1, len(rows) - 1} {
		rows[at] = strings.Replace(rows[at], ": {", ":\n {", 1)
	}
	return "{\n  \"QUEUE\": {\n" + strings.Join(rows, ",\n") + "\n  }\n}\n"
}

func TestParseSharesWhatIsWrittenAlike(t *testing.T) {
	text := repeatingText(4)
	d := parsed([]byte(text))
	lines := strings.Split(text, "\n")
	queues := d.table("QUEUE")
	for _, r := range queues.rows {
		if got := text[r.span.from:r.body.open]; !strings.HasPrefix(got, `"`+r.key+`"`) || text[r.body.last:r.span.to] != "\n    }" {
			t.Errorf("row %s stands at %q and ends in %q", r.key, got, text[r.body.last:r.span.to])
		}
		for i := range r.fields {
			f, place := &r.fields[i], r.placeOf(&r.fields[i])
			written := text[place.from:place.to]
			if written != f.String() || !strings.Contains(lines[r.lineOf(f)-1], written) {
				t.Errorf("%s of %s stands at %q, on line %q", f, r.key, written, lines[r.lineOf(f)-1])
			}
		}
	}
	if a, b := queues.row("Ethernet1|1"), queues.row("Ethernet3|1"); &a.fields[0] != &b.fields[0] {
		t.Error("rows that are written alike do not share their fields")
	}
}

func TestEditsOfSharedFieldsAreOfOneRow(t *testing.T) {
	text := repeatingText(3)
	e := newEditor(parsed([]byte(text)))
	e.set("QUEUE", "Ethernet1|3", "scheduler", "new")
	e.removeField("QUEUE", "Ethernet2|0", "wred_profile")
	want := strings.Replace(text, "\"Ethernet1|3\": {\n      \"scheduler\": \"s3\"", "\"Ethernet1|3\": {\n      \"scheduler\": \"new\"", 1)
	want = strings.Replace(want, "\"Ethernet2|0\": {\n      \"scheduler\": \"s0\",\r\n      \"wred_profile\": \"w\"", "\"Ethernet2|0\": {\n      \"scheduler\": \"s0\"", 1)
	if got := e.doc().print(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestParseTellsEachOfWhatIsWrittenAlike(t *testing.T) {
	const number, twins = `{"scheduler": "a", "wred_profile": 1}`, `{"scheduler": "a", "scheduler": "b"}`
	var rows []string
	for i := range 6 {
		rows = append(rows, fmt.Sprintf("\"Ethernet%d|0\": %s,\n\"Ethernet%d|1\": %s", i, number, i, twins))
	}
	_, diags := New().Parse([]byte("{\"QUEUE\": {\n" + strings.Join(rows, ",\n") + "}}"))
	var lines []int
	for _, d := range diags {
		lines = append(lines, d.Line)
	}
	if got, want := fmt.Sprint(lines), "[2 3 4 5 6 7 8 9 10 11 12 13]"; got != want {
		t.Errorf("faults are told on lines %s, want %s", got, want)
	}
}
