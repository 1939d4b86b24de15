package intent

import (
	"bytes"
	"slices"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// redact hides literal secrets in the bytes that messages show, without moving anything: the password of a credentials
// block, the default of a sensitive variable, and its value in a variable file. A name that does not exist may be a misspelt
// one of these, so that what is written beside it is hidden too.
func redact(s *sources) {
	hidden := append(sensitiveNames(s), "password")
	broken := append(slices.Clip(hidden), "default", "pass", "pwd", "secret", "token") // nobody knows of what
	for name, file := range s.files {
		shown := slices.Clone(file.Bytes)
		if s.sound[name] {
			hideAssigned(shown, name, hidden)
			hideDefaults(shown, file)
			hideMisspelt(shown, file)
		} else {
			hideLines(shown, broken)
		}
		s.files[name] = &hcl.File{Body: file.Body, Bytes: shown, Nav: file.Nav}
	}
	hideUndeclared(s)
}

// hideMisspelt hides what is assigned in a credentials block to a name that it does not have.
func hideMisspelt(shown []byte, file *hcl.File) {
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		return
	}
	for _, b := range body.Blocks {
		if b.Type != credentialsBlock.Type {
			continue
		}
		for name, a := range b.Body.Attributes {
			if !slices.ContainsFunc(credentialsBlock.Attributes, func(known AttributeSchema) bool { return known.Name == name }) {
				hide(shown, a.Expr.Range())
			}
		}
	}
}

// hideUndeclared hides what variable files assign to a name that no variable has.
func hideUndeclared(s *sources) {
	declared := map[string]bool{}
	for _, f := range s.intent {
		for _, b := range f.file.Body.(*hclsyntax.Body).Blocks {
			if b.Type == "variable" && len(b.Labels) == 1 {
				declared[b.Labels[0]] = true
			}
		}
	}
	for _, f := range s.variables {
		attributes, _ := f.file.Body.JustAttributes()
		for name, a := range attributes {
			if !declared[name] {
				hide(s.files[f.name].Bytes, a.Expr.Range())
			}
		}
	}
}

// sensitiveNames are the variables that are declared sensitive, as far as the syntax tree tells.
func sensitiveNames(s *sources) []string {
	var names []string
	for _, f := range s.intent {
		for _, b := range f.file.Body.(*hclsyntax.Body).Blocks {
			if b.Type == "variable" && len(b.Labels) == 1 && isSensitive(b) {
				names = append(names, b.Labels[0])
			}
		}
	}
	return names
}

func isSensitive(b *hclsyntax.Block) bool {
	a := b.Body.Attributes["sensitive"]
	if a == nil {
		return false
	}
	v, diags := a.Expr.Value(nil)
	if diags.HasErrors() {
		return true // in doubt, hide
	}
	yes, err := readBool(v)
	return yes || err != nil
}

func hideDefaults(shown []byte, file *hcl.File) {
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		return // JSON has values only
	}
	for _, b := range body.Blocks {
		if a := b.Body.Attributes["default"]; b.Type == "variable" && a != nil && isSensitive(b) {
			hide(shown, a.Expr.Range())
		}
	}
}

// hideAssigned hides what stands after NAME = or "NAME": up to the end of the line, where it is a literal.
func hideAssigned(shown []byte, file string, names []string) {
	tokens, _ := hclsyntax.LexConfig(slices.Clone(shown), file, hcl.InitialPos)
	for i := 0; i+2 < len(tokens); i++ {
		if !slices.Contains(names, string(tokens[i].Bytes)) {
			continue
		}
		next := i + 1
		if tokens[next].Type == hclsyntax.TokenCQuote {
			next++
		}
		if t := tokens[next].Type; t != hclsyntax.TokenEqual && t != hclsyntax.TokenColon {
			continue
		}
		hideLiterals(shown, tokens[next+1:])
	}
}

// hideLiterals hides the text of strings up to the end of the line, or to the end of a heredoc.
func hideLiterals(shown []byte, tokens hclsyntax.Tokens) {
	depth := 0
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenNewline, hclsyntax.TokenEOF:
			if depth <= 0 {
				return
			}
		case hclsyntax.TokenOBrack, hclsyntax.TokenOBrace, hclsyntax.TokenOHeredoc:
			depth++
		case hclsyntax.TokenCBrack, hclsyntax.TokenCBrace, hclsyntax.TokenCHeredoc:
			depth--
		case hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit, hclsyntax.TokenNumberLit:
			hide(shown, t.Range)
		}
	}
}

func isWord(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// hideLines does the same for a file with syntax errors, whose quotation marks cannot be trusted: it hides the rest of a
// line after NAME, and of the file where that starts a heredoc.
func hideLines(shown []byte, names []string) {
	for start := 0; start < len(shown); {
		line, _, _ := bytes.Cut(shown[start:], []byte{'\n'})
		end := start + len(line)
		for _, name := range names {
			_, value, found := bytes.Cut(line, []byte(name))
			if !found {
				continue
			}
			value = bytes.TrimLeftFunc(value, isWord) // the rest of a longer name
			if bytes.Contains(value, []byte("<<")) {
				end = len(shown)
			}
			mask(shown[start+len(line)-len(value) : end])
		}
		start = end + 1
	}
}

func hide(shown []byte, r hcl.Range) { mask(shown[r.Start.Byte:min(r.End.Byte, len(shown))]) }

// mask overwrites text, except for quotation marks and line ends, so that lines keep their form.
func mask(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' && c != '"' {
			text[i] = '*'
		}
	}
}
