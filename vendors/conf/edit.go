package conf

import (
	"maps"
	"slices"
)

// Editor changes a copy of a tree. It copies a node when it first writes to it; everything else stays shared with the
// original, so that two trees of one origin compare by pointer where nothing changed.
//
// A node that an edit has replaced by a copy stays a good handle for the copy: methods follow it.
type Editor struct {
	tree   *Tree
	copies map[*Node]*Node // what took the place of a node of the original
	near   int             // where in Top the last search ended: edits mostly go down the file
}

// Edit starts an editor on a copy of the tree.
func (t *Tree) Edit() *Editor {
	return &Editor{
		tree: &Tree{
			Top: slices.Clone(t.Top), EOL: t.EOL, Indent: t.Indent, Separator: t.Separator,
			src: t.src, index: t.index, over: maps.Clone(t.over), base: t, counts: t.counts, twins: t.twins,
		},
		copies: map[*Node]*Node{},
	}
}

// Tree is the tree as edited so far. It is a view: later edits show in it.
func (e *Editor) Tree() *Tree { return e.tree }

// New makes a line for Insert. Kids may be added to it until it is inserted.
func New(text string, kids ...*Node) *Node {
	return &Node{Text: text, Kind: In, Count: 1, Kids: kids}
}

// Copy makes lines for Insert from those of another tree: their commands without the place in that tree's file.
func Copy(n *Node) *Node {
	c := &Node{Text: n.Text, Kind: n.Kind, Count: n.Count}
	if n.Kind == Out {
		c.raw, c.text = n.raw, n.text
	}
	for _, kid := range n.Kids {
		c.Kids = append(c.Kids, Copy(kid))
	}
	return c
}

// Insert puts a node among the kids of parent (nil for the top), before the node `before`, or last when before is nil or
// not there. It returns the parent as it now is.
func (e *Editor) Insert(parent, n, before *Node) *Node {
	parent, at := e.insert(parent, n, before)
	if parent == nil && n.Kind != Out {
		e.separate(at)
	}
	return parent
}

// Remove takes a node and all in it out of parent (nil for the top). Comments and blank lines around it stay. It returns
// the parent as it now is.
func (e *Editor) Remove(parent, n *Node) *Node {
	parent, at := e.remove(parent, n)
	if parent == nil && at >= 0 && n.Kind != Out {
		e.rejoin(at)
	}
	return parent
}

// Replace puts a new line in the place of an old one. It returns the parent as it now is.
func (e *Editor) Replace(parent, old, n *Node) *Node {
	parent, _ = e.insert(parent, n, old)
	parent, _ = e.remove(parent, old)
	return parent
}

// insert puts a node among the kids of parent and returns where it is.
func (e *Editor) insert(parent, n, before *Node) (_ *Node, at int) {
	parent, kids := e.open(parent)
	at = len(*kids)
	if before != nil {
		if i := e.place(parent, *kids, before); i >= 0 {
			at = i
		}
	}
	*kids = slices.Insert(*kids, at, n)
	e.note(parent, n, 1)
	if parent == nil && n.Kind != Out {
		e.reindex(n.Text, n)
	}
	return parent, at
}

// remove takes a node out of parent and returns where it was, or -1.
func (e *Editor) remove(parent, n *Node) (_ *Node, at int) {
	parent, kids := e.open(parent)
	at = e.place(parent, *kids, n)
	if at < 0 {
		return parent, at
	}
	n = (*kids)[at]
	*kids = slices.Delete(*kids, at, at+1)
	e.note(parent, n, -1)
	if parent == nil && e.tree.Find(n.Text) == n {
		e.reindex(n.Text, last(*kids, n.Text))
	}
	return parent, at
}

// roomToGrow is how many lines a block that is written to can take before its list moves.
const roomToGrow = 12

// Own returns a node that this editor may write to: n itself, or the copy that has taken its place in the tree. A node that
// is not in the tree gives a copy that is not in it either.
func (e *Editor) Own(n *Node) *Node {
	if n.owner == e {
		return n
	}
	if n = e.now(n); n.owner == e {
		return n
	}
	c := *n
	c.Kids, c.owner = append(make([]*Node, 0, len(n.Kids)+roomToGrow), n.Kids...), e
	if i := e.place(nil, e.tree.Top, n); i >= 0 {
		e.tree.Top[i] = &c
		if e.tree.Find(n.Text) == n {
			e.reindex(n.Text, &c)
		}
	} else if parent := e.holder(n); parent != nil {
		parent = e.Own(parent)
		parent.Kids[slices.Index(parent.Kids, n)] = &c
	}
	e.copies[n] = &c
	return &c
}

// open returns a parent that may be written to, and its kids.
func (e *Editor) open(parent *Node) (*Node, *[]*Node) {
	if parent == nil {
		return nil, &e.tree.Top
	}
	parent = e.Own(parent)
	return parent, &parent.Kids
}

// note records that n came into a block, or went from it.
func (e *Editor) note(parent, n *Node, sign int) {
	e.tree.edits = append(e.tree.edits, Edit{parent, n})
	if len(n.Kids) == 0 {
		e.tree.counts[n.Kind] += sign * int(n.Count)
		return
	}
	for kind, count := range n.Lines() {
		e.tree.counts[kind] += sign * count
	}
}

// now is the node that stands in the tree for n.
func (e *Editor) now(n *Node) *Node {
	if c, ok := e.copies[n]; ok {
		return c
	}
	return n
}

// place finds n, or its copy, among the kids of parent.
func (e *Editor) place(parent *Node, kids []*Node, n *Node) int {
	n = e.now(n)
	if parent != nil {
		return slices.Index(kids, n)
	}
	e.near = min(e.near, len(kids))
	if i := slices.Index(kids[e.near:], n); i >= 0 {
		e.near += i
		return e.near
	}
	if i := slices.Index(kids[:e.near], n); i >= 0 {
		e.near = i
		return i
	}
	return -1
}

// holder finds the node whose kid n is.
func (e *Editor) holder(n *Node) *Node {
	var found *Node
	var look func(nodes []*Node)
	look = func(nodes []*Node) {
		for _, m := range nodes {
			if found != nil || len(m.Kids) == 0 {
				continue
			}
			if slices.Contains(m.Kids, n) {
				found = m
				return
			}
			look(m.Kids)
		}
	}
	look(e.tree.Top)
	return found
}

// reindex makes n what Find gives for text.
func (e *Editor) reindex(text string, n *Node) {
	if e.tree.over == nil {
		e.tree.over = map[string]*Node{}
	}
	e.tree.over[text] = n
}

// last is the last of the nodes in scope that has this text, or nil.
func last(nodes []*Node, text string) *Node {
	for _, n := range slices.Backward(nodes) {
		if n.Text == text && n.Kind != Out {
			return n
		}
	}
	return nil
}
