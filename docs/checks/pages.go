// Package checks is the pages about the rules, one a rule, as weft quotes them.
//
// It must never hold more than that: what a rule does is in compiler/check.
package checks

import (
	"embed"
	"strings"
)

//go:embed C*.md
var pages embed.FS

// Page is the page of a rule without its title, or "" where there is none.
func Page(code string) string {
	text, err := pages.ReadFile(code + ".md")
	if err != nil {
		return ""
	}
	_, body, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(body)
}
