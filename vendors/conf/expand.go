package conf

// Expand gives a tree in which a block at the top that stands for several stands once for each, with lines of its own. headers
// tells which they are, nothing for a block that stands for itself. The text of the tree, and the numbers of its lines, stay
// those of what was parsed; only an edit of it prints the single blocks.
func (t *Tree) Expand(headers func(block *Node) []string) *Tree {
	top, found := make([]*Node, 0, len(t.Top)), false
	for _, n := range t.Top {
		each := headers(n)
		if each == nil {
			top = append(top, n)
			continue
		}
		found = true
		for _, header := range each {
			top = append(top, t.single(n, header))
		}
	}
	if !found {
		return t
	}
	x := &Tree{Top: top, EOL: t.EOL, Indent: t.Indent, Separator: t.Separator, src: t.src, index: make(map[string]*Node, len(top))}
	for _, n := range top {
		n.count(&x.counts)
		if n.Kind != Out {
			x.index[n.Text] = n
		}
	}
	x.twins = len(inScope(top)) > len(x.index)
	return x
}

// single is a block under another header.
func (t *Tree) single(n *Node, header string) *Node {
	block := &Node{Text: header, Kind: n.Kind, Count: n.Count, Line: n.Line, raw: header + t.EOL}
	for _, kid := range n.Kids {
		block.Kids = append(block.Kids, kid.clone())
	}
	return block
}

// clone copies a line with its bytes and its place, and all in it.
func (n *Node) clone() *Node {
	c := *n
	c.Kids = nil
	for _, kid := range n.Kids {
		c.Kids = append(c.Kids, kid.clone())
	}
	return &c
}
