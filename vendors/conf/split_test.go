package conf_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors/conf"
)

func toyCommand(line string) bool {
	text := strings.TrimSpace(line)
	return text != "" && text[0] != '!'
}

func TestSplitKeepsEveryByteAndCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := parse(genSource(t))
		edit := tree.Edit()
		for _, n := range tree.Top {
			if n.Kind != conf.Out {
				for _, kid := range n.Kids {
					if kid.Kind == conf.Out {
						edit.Split(n, kid, toyCommand)
					}
				}
				continue
			}
			_, parts := edit.Split(nil, n, toyCommand)
			for _, part := range parts {
				lines := conf.Scan(part.Raw())
				if lines.Next(); lines.End != len(part.Raw()) {
					t.Fatalf("%q is not one line", part.Raw())
				}
			}
		}
		split := edit.Tree()
		if string(split.Bytes()) != string(tree.Bytes()) {
			t.Fatalf("split %q\nprints %q", tree.Bytes(), split.Bytes())
		}
		if split.Lines() != tree.Lines() {
			t.Fatalf("split %v, before %v", split.Lines(), tree.Lines())
		}
		if deltas := conf.Deltas(tree, split, noOrder); len(deltas) > 0 {
			t.Fatalf("splitting is a difference: %v", deltas)
		}
	})
}

func TestALineOfASplitRunCanGo(t *testing.T) {
	tree := parse("a\no1\n!note\no2\nb\n")
	edit := tree.Edit()
	_, parts := edit.Split(nil, tree.Top[1], toyCommand)
	edit.Remove(nil, parts[0])
	if got, want := string(edit.Tree().Bytes()), "a\n!note\no2\nb\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
