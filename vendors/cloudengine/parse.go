package cloudengine

import (
	"hash/maphash"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Parse reads a whole running configuration of V200 or V300, or a text in the form of one, without losing a byte. Blocks
// are found by their indentation, and end at a # in the first column too. Lines that weft understands are In, with their
// text in canonical form; lines in scope by keyword that it does not are Odd; all others are Out. Separators and the lines
// with ! at the head are comments; `return` is a line of its own, so that new blocks find their place before it.
//
// What `include-default` prints, and what a terminal has paged, is refused.
func (CloudEngine) Parse(text []byte) (vendors.Config, vendors.Diagnostics) {
	src := string(text)
	p := parser{lines: conf.Scan(src), build: conf.NewBuilder(src), memo: memo{seed: maphash.MakeSeed()}}
	p.open[0] = block{view: viewTop, indent: -1, foreign: noIndent}
	p.paged(src)
	for line, ok := p.lines.Next(); ok; line, ok = p.lines.Next() {
		p.line(line)
	}
	tree := p.build.Tree(conf.EOL(src), " ")
	tree.Separator = "#"
	return configOf(tree), p.diags
}

// maxDepth is how deep blocks in scope go: the top, ai-service, ai-ecn, and what was not understood in it.
const maxDepth = 3

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
	lines  conf.Scanner
	build  *conf.Builder
	open   [maxDepth + 1]block
	depth  int // of the innermost open block
	memo   memo
	marked bool // a mark of include-default was reported
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
		p.comment(text, indent)
		return
	}
	at := p.depth
	for p.open[at].indent >= indent {
		at--
	}
	if indent > p.open[at].foreign {
		p.add(at, finding{text: text})
		return
	}
	if text[0] == '~' || text[0] == '*' {
		p.mark(text)
	}
	found := p.memo.look(p.open[at].view, text)
	if at == 0 && found.kind == conf.Out && p.freeText(text) {
		return
	}
	p.put(at, found, indent)
}

// comment takes a separator, a line of the head or an empty line. A # in the first column leads back to the system view.
func (p *parser) comment(text string, indent int) {
	p.build.Comment(p.lines.Start, p.lines.End, p.lines.Number)
	if indent == 0 && text != "" && text[0] == '#' {
		p.depth = 0
		p.open[0].foreign = noIndent
	}
}

// put adds a command to the block at a depth, closes those below it, and opens the one that the command heads.
func (p *parser) put(at int, found finding, indent int) {
	p.add(at, found)
	p.depth = at
	p.open[at].foreign = noIndent
	switch {
	case found.kind == conf.Out:
		p.open[at].foreign = indent
		return
	case at == maxDepth:
		return
	case found.opens == nil:
		found.opens = viewOpaque // nothing belongs there; what does stand there is reported
	}
	p.depth++
	p.open[p.depth] = block{view: found.opens, indent: indent, foreign: noIndent}
}

func (p *parser) add(at int, found finding) {
	p.build.Add(at, found.kind, found.text, p.lines.Start, p.lines.End, p.lines.Number)
}

// mark reports the first line with a mark of a printout that holds more than is configured.
func (p *parser) mark(text string) {
	if p.marked {
		return
	}
	p.marked = true
	what := "comes from a default, as `include-default` prints it"
	if text[0] == '*' {
		what = "is of a part that is offline"
	}
	p.diags = append(p.diags, vendors.Diagnostic{
		Severity: vendors.Error, Line: p.lines.Number,
		Summary: "`" + text[:1] + "` marks a line that " + what,
		Detail:  "weft reads what `display current-configuration` prints without options, of a switch whose boards are all there",
	})
}

// paged reports a text with the traces of a terminal that stopped after each page: lines there may be cut or overwritten.
func (p *parser) paged(src string) {
	at := strings.Index(src, "---- More ----")
	if back := cursorBack(src); back >= 0 && (at < 0 || back < at) {
		at = back
	}
	if at < 0 {
		return
	}
	p.diags = append(p.diags, vendors.Diagnostic{
		Severity: vendors.Error, Line: 1 + strings.Count(src[:at], "\n"),
		Summary: "the terminal stopped after each page of this text, and left its prompts in it",
		Detail:  "capture it again after `screen-length 0 temporary`",
	})
}

// cursorBack is where a terminal is first told to go back over what it has printed, ESC [ N D, or -1.
func cursorBack(src string) int {
	for from := 0; ; {
		at := strings.Index(src[from:], "\x1b[")
		if at < 0 {
			return -1
		}
		at += from
		from = at + 2
		if rest := strings.TrimLeft(src[from:], "0123456789"); strings.HasPrefix(rest, "D") {
			return at
		}
	}
}

// memo remembers what views made of lines: ports repeat theirs.
type memo struct {
	seed  maphash.Seed
	words [maxWords]string
	slots [256]struct {
		view  *view
		line  string
		found finding
	}
}

func (m *memo) look(v *view, line string) finding {
	if !v.mayStart(line) {
		return finding{text: line}
	}
	slot := &m.slots[maphash.String(m.seed, line)%uint64(len(m.slots))]
	if slot.view != v || slot.line != line {
		slot.view, slot.line, slot.found = v, line, v.look(line, m.words[:])
	}
	return slot.found
}
