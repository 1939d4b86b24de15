package sonic

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEditorSharesWhatItDoesNotChange(t *testing.T) {
	d := parsed(goldenText("leaf-traditional.json"))
	e := newEditor(d)
	e.set("QUEUE", "Ethernet0|3", "scheduler", "scheduler.0")
	now := e.doc()
	if got, _ := now.table("QUEUE").row("Ethernet0|3").get("scheduler"); got != "scheduler.0" {
		t.Errorf("the field is %q", got)
	}
	if got, _ := d.table("QUEUE").row("Ethernet0|3").get("scheduler"); got != "scheduler.1" {
		t.Errorf("the document that was edited has %q now", got)
	}
	for i, was := range d.tables {
		if is := now.tables[i]; (is == was) != (was.name != "QUEUE") {
			t.Errorf("table %s: shared %v", was.name, is == was)
		}
	}
	for i, was := range d.table("QUEUE").rows {
		if is := now.table("QUEUE").rows[i]; (is == was) != (was.key != "Ethernet0|3") {
			t.Errorf("row %s: shared %v", was.key, is == was)
		}
	}
}

func TestEditorMakesNoChangeOfNone(t *testing.T) {
	d := parsed([]byte(`{"A": {"r": {"x": "1", "n": 2, "l": ["a", "b"]}, "e": {}}}`))
	e := newEditor(d)
	e.set("A", "r", "x", "1")
	e.set("A", "r", "n", "2")
	e.setList("A", "r", "l", []string{"a", "b"})
	e.addRow("A", "e")
	e.removeField("A", "r", "none")
	e.removeField("A", "none", "x")
	e.removeRow("A", "none")
	e.removeRow("B", "r")
	e.removeTable("B")
	if now := e.doc(); now.edited || now.table("A") != d.table("A") {
		t.Error("a change of nothing is one")
	}
	e.set("A", "r", "l", "a,b")
	if now := e.doc(); !now.edited || now.table("A").row("r").field("l").kind != kindString {
		t.Error("a list that becomes a text is no change")
	}
}

func TestEditorGoesOnAfterADocument(t *testing.T) {
	e := newEditor(nil)
	e.set("A", "r", "x", "1")
	first := e.doc()
	e.set("A", "r", "x", "2")
	e.addRow("A", "s")
	second := e.doc()
	if got, _ := first.table("A").row("r").get("x"); got != "1" || first.table("A").row("s") != nil {
		t.Error("what the editor returned has changed")
	}
	if got, _ := second.table("A").row("r").get("x"); got != "2" || second.table("A").row("s") == nil {
		t.Error("the second document lacks an edit")
	}
}

func TestEditorRemoves(t *testing.T) {
	d := parsed([]byte(`{"A": {"r": {"x": "1", "y": "2"}, "s": {}, "t": {}}, "B": {"r": {}}}`))
	e := newEditor(d)
	e.removeField("A", "r", "x")
	e.removeField("A", "r", "y")
	e.removeRow("A", "s")
	if e.row("A", "s") != nil || e.row("A", "t") == nil {
		t.Error("the editor does not see what it has removed")
	}
	e.removeRow("B", "r")
	now := e.doc()
	if r := now.table("A").row("r"); r == nil || len(r.fields) != 0 {
		t.Error("a row goes with its last field")
	}
	if now.table("B") != nil {
		t.Error("an empty table is left")
	}
	if len(now.table("A").rows) != 2 || now.table("A").row("t") == nil || now.table("A").row("s") != nil {
		t.Errorf("rows are %v", now.table("A").rows)
	}
	e.addRow("A", "s")
	e.removeTable("A")
	if e.doc().table("A") != nil {
		t.Error("the table is still there")
	}
	e.removeRow("A", "s")
	e.set("A", "u", "x", "3")
	if got, _ := e.doc().table("A").row("u").get("x"); got != "3" {
		t.Error("a table that was removed does not come back")
	}
}

func TestEditorTakesTheLastRowsAway(t *testing.T) {
	e := newEditor(nil)
	e.addRow("A", "r")
	e.addRow("A", "s")
	e.removeRow("A", "r")
	e.addRow("A", "r")
	e.removeRow("A", "s")
	if d := e.doc(); len(d.table("A").rows) != 1 || d.table("A").row("r") == nil {
		t.Error("a row that came back is lost")
	}
}

// A value of another shape gives way to a row of fields.
func TestEditorReplacesOtherShapes(t *testing.T) {
	e := newEditor(parsed([]byte(`{"X": "text", "Y": {"r": 5}}`)))
	e.set("X", "r", "x", "1")
	e.set("Y", "r", "x", "1")
	if got := e.doc().print(); got != `{"X": {"r": {"x": "1"}}, "Y": {"r": {"x": "1"}}}` {
		t.Errorf("prints %s", got)
	}
}

func TestLookupsAmongMany(t *testing.T) {
	e := newEditor(nil)
	for i := range 1000 {
		e.set("CABLE_LENGTH", "AZURE", fmt.Sprintf("Ethernet%d", i), fmt.Sprintf("%dm", i))
		e.addRow("QUEUE", fmt.Sprintf("Ethernet%d|0", i))
	}
	for i := 0; i < 1000; i += 3 {
		e.removeField("CABLE_LENGTH", "AZURE", fmt.Sprintf("Ethernet%d", i))
		e.removeRow("QUEUE", fmt.Sprintf("Ethernet%d|0", i))
	}
	d := e.doc()
	for i := range 1000 {
		value, ok := d.table("CABLE_LENGTH").row("AZURE").get(fmt.Sprintf("Ethernet%d", i))
		want := fmt.Sprintf("%dm", i)
		if gone := i%3 == 0; ok == gone || ok && value != want {
			t.Errorf("field %d is %q", i, value)
		} else if r := d.table("QUEUE").row(fmt.Sprintf("Ethernet%d|0", i)); (r == nil) != gone {
			t.Errorf("row %d is %v", i, r)
		}
	}
	if d.table("none").row("none").field("none") != nil {
		t.Error("there is something in nothing")
	}
}

func TestSetListMakesItsOwnCopy(t *testing.T) {
	list := []string{"a", "b"}
	e := newEditor(nil)
	e.setList("A", "r", "x", list)
	list[0] = "c"
	if diff := cmp.Diff([]string{"a", "b"}, e.doc().table("A").row("r").field("x").list); diff != "" {
		t.Error(diff)
	}
}
