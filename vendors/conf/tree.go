package conf

import "strings"

// Kind is what a vendor's parser made of a line.
type Kind uint8

// The kinds. Every line of a configuration is exactly one of them.
const (
	Out Kind = iota // out of scope: kept byte for byte, never looked into
	In              // in scope and understood: Text is canonical
	Odd             // in scope by keyword and not understood: kept, and reported
)

// Node is one line with the lines inside it, or one run of lines that are out of scope. Nodes are shared between trees and
// must not be written to except by the Editor that made them.
type Node struct {
	// Text is the command in canonical form for an In line, as printed without indentation for an Odd line and for the
	// first line of an Out run.
	Text string
	Kids []*Node

	raw   string  // the exact bytes of its own lines, line ends included; empty for a line an edit made
	owner *Editor // the one editor that may write to it; nil for a node of a parsed tree

	Line int32 // 1-based line of its file; 0 for a line an edit made
	// Count is the number of commands the node itself stands for: 1, or any number for an Out run, whose comments and blank
	// lines do not count. Commands in Kids do not count.
	Count int32
	Kind  Kind
	text  bool // as IsText says
}

// IsText tells an Out run that is a command and the free text on the lines below it, such as a banner. Nothing in the text
// means anything, whatever it looks like: it is kept and compared as a whole, and never taken apart.
func (n *Node) IsText() bool { return n.text }

// Tree is one configuration. It is immutable except through an Editor.
type Tree struct {
	Top []*Node
	// EOL is the line end of lines that an edit makes; Indent the indentation of one level.
	EOL, Indent string
	// Separator is the line that the switch prints behind each block at the top, such as "#": it comes and goes with blocks
	// and is no difference. It is empty where there is none.
	Separator string

	src    string           // the text that it, or the tree it is an edit of, was parsed from
	index  map[string]*Node // top-level nodes by text as parsed, shared by all edits of it
	over   map[string]*Node // what edits changed about index; a nil node is gone
	base   *Tree            // the tree that it is an edit of
	edits  []Edit           // what happened since base
	counts [3]int           // of commands by kind
	twins  bool             // as Twins says
}

// Find returns the top-level node with this canonical text, or nil. When several have it the last one wins.
func (t *Tree) Find(text string) *Node {
	if n, ok := t.over[text]; ok {
		return n
	}
	return t.index[text]
}

// Twins tells whether, as parsed, some text in scope stands at the top more than once: Find gives the last of each.
func (t *Tree) Twins() bool { return t.twins }

// Source is the text that the tree, or the tree it is an edit of, was parsed from.
func (t *Tree) Source() string { return t.src }

// Edit is a line, with all in it, that came into a block or went from it; Block is nil for the top.
type Edit struct{ Block, Line *Node }

// Edits lists what happened since an earlier state of the same tree, which Mark gave, or since the whole tree that this one
// is an edit of. ok is false when the two are not related so.
func (t *Tree) Edits(since *Tree, mark int) (edits []Edit, ok bool) {
	switch {
	case since == t:
		return t.edits[mark:], true
	case since == t.base && mark == len(since.edits):
		return t.edits, true
	}
	return nil, false
}

// Mark is the present state of a tree that is being edited, for Edits.
func (t *Tree) Mark() int { return len(t.edits) }

// Find returns the kid with this text, or nil.
func (n *Node) Find(text string) *Node {
	for _, kid := range n.Kids {
		if kid.Text == text {
			return kid
		}
	}
	return nil
}

// FindPrefix returns the first kid in scope whose text starts with prefix, or nil.
func (n *Node) FindPrefix(prefix string) *Node {
	for _, kid := range n.Kids {
		if kid.Kind != Out && strings.HasPrefix(kid.Text, prefix) {
			return kid
		}
	}
	return nil
}

// Bytes is the text of the whole tree. Lines that no edit made are byte for byte as parsed.
func (t *Tree) Bytes() []byte {
	if t.base == nil {
		return []byte(t.src)
	}
	b := make([]byte, 0, len(t.src)+len(t.src)/4)
	for _, n := range t.Top {
		b = t.print(b, n, 0)
	}
	return b
}

func (t *Tree) print(b []byte, n *Node, depth int) []byte {
	b = t.endLine(b)
	if n.raw != "" {
		b = append(b, n.raw...)
	} else {
		for range depth {
			b = append(b, t.Indent...)
		}
		b = append(append(b, n.Text...), t.EOL...)
	}
	for _, kid := range n.Kids {
		b = t.print(b, kid, depth+1)
	}
	return b
}

// endLine ends a last line that the file left open, once something follows it.
func (t *Tree) endLine(b []byte) []byte {
	if len(b) == 0 || b[len(b)-1] == '\n' || b[len(b)-1] == '\r' {
		return b
	}
	return append(b, t.EOL...)
}

// LineText is the text of a 1-based line of Source, trimmed; empty when there is none.
func (t *Tree) LineText(n int) string {
	lines := Scan(t.src)
	for line, ok := lines.Next(); ok; line, ok = lines.Next() {
		if lines.Number == n {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// Lines counts the commands of the tree by kind.
func (t *Tree) Lines() [3]int { return t.counts }

// Lines counts the commands of the node and all in it by kind.
func (n *Node) Lines() (counts [3]int) {
	n.count(&counts)
	return counts
}

func (n *Node) count(counts *[3]int) {
	counts[n.Kind] += int(n.Count)
	for _, kid := range n.Kids {
		kid.count(counts)
	}
}
