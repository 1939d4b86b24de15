package conf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// parse is a toy language: indentation makes blocks, "!" a comment, "o" an out-of-scope line, "?" an odd one, and the rest
// is in scope in lower case.
func parse(src string) *conf.Tree {
	b := conf.NewBuilder(src)
	s := conf.Scan(src)
	for line, ok := s.Next(); ok; line, ok = s.Next() {
		text := strings.TrimLeft(line, " ")
		depth := len(line) - len(text)
		kind := conf.In
		switch {
		case text == "" || text[0] == '!':
			b.Comment(s.Start, s.End, s.Number)
			continue
		case text[0] == 'o':
			kind = conf.Out
		case text[0] == '?':
			kind = conf.Odd
		}
		b.Add(depth, kind, strings.ToLower(text), s.Start, s.End, s.Number)
	}
	return b.Tree(conf.EOL(src), " ")
}

// genSource draws a text in which blocks, kinds, comments, line ends and duplicates all occur.
func genSource(t *rapid.T) string {
	var b strings.Builder
	eol := rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r\r\n", "\r"}).Draw(t, "eol")
	depth := -1
	for range rapid.IntRange(0, 30).Draw(t, "lines") {
		word := rapid.SampledFrom([]string{"a", "b", "c", "D", "o1", "o2", "?x", "!note", ""}).Draw(t, "word")
		at := rapid.IntRange(0, min(depth+1, 2)).Draw(t, "depth")
		b.WriteString(strings.Repeat(" ", at) + word + eol)
		if word != "" && word[0] != '!' {
			depth = at
			if word[0] == 'o' {
				depth = at - 1 // nothing is inside a line out of scope
			}
		}
	}
	text := b.String()
	if rapid.Bool().Draw(t, "open end") {
		text = strings.TrimRight(text, "\r\n")
	}
	return text
}

func noOrder(*conf.Node) bool { return false }

// ordered makes the order of kids count in every block whose text is "a".
func ordered(block *conf.Node) bool { return block != nil && block.Text == "a" }

func TestBytesAreThoseParsed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := genSource(t)
		tree := parse(src)
		if got := string(tree.Bytes()); got != src {
			t.Fatalf("parsed %q\n printed %q", src, got)
		}
		if got := string(tree.Edit().Tree().Bytes()); got != src {
			t.Fatalf("parsed %q\nprinted after no edit %q", src, got)
		}
	})
}

func TestEveryCommandIsCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := genSource(t)
		var want [3]int
		s := conf.Scan(src)
		for line, ok := s.Next(); ok; line, ok = s.Next() {
			switch text := strings.TrimSpace(line); {
			case text == "" || text[0] == '!':
			case text[0] == 'o':
				want[conf.Out]++
			case text[0] == '?':
				want[conf.Odd]++
			default:
				want[conf.In]++
			}
		}
		if got := parse(src).Lines(); got != want {
			t.Fatalf("counted %v in %q, want %v", got, src, want)
		}
	})
}

// parentAndKid draws a node of the tree and the block it stands in, nil for the top.
func parentAndKid(t *rapid.T, tree *conf.Tree) (parent, kid *conf.Node) {
	type place struct{ parent, kid *conf.Node }
	var places []place
	var walk func(parent *conf.Node, kids []*conf.Node)
	walk = func(parent *conf.Node, kids []*conf.Node) {
		for _, kid := range kids {
			places = append(places, place{parent, kid})
			walk(kid, kid.Kids)
		}
	}
	walk(nil, tree.Top)
	if len(places) == 0 {
		t.Skip("empty tree")
	}
	p := rapid.SampledFrom(places).Draw(t, "node")
	return p.parent, p.kid
}

func kidsOf(tree *conf.Tree, parent *conf.Node) []*conf.Node {
	if parent == nil {
		return tree.Top
	}
	return parent.Kids
}

// after is the sibling that follows n, or nil.
func after(kids []*conf.Node, n *conf.Node) *conf.Node {
	for i, kid := range kids {
		if kid == n && i+1 < len(kids) {
			return kids[i+1]
		}
	}
	return nil
}

func TestRemoveAndPutBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := genSource(t)
		tree := parse(src)
		parent, kid := parentAndKid(t, tree)
		before := after(kidsOf(tree, parent), kid)
		e := tree.Edit()
		now := e.Remove(parent, kid)
		e.Insert(now, kid, before)
		if got := string(e.Tree().Bytes()); got != src {
			t.Fatalf("was %q\n is %q", src, got)
		}
		if ds := conf.Deltas(tree, e.Tree(), ordered); ds != nil {
			t.Fatalf("deltas %v", ds)
		}
	})
}

func TestRemoveKeepsEveryOtherByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := genSource(t)
		tree := parse(src)
		parent, kid := parentAndKid(t, tree)
		e := tree.Edit()
		e.Remove(parent, kid)
		got := string(e.Tree().Bytes())
		gone := len(src) - len(got)
		ok := false
		for at := 0; at+gone <= len(src) && gone > 0; at++ {
			ok = ok || src[:at]+src[at+gone:] == got
		}
		if !ok {
			t.Fatalf("removing %q from %q gave %q", kid.Text, src, got)
		}
		if got, want := e.Tree().Lines(), parse(got).Lines(); got != want {
			t.Fatalf("counted %v after the removal, want %v", got, want)
		}
		if again := string(tree.Bytes()); again != src {
			t.Fatalf("the original became %q", again)
		}
		if ds := conf.Deltas(tree, e.Tree(), ordered); len(ds) == 0 {
			t.Fatalf("no delta for the removal of %q from %q", kid.Text, src)
		}
	})
}

// Two trees that differ by one line of their texts differ by that line.
func TestDeltasFindEveryMutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := strings.ReplaceAll(genSource(t), "\r", "")
		lines := strings.SplitAfter(src, "\n")
		i := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
		indent := len(lines[i]) - len(strings.TrimLeft(lines[i], " "))
		mutant := strings.Repeat(" ", indent) + rapid.SampledFrom([]string{"new", "?new", "onew", "!new"}).Draw(t, "new") + "\n"
		changed := strings.Join(lines[:i], "") + mutant + strings.Join(lines[i+1:], "")
		ds := conf.Deltas(parse(src), parse(changed), ordered)
		found := false
		for _, d := range ds {
			found = found || d.Op == '+' && d.Text == strings.TrimSpace(mutant) && d.Number == i+1
		}
		if !found {
			t.Fatalf("from %q\n  to %q\n got %v", src, changed, ds)
		}
		if self := conf.Deltas(parse(src), parse(src), ordered); self != nil {
			t.Fatalf("%q differs from itself: %v", src, self)
		}
	})
}

func TestDeltas(t *testing.T) {
	line := func(op byte, number int, text string, path ...string) vendors.Delta {
		return vendors.Delta{Op: op, Line: vendors.Line{Number: number, Path: path, Text: text}}
	}
	for name, c := range map[string]struct {
		from, to string
		want     []vendors.Delta
	}{
		"order does not count":        {"b\n x\n y\nc\n", "c\nb\n y\n x\n", nil},
		"case is canonical":           {"b\n", "B\n", nil},
		"order counts in a":           {"a\n x\n y\n", "a\n y\n x\n", []vendors.Delta{line('-', 2, "x", "a"), line('+', 3, "x", "a")}},
		"what moves moves with kids":  {"a\n x\n  k\n y\n", "a\n y\n x\n  k\n", []vendors.Delta{line('-', 2, "x", "a"), line('-', 3, "k", "a", "x"), line('+', 3, "x", "a"), line('+', 4, "k", "a", "x")}},
		"a lost comment":              {"b\n!note\nc\n", "b\nc\n", []vendors.Delta{line('-', 2, "!note")}},
		"a run is a sequence":         {"b\n o1\n o2\n", "b\n o2\n o1\n", []vendors.Delta{line('-', 2, "o1", "b"), line('+', 3, "o1", "b")}},
		"a run may be split":          {"b\n o1\n o2\n x\n", "b\n o1\n x\n o2\n", nil},
		"blanks count out of scope":   {"b\n o1\n", "b\n o1 \n", []vendors.Delta{line('-', 2, "o1", "b"), line('+', 2, "o1", "b")}},
		"duplicates are counted":      {"b\n x\n x\n", "b\n x\n", []vendors.Delta{line('-', 3, "x", "b")}},
		"odd is not in scope":         {"b\n ?x\n", "b\n x\n", []vendors.Delta{line('-', 2, "?x", "b"), line('+', 2, "x", "b")}},
		"a whole block":               {"b\n x\n o1\n", "", []vendors.Delta{line('-', 1, "b"), line('-', 2, "x", "b"), line('-', 3, "o1", "b")}},
		"the same line of two blocks": {"b\n x\nc\n x\n", "b\n x\nc\n", []vendors.Delta{line('-', 4, "x", "c")}},
	} {
		t.Run(name, func(t *testing.T) {
			got := conf.Deltas(parse(c.from), parse(c.to), ordered)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEditFollowsCopies(t *testing.T) {
	tree := parse("b\n x\n  k\n y\nc\n")
	b, x := tree.Top[0], tree.Top[0].Kids[0]
	e := tree.Edit()
	e.Insert(x, conf.New("l"), nil)   // copies b and x
	e.Insert(x, conf.New("m"), nil)   // by the handle of the original
	e.Remove(x, x.Kids[0])            // likewise
	e.Replace(b, x, conf.New("z"))    // x is now a copy
	e.Insert(b, conf.New("first"), x) // x is gone: goes last
	e.Insert(nil, conf.New("d"), tree.Top[1])
	if got, want := string(e.Tree().Bytes()), "b\n z\n y\n first\nd\nc\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if e.Tree().Find("d") == nil || e.Tree().Find("b") != e.Tree().Top[0] || tree.Find("d") != nil {
		t.Error("the index does not follow")
	}
}

func TestFindAfterRemovalOfOneOfTwo(t *testing.T) {
	tree := parse("b\n x\nb\n y\n")
	e := tree.Edit()
	e.Remove(nil, tree.Top[1])
	if got := e.Tree().Find("b"); got != tree.Top[0] {
		t.Errorf("found %v", got)
	}
	e.Remove(nil, tree.Top[0])
	if got := e.Tree().Find("b"); got != nil {
		t.Errorf("found %v after both went", got)
	}
}

func TestEditsOfAnEditedTree(t *testing.T) {
	tree := parse("b\n x\nc\n")
	e := tree.Edit()
	e.Insert(tree.Top[0], conf.New("y"), nil)
	mark := e.Tree().Mark()
	e.Remove(nil, tree.Top[1])
	edits, ok := e.Tree().Edits(tree, 0)
	if !ok || len(edits) != 2 || edits[0].Block.Text != "b" || edits[0].Line.Text != "y" || edits[1].Block != nil {
		t.Errorf("since the origin: %v, %v", edits, ok)
	}
	if edits, ok = e.Tree().Edits(e.Tree(), mark); !ok || len(edits) != 1 || edits[0].Line.Text != "c" {
		t.Errorf("since the mark: %v, %v", edits, ok)
	}
	if _, ok = e.Tree().Edits(parse("b\n"), 0); ok {
		t.Error("a stranger is no origin")
	}
	again := e.Tree().Edit()
	again.Insert(nil, conf.New("d"), nil)
	if got, want := string(again.Tree().Bytes()), "b\n x\n y\nd\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := string(e.Tree().Bytes()), "b\n x\n y\n"; got != want {
		t.Errorf("the edited tree became %q", got)
	}
}

func TestLineText(t *testing.T) {
	for _, src := range []string{"a\n  b \n\nc", "a\r\n  b \r\n\r\nc\r\n", "a\r\r\n  b\r\r\n\r\r\nc", "a\r  b\r\rc\r"} {
		e := parse(src).Edit()
		e.Insert(nil, conf.New("new"), parse(src).Top[0])
		for n, want := range map[int]string{0: "", 1: "a", 2: "b", 3: "", 4: "c", 5: "", -1: ""} {
			if got := e.Tree().LineText(n); got != want {
				t.Errorf("line %d of %q is %q, want %q", n, src, got, want)
			}
		}
	}
}

func TestAnOpenLastLineIsEnded(t *testing.T) {
	e := parse("b\r\n x").Edit()
	e.Insert(e.Tree().Top[0], conf.New("y"), nil)
	if got, want := string(e.Tree().Bytes()), "b\r\n x\r\n y\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCopyLeavesItsFile(t *testing.T) {
	other := parse("b\r\n  o1 \r\n   X\r\n")
	e := parse("c\n").Edit()
	e.Insert(nil, conf.Copy(other.Top[0]), nil)
	if got := e.Tree().Top[1]; got.Line != 0 || got.Text != "b" {
		t.Errorf("copied %+v", got)
	}
	if got := string(e.Tree().Bytes()); !strings.HasPrefix(got, "c\nb\n") {
		t.Errorf("printed %q", got)
	}
}

func TestDeltasOfLongRuns(t *testing.T) {
	long := strings.Repeat("o1\n", 3000)
	ds := conf.Deltas(parse(long+"ox\n"+long), parse(long+"oy\noz\n"+long), noOrder)
	if len(ds) != 3 {
		t.Errorf("%d deltas for three lines", len(ds))
	}
}

func TestTwins(t *testing.T) {
	for src, want := range map[string]bool{"a\n x\nb\n": false, "a\n x\nb\na\n y\n": true, "": false} {
		tree := parse(src)
		if tree.Twins() != want || tree.Edit().Tree().Twins() != want {
			t.Errorf("Twins of %q is %v", src, !want)
		}
	}
}
