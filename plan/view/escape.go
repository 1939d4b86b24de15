package view

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-net/weft/visible"
)

// invisible stands between a sign and the word that a forge would take for a link with it: "@name", "#12". Nobody sees it.
const invisible = "&#8203;"

// mdSigns is how signs are written that mean something in Markdown. A sentence never begins a line, so that those which mean
// something only there stay as they are.
var mdSigns = map[rune]string{
	'\\': `\\`, '`': "\\`", '*': `\*`, '_': `\_`, '[': `\[`, ']': `\]`, '|': `\|`, '~': `\~`, '$': `\$`,
	'<': "&lt;", '>': "&gt;", '&': "&amp;",
}

// htmlSigns is how signs are written that mean something in HTML.
var htmlSigns = map[rune]string{'<': "&lt;", '>': "&gt;", '&': "&amp;", '"': "&#34;", '\'': "&#39;"}

// prose is text inside a line of Markdown: none of it is markup, and a forge makes no link of it.
func prose(text string) string { return escape(text, mdSigns) }

// inHTML is text inside an element of HTML, where Markdown is not looked for.
func inHTML(text string) string { return escape(text, htmlSigns) }

func escape(text string, signs map[rune]string) string {
	text = strings.Join(strings.Fields(oneLine(text)), " ")
	var b strings.Builder
	for i, r := range text {
		if sign, special := signs[r]; special {
			b.WriteString(sign)
		} else {
			b.WriteRune(r)
		}
		if refers(text[:i], r, text[i+utf8.RuneLen(r):]) {
			b.WriteString(invisible)
		}
	}
	return b.String()
}

// refers tells whether a forge may make a link of what begins with a sign: a person, an issue, a merge request and the like, an
// address or an emoji.
func refers(before string, r rune, after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	word := next == '_' || unicode.IsLetter(next) || unicode.IsDigit(next)
	switch r {
	case '@', '#', '!', '$', '%', '&', '^':
		return word
	case '~':
		return word || next == '"'
	case ':':
		return strings.HasPrefix(after, "//") || word && emoji(after)
	case '.':
		return word && len(before) >= 3 && strings.EqualFold(before[len(before)-3:], "www")
	case '-': // GH-12 of GitHub, and the keys of trackers such as JIRA
		return unicode.IsDigit(next) && keyLike(before)
	}
	return false
}

// emoji tells whether a text after a colon is a word with another one behind it.
func emoji(text string) bool {
	end := strings.IndexFunc(text, func(r rune) bool {
		return r != '_' && r != '+' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return end > 0 && text[end] == ':'
}

// keyLike tells whether a text ends in what may be the key of a project: two capital letters.
func keyLike(text string) bool {
	last, n := utf8.DecodeLastRuneInString(text)
	before, _ := utf8.DecodeLastRuneInString(text[:len(text)-n])
	return unicode.IsUpper(last) && unicode.IsUpper(before)
}

// oneLine is text on one line, in which what cannot be seen is written so that it can.
func oneLine(text string) string {
	return visible.Text(strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return r
	}, text))
}

// fence is lines of a configuration as a block of code. No line of it can end the block.
func fence(language string, lines []string) string {
	longest := 2
	for _, line := range lines {
		longest = max(longest, backticks(line))
	}
	marks := strings.Repeat("`", longest+1)
	var b strings.Builder
	b.WriteString(marks + language + "\n")
	for _, line := range lines {
		b.WriteString(oneLine(line) + "\n")
	}
	b.WriteString(marks + "\n\n")
	return b.String()
}

// backticks is the length of the longest run of them.
func backticks(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
