package view

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/plan"
)

// notesOf lists what is to be known of a switch beside what changes. Each note has one place, with the ports.
func notesOf(d *plan.Device) []Note {
	var notes []Note
	add := func(kind NoteKind, text, detail string, ports []string) {
		notes = append(notes, Note{Kind: kind, Text: text, Detail: detail, Places: []Place{{Ports: ports}}})
	}
	if d.Proof != nil {
		for _, gap := range d.Proof.Gaps {
			add(Gap, gap, "", nil)
		}
		for _, id := range d.Proof.Assumptions {
			add(Assumption, id, "", nil)
		}
	}
	for _, w := range d.Warnings {
		add(Warning, w, "", nil)
	}
	for _, v := range d.Deviations {
		text, detail := deviationText(v)
		add(Deviation, text, detail, v.Ports)
	}
	for _, l := range d.Unread {
		add(Unread, strings.Join(append(l.Path[:len(l.Path):len(l.Path)], l.Text), " > "), fmt.Sprintf("line %d", l.Number), nil)
	}
	for _, k := range d.Kept {
		add(Kept, k.Text, "", k.Ports)
	}
	return notes
}

func deviationText(v plan.Deviation) (text, detail string) {
	text = fmt.Sprintf("%s: %s becomes %s (%s)", v.Field, v.Asked, v.Got, v.Kind)
	detail = v.Reason
	if v.Source != "" {
		detail += " [" + v.Source + "]"
	}
	if v.Accept != "" {
		detail += fmt.Sprintf("; accept = [%q] allows the unconfirmed line", v.Accept)
	}
	return text, detail
}

// noteWords introduce a note of each kind.
var noteWords = [...]string{
	Gap:        "gap",
	Warning:    "warning",
	Deviation:  "deviation",
	Unread:     "not understood, kept",
	Assumption: "assumes",
	Kept:       "kept",
}

// String is the word that introduces the notes of a kind.
func (k NoteKind) String() string { return noteWords[k] }
