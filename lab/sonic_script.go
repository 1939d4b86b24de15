package lab

import (
	"fmt"
	"strings"
)

// What of the language of the shell the lab understands: words with quotes, variables and $(commands), redirections, pipes, and lists
// joined with ; && and ||.

// script is a list of pipelines, each with what joins it to the one before: ";", "&&" or "||".
type script []joined

type joined struct {
	by    string
	pipes []command
}

// command is one command: assignments before it, its words, and where it reads and writes.
type command struct {
	words     []word
	redirects []redirect
}

// redirect is one of > >> < 2> 2>> 2>&1 >&2 and where to.
type redirect struct {
	op string
	to word
}

// word is a word before variables have values: its parts follow each other without blanks.
type word []part

type part struct {
	text   string
	kind   partKind
	quoted bool
}

type partKind uint8

const (
	literal partKind = iota
	variable
	substitution // the output of a command
)

// token is a word, or an operator.
type token struct {
	op   string
	word word
}

// syntaxError is what the shell says about a line that it cannot read.
type syntaxError struct{ near string }

// Error is that.
func (e *syntaxError) Error() string {
	return fmt.Sprintf("syntax error near unexpected token `%s'", e.near)
}

// parseScript reads a script.
func parseScript(text string) (script, error) {
	tokens, err := tokenize(text)
	if err != nil {
		return nil, err
	}
	r := &scriptReader{next: joined{by: ";"}}
	for len(tokens) > 0 {
		if tokens, err = r.take(tokens); err != nil {
			return nil, err
		}
	}
	if r.begun() || len(r.next.pipes) > 0 || r.next.by != ";" {
		err = r.endPipeline("newline", "")
	}
	return r.done, err
}

// scriptReader puts tokens together.
type scriptReader struct {
	done script
	next joined  // the pipeline that is being read
	open command // the command that is being read
}

// begun tells whether there is something of a command.
func (r *scriptReader) begun() bool { return len(r.open.words)+len(r.open.redirects) > 0 }

// take takes the first token, and the one behind it when that belongs to it.
func (r *scriptReader) take(tokens []token) (rest []token, err error) {
	t, rest := tokens[0], tokens[1:]
	switch t.op {
	case "":
		r.open.words = append(r.open.words, t.word)
	case "|":
		return rest, r.endCommand(t.op)
	case ";", "&&", "||":
		if t.op == ";" && !r.begun() && len(r.next.pipes) == 0 {
			return rest, nil
		}
		return rest, r.endPipeline(t.op, t.op)
	case "2>&1", ">&2":
		r.open.redirects = append(r.open.redirects, redirect{op: t.op})
	default:
		if len(rest) == 0 || rest[0].op != "" {
			return nil, &syntaxError{"newline"}
		}
		r.open.redirects = append(r.open.redirects, redirect{t.op, rest[0].word})
		return rest[1:], nil
	}
	return rest, nil
}

func (r *scriptReader) endCommand(near string) error {
	if !r.begun() {
		return &syntaxError{near}
	}
	r.next.pipes, r.open = append(r.next.pipes, r.open), command{}
	return nil
}

// endPipeline ends a pipeline; by joins the next one to it.
func (r *scriptReader) endPipeline(near, by string) error {
	if err := r.endCommand(near); err != nil {
		return err
	}
	r.done, r.next = append(r.done, r.next), joined{by: by}
	return nil
}

// operators of the language, longest first.
var operators = []string{"2>&1", "2>>", ">&2", "&&", "||", ">>", "2>", ";", "|", "<", ">", "&", "(", ")"}

// tokenize divides a script into words and operators.
func tokenize(text string) ([]token, error) {
	l := &lexer{text: text}
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == ' ' || c == '\t':
			l.at++
			l.endWord()
		case c == '\n':
			l.at++
			l.endWord()
			l.tokens = append(l.tokens, token{op: ";"})
		case c == '#' && l.word == nil:
			l.skipComment()
		default:
			if err := l.element(c); err != nil {
				return nil, err
			}
		}
	}
	l.endWord()
	return l.tokens, nil
}

// lexer reads tokens.
type lexer struct {
	text   string
	at     int
	word   word // that is being read; nil between words
	tokens []token
}

func (l *lexer) endWord() {
	if l.word != nil {
		l.tokens, l.word = append(l.tokens, token{word: l.word}), nil
	}
}

func (l *lexer) skipComment() {
	for l.at < len(l.text) && l.text[l.at] != '\n' {
		l.at++
	}
}

// element reads a part of a word, or an operator.
func (l *lexer) element(c byte) error {
	for _, op := range operators {
		if !strings.HasPrefix(l.text[l.at:], op) || op[0] == '2' && l.word != nil {
			continue
		}
		if op == "&" || op == "(" || op == ")" {
			return &syntaxError{op}
		}
		l.endWord()
		l.at += len(op)
		l.tokens = append(l.tokens, token{op: op})
		return nil
	}
	switch c {
	case '\'':
		return l.single()
	case '"':
		return l.double()
	case '$':
		return l.dollar(false)
	case '\\':
		l.escaped()
	default:
		l.add(part{text: l.text[l.at : l.at+1]})
		l.at++
	}
	return nil
}

// add adds a part to the word.
func (l *lexer) add(p part) {
	if n := len(l.word); n > 0 && p.kind == literal && l.word[n-1].kind == literal && l.word[n-1].quoted == p.quoted {
		l.word[n-1].text += p.text
		return
	}
	l.word = append(l.word, p)
}

func (l *lexer) escaped() {
	if l.at++; l.at < len(l.text) {
		if l.text[l.at] != '\n' {
			l.add(part{text: l.text[l.at : l.at+1], quoted: true})
		}
		l.at++
	}
}

func (l *lexer) single() error {
	body, rest, ended := strings.Cut(l.text[l.at+1:], "'")
	if !ended {
		return fmt.Errorf("unexpected EOF while looking for matching `''")
	}
	l.add(part{text: body, quoted: true})
	l.at = len(l.text) - len(rest)
	return nil
}

func (l *lexer) double() error {
	l.add(part{quoted: true}) // "" is a word
	for l.at++; l.at < len(l.text); {
		switch c := l.text[l.at]; {
		case c == '"':
			l.at++
			return nil
		case c == '$':
			if err := l.dollar(true); err != nil {
				return err
			}
		case c == '\\' && l.at+1 < len(l.text) && strings.IndexByte("$`\"\\", l.text[l.at+1]) >= 0:
			l.add(part{text: l.text[l.at+1 : l.at+2], quoted: true})
			l.at += 2
		default:
			l.add(part{text: l.text[l.at : l.at+1], quoted: true})
			l.at++
		}
	}
	return fmt.Errorf("unexpected EOF while looking for matching `\"'")
}

// dollar reads $NAME, ${NAME}, $? or $(command).
func (l *lexer) dollar(quoted bool) error {
	rest := l.text[l.at+1:]
	switch {
	case strings.HasPrefix(rest, "("):
		body, ok := untilClosed(rest)
		if !ok {
			return fmt.Errorf("unexpected EOF while looking for matching `)'")
		}
		l.add(part{body[1 : len(body)-1], substitution, quoted})
		l.at += 1 + len(body)
	case strings.HasPrefix(rest, "{"):
		name, _, ok := strings.Cut(rest[1:], "}")
		if !ok {
			return fmt.Errorf("unexpected EOF while looking for matching `}'")
		}
		l.add(part{name, variable, quoted})
		l.at += len("${}") + len(name)
	default:
		name := variableName(rest)
		if name == "" {
			l.add(part{text: "$", quoted: true})
		} else {
			l.add(part{name, variable, quoted})
		}
		l.at += 1 + len(name)
	}
	return nil
}

// untilClosed is a text from its parenthesis to the one that closes it.
func untilClosed(text string) (string, bool) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[:i+1], true
			}
		}
	}
	return "", false
}

// variableName is the name that a text begins with.
func variableName(text string) string {
	if text != "" && strings.IndexByte("?$#!0123456789", text[0]) >= 0 {
		return text[:1]
	}
	n := 0
	for n < len(text) && (text[n] == '_' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' || n > 0 && text[n] >= '0' && text[n] <= '9') {
		n++
	}
	return text[:n]
}
