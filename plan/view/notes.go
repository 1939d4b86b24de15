package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
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
	}
	for _, a := range d.Assumptions {
		add(Assumption, fmt.Sprintf("%s %s [%s]", capital(a.Question), capital(a.Assumed), a.ID), "", nil)
	}
	for _, w := range d.Warnings {
		add(Warning, w, "", nil)
	}
	for _, v := range d.Deviations {
		add(Deviation, v.Text, "", v.Ports)
	}
	for _, l := range d.Unread {
		add(Unread, strings.Join(append(l.Path[:len(l.Path):len(l.Path)], l.Text), " > "), fmt.Sprintf("line %d", l.Number), nil)
	}
	for _, k := range d.Kept {
		add(Kept, k.Text, "", k.Ports)
	}
	if d.Net != "" {
		add(Net, d.Net, "", nil)
	}
	return notes
}

// capital makes the first letter a capital one.
func capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

// shareNotes takes out of the groups what is to be told of more than one, to be told once.
func (t *Tree) shareNotes() {
	groups := slices.Concat(t.Changes, t.Refused)
	if t.Unchanged != nil {
		groups = append(groups, t.Unchanged)
	}
	told := map[string]int{}
	switches := 0
	for _, g := range groups {
		switches += len(g.Switches)
		for _, n := range g.Notes {
			told[n.key()]++
		}
	}
	var shared collector[Note]
	for _, g := range groups {
		g.Notes = slices.DeleteFunc(g.Notes, func(n Note) bool {
			is := n.shareable() && told[n.key()] > 1
			if is {
				n.addTo(&shared, g)
			}
			return is
		})
	}
	for _, item := range shared.items {
		slices.SortFunc(item.on, func(a, b switchPorts) int { return qos.ComparePorts(a.name, b.name) })
	}
	t.Shared = finishNotes(&shared, switches)
}

// shareable tells whether a note says the same wherever it stands. A gap counts ports of one switch, a line has a number.
func (n *Note) shareable() bool {
	return n.Kind == Warning || n.Kind == Deviation || n.Kind == Assumption || n.Kind == Net
}

func (n *Note) key() string { return string(rune('0'+n.Kind)) + n.Text }

// addTo collects a note of a group, switch by switch.
func (n *Note) addTo(c *collector[Note], g *Group) {
	for _, p := range n.Places {
		switches := p.Switches
		if switches == nil {
			switches = g.Switches
		}
		for _, name := range switches {
			c.add(n.key(), *n, name, p.Ports)
		}
	}
}

// finishNotes are the collected notes by kind.
func finishNotes(c *collector[Note], switches int) []Note {
	var notes []Note
	for _, item := range c.items {
		n := item.what
		n.Places = item.places(switches)
		notes = append(notes, n)
	}
	slices.SortStableFunc(notes, func(a, b Note) int { return cmp.Compare(a.Kind, b.Kind) })
	return notes
}

// noteWords introduce a note of each kind.
var noteWords = [...]string{
	Gap:        "gap",
	Warning:    "warning",
	Deviation:  "deviation",
	Unread:     "not understood, kept",
	Assumption: "assumes",
	Kept:       "kept",
	Net:        "net",
}

// String is the word that introduces the notes of a kind.
func (k NoteKind) String() string { return noteWords[k] }
