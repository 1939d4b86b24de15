package conf

import (
	"strings"
)

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
	Kind Kind
	Line int32 // 1-based line of its file; 0 for a line an edit made
	// Count is the number of lines the node itself stands for: 1, or more for an Out run. Lines in Kids do not count.
	Count int32
	Kids  []*Node

	raw   string // the exact bytes of its own lines, line ends included; empty for a line an edit made
	trail string // comments and blank lines that follow it, before its first kid or the next node
}

// Tree is one configuration. It is immutable except through an Editor.
type Tree struct {
	Top  []*Node
	head string // bytes before the first node
	src  string // the whole text it was parsed from; empty when edited
	// EOL is the line end of lines that an edit makes; Indent the indentation of one level.
	EOL, Indent string

	index map[string]*Node
}

// Find returns the top-level node with this canonical text, or nil. When several have it the last one wins.
func (t *Tree) Find(text string) *Node { return t.index[text] }

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
	if t.src != "" {
		return []byte(t.src)
	}
	size := len(t.head)
	for _, n := range t.Top {
		size += n.size()
	}
	b := make([]byte, 0, size+size/8)
	b = append(b, t.head...)
	for _, n := range t.Top {
		b = t.print(b, n, 0)
	}
	return b
}

func (n *Node) size() int {
	size := len(n.raw) + len(n.Text) + len(n.trail)
	for _, kid := range n.Kids {
		size += kid.size()
	}
	return size
}

func (t *Tree) print(b []byte, n *Node, depth int) []byte {
	if n.raw != "" {
		b = append(b, n.raw...)
	} else {
		for range depth {
			b = append(b, t.Indent...)
		}
		b = append(append(b, n.Text...), t.EOL...)
	}
	b = append(b, n.trail...)
	for _, kid := range n.Kids {
		b = t.print(b, kid, depth+1)
	}
	return b
}

// LineText is the text of a 1-based line of the file the tree was parsed from, trimmed; empty when there is none.
func (t *Tree) LineText(n int) string {
	if n < 1 || t.src == "" {
		return ""
	}
	rest := t.src
	for ; n > 1; n-- {
		_, after, ok := strings.Cut(rest, "\n")
		if !ok {
			return ""
		}
		rest = after
	}
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// Lines counts the lines of the tree by kind.
func (t *Tree) Lines() (counts [3]int) {
	var walk func(nodes []*Node)
	walk = func(nodes []*Node) {
		for _, n := range nodes {
			counts[n.Kind] += int(n.Count)
			walk(n.Kids)
		}
	}
	walk(t.Top)
	return counts
}
