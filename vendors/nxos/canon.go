package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// A form is one way to write one command, compiled from a pattern:
//
//	word         a keyword; the switch takes any start of it, in any case, that is not ambiguous
//	a/b/c        one of several keywords
//	[word]       a keyword that may be missing
//	NAME NUM     one word as it stands; a decimal number
//	DSCPS COSES PRECS    values such as 24,26 or 24-31, made a sorted list; DSCPs by name too
//	DSCP         one code point, by number or name
//	IFACE REST   the name of an interface or of several; whatever follows, at least a word
//
// A mark | after a word means that the word puts a line in scope: if it does not fit any form it is Odd and not Out. A
// pattern that starts with [no] is printed negated too, where the negation is the default, and one with no only so.
type form struct {
	tokens []token
	out    []token // the canonical form, when it is not the tokens themselves
	no     bool    // may be negated
	yes    bool    // may stand without negation
	kind   conf.Kind
	opens  *view
}

type tokenKind uint8

const (
	keyword tokenKind = iota
	choice
	optional
	name
	number
	dscps
	coses
	precs
	dscp
	iface
	rest
)

type token struct {
	kind  tokenKind
	words []string // the keyword, or those to choose from
	scope bool
}

var placeholders = map[string]tokenKind{
	"NAME": name, "NUM": number, "DSCPS": dscps, "COSES": coses, "PRECS": precs, "DSCP": dscp, "IFACE": iface, "REST": rest,
}

// compile reads a pattern and the canonical form that it stands for, empty for the pattern itself.
func compile(pattern, canonical string) form {
	f := form{kind: conf.In, yes: true}
	if after, ok := strings.CutPrefix(pattern, "[no] "); ok {
		pattern, f.no = after, true
	} else if after, ok := strings.CutPrefix(pattern, "no "); ok {
		pattern, f.no, f.yes = after, true, false
	}
	f.tokens = tokensOf(pattern)
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
		if inner := strings.Trim(word, "[]"); inner != word {
			t.kind, word = optional, inner
		}
		if t.words = strings.Split(word, "/"); len(t.words) > 1 {
			t.kind = choice
		}
		tokens = append(tokens, t)
	}
	return tokens
}

// match is a line held against a form.
type match struct {
	left     []string // the words not yet matched
	captures []string // canonical values of all tokens but keywords; one that is missing is empty
	exact    bool     // every word was canonical as it stood
	inScope  bool
	opens    *view
}

// fit holds the words of a line against a form. store is where captures go.
func (f *form) fit(words, store []string) (m match, ok bool) {
	m = match{left: words, captures: store[:0], exact: f.out == nil, opens: f.opens}
	for i := range f.tokens {
		t := &f.tokens[i]
		if !m.take(t) {
			return m, false
		}
		m.inScope = m.inScope || t.scope
	}
	return m, len(m.left) == 0
}

// take matches one token.
func (m *match) take(t *token) bool {
	if len(m.left) == 0 {
		m.captures = append(m.captures, "")
		return t.kind == optional
	}
	switch t.kind {
	case keyword:
		return m.keyword(t.words) != ""
	case choice:
		word := m.keyword(t.words)
		m.captures = append(m.captures, word)
		return word != ""
	case optional:
		m.captures = append(m.captures, m.keyword(t.words))
		return true
	case name:
		m.value(1, m.left[0])
		return true
	}
	n, canonical, ok := m.parse(t.kind)
	if ok {
		m.value(n, canonical)
	}
	return ok
}

// keyword takes a word that is the start of one of several keywords and of no other of them, and returns that one.
func (m *match) keyword(words []string) string {
	found := abbreviated(m.left[0], words)
	if found != "" {
		m.exact = m.exact && found == m.left[0]
		m.left = m.left[1:]
	}
	return found
}

// abbreviated is the one of several keywords that s is a start of, in any case; empty when there is none or more.
func abbreviated(s string, words []string) string {
	found := ""
	for _, w := range words {
		switch {
		case s == w:
			return w
		case len(s) < len(w) && strings.EqualFold(s, w[:len(s)]) || strings.EqualFold(s, w):
			if found != "" {
				return ""
			}
			found = w
		}
	}
	return found
}

// value takes n words that mean one value.
func (m *match) value(n int, canonical string) {
	m.exact = m.exact && n == 1 && canonical == m.left[0]
	m.captures = append(m.captures, canonical)
	m.left = m.left[n:]
}

// parse reads the value at the start of what is left, and says how many words it took.
func (m *match) parse(kind tokenKind) (n int, canonical string, ok bool) {
	word := m.left[0]
	switch kind {
	case number:
		canonical, ok = canonicalNumber(word)
		return 1, canonical, ok
	case dscp:
		canonical, ok = canonicalDSCP(word)
		return 1, canonical, ok
	case iface:
		canonical, ok = canonicalInterfaces(m.left)
		m.opens = viewOfInterface(canonical)
		return len(m.left), canonical, ok
	case rest:
		return len(m.left), strings.Join(m.left, " "), true
	}
	canonical, ok = canonicalList(m.left, kind)
	return len(m.left), canonical, ok
}

// write is the canonical text of a line that fitted the form.
func (f *form) write(m match) string {
	tokens := f.tokens
	if f.out != nil {
		tokens = f.out
	}
	var b strings.Builder
	next := 0
	for i := range tokens {
		word := tokens[i].words[0]
		if tokens[i].kind != keyword {
			word = m.captures[next]
			next++
		}
		if word == "" {
			continue
		}
		if b.Len() > 0 {
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

// finding is what a view makes of a line.
type finding struct {
	text  string // canonical for In, else as it stands
	opens *view
	kind  conf.Kind
	// keyword says that a keyword put an Odd line in scope, and not just the block it stands in.
	keyword bool
}

// scratch is room for the words of a line. It is used again for each.
type scratch struct{ words, captures [maxWords]string }

// look finds out what a line, trimmed, is in this view.
func (v *view) look(line string, s *scratch) finding {
	command, no := line, false
	if len(line) > 3 && line[0]|0x20 == 'n' && line[1]|0x20 == 'o' && line[2] == ' ' {
		command, no = strings.TrimLeft(line[3:], " \t"), true
	}
	word := firstOf(command)
	forms := v.formsOf(word)
	if forms == nil {
		if v.all && !slices.Contains(free, word) {
			return finding{kind: conf.Odd, text: line}
		}
		return finding{text: line}
	}
	words, tidy := split(command, s.words[:])
	tidy = tidy && (!no || len(line)-len(command) == 3 && line[:2] == "no")
	found := chosen(forms, words, no, tidy, s)
	switch {
	case found.kind != conf.In || found.text == "":
		found.text = line
	case no:
		found.text = "no " + found.text
	}
	return found
}

// chosen finds the form that words fit. The text of an In line is empty when the line is canonical as it stands. Words that
// fit two forms are ambiguous, and so Odd.
func chosen(forms []form, words []string, no, tidy bool, s *scratch) finding {
	var best finding
	inScope := false
	for i := range forms {
		f := &forms[i]
		m, ok := f.fit(words, s.captures[:])
		inScope = inScope || m.inScope
		switch {
		case !ok || no && !f.no || !no && !f.yes:
			continue
		case m.exact && tidy || f.kind == conf.Out:
			return finding{kind: f.kind, opens: m.opens, keyword: true}
		}
		found := finding{kind: f.kind, text: f.write(m), opens: m.opens}
		if best.text != "" && best.text != found.text {
			return finding{kind: conf.Odd, keyword: true}
		}
		best = found
	}
	if best.text == "" && inScope {
		return finding{kind: conf.Odd, keyword: true}
	}
	return best
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

// free are the words that may stand in any block without changing what it does.
var free = []string{"description", "remark", "exit", "end"}
