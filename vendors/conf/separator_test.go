package conf

import (
	"testing"

	"github.com/weft-net/weft/vendors"
)

// separated parses a text whose blocks a "#" follows.
func separated(src string) *Tree {
	b := NewBuilder(src)
	s := Scan(src)
	for line, ok := s.Next(); ok; line, ok = s.Next() {
		switch {
		case line == "#":
			b.Comment(s.Start, s.End, s.Number)
		case line[0] == 'o':
			b.Add(0, Out, line, s.Start, s.End, s.Number)
		default:
			b.Add(0, In, line, s.Start, s.End, s.Number)
		}
	}
	t := b.Tree("\n", " ")
	t.Separator = "#"
	return t
}

func TestSeparatorsFollowBlocks(t *testing.T) {
	tests := []struct {
		name, src, want string
		edit            func(e *Editor)
	}{
		{"insert", "#\na\n#\nc\n#\n", "#\na\n#\nb\n#\nc\n#\n", func(e *Editor) { e.Insert(nil, New("b"), e.Tree().Find("c")) }},
		{"insert last", "#\na\n#\n", "#\na\n#\nb\n#\n", func(e *Editor) { e.Insert(nil, New("b"), nil) }},
		{"remove", "#\na\n#\nb\n#\nc\n#\n", "#\na\n#\nc\n#\n", func(e *Editor) { e.Remove(nil, e.Tree().Find("b")) }},
		{"remove before a run", "#\na\n#\nold\n#\nc\n#\n", "#\nold\n#\nc\n#\n", func(e *Editor) { e.Remove(nil, e.Tree().Find("a")) }},
		{"remove in a group", "#\na\nb\n#\n", "#\nb\n#\n", func(e *Editor) { e.Remove(nil, e.Tree().Find("a")) }},
		{"replace in a group", "#\na\nb\n#\n", "#\nc\nb\n#\n", func(e *Editor) { e.Replace(nil, e.Tree().Find("a"), New("c")) }},
		{"insert and remove", "#\na\n#\nold\n#\n", "#\na\n#\nold\n#\n", func(e *Editor) {
			b := New("b")
			e.Insert(nil, b, nil)
			e.Remove(nil, b)
		}},
		{"inside a block", "#\na\n#\n", "#\na\n b\n#\n", func(e *Editor) { e.Insert(e.Tree().Find("a"), New("b"), nil) }},
	}
	for _, test := range tests {
		e := separated(test.src).Edit()
		test.edit(e)
		if got := string(e.Tree().Bytes()); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestSeparatorsAreNoDifference(t *testing.T) {
	from, to := separated("#\na\nold\n#\n#\nb\n"), separated("a\n#\nold\nb\n#\n")
	unordered := func(*Node) bool { return false }
	if ds := Deltas(from, to, unordered); len(ds) > 0 {
		t.Errorf("%v", ds)
	}
	e := from.Edit()
	e.Insert(nil, New("c"), e.Tree().Find("b"))
	if ds := Deltas(from, e.Tree(), unordered); len(ds) != 1 || ds[0].Op != '+' || ds[0].Text != "c" {
		t.Errorf("one line came, and the difference is %v", ds)
	}
	to.Separator = ""
	if ds := Deltas(from, to, unordered); len(ds) == 0 {
		t.Errorf("lines are lost that nothing calls separators: %v", []vendors.Delta(ds))
	}
}
