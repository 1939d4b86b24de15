package nxos

import (
	"slices"
	"strings"
)

// The switch finds a command in the grammar of the mode it is typed in: a tree of words and parameters. Keywords may be cut
// short as long as they stay unambiguous, and are folded to lower case; names are kept as typed.

// cliNode is one place in the grammar: what may come next, and the row of the manual when the command may end here.
type cliNode struct {
	words  []cliWord
	params []cliParam
	row    *manualRow
	index  map[string]*cliNode // the places after words
}

type cliWord struct {
	word string
	next *cliNode
}

type cliParam struct {
	kind  paramKind
	label string
	next  *cliNode
}

// cliGrammar is what may be typed in each mode, plain and after "no".
type cliGrammar [numModes]struct{ yes, no *cliNode }

// compileManual builds the grammar of the manual.
func compileManual(rows []manualRow) *cliGrammar {
	var g cliGrammar
	for i := range rows {
		row := &rows[i]
		g.learn(row.in, row)
		for _, mode := range row.also {
			g.learn(mode, row)
		}
	}
	return &g
}

func (g *cliGrammar) learn(mode cliMode, row *manualRow) {
	m := &g[mode]
	if m.yes == nil {
		m.yes, m.no = &cliNode{}, &cliNode{}
	}
	m.yes.learn(row.line, row)
	switch row.no {
	case "":
		m.no.learn(row.line, row)
	case never:
	default:
		m.no.learn(row.no, row)
	}
}

// learn adds every way to write a pattern. Of two rows with one spelling the first keeps it.
func (n *cliNode) learn(pattern string, row *manualRow) {
	for _, words := range expand(pattern) {
		at := n
		for _, word := range words {
			at = at.follow(word)
		}
		if at.row == nil {
			at.row = row
		}
	}
}

// follow is the place after one word or parameter, made if need be.
func (n *cliNode) follow(word string) *cliNode {
	if word[0] != '<' {
		if next := n.index[word]; next != nil {
			return next
		}
		next := &cliNode{}
		n.words = append(n.words, cliWord{word, next})
		if n.index == nil {
			n.index = map[string]*cliNode{}
		}
		n.index[word] = next
		return next
	}
	for _, p := range n.params {
		if p.label == word {
			return p.next
		}
	}
	n.params = append(n.params, cliParam{kind: paramOf(word), label: word, next: &cliNode{}})
	return n.params[len(n.params)-1].next
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

// The refusals of the command line itself (reference section 6.3).
const (
	saysInvalid    = "% Invalid command at '^' marker."
	saysIncomplete = "% Incomplete command at '^' marker."
	saysAmbiguous  = "% Ambiguous command at '^' marker."
	saysNumber     = "% Invalid number at '^' marker."
	saysParameter  = "% Invalid parameter at '^' marker."
)

// typed is a command as typed, and what the grammar makes of it.
type typed struct {
	raw   string
	words []string
	at    []int // where each word starts in raw
	loose bool  // blanks stand where one blank is enough

	no    bool
	first int  // the word after "no", if there is one
	whole bool // that word is not taken for the beginning of another
	row   *manualRow
	about *object  // what a service-policy names; nil for a built-in policy
	canon []string // its words as the switch prints them
	args  []string // its parameters among them
	text  string   // canon in one, without "no"

	far  int    // the word that no reading of the command got past
	says string // what is wrong with it
}

// clone is a copy that the next command does not write to.
func (c *typed) clone() *typed {
	k := *c
	k.words, k.at, k.canon, k.args = slices.Clone(c.words), slices.Clone(c.at), slices.Clone(c.canon), slices.Clone(c.args)
	return &k
}

// split cuts a command into words.
func (c *typed) split(raw string) {
	c.raw, c.says, c.far = raw, "", 0
	c.loose, c.whole = false, false
	c.words, c.at = c.words[:0], c.at[:0]
	for i := 0; i < len(raw); {
		gap := i
		for i < len(raw) && isBlank(raw[i]) {
			i++
		}
		if i-gap != min(1, len(c.words)) || i > gap && raw[gap] != ' ' {
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
		c.words, c.at = append(c.words, raw[from:i]), append(c.at, from)
	}
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// match looks the command up in the grammar of a mode, and tells whether it is there.
func (c *typed) match(g *cliGrammar, mode cliMode) bool {
	root := g[mode].yes
	c.first = 0
	if c.no = strings.EqualFold(c.words[0], "no"); c.no {
		root, c.first = g[mode].no, 1
	}
	c.canon, c.args = c.canon[:0], c.args[:0]
	if root == nil {
		c.fail(c.first, saysInvalid)
		return false
	}
	if c.row = root.walk(c, c.first); c.row == nil {
		c.whole = c.whole || root.knows(c)
		return false
	}
	c.text = c.printed(c.first)
	return true
}

// knows tells whether the command begins with a keyword of the mode. The switch then does not look for another that begins
// like it in the modes around: "class X" is not "class-map X" there.
func (n *cliNode) knows(c *typed) bool {
	return c.first < len(c.words) && n.index[c.words[c.first]] != nil
}

// printed is the command as the switch prints it. A command that is typed so already is not copied.
func (c *typed) printed(from int) string {
	if !c.loose && len(c.canon) == len(c.words)-from {
		same := true
		for i, word := range c.canon {
			same = same && word == c.words[from+i]
		}
		if same {
			return c.raw[c.at[from]:]
		}
	}
	return strings.Join(c.canon, " ")
}

// fail keeps the complaint about the furthest word.
func (c *typed) fail(i int, says string) {
	if c.says == "" || i > c.far {
		c.far, c.says = i, says
	}
}

// walk reads the words from i on: a keyword as it is, a keyword cut short, a parameter.
func (n *cliNode) walk(c *typed, i int) *manualRow {
	if i == len(c.words) {
		if n.row == nil {
			c.fail(i, saysIncomplete)
		}
		return n.row
	}
	if row := n.keyword(c, i); row != nil {
		return row
	}
	for _, p := range n.params {
		value, next, says := p.kind(c, i)
		if says != "" {
			c.fail(i, says)
			continue
		}
		if row := p.next.take(c, next, value, true); row != nil {
			return row
		}
	}
	c.fail(i, saysInvalid)
	return nil
}

// keyword reads word i as a keyword, whole or cut short.
func (n *cliNode) keyword(c *typed, i int) *manualRow {
	if next := n.index[c.words[i]]; next != nil {
		return next.take(c, i+1, c.words[i], false)
	}
	if c.whole && i == c.first {
		return nil
	}
	return n.abbreviated(c, i)
}

// take goes on after a word, or takes it back.
func (n *cliNode) take(c *typed, next int, value string, isArg bool) *manualRow {
	words, args := len(c.canon), len(c.args)
	c.canon = append(c.canon, value)
	if isArg {
		c.args = append(c.args, value)
	}
	row := n.walk(c, next)
	if row == nil {
		c.canon, c.args = c.canon[:words], c.args[:args]
	}
	return row
}

// abbreviated reads word i as the beginning, or another case, of the one keyword that starts so.
func (n *cliNode) abbreviated(c *typed, i int) *manualRow {
	var found *cliWord
	hits := 0
	for k := range n.words {
		w := &n.words[k]
		switch {
		case !startsFold(w.word, c.words[i]):
			continue
		case len(w.word) == len(c.words[i]):
			return w.next.take(c, i+1, w.word, false)
		}
		found = w
		hits++
	}
	if hits > 1 {
		c.fail(i, saysAmbiguous)
	}
	if hits != 1 {
		return nil
	}
	return found.next.take(c, i+1, found.word, false)
}

func startsFold(word, start string) bool {
	return len(start) <= len(word) && strings.EqualFold(word[:len(start)], start)
}
