package view

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// paint colours text for a terminal, or leaves it as it is.
type paint struct {
	on                       bool
	bold, red, green, yellow func(string) string
}

func plain(text string) string { return text }

func painter(on bool) paint {
	if !on {
		return paint{bold: plain, red: plain, green: plain, yellow: plain}
	}
	return paint{on: true, bold: ansi("1"), red: ansi("31"), green: ansi("32"), yellow: ansi("33")}
}

func ansi(code string) func(string) string {
	return func(text string) string {
		if text == "" {
			return ""
		}
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
}

// op is the colour of a line that comes or goes.
func (p paint) op(op byte) func(string) string {
	switch op {
	case '+':
		return p.green
	case '-':
		return p.red
	}
	return plain
}

// apart colours a line and the one that replaces it, with what differs between them set off.
func (p paint) apart(before, after string) (string, string) {
	if !p.on {
		return before, after
	}
	var b, a strings.Builder
	redder, greener := ansi("1;4;31"), ansi("1;4;32")
	for _, piece := range wordDiff(before, after) {
		switch piece.Type {
		case diffmatchpatch.DiffEqual:
			b.WriteString(p.red(piece.Text))
			a.WriteString(p.green(piece.Text))
		case diffmatchpatch.DiffDelete:
			b.WriteString(redder(piece.Text))
		case diffmatchpatch.DiffInsert:
			a.WriteString(greener(piece.Text))
		}
	}
	return b.String(), a.String()
}

// wordDiff compares two lines word by word: half a number set off says nothing to a reader. The library compares lines, so
// each word is made one.
func wordDiff(before, after string) []diffmatchpatch.Diff {
	asLines := func(text string) string { return strings.ReplaceAll(text, " ", " \n") }
	d := diffmatchpatch.New()
	b, a, words := d.DiffLinesToRunes(asLines(before), asLines(after))
	pieces := d.DiffCharsToLines(d.DiffMainRunes(b, a, false), words)
	for i := range pieces {
		pieces[i].Text = strings.ReplaceAll(pieces[i].Text, " \n", " ")
	}
	return pieces
}
