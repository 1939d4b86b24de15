package conf

// Builder makes a Tree from the lines of a text, in order. The parser calls Add for each command it has classed and Comment
// for comments and blank lines; every byte must be in one of them, next to the one before. It copies no text.
type Builder struct {
	tree  *Tree
	open  [][]*Node // the kids so far of the open block at each depth; open[0] is the top
	nodes []Node    // where the next nodes are cut from
	links []*Node   // where the next lists of kids are cut from

	run     *Node // the Out run that ends at runEnd, which more lines may join
	runFrom int
	runEnd  int
	runAt   int // its depth

	pending     int // comments and blank lines from here to pendingEnd have no place yet; -1 for none
	pendingEnd  int
	pendingLine int
}

// slab is how many nodes are made at once.
const slab = 128

// NewBuilder starts a tree for src.
func NewBuilder(src string) *Builder {
	return &Builder{
		tree:    &Tree{src: src, index: make(map[string]*Node, slab)},
		open:    make([][]*Node, 1, 4),
		pending: -1,
	}
}

// Add appends the command of src[from:to] at a depth: 0 is the top, and each deeper node belongs to the last one above it.
// Consecutive Out commands of one depth become one node.
func (b *Builder) Add(depth int, kind Kind, text string, from, to, line int) {
	for depth > 0 && !b.holds(depth-1) {
		depth--
	}
	if b.pending >= 0 {
		b.place(depth)
	}
	b.tree.counts[kind]++
	if kind == Out {
		b.out(depth, text, from, to, line, 1)
		return
	}
	n := b.push(depth, from, to)
	n.Text, n.Kind, n.Line, n.Count = text, kind, int32(line), 1
	if depth == 0 {
		b.tree.index[text] = n
	}
}

// FreeText appends a command of the top with the free text that follows it: the lines up to one for which end says so. lines
// stands on the command. It tells whether such a line came before the end of the file; first is the number of the command.
func (b *Builder) FreeText(lines *Scanner, command string, end func(line string) bool) (first int, ended bool) {
	if b.pending >= 0 {
		b.place(0)
	}
	from, first := lines.Start, lines.Number
	for !ended {
		line, ok := lines.Next()
		if !ok {
			break
		}
		ended = end(line)
	}
	n, count := b.push(0, from, lines.End), 1+lines.Number-first
	n.Text, n.Line, n.Count, n.text = command, int32(first), int32(count), true
	b.tree.counts[Out] += count
	b.run = nil
	return first, ended
}

// holds tells whether a block is open at a depth. Lines out of scope hold nothing.
func (b *Builder) holds(depth int) bool {
	if depth >= len(b.open) || len(b.open[depth]) == 0 {
		return false
	}
	last := b.open[depth][len(b.open[depth])-1]
	return last.Kind != Out
}

// Comment appends the comment or blank line src[from:to]. It belongs to the block in which the next command stands: between
// two blocks it is in neither.
func (b *Builder) Comment(from, to, line int) {
	if b.pending < 0 {
		b.pending, b.pendingLine = from, line
	}
	b.pendingEnd = to
}

// Tree ends the building. eol and indent are what edits write.
func (b *Builder) Tree(eol, indent string) *Tree {
	if b.pending >= 0 {
		b.place(0)
	}
	b.close(0)
	b.tree.Top = b.open[0]
	b.tree.EOL, b.tree.Indent = eol, indent
	b.tree.twins = len(inScope(b.tree.Top)) > len(b.tree.index)
	return b.tree
}

// place gives pending comments their place.
func (b *Builder) place(depth int) {
	from := b.pending
	b.pending = -1
	b.out(depth, "", from, b.pendingEnd, b.pendingLine, 0)
}

// out appends to the Out run that ends here, or starts one.
func (b *Builder) out(depth int, text string, from, to, line, count int) {
	if b.run == nil || b.runEnd != from || b.runAt != depth {
		b.run = b.push(depth, from, to)
		b.run.Line = int32(line)
		b.runFrom, b.runAt = from, depth
	}
	if b.run.Count == 0 && count > 0 {
		b.run.Text = text
	}
	b.run.Count += int32(count)
	b.run.raw = b.tree.src[b.runFrom:to]
	b.runEnd = to
}

// push makes a node, last at its depth.
func (b *Builder) push(depth, from, to int) *Node {
	b.close(depth)
	if len(b.nodes) == 0 {
		b.nodes = make([]Node, slab)
	}
	n := &b.nodes[0]
	b.nodes = b.nodes[1:]
	n.raw = b.tree.src[from:to]
	for len(b.open) <= depth {
		b.open = append(b.open, nil)
	}
	b.open[depth] = append(b.open[depth], n)
	return n
}

// close ends every block deeper than depth: its kids get their final place.
func (b *Builder) close(depth int) {
	for d := len(b.open) - 1; d > depth; d-- {
		if len(b.open[d]) == 0 {
			continue
		}
		parents := b.open[d-1]
		parents[len(parents)-1].Kids = b.keep(b.open[d])
		b.open[d] = b.open[d][:0]
	}
}

// keep copies a list of kids to where it stays.
func (b *Builder) keep(kids []*Node) []*Node {
	if len(b.links) < len(kids) {
		b.links = make([]*Node, max(4*slab, len(kids)))
	}
	kept := b.links[:len(kids):len(kids)]
	b.links = b.links[len(kids):]
	copy(kept, kids)
	return kept
}
