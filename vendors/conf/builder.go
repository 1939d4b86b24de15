package conf

// Builder makes a Tree from the lines of a file, in order. The parser calls Add for each line it has classed and Trivia for
// comments and blank lines; it never copies text.
type Builder struct {
	tree  *Tree
	slab  []Node
	stack []*Node // the open node at each depth
	last  *Node
}

// NewBuilder starts a tree for src. lines is a guess of how many nodes there will be.
func NewBuilder(src string, lines int) *Builder {
	return &Builder{
		tree: &Tree{src: src, EOL: "\n", Indent: "  ", index: make(map[string]*Node, 64)},
		slab: make([]Node, 0, lines),
	}
}

// Add appends a node at a depth: 0 is the top, and each deeper node belongs to the last one above it. raw are its exact
// bytes with the line end.
func (b *Builder) Add(depth int, kind Kind, text, raw string, line, count int) *Node {
	if len(b.slab) == cap(b.slab) {
		b.slab = make([]Node, 0, max(64, cap(b.slab)))
	}
	b.slab = append(b.slab, Node{Text: text, Kind: kind, Line: int32(line), Count: int32(count), raw: raw})
	n := &b.slab[len(b.slab)-1]
	depth = min(depth, len(b.stack))
	b.stack = append(b.stack[:depth], n)
	if depth == 0 {
		b.tree.Top = append(b.tree.Top, n)
		if kind != Out {
			b.tree.index[text] = n
		}
	} else {
		parent := b.stack[depth-1]
		parent.Kids = append(parent.Kids, n)
	}
	b.last = n
	return n
}

// Extend makes the last node, which must be an Out run without kids, stand for one more line. raw is the whole run.
func (b *Builder) Extend(raw string) {
	b.last.raw = raw
	b.last.Count++
}

// Trivia appends the exact bytes of a comment or blank line. Consecutive trivia and the node before them must be adjacent
// in src.
func (b *Builder) Trivia(raw string) {
	switch {
	case b.last == nil:
		b.tree.head += raw
	default:
		b.last.trail += raw
	}
}

// Tree ends the building. eol and indent are what edits write.
func (b *Builder) Tree(eol, indent string) *Tree {
	b.tree.EOL, b.tree.Indent = eol, indent
	return b.tree
}
