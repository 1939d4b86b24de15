package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// A form is one way to write one command, compiled from a pattern:
//
//	word         a keyword, in any case
//	a/b/c        one of several keywords
//	NAME NUM     one word as it stands; a decimal number
//	QUEUE DSCP PERCENT COUNT     numbers up to 7, 63, 100 and 65535
//	PRIOS DSCPS  numbers up to 7; code points by number or name: either is made a sorted list of numbers
//	QUEUES       queues and ranges such as 0 to 2 4 to 6, collapsed
//	SCHED        queues by scheduler, such as pq 6 to 7 drr 0 to 5; pq goes where others are, for it is not printed then
//	PHB COLOUR   a service class by name or queue; a colour
//	RATE         a number with kbps, mbps or gbps, which is kbps where it is missing
//	IFACE REST   the name of an interface; whatever follows, at least a word
//
// A mark | after a word means that the word puts a line in scope: if it does not fit any form it is Odd and not Out. The
// form that fits first counts.
type form struct {
	tokens []token
	out    []token // the canonical form where it is not the tokens themselves; it takes their values in order
	kind   conf.Kind
	opens  *view
}

type token struct {
	kind  tokenKind
	words []string // the keyword, or those to choose from
	scope bool
}

type tokenKind uint8

const (
	keyword tokenKind = iota
	choice
	name
	number
	queueNumber
	dscpNumber
	percent
	count
	prios
	dscps
	queues
	sched
	phb
	colour
	rate
	iface
	rest
)

var placeholders = map[string]tokenKind{
	"NAME": name, "NUM": number, "QUEUE": queueNumber, "DSCP": dscpNumber, "PERCENT": percent, "COUNT": count,
	"PRIOS": prios, "DSCPS": dscps, "QUEUES": queues, "SCHED": sched,
	"PHB": phb, "COLOUR": colour, "RATE": rate, "IFACE": iface, "REST": rest,
}

// largest is the largest number of each kind.
var largest = [...]int64{number: 999_999_999_999, queueNumber: 7, dscpNumber: 63, percent: 100, count: 65535}

// compile reads a pattern and the canonical form that it stands for, empty for the pattern itself.
func compile(pattern, canonical string) form {
	f := form{kind: conf.In, tokens: tokensOf(pattern)}
	if canonical != "" {
		f.out = tokensOf(canonical)
	}
	return f
}

func tokensOf(pattern string) []token {
	var tokens []token
	for _, word := range strings.Fields(pattern) {
		word, scope := strings.CutSuffix(word, "|")
		t := token{kind: placeholders[word], scope: scope}
		if t.words = strings.Split(word, "/"); len(t.words) > 1 {
			t.kind = choice
		}
		tokens = append(tokens, t)
	}
	return tokens
}

// fit holds the words of a line against the form. exact tells that they are canonical as they stand, scope that they are in
// scope even where they do not fit.
func (f *form) fit(words []string) (ok, exact, scope bool) {
	exact = f.out == nil
	for i := range f.tokens {
		t := &f.tokens[i]
		n, good, same := t.take(words)
		if !good {
			return false, false, scope
		}
		words = words[n:]
		exact = exact && same
		scope = scope || t.scope
	}
	return len(words) == 0, exact, scope
}

// take matches the words that a line goes on with: how many are the token's, and whether they are canonical.
func (t *token) take(words []string) (n int, ok, exact bool) {
	if len(words) == 0 {
		return 0, false, false
	}
	switch t.kind {
	case keyword, choice:
		for _, w := range t.words {
			if words[0] == w {
				return 1, true, true
			}
			if strings.EqualFold(words[0], w) {
				return 1, true, false
			}
		}
		return 0, false, false
	case name:
		return 1, true, true
	case rest:
		return len(words), true, true
	case number, queueNumber, dscpNumber, percent, count:
		return 1, isNumber(words[0]) && numberOf(words[0]) <= largest[t.kind], isPlain(words[0])
	}
	n = t.extent(words)
	canonical, ok := t.canonical(words[:n])
	return n, ok, ok && sameWords(canonical, words[:n])
}

// write is the canonical text of words that fit the form.
func (f *form) write(words []string) string {
	var values []string // of tokens that are no fixed keyword
	for i := range f.tokens {
		t := &f.tokens[i]
		n, _, _ := t.take(words)
		if t.kind != keyword {
			value, _ := t.canonical(words[:n])
			values = append(values, value)
		}
		words = words[n:]
	}
	tokens := f.tokens
	if f.out != nil {
		tokens = f.out
	}
	var b strings.Builder
	for i := range tokens {
		word := tokens[i].words[0]
		if tokens[i].kind != keyword {
			word, values = values[0], values[1:]
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// maxWords bounds the words of a line: the last one holds whatever follows. No form is as long.
const maxWords = 24

// split cuts a line, which has no blank at its end, into its words. tidy tells that single blanks are between them.
func split(line string, words []string) (_ []string, tidy bool) {
	words, tidy = words[:0], true
	for len(words) < maxWords-1 {
		word := firstOf(line)
		words = append(words, word)
		if len(word) == len(line) {
			return words, tidy
		}
		next := len(word)
		for line[next] == ' ' || line[next] == '\t' {
			next++
		}
		tidy = tidy && line[len(word)] == ' ' && next == len(word)+1
		line = line[next:]
	}
	return append(words, line), tidy
}

// firstOf is the first word of a line.
func firstOf(line string) string {
	for i := range len(line) {
		if line[i] == ' ' || line[i] == '\t' {
			return line[:i]
		}
	}
	return line
}

// sameWords tells whether words, with single blanks between them, are a text.
func sameWords(text string, words []string) bool {
	for i, w := range words {
		rest, ok := strings.CutPrefix(text, w)
		if !ok {
			return false
		}
		if text = rest; i < len(words)-1 {
			if text == "" || text[0] != ' ' {
				return false
			}
			text = text[1:]
		}
	}
	return text == ""
}
