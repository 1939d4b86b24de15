package conf

import "slices"

// Editor changes a copy of a tree. It copies a node when it first writes to it; everything else stays shared with the
// original, so that two trees of one origin compare by pointer where nothing changed.
type Editor struct {
	tree *Tree
	mine map[*Node]bool
}

// Edit starts an editor on a copy of the tree.
func (t *Tree) Edit() *Editor {
	index := make(map[string]*Node, len(t.index)+16)
	for text, n := range t.index {
		index[text] = n
	}
	return &Editor{
		tree: &Tree{Top: slices.Clone(t.Top), head: t.head, EOL: t.EOL, Indent: t.Indent, index: index},
		mine: map[*Node]bool{},
	}
}

// Tree is the tree as edited so far. It is a view: later edits show in it.
func (e *Editor) Tree() *Tree { return e.tree }

// New makes a line for Insert. Kids may be added to it until it is inserted.
func New(text string, kids ...*Node) *Node {
	return &Node{Text: text, Kind: In, Count: 1, Kids: kids}
}

// Insert puts a new node among the kids of parent (nil for the top), before the node `before`, or last when before is nil.
// It returns the parent as it now is: editing a node replaces it by a copy.
func (e *Editor) Insert(parent, n, before *Node) *Node {
	parent, kids := e.open(parent)
	at := len(*kids)
	if before != nil {
		if i := slices.Index(*kids, before); i >= 0 {
			at = i
		}
	}
	*kids = slices.Insert(*kids, at, n)
	e.adopt(n)
	if parent == nil && n.Kind != Out {
		e.tree.index[n.Text] = n
	}
	return parent
}

// Remove takes a node and all in it out of parent (nil for the top). Comments and blank lines after it stay. It returns the
// parent as it now is.
func (e *Editor) Remove(parent, n *Node) *Node {
	parent, kids := e.open(parent)
	i := slices.Index(*kids, n)
	if i < 0 {
		return parent
	}
	trail := n.trails()
	*kids = slices.Delete(*kids, i, i+1)
	switch {
	case trail == "":
	case i > 0:
		e.appendTrail(kids, i-1, trail)
	case parent != nil:
		parent.trail += trail
	default:
		e.tree.head += trail
	}
	if parent == nil && e.tree.index[n.Text] == n {
		delete(e.tree.index, n.Text)
	}
	return parent
}

// Replace puts a new line in the place of an old one. It returns the parent as it now is.
func (e *Editor) Replace(parent, old, n *Node) *Node {
	parent = e.Insert(parent, n, old)
	return e.Remove(parent, old)
}

// open returns a parent that may be written to, and its kids.
func (e *Editor) open(parent *Node) (*Node, *[]*Node) {
	if parent == nil {
		return nil, &e.tree.Top
	}
	parent = e.Own(parent)
	return parent, &parent.Kids
}

// Own returns the node itself if this editor made it, or else a copy that has taken its place at the top or in the block
// at the top that holds it. A node deeper than that must have owned parents: own from the outside in.
func (e *Editor) Own(n *Node) *Node {
	if e.mine[n] {
		return n
	}
	c := *n
	c.Kids = slices.Clone(n.Kids)
	e.mine[&c] = true
	if i := slices.Index(e.tree.Top, n); i >= 0 {
		e.tree.Top[i] = &c
		if e.tree.index[n.Text] == n {
			e.tree.index[n.Text] = &c
		}
		return &c
	}
	for _, top := range e.tree.Top {
		if i := slices.Index(top.Kids, n); i >= 0 && len(top.Kids) > 0 {
			top = e.Own(top)
			top.Kids[i] = &c
			return &c
		}
	}
	return &c
}

func (e *Editor) adopt(n *Node) {
	e.mine[n] = true
	for _, kid := range n.Kids {
		e.adopt(kid)
	}
}

func (e *Editor) appendTrail(kids *[]*Node, i int, trail string) {
	n := (*kids)[i]
	if !e.mine[n] {
		c := *n
		c.Kids = slices.Clone(n.Kids)
		e.mine[&c] = true
		if e.tree.index[n.Text] == n {
			e.tree.index[n.Text] = &c
		}
		(*kids)[i], n = &c, &c
	}
	for len(n.Kids) > 0 { // the trail belongs after the deepest last line
		last := len(n.Kids) - 1
		if !e.mine[n.Kids[last]] {
			c := *n.Kids[last]
			c.Kids = slices.Clone(c.Kids)
			e.mine[&c] = true
			n.Kids[last] = &c
		}
		n = n.Kids[last]
	}
	n.trail += trail
}

// trails are the comments and blank lines after a node and after the last of its kids.
func (n *Node) trails() string {
	trail := n.trail
	if len(n.Kids) > 0 {
		trail = ""
		for _, kid := range n.Kids {
			trail += kid.trails()
		}
		return n.trail + trail
	}
	return trail
}
