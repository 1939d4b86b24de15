package view

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
	"github.com/weft-net/weft/qos"
)

// paint colours text for a terminal, or leaves it as it is.
type paint struct {
	on                            bool
	bold, dim, red, green, yellow func(string) string
}

func plain(text string) string { return text }

func painter(on bool) paint {
	if !on {
		return paint{bold: plain, dim: plain, red: plain, green: plain, yellow: plain}
	}
	return paint{on: true, bold: ansi("1"), dim: ansi("2"), red: ansi("31"), green: ansi("32"), yellow: ansi("33")}
}

func ansi(code string) func(string) string {
	return func(text string) string {
		if text == "" {
			return ""
		}
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
}

// sign is what stands before a sentence. What is wrong or lost is coloured as a whole, of the rest only the sign.
func (p paint) sign(s qos.Sense) (sign string, color func(line string) string) {
	switch s {
	case qos.Worse:
		return "! ", p.red
	case qos.Better:
		return "+ ", first("+", p.green)
	case qos.Changed:
		return "~ ", first("~", p.yellow)
	}
	return "  ", plain
}

// first colours a sign that a line begins with.
func first(sign string, color func(string) string) func(string) string {
	return func(line string) string {
		text := strings.TrimLeft(line, " ")
		if rest, ok := strings.CutPrefix(text, sign); ok {
			return line[:len(line)-len(text)] + color(sign) + rest
		}
		return line
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
			b.WriteString(setOff(piece.Text, redder))
		case diffmatchpatch.DiffInsert:
			a.WriteString(setOff(piece.Text, greener))
		}
	}
	return b.String(), a.String()
}

// setOff colours words, and not the space after them.
func setOff(text string, color func(string) string) string {
	words := strings.TrimRight(text, " ")
	return color(words) + text[len(words):]
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
