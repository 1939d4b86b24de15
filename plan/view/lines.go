package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
)

// Line is one line of a configuration difference with the lines inside it.
type Line struct {
	Op   byte // '+' or '-', or ' ' for a block that stays and in which something changes
	Text string
	// Headers are the texts of all blocks at the top that stay and change alike: "interface Ethernet1/1", ….
	Headers []string
	Places  []Place // of a line at the top; their Ports are Headers
	Kids    []*Line

	shape string // of a line at the top: its signature
	rows  int    // how many rows of a table the block is, when it is more than one
}

// At is what a line at the top is called at one of its places, with the switches where not all of a group have it.
func (l *Line) At(place Place) string {
	text := l.Text
	if l.Op == ' ' {
		text = plan.Ranges(place.Ports)
	}
	if place.Switches != nil {
		text += "  (" + plan.Ranges(place.Switches) + ")"
	}
	return text
}

// linesOf makes a tree of a difference. Blocks at the top in which the same changes are one, and so are rows of a table.
func linesOf(diff []plan.Diff) []*Line {
	tree := treeOf(diff)
	for _, l := range tree {
		l.Kids = mergeRows(l.Kids)
	}
	return merge(tree)
}

// treeOf makes a tree of a difference, with each line that is replaced right before the one that replaces it.
func treeOf(diff []plan.Diff) []*Line {
	top := &Line{}
	known := make(map[place]*Line, len(diff))
	block, path := top, []string(nil)
	for i := range diff {
		d := &diff[i]
		if !slices.Equal(d.Path, path) {
			block, path = top, d.Path
			for _, header := range path {
				block = block.kid(known, header, ' ')
			}
		}
		block.kid(known, d.Text, d.Op[0])
	}
	top.pairUp()
	return top.Kids
}

// place is where a line stands.
type place struct {
	block *Line
	text  string
}

// kid finds or makes a line in a block. A block that stays and the line that makes or removes it are one.
func (l *Line) kid(known map[place]*Line, text string, op byte) *Line {
	at := place{l, text}
	kid := known[at]
	switch {
	case kid == nil || op != ' ' && kid.Op != ' ' && kid.Op != op:
		kid = &Line{Op: op, Text: text}
		known[at] = kid
		l.Kids = append(l.Kids, kid)
	case kid.Op == ' ':
		kid.Op = op
	}
	return kid
}

// pairUp moves, in every block, each line that goes right before the one that replaces it.
func (l *Line) pairUp() {
	for _, kid := range l.Kids {
		kid.pairUp()
	}
	replaced, moved := l.replacements()
	if len(moved) == 0 {
		return
	}
	kids := make([]*Line, 0, len(l.Kids))
	for _, kid := range l.Kids {
		if before := replaced[kid]; before != nil {
			kids = append(kids, before)
		}
		if !moved[kid] {
			kids = append(kids, kid)
		}
	}
	l.Kids = kids
}

func (l *Line) single(op byte) bool { return l.Op == op && len(l.Kids) == 0 }

// candidates is among how many lines a replacement is looked for: in a block that long nobody reads pairs.
const candidates = 32

// pair is a line that goes, one that comes, and how many words they share.
type pair struct {
	gone, come *Line
	shared     int
}

// replacements finds, for lines that come, the line that each replaces: those that share the most words first. moved are the
// lines that are replaced.
func (l *Line) replacements() (replaced map[*Line]*Line, moved map[*Line]bool) {
	replaced, moved = map[*Line]*Line{}, map[*Line]bool{}
	pairs := l.alike()
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.shared, a.shared) })
	for _, p := range pairs {
		if !moved[p.gone] && replaced[p.come] == nil {
			replaced[p.come], moved[p.gone] = p.gone, true
		}
	}
	return replaced, moved
}

// alike are the pairs of lines in a block that share words.
func (l *Line) alike() []pair {
	var come []*Line
	for _, kid := range l.Kids {
		if kid.single('+') && len(come) < candidates {
			come = append(come, kid)
		}
	}
	var pairs []pair
	for _, gone := range l.Kids {
		if !gone.single('-') {
			continue
		}
		for _, kid := range come {
			if n := sharedWords(gone.Text, kid.Text); n > 0 {
				pairs = append(pairs, pair{gone, kid, n})
			}
		}
	}
	return pairs
}

func sharedWords(a, b string) int {
	for n := 0; ; n++ {
		wordA, restA, moreA := strings.Cut(a, " ")
		wordB, restB, moreB := strings.Cut(b, " ")
		switch {
		case wordA != wordB:
			return n
		case !moreA || !moreB:
			return n + 1
		}
		a, b = restA, restB
	}
}

// merge joins blocks that stay and whose headers differ in the number at their end only, if the same changes in them.
func merge(lines []*Line) []*Line {
	byShape := map[string]*Line{}
	var merged []*Line
	for _, l := range lines {
		l.Headers = []string{l.Text}
		l.shape = l.signature()
		if same := byShape[l.shape]; same != nil {
			same.Headers = append(same.Headers, l.Text)
			continue
		}
		byShape[l.shape] = l
		merged = append(merged, l)
	}
	return merged
}

// signature is equal for lines at the top that are to be shown as one.
func (l *Line) signature() string {
	var b strings.Builder
	b.Grow(256)
	l.sign(&b)
	return b.String()
}

func (l *Line) sign(b *strings.Builder) {
	b.WriteByte(l.Op)
	if l.Op == ' ' && l.Headers != nil {
		b.WriteString(strings.TrimRight(l.Text, "0123456789/.:"))
	} else {
		b.WriteString(l.Text)
	}
	b.WriteByte('{')
	for _, kid := range l.Kids {
		kid.sign(b)
	}
	b.WriteByte('}')
}

func (l *Line) count(op byte) int {
	n := 0
	if l.Op == op {
		n = 1
	}
	for _, kid := range l.Kids {
		n += kid.count(op)
	}
	return n * max(1, l.rows)
}

// size counts the line and all in it.
func (l *Line) size() int {
	n := 1
	for _, kid := range l.Kids {
		n += kid.size()
	}
	return n
}

// whole tells whether the line comes or goes with all that is in it.
func (l *Line) whole() bool { return l.Op != ' ' && l.count(l.Op) == l.size() }

// alone tells whether a block that stays has nothing but lines that come, or that go.
func (l *Line) alone() (op byte, ok bool) {
	if l.Op != ' ' || len(l.Kids) == 0 {
		return 0, false
	}
	op = l.Kids[0].Op
	return op, op != ' ' && !slices.ContainsFunc(l.Kids, func(kid *Line) bool { return !kid.single(op) })
}

// removals counts the lines that go.
func removals(lines []*Line) int {
	n := 0
	for _, l := range lines {
		n += l.count('-') * max(1, len(l.Headers))
	}
	return n
}
