package lab

import (
	"fmt"
	"strconv"
	"strings"
)

// verb is a command that is not configuration, of a command line C.
type verb[C any] struct {
	// pattern has the words as the manual has them: "show interface <port> priority-flow-control". <word> stands for any word,
	// <words...> for the rest of the line, [word] for a word that may be left out.
	pattern string
	help    string
	do      func(c C, args []string) (answer string, err error)
}

// fault of a line that no verb fits.
type misfit uint8

// The misfits.
const (
	fits misfit = iota
	unknown
	incomplete
	ambiguous
)

// find finds the verb of a line whose words may be cut short. args are what stands for <> and [] words, in order: a word that is
// left out is empty. Where none fits, at is the number of the word where the line goes wrong.
func find[C any](verbs []verb[C], words []string) (v *verb[C], args []string, why misfit, at int) {
	best, tied := -1, false
	why = unknown
	for i := range verbs {
		f := fit(strings.Fields(verbs[i].pattern), words)
		switch {
		case !f.whole && f.reached > at:
			at, why = f.reached, f.why
		case !f.whole && f.reached == at && f.why == incomplete && v == nil:
			why = incomplete
		case f.whole && f.exact > best:
			v, args, best, tied = &verbs[i], f.args, f.exact, false
		case f.whole && f.exact == best:
			tied = true
		}
	}
	switch {
	case tied:
		return nil, nil, ambiguous, 0
	case v != nil:
		return v, args, fits, 0
	}
	return nil, nil, why, at
}

// fitted is how words fit a pattern.
type fitted struct {
	whole   bool
	exact   int // words that are written out
	reached int // words that fit
	why     misfit
	args    []string
}

func fit(pattern, words []string) (f fitted) {
	for _, p := range pattern {
		optional := p[0] == '['
		word := ""
		if f.reached < len(words) {
			word = words[f.reached]
		}
		switch {
		case strings.HasSuffix(p, "...>") && word != "":
			f.args = append(f.args, strings.Join(words[f.reached:], " "))
			f.reached = len(words)
			continue
		case p[0] == '<' && word != "":
			f.args = append(f.args, word)
		case optional && (word == "" || !hasPrefixFold(strings.Trim(p, "[]"), word)):
			f.args = append(f.args, "")
			continue
		case optional:
			f.args = append(f.args, strings.Trim(p, "[]"))
		case word == "":
			f.why = incomplete
			return f
		case !hasPrefixFold(p, word):
			f.why = unknown
			return f
		case strings.EqualFold(p, word):
			f.exact++
		}
		f.reached++
	}
	f.whole, f.why = f.reached == len(words), unknown
	return f
}

// hasPrefixFold tells whether word is the beginning of a keyword, whatever its case.
func hasPrefixFold(keyword, word string) bool {
	return len(word) <= len(keyword) && strings.EqualFold(keyword[:len(word)], word)
}

// wordStart is where word n of a line begins; the end of the line when it has fewer.
func wordStart(line string, n int) int {
	at := 0
	for {
		for at < len(line) && line[at] == ' ' {
			at++
		}
		if n == 0 || at == len(line) {
			return at
		}
		for at < len(line) && line[at] != ' ' {
			at++
		}
		n--
	}
}

// caret is a line that points at a place of what was typed behind a prompt.
func caret(prompt string, at int) string {
	return strings.Repeat(" ", len(prompt)+at) + "^\n"
}

// filtered does what stands behind the | of a line that prints something: keep lines with a word, those without it, or all from the first one
// that has it. ok is false for anything else.
func filtered(answer, filter string) (kept string, ok bool) {
	word, what, _ := strings.Cut(strings.TrimSpace(filter), " ")
	what = strings.Trim(strings.TrimSpace(what), `"`)
	lines := strings.SplitAfter(answer, "\n")
	switch {
	case word == "no-more":
		return answer, true
	case what == "":
		return "", false
	case len(word) > 0 && hasPrefixFold("include", word):
		return join(lines, func(l string) bool { return strings.Contains(l, what) }), true
	case len(word) > 0 && hasPrefixFold("exclude", word):
		return join(lines, func(l string) bool { return !strings.Contains(l, what) }), true
	case len(word) > 0 && hasPrefixFold("begin", word):
		begun := false
		return join(lines, func(l string) bool {
			begun = begun || strings.Contains(l, what)
			return begun
		}), true
	}
	return "", false
}

// join puts the lines together that are wanted.
func join(lines []string, wanted func(string) bool) string {
	var b strings.Builder
	for _, l := range lines {
		if wanted(l) {
			b.WriteString(l)
		}
	}
	return b.String()
}

// helpOf lists the verbs with what they do.
func helpOf[C any](verbs []verb[C]) string {
	var b strings.Builder
	for i := range verbs {
		if pattern, _, _ := strings.Cut(verbs[i].pattern, " ["); verbs[i].help != "" {
			fmt.Fprintf(&b, "  %-50s %s\n", pattern, verbs[i].help)
		}
	}
	return b.String()
}

// number reads a whole number within bounds.
func number(word string, low, high int) (int, bool) {
	n, err := strconv.Atoi(word)
	return n, err == nil && n >= low && n <= high
}
