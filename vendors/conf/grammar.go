package conf

import "strings"

// Grammar is what may be typed in one place: a tree of words and parameters. Each way through it ends at a rule of type R.
// Keywords may be cut short as long as they stay unambiguous, and are read in any case; parameters are read by their kind.
type Grammar[R any] struct {
	words  []grammarWord[R]
	params []grammarParam[R]
	index  map[string]*Grammar[R] // the places after words
	rules  []*R                   // where a command may end
}

type grammarWord[R any] struct {
	word string
	next *Grammar[R]
}

type grammarParam[R any] struct {
	read  Param
	label string
	next  *Grammar[R]
}

// Param reads a parameter from word i of a command on: its canonical form, the word after it, and what is wrong with it.
type Param func(c *Typed, i int) (value string, next int, says string)

// Complaints are the refusals of a command line itself.
type Complaints struct {
	Unknown    string // a word that has no place here
	Incomplete string // words are missing
	Ambiguous  string // a word cut too short
	TooMany    string // words behind a command that is whole
}

// Learn adds every way to write a pattern of keywords, <parameters>, [optional] and {this|that} parts. A way that several
// rules have is the first one's, as far as Match may take that.
func (g *Grammar[R]) Learn(pattern string, rule *R, params func(label string) Param) {
	for _, words := range expand(pattern) {
		at := g
		for _, word := range words {
			at = at.follow(word, params)
		}
		at.rules = append(at.rules, rule)
	}
}

// follow is the place after one word or parameter, made if need be.
func (g *Grammar[R]) follow(word string, params func(label string) Param) *Grammar[R] {
	if word[0] != '<' {
		if next := g.index[word]; next != nil {
			return next
		}
		next := &Grammar[R]{}
		g.words = append(g.words, grammarWord[R]{word, next})
		if g.index == nil {
			g.index = map[string]*Grammar[R]{}
		}
		g.index[word] = next
		return next
	}
	for _, p := range g.params {
		if p.label == word {
			return p.next
		}
	}
	next := &Grammar[R]{}
	g.params = append(g.params, grammarParam[R]{params(word), word, next})
	return next
}

// Ways lists what may come next: keywords first, then the labels of parameters. whole tells whether a command may end here.
func (g *Grammar[R]) Ways() (next []string, whole bool) {
	for _, w := range g.words {
		next = append(next, w.word)
	}
	for _, p := range g.params {
		next = append(next, p.label)
	}
	return next, len(g.rules) > 0
}

// After is the place after one of the Ways.
func (g *Grammar[R]) After(way string) *Grammar[R] {
	for _, p := range g.params {
		if p.label == way {
			return p.next
		}
	}
	return g.index[way]
}

// expand writes out the [optional] and {this|that} parts of a pattern.
func expand(pattern string) [][]string {
	for _, sign := range []string{"[", "{", "|", "]", "}"} {
		pattern = strings.ReplaceAll(pattern, sign, " "+sign+" ")
	}
	tokens := strings.Fields(pattern)
	return choices(&tokens)
}

// choices reads alternatives up to the bracket that ends them, which it takes.
func choices(tokens *[]string) [][]string {
	var all [][]string
	ways := [][]string{nil}
	for len(*tokens) > 0 {
		token := (*tokens)[0]
		*tokens = (*tokens)[1:]
		switch token {
		case "|":
			all = append(all, ways...)
			ways = [][]string{nil}
		case "]", "}":
			return append(all, ways...)
		case "[":
			ways = cross(ways, append(choices(tokens), nil))
		case "{":
			ways = cross(ways, choices(tokens))
		default:
			ways = cross(ways, [][]string{{token}})
		}
	}
	return append(all, ways...)
}

// cross continues every way with every tail.
func cross(ways, tails [][]string) [][]string {
	var out [][]string
	for _, way := range ways {
		for _, tail := range tails {
			out = append(out, append(way[:len(way):len(way)], tail...))
		}
	}
	return out
}

// Typed is a command as typed, and what a grammar makes of it.
type Typed struct {
	Raw   string
	Words []string
	Canon []string // the words that Match took, as the switch prints them
	Args  []string // the parameters among them
	Says  string   // what is wrong with the word that no reading of the command got past

	at    []int // where each word starts in Raw
	loose bool  // blanks stand where one blank is enough
	far   int   // that word
}

// Split cuts a command into words.
func (c *Typed) Split(raw string) {
	c.Raw, c.loose = raw, false
	c.Words, c.at = c.Words[:0], c.at[:0]
	for i := 0; i < len(raw); {
		gap := i
		for i < len(raw) && isBlank(raw[i]) {
			i++
		}
		if i-gap != min(1, len(c.Words)) || i > gap && raw[gap] != ' ' {
			c.loose = true
		}
		if i == len(raw) {
			c.loose = true
			return
		}
		from := i
		for i < len(raw) && !isBlank(raw[i]) {
			i++
		}
		c.Words, c.at = append(c.Words, raw[from:i]), append(c.at, from)
	}
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// Rest is the command from word i on, as typed, without blanks at its end.
func (c *Typed) Rest(i int) string {
	return strings.TrimRight(c.Raw[c.at[i]:], " \t\r")
}

// Text is the canonical form of the words from one on that Match took. A command that is typed so already is not copied.
func (c *Typed) Text(from int) string {
	if !c.loose && len(c.Canon) == len(c.Words)-from {
		same := true
		for i, word := range c.Canon {
			same = same && word == c.Words[from+i]
		}
		if same && len(c.Canon) > 0 {
			return c.Raw[c.at[from]:]
		}
	}
	return strings.Join(c.Canon, " ")
}

// Match finds the rule of a command from word `from` on, among those that are allowed. Without one, Says is the complaint.
func (g *Grammar[R]) Match(c *Typed, from int, allows func(*R) bool, says *Complaints) *R {
	c.Canon, c.Args = c.Canon[:0], c.Args[:0]
	c.Says, c.far = "", 0
	m := match[R]{c, allows, says}
	return m.walk(g, from)
}

// match is one search for a rule.
type match[R any] struct {
	*Typed
	allows func(*R) bool
	says   *Complaints
}

// fail keeps the complaint about the furthest word.
func (m match[R]) fail(i int, says string) {
	if m.Says == "" || i > m.far {
		m.far, m.Says = i, says
	}
}

// walk reads the words from i on: a keyword as it is, a keyword cut short, a parameter.
func (m match[R]) walk(g *Grammar[R], i int) *R {
	if i == len(m.Words) {
		return m.end(g, i)
	}
	if rule := m.keyword(g, i); rule != nil {
		return rule
	}
	for _, p := range g.params {
		value, next, says := p.read(m.Typed, i)
		if says != "" {
			m.fail(i, says)
			continue
		}
		if rule := m.take(p.next, next, value, true); rule != nil {
			return rule
		}
	}
	if len(g.words)+len(g.params) == 0 && len(g.rules) > 0 {
		m.fail(i, m.says.TooMany)
	}
	m.fail(i, m.says.Unknown)
	return nil
}

// end is the rule of a command that ends here.
func (m match[R]) end(g *Grammar[R], i int) *R {
	for _, rule := range g.rules {
		if m.allows(rule) {
			return rule
		}
	}
	if len(g.rules) == 0 {
		m.fail(i, m.says.Incomplete)
	} else {
		m.fail(i-1, m.says.Unknown) // others have it
	}
	return nil
}

// keyword reads word i as a keyword, whole or cut short.
func (m match[R]) keyword(g *Grammar[R], i int) *R {
	if next := g.index[m.Words[i]]; next != nil {
		return m.take(next, i+1, m.Words[i], false)
	}
	return m.abbreviated(g, i)
}

// take goes on after a word, or takes it back.
func (m match[R]) take(g *Grammar[R], next int, value string, isArg bool) *R {
	words, args := len(m.Canon), len(m.Args)
	m.Canon = append(m.Canon, value)
	if isArg {
		m.Args = append(m.Args, value)
	}
	rule := m.walk(g, next)
	if rule == nil {
		m.Canon, m.Args = m.Canon[:words], m.Args[:args]
	}
	return rule
}

// abbreviated reads word i as the beginning, or another case, of the one keyword that starts so.
func (m match[R]) abbreviated(g *Grammar[R], i int) *R {
	var found *grammarWord[R]
	hits := 0
	for k := range g.words {
		w := &g.words[k]
		switch {
		case !StartsFold(w.word, m.Words[i]):
			continue
		case len(w.word) == len(m.Words[i]):
			return m.take(w.next, i+1, w.word, false)
		}
		found = w
		hits++
	}
	if hits > 1 {
		m.fail(i, m.says.Ambiguous)
	}
	if hits != 1 {
		return nil
	}
	return m.take(found.next, i+1, found.word, false)
}

// StartsFold tells whether a word begins with start, in any case.
func StartsFold(word, start string) bool {
	return len(start) <= len(word) && strings.EqualFold(word[:len(start)], start)
}
