package nxos

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// FuzzParse: no text makes Parse panic or lose a byte, every command is accounted for, and what it makes canonical stays so.
func FuzzParse(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		c, _ := New().Parse([]byte(text))
		if got := string(c.Bytes()); got != text {
			t.Fatalf("parsed %q, printed %q", text, got)
		}
		tree := treeOf(c)
		switch got := string(tree.Edit().Tree().Bytes()); {
		case !hasRanges(text) && got != text:
			t.Fatalf("parsed %q, printed node by node %q", text, got)
		case got != text: // single blocks in the place of ranges
			if single, _ := New().Parse([]byte(got)); len(New().Deltas(c, single)) > 0 {
				t.Fatalf("parsed %q, printed node by node %q: %v", text, got, New().Deltas(c, single))
			}
		}
		if ds := New().Deltas(c, c); ds != nil {
			t.Fatalf("%q differs from itself: %v", text, ds)
		}
		again, _ := New().Parse([]byte(canonical(tree)))
		if got, want := scope(treeOf(again)), scope(tree); !slices.Equal(got, want) {
			t.Fatalf("%q\nis in scope %q\nbut written canonically %q", text, want, got)
		}
	})
}

// hasRanges tells whether a text may name several interfaces in one header.
func hasRanges(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(strings.ToLower(line), "int") && strings.ContainsAny(line, ",-") {
			return true
		}
	}
	return false
}

// canonical writes the lines in scope of a tree as the switch prints them.
func canonical(tree *conf.Tree) string {
	var b strings.Builder
	b.WriteString("vdc leaf01 id 1\n  limit-resource vlan\n") // so that no text is without indentation
	var walk func(nodes []*conf.Node, indent string)
	walk = func(nodes []*conf.Node, indent string) {
		for _, n := range nodes {
			if n.Kind == conf.In {
				b.WriteString(indent + n.Text + "\n")
				walk(n.Kids, indent+"  ")
			}
		}
	}
	walk(tree.Top, "")
	return b.String()
}

// scope lists the lines that are understood, with their depth.
func scope(tree *conf.Tree) []string { return strings.Split(canonical(tree), "\n") }

// FuzzRead: no text makes reading panic, ports come in natural order and once, and a reading does not depend on how often or
// in what order it is made.
func FuzzRead(f *testing.F) {
	platforms := []vendors.Platform{eight, four, {Queues: 8, Row: &row{classes: userClasses, systemQoS: true, layer2MTU: true}}}
	f.Fuzz(func(t *testing.T, text string) {
		c, _ := New().Parse([]byte(text))
		for _, p := range platforms {
			r := New().Read(c, p)
			for i := 1; i < len(r.Switch.Ports); i++ {
				if qos.ComparePorts(r.Switch.Ports[i-1].Name, r.Switch.Ports[i].Name) >= 0 {
					t.Fatalf("%s comes before %s", r.Switch.Ports[i-1].Name, r.Switch.Ports[i].Name)
				}
			}
			if diff := readingsDiffer(r, New().Reread(c, p, r, vendors.Effect{All: true})); diff != "" {
				t.Fatal(diff)
			}
			if counts := treeOf(c).Lines(); r.Foreign != counts[conf.Out] || len(r.Unread) != counts[conf.Odd] {
				t.Fatalf("%d foreign and %d not understood of %v", r.Foreign, len(r.Unread), counts)
			}
		}
		New().Fingerprint(c)
		_ = New().Complete(c, []string{"Ethernet1/1"})
	})
}
