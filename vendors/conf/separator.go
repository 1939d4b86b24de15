package conf

import (
	"slices"
	"strings"
)

// separates tells whether a line is the separator of the tree.
func (t *Tree) separates(line string) bool {
	return t.Separator != "" && strings.TrimRight(line, " \t") == t.Separator
}

// separate puts a separator behind a block that came to the top.
func (e *Editor) separate(block int) {
	if e.tree.Separator == "" {
		return
	}
	line := &Node{Text: e.tree.Separator, Kind: Out}
	e.tree.Top = slices.Insert(e.tree.Top, block+1, line)
	e.note(nil, line, 1)
}

// rejoin takes out the separator that stood behind a block which went from the top: the first line of what is there now.
func (e *Editor) rejoin(at int) {
	if e.tree.Separator == "" || at == len(e.tree.Top) || e.tree.Top[at].Kind != Out {
		return
	}
	run := e.tree.Top[at]
	raw := Scan(run.raw)
	line, _ := raw.Next()
	if run.raw == "" {
		line = run.Text
	}
	if !e.tree.separates(line) {
		return
	}
	e.note(nil, run, -1)
	if raw.End == len(run.raw) {
		e.tree.Top = slices.Delete(e.tree.Top, at, at+1)
		return
	}
	rest := *run
	rest.raw, rest.owner = run.raw[raw.End:], nil
	if run.Line > 0 {
		rest.Line++
	}
	e.tree.Top[at] = &rest
	e.note(nil, &rest, 1)
}
