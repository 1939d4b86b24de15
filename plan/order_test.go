package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors"
)

// ch makes a change from words: "+x" defines, "x" uses, "-x" frees, "!x" removes.
func ch(key string, rank int, names ...string) vendors.Change {
	c := vendors.Change{Key: key, Rank: rank, Text: key}
	for _, n := range names {
		switch n[0] {
		case '+':
			c.Defines = append(c.Defines, n[1:])
		case '-':
			c.Frees = append(c.Frees, n[1:])
		case '!':
			c.Removes = append(c.Removes, n[1:])
		default:
			c.Uses = append(c.Uses, n)
		}
	}
	return c
}

func keys(changes []vendors.Change) string {
	var ks []string
	for _, c := range changes {
		ks = append(ks, c.Key)
	}
	return strings.Join(ks, " ")
}

func TestOrder(t *testing.T) {
	tests := []struct {
		name    string
		changes []vendors.Change
		want    string
	}{
		{"a child before its parent, whatever their names", []vendors.Change{ch("a-parent", 0, "+p", "c"), ch("z-child", 0, "+c")}, "z-child a-parent"},
		{"removal after the last unbind", []vendors.Change{ch("del", 0, "!old"), ch("e1", 1, "-old", "new"), ch("e2", 1, "-old", "new"), ch("def", 2, "+new")}, "def e1 e2 del"},
		{"removal after the last use", []vendors.Change{ch("del", 0, "!old"), ch("edit", 1, "old")}, "edit del"},
		{"a name that is removed and defined anew", []vendors.Change{ch("bind", 0, "x"), ch("def", 1, "+x"), ch("del", 2, "!x"), ch("free", 3, "-x")}, "free del def bind"},
		{"rank, then natural key", []vendors.Change{ch("e10", 1), ch("e2", 1), ch("z", 0)}, "z e2 e10"},
		{"a change that redefines in one", []vendors.Change{ch("swap", 0, "!x", "+x", "x", "-x"), ch("use", 0, "x")}, "swap use"},
		{"nothing", nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Order(test.changes, nil)
			if err != nil || keys(got) != test.want {
				t.Errorf("got %q, %v; want %q", keys(got), err, test.want)
			}
		})
	}
}

// renamed: e1 holds the old x until it can have the new one, which cannot be defined before the old one is removed.
var renamed = []vendors.Change{ch("after", 9, "late"), ch("bind e1", 0, "-x", "x"), ch("def x", 0, "+x", "+late"), ch("del x", 0, "!x")}

type splitter func(vendors.Change) []vendors.Change

func (s splitter) Split(c vendors.Change) []vendors.Change { return s(c) }

func TestOrderDividesACircle(t *testing.T) {
	got, err := Order(renamed, splitter(func(c vendors.Change) []vendors.Change {
		return []vendors.Change{ch("off "+c.Key, c.Rank, "-x"), ch("on "+c.Key, c.Rank, "x")}
	}))
	if want := "off bind e1 del x def x on bind e1 after"; err != nil || keys(got) != want {
		t.Errorf("got %q, %v; want %q", keys(got), err, want)
	}
}

func TestOrderNamesACircle(t *testing.T) {
	for _, s := range []vendors.Splitter{nil, splitter(func(vendors.Change) []vendors.Change { return nil })} {
		_, err := Order(renamed, s)
		var circle *CycleError
		if !errors.As(err, &circle) {
			t.Fatalf("got %v", err)
		}
		slices.Sort(circle.Changes)
		if got := strings.Join(circle.Changes, ", "); got != "bind e1, def x, del x" || !slices.Equal(circle.Names, []string{"x"}) {
			t.Errorf("the circle is %s over %v", got, circle.Names)
		}
	}
}

// TestOrderHolds checks the rules themselves on random changes, and that the order of the input does not matter.
func TestOrderHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "changes")
		changes := make([]vendors.Change, n)
		for i := range changes {
			c := vendors.Change{Key: fmt.Sprint("c", i), Rank: rapid.IntRange(0, 3).Draw(t, "rank")}
			mention := func(list *[]string, label string) {
				for _, x := range rapid.SliceOfN(rapid.IntRange(0, 8), 0, 2).Draw(t, label) {
					*list = append(*list, fmt.Sprint("n", x))
				}
			}
			mention(&c.Defines, "defines")
			mention(&c.Uses, "uses")
			mention(&c.Frees, "frees")
			mention(&c.Removes, "removes")
			changes[i] = c
		}
		ordered, err := Order(changes, nil)
		again, errAgain := Order(rapid.Permutation(changes).Draw(t, "shuffled"), nil)
		if (err == nil) != (errAgain == nil) || keys(ordered) != keys(again) {
			t.Fatalf("another order of the input gives another order: %q, %q", keys(ordered), keys(again))
		}
		if err == nil {
			holdsOrder(t, changes, ordered)
		}
	})
}

func holdsOrder(t *rapid.T, changes, ordered []vendors.Change) {
	if len(ordered) != len(changes) {
		t.Fatalf("%d changes became %d", len(changes), len(ordered))
	}
	before := func(what string, first, second []string, i, j int) {
		for _, name := range first {
			if i > j && slices.Contains(second, name) {
				t.Fatalf("%s: %s comes before %s over %s", what, ordered[j].Key, ordered[i].Key, name)
			}
		}
	}
	for i := range ordered {
		for j := range ordered {
			if i == j {
				continue
			}
			a, b := ordered[i], ordered[j]
			// a change that is on both sides of a rule does not wait for itself, and so may stand anywhere
			before("define, use", a.Defines, without(b.Uses, b.Defines), i, j)
			before("free, remove", a.Frees, without(b.Removes, b.Frees), i, j)
			before("remove, define", a.Removes, without(b.Defines, b.Removes), i, j)
		}
	}
}

func without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(others, n) })
}

func BenchmarkOrder(b *testing.B) {
	for _, n := range []int{64, 640, 6400} {
		changes := []vendors.Change{ch("def", 0, "+new"), ch("del", 2, "!old")}
		for i := range n {
			changes = append(changes, ch(fmt.Sprint("Ethernet1/", i), 1, "-old", "new"))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Order(changes, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
