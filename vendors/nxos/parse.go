package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Parse reads a whole running configuration, or a text in the form of one, without losing a byte. Blocks are found by
// indentation and, where that is missing or wrong, by what may stand in them. Lines that weft understands are In, with their
// text in canonical form; lines in scope by keyword that it does not are Odd; all others are Out.
//
// `interface Ethernet1/1-3` is three blocks with the same lines: the switch never prints a range, only files that people write
// have them (nxos.md 5). The text stays as it was; what an edit prints has the single blocks.
func (NXOS) Parse(text []byte) (vendors.Config, vendors.Diagnostics) {
	src := string(text)
	p := parser{
		lines: conf.Scan(src),
		build: conf.NewBuilder(src),
		flat:  !indented(src),
	}
	p.open[0] = block{view: viewTop, indent: -1, foreign: noIndent}
	for line, ok := p.lines.Next(); ok; line, ok = p.lines.Next() {
		p.line(line)
	}
	tree := p.build.Tree(conf.EOL(src), "  ")
	if p.ranges {
		tree = tree.Expand(singles)
	}
	return configOf(tree), p.diags
}

// singles are the headers of the blocks that one of several interfaces stands for, nil for any other block.
func singles(block *conf.Node) []string {
	names, ok := strings.CutPrefix(block.Text, "interface ")
	if !ok || block.Kind != conf.In || !isRange(names) {
		return nil
	}
	headers := interfacesOf(names)
	for i, name := range headers {
		headers[i] = "interface " + name
	}
	return headers
}

// isRange tells whether the canonical name behind interface may be of several.
func isRange(names string) bool {
	return strings.ContainsAny(names, ",-") && !isBundle(names)
}

// indented tells whether any line of a text is, after the first.
func indented(src string) bool {
	for _, start := range []string{"\n ", "\n\t", "\r ", "\r\t"} {
		if strings.Contains(src, start) {
			return true
		}
	}
	return false
}

// maxDepth is how deep blocks in scope go: the top, a policy-map, a class, and what was not understood in it.
const maxDepth = 4

// noIndent is more than the indentation of any line.
const noIndent = 1 << 30

// block is an open block.
type block struct {
	view   *view
	indent int // of its header; what is deeper stands in it
	// foreign is the indentation of the line before if that was out of scope: what is deeper stands in that.
	foreign int
}

type parser struct {
	lines conf.Scanner
	build *conf.Builder
	flat  bool // no line of the text is indented
	open  [maxDepth + 1]block
	depth int // of the innermost open block
	// ranges says that the header of a block names several interfaces.
	ranges bool
	memo   memo
	diags  vendors.Diagnostics
}

// line takes one line.
func (p *parser) line(line string) {
	indent := 0
	for indent < len(line) && (line[indent] == ' ' || line[indent] == '\t') {
		indent++
	}
	end := len(line)
	for end > indent && (line[end-1] == ' ' || line[end-1] == '\t') {
		end--
	}
	text := line[indent:end]
	if text == "" || text[0] == '!' || text[0] == '#' {
		p.build.Comment(p.lines.Start, p.lines.End, p.lines.Number)
		return
	}
	at := p.depth
	for p.open[at].indent >= indent && !p.flat {
		at--
	}
	if indent > p.open[at].foreign {
		p.add(at, finding{text: text})
		return
	}
	found := p.memo.look(p.open[at].view, text)
	if found.kind == conf.Odd || found.kind == conf.Out && (at < p.depth || p.flat) {
		at, found = p.elsewhere(at, text, found)
	}
	if at == 0 && found.kind == conf.Out && p.freeText(text) {
		return
	}
	p.put(at, found, indent)
}

// put adds a command to the block at a depth, closes those below it, and opens the one that the command heads.
func (p *parser) put(at int, found finding, indent int) {
	p.add(at, found)
	if names, ok := strings.CutPrefix(found.text, "interface "); at == 0 && ok {
		p.ranges = p.ranges || isRange(names)
	}
	p.depth = at
	p.open[at].foreign = noIndent
	switch {
	case found.opens != nil:
	case found.kind == conf.Out:
		p.open[at].foreign = indent
		if p.flat && at > 0 && strings.EqualFold(found.text, "exit") {
			p.depth--
		}
		return
	case found.kind == conf.Odd && at < maxDepth && (!p.flat || opensBlock(found.text)):
		found.opens = viewOdd
	default:
		return
	}
	p.depth++
	p.open[p.depth] = block{view: found.opens, indent: indent, foreign: noIndent}
}

func (p *parser) add(at int, found finding) {
	p.build.Add(at, found.kind, found.text, p.lines.Start, p.lines.End, p.lines.Number)
}

// elsewhere looks for the block that a command belongs to when the one at this depth, where its indentation puts it, does
// not know it. The switch does the same: it leaves a view for the one around it when only that has the command.
func (p *parser) elsewhere(at int, text string, here finding) (int, finding) {
	for d := p.depth; d > at; d-- { // not indented, as in a checkpoint of 7.0(3)I2
		if p.open[d].view.all {
			if found := p.open[d].view.look(text, &p.memo.scratch); found.kind == conf.In {
				return d, found
			}
		}
	}
	if here.kind == conf.Out && !p.flat {
		return at, here
	}
	for d := at - 1; d >= 0; d-- {
		if found := p.open[d].view.look(text, &p.memo.scratch); found.kind == conf.In {
			return d, found
		}
	}
	if p.flat && isTopCommand(text) {
		return 0, viewTop.look(text, &p.memo.scratch)
	}
	for d := at - 1; d >= 0 && here.kind == conf.Odd && !here.keyword; d-- {
		if found := p.open[d].view.look(text, &p.memo.scratch); found.keyword {
			return d, found
		}
	}
	return at, here
}

// memo remembers what views made of lines: ports repeat theirs. A line has two slots to be in, so that no two lines that every
// port has drive each other out.
type memo struct {
	scratch
	slots [64][2]memoSlot
}

type memoSlot struct {
	view  *view
	line  string
	found finding
}

func (m *memo) look(v *view, line string) finding {
	switch {
	case !v.mayStart(line):
		return finding{text: line}
	case v == viewTop: // headers do not repeat
		return v.look(line, &m.scratch)
	}
	n := len(line)
	mix := uint32(n)<<24 | uint32(line[0])<<16 | uint32(line[n/2])<<8 | uint32(line[n-1])
	pair := &m.slots[mix*2654435761>>26]
	for i := range pair {
		if pair[i].view == v && pair[i].line == line {
			return pair[i].found
		}
	}
	pair[1] = pair[0]
	pair[0] = memoSlot{v, line, v.look(line, &m.scratch)}
	return pair[0].found
}
