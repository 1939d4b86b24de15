package view

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/qos"
)

// brevity is how much of a group the text face tells.
type brevity struct {
	notes     int  // so many of a kind
	sentences int  // so many of a list, beside what is lost; 0 for all
	noLines   bool // no lines of configurations
	noNotes   bool // of what is no gap and no warning only how much there is
}

// brevities are tried one after the other for a plan of many switches, until its text has at most mostText lines. Verbose and all other
// faces tell everything.
var brevities = []brevity{
	{notes: briefNotes},
	{notes: briefNotes, noLines: true},
	{notes: briefNotes, noLines: true, noNotes: true},
	{notes: 1, noLines: true, noNotes: true, sentences: 8},
	{notes: 1, noLines: true, noNotes: true, sentences: 3},
	{notes: 1, noLines: true, noNotes: true, sentences: 1},
}

// A plan that changes manySwitches is told in mostText lines, if it can be.
const (
	manySwitches = 50
	mostText     = 60
)

// fitting are the ways to tell a plan, at most length first.
func (t *Tree) fitting(o Options) []brevity {
	switches := 0
	for _, g := range t.Changes {
		switches += len(g.Switches)
	}
	if o.Verbose || switches < manySwitches {
		return brevities[:1]
	}
	return brevities
}

// cut is the sentences of a list that are told. What is lost comes first in it, and is never cut.
func (p *printer) cut(effects []Effect, losses bool) (told []Effect, more int) {
	n := p.brevity.sentences
	for losses && n > 0 && n < len(effects) && effects[n].Sense == qos.Worse {
		n++
	}
	if n == 0 || len(effects) <= n+1 {
		return effects, 0
	}
	return effects[:n], len(effects) - n
}

// folded says in a line how many lines come and go.
func (p *printer) folded(lines []*Line) {
	n := 0
	for _, l := range lines {
		n += l.count('+') + l.count('-')
	}
	p.prose(2, "", fmt.Sprintf("Configuration: %s or go (-v shows them)", quantity(n, "line comes", "lines come")), plain)
	p.line("")
}

// foldedNotes says in a line what notes there are that are no gap and no warning, and returns the others.
func (p *printer) foldedNotes(notes []Note) (urgent []Note, said string) {
	var kinds []string
	n := 0
	for _, note := range notes {
		if note.Kind <= Warning {
			urgent = append(urgent, note)
			continue
		}
		n++
		if word := note.Kind.String(); len(kinds) == 0 || kinds[len(kinds)-1] != word {
			kinds = append(kinds, word)
		}
	}
	if n == 0 {
		return urgent, ""
	}
	return urgent, quantity(n, "note", "notes") + " (" + strings.Join(kinds, "; ") + "): -v shows them"
}
