package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// view is a mode of the command line: what may stand in one kind of block.
type view struct {
	words  []firstWord
	starts [1 << 10]bool // the two letters that its words, or `undo`, start with
	// all says that every line of the block is in scope: what fits no form is Odd.
	all bool
}

// firstWord is a keyword that starts commands of a view. undo are those after `undo`.
type firstWord struct {
	word        string
	forms, undo []form
}

// formsOf are the forms that start with a word, or with `undo` and a word.
func (v *view) formsOf(word string, undo bool) []form {
	for i := range v.words {
		w := &v.words[i]
		if word == w.word || len(word) == len(w.word) && strings.EqualFold(word, w.word) {
			if undo {
				return w.undo
			}
			return w.forms
		}
	}
	return nil
}

// mayStart tells whether a line can be anything but out of scope, by its first two letters.
func (v *view) mayStart(line string) bool {
	return v.all || len(line) > 1 && v.starts[twoLetters(line)]
}

// twoLetters is a number for the first two letters of a word, in any case. Every keyword has them.
func twoLetters(s string) int { return int(s[0]&31)<<5 | int(s[1]&31) }

// spec is what a view is made of: patterns (see form) of what is understood, the starts of what looks like weft's and is
// not, and what only looks like it.
type spec struct {
	all          bool
	forms        []formSpec
	odd, foreign []string
}

// formSpec is a form: its pattern, the canonical pattern if that is another, and the view of the block it opens.
type formSpec struct {
	pattern   string
	canonical string
	opens     *view
}

func newView(s spec) *view {
	v := &view{all: s.all}
	v.starts[twoLetters("undo")] = true
	for _, pattern := range s.foreign {
		v.add(pattern, "").kind = conf.Out
	}
	for _, f := range s.forms {
		v.add(f.pattern, f.canonical).opens = f.opens
	}
	for _, pattern := range s.odd {
		v.add(pattern+"|", "").kind = conf.Odd
	}
	return v
}

// add compiles a form and files it under its first word.
func (v *view) add(pattern, canonical string) *form {
	f := compile(pattern, canonical)
	first := f.tokens[0].words[0]
	undo := first == "undo"
	if undo {
		first = f.tokens[1].words[0]
	}
	at := slices.IndexFunc(v.words, func(w firstWord) bool { return w.word == first })
	if at < 0 {
		at = len(v.words)
		v.words = append(v.words, firstWord{word: first})
		v.starts[twoLetters(first)] = true
	}
	list := &v.words[at].forms
	if undo {
		list = &v.words[at].undo
	}
	*list = append(*list, f)
	return &(*list)[len(*list)-1]
}

// finding is what a view makes of a line.
type finding struct {
	kind  conf.Kind
	text  string // canonical for In, else as it stands
	opens *view
}

// look finds out what a line, trimmed, is in this view. words is room for its words.
func (v *view) look(line string, words []string) finding {
	out := finding{text: line}
	if v.all {
		out.kind = conf.Odd
	}
	first, undo := firstOf(line), false
	if strings.EqualFold(first, "undo") && len(line) > len(first) {
		first, undo = firstOf(strings.TrimLeft(line[len(first):], " \t")), true
	}
	forms := v.formsOf(first, undo)
	if forms == nil {
		if first == "description" {
			out.kind = conf.Out
		}
		return out
	}
	words, tidy := split(line, words)
	for i := range forms {
		f := &forms[i]
		ok, exact, scope := f.fit(words)
		switch {
		case ok && f.kind != conf.In:
			return finding{kind: f.kind, text: line}
		case ok:
			return f.found(line, words, exact && tidy)
		case scope:
			out.kind = conf.Odd
		}
	}
	return out
}

// found is the finding of a line that fits the form.
func (f *form) found(line string, words []string, exact bool) finding {
	found := finding{kind: conf.In, text: line, opens: f.opens}
	if !exact {
		found.text = f.write(words)
	}
	if name, ok := strings.CutPrefix(found.text, "interface "); ok && f.opens == nil {
		found.opens = viewOfInterface(firstOf(name))
	}
	return found
}

// viewOfInterface is what may stand under an interface of this printed name.
func viewOfInterface(name string) *view {
	switch _, sub := isSub(name); {
	case isPort(name), isBundle(name):
		return viewPort
	case sub:
		return viewSub
	case strings.HasPrefix(name, "Nve"):
		return viewNve
	}
	return viewScope
}
