package cloudengine

import (
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Plain takes out the lines that say what is so without them: no switch prints one (5.5), so that none comes back from it either.
func (CloudEngine) Plain(c vendors.Config, p vendors.Platform) vendors.Config {
	tree := treeOf(c)
	plain := plainer{tree: tree, builtins: builtins{row: rowOf(p)}}
	plain.block(nil, switchSettings, tree.Top)
	for _, block := range tree.Top {
		switch {
		case block.Kind != conf.In || len(block.Kids) == 0:
		case isInterface(block):
			plain.block(block, portSettings, block.Kids)
		default:
			plain.block(block, settingsOf(block), block.Kids)
		}
	}
	if plain.edit == nil {
		return c
	}
	return configOf(plain.edit.Tree())
}

// plainer takes such lines out of one tree.
type plainer struct {
	builtins
	tree  *conf.Tree
	edit  *conf.Editor // nil until there is one
	lines []line       // room for the lines of a block
	clean []*conf.Node // the lines of the last block that had none
}

// block looks through one block; nil is the system view. A line that another one of the same setting stands beside is left: the
// last one counts.
func (p *plainer) block(block *conf.Node, s *settings, kids []*conf.Node) {
	if block != nil && sameLines(kids, p.clean) {
		return
	}
	p.lines = s.lines(p.lines[:0], kids)
	clean := true
	for i := range p.lines {
		l := &p.lines[i]
		if !p.isBuiltin(s, l) {
			continue
		}
		clean = false
		if p.only(l) && !(p.tree.Twins() && p.isSplit(block)) {
			p.remove(block, l.node)
		}
	}
	if clean && block != nil {
		p.clean = kids
	}
}

// only tells whether a line is the only one of its setting in its block.
func (p *plainer) only(l *line) bool {
	for i := range p.lines {
		if other := &p.lines[i]; other.node != l.node && other.kind == l.kind && other.key == l.key {
			return false
		}
	}
	return true
}

// isSplit tells whether a file has a block in several parts.
func (p *plainer) isSplit(block *conf.Node) bool {
	for _, other := range p.tree.Top {
		if block != nil && other != block && other.Kind == conf.In && other.Text == block.Text {
			return true
		}
	}
	return false
}

func (p *plainer) remove(block, line *conf.Node) {
	if p.edit == nil {
		p.edit = p.tree.Edit()
	}
	p.edit.Remove(block, line)
}
