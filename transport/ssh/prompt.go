package ssh

import (
	"bytes"
	"fmt"
	"regexp"
	"regexp/syntax"

	"github.com/weft-net/weft/vendors"
)

// speech is a dialect, compiled. It changes once, when the switch's name is learnt.
type speech struct {
	dialect   vendors.Dialect
	prompts   []*regexp.Regexp
	questions []*regexp.Regexp
	more      []*regexp.Regexp
	refusals  []*regexp.Regexp
	messages  []*regexp.Regexp
	logs      []*regexp.Regexp
	strangers []*regexp.Regexp // prompts whatever the switch's name
}

const nameGroup = "name"

// understand compiles a dialect.
func understand(d vendors.Dialect) (*speech, error) {
	s := &speech{dialect: d}
	err := s.compile([]compiling{
		{&s.prompts, d.Prompts, `\A(?:`, `)\z`},
		{&s.questions, d.Questions, `(?:`, `)\s*\z`},
		{&s.more, d.More, `(?:`, `)\s*\z`},
		{&s.refusals, d.Refusals, `(?:`, `)`},
		{&s.messages, d.Messages, `\A(?:`, `)\z`},
		{&s.logs, d.Logs, `(?:`, `)`},
	})
	s.strangers = s.prompts
	return s, err
}

// compiling is a list of patterns with what is put around each.
type compiling struct {
	to            *[]*regexp.Regexp
	patterns      []string
	before, after string
}

func (s *speech) compile(lists []compiling) error {
	for _, l := range lists {
		*l.to = make([]*regexp.Regexp, len(l.patterns))
		for i, pattern := range l.patterns {
			var err error
			if (*l.to)[i], err = regexp.Compile(l.before + pattern + l.after); err != nil {
				return fmt.Errorf("dialect: %w", err)
			}
		}
	}
	return nil
}

// learn takes the switch's name from its first prompt. From then on only that name is in prompts and messages.
func (s *speech) learn(prompt []byte) error {
	name := s.name(prompt)
	if name == "" {
		return nil
	}
	prompts, err := named(s.dialect.Prompts, name)
	if err != nil {
		return err
	}
	messages, err := named(s.dialect.Messages, name)
	if err != nil {
		return err
	}
	return s.compile([]compiling{{&s.prompts, prompts, `\A(?:`, `)\z`}, {&s.messages, messages, `\A(?:`, `)\z`}})
}

// name is what a prompt says that the switch is called, or nothing.
func (s *speech) name(prompt []byte) string {
	for _, p := range s.strangers {
		if at := p.SubexpIndex(nameGroup); at >= 0 {
			if groups := p.FindSubmatch(prompt); groups != nil {
				return string(groups[at])
			}
		}
	}
	return ""
}

// named puts a name where the patterns have their group for it.
func named(patterns []string, name string) ([]string, error) {
	with := make([]string, len(patterns))
	for i, pattern := range patterns {
		tree, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			return nil, fmt.Errorf("dialect: %w", err)
		}
		with[i] = put(tree, name).String()
	}
	return with, nil
}

func put(tree *syntax.Regexp, name string) *syntax.Regexp {
	if tree.Op == syntax.OpCapture && tree.Name == nameGroup {
		return &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune(name)}
	}
	for i, sub := range tree.Sub {
		tree.Sub[i] = put(sub, name)
	}
	return tree
}

// longestLine is longer than any prompt, question or message.
const longestLine = 1 << 10

func matches(patterns []*regexp.Regexp, line []byte) bool {
	if len(line) > longestLine {
		return false
	}
	for _, p := range patterns {
		if p.Match(line) {
			return true
		}
	}
	return false
}

// isMessage tells whether a line is one of the system log.
func (s *speech) isMessage(line []byte) bool {
	return bytes.IndexByte(line, '%') >= 0 && matches(s.messages, line)
}

// isPrompt tells whether a line is a prompt of this switch.
func (s *speech) isPrompt(line []byte) bool { return len(line) > 0 && matches(s.prompts, line) }

// afterPrompt is what stands behind a prompt at the start of a line, or the line as it is.
func (s *speech) afterPrompt(line []byte) []byte {
	for end := min(len(line), longestLine); end > 0; end-- {
		if c := line[end-1]; (c == '#' || c == '>' || c == ']' || c == ' ') && s.isPrompt(line[:end]) {
			return line[end:]
		}
	}
	return line
}

// refusal is the first line of an answer that says that the switch did not do what was entered.
func (s *speech) refusal(text string) (line string, found bool) {
	for l := range bytes.Lines([]byte(text)) {
		if l = bytes.TrimRight(l, "\r\n"); matches(s.refusals, l) {
			return string(l), true
		}
	}
	return "", false
}
