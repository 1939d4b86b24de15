package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
)

// severities are the words for findings, worst first, and for several of them. Every face counts by them.
var severities = []struct{ word, one, many string }{
	{"error", "error", "errors"}, {"warning", "warning", "warnings"}, {"info", "info", "infos"}, {"not checked", "not checked", "not checked"},
}

// Score is how many findings of a severity there are before a change and after.
type Score struct {
	Name          string
	Before, After int
	Grave         bool // more of them are bad news
}

// Scores are those of all severities, worst first.
func Scores(c *plan.Checks) []Score {
	before, after := numbers(&c.Before), numbers(&c.After)
	rows := make([]Score, len(severities))
	for i, s := range severities {
		rows[i] = Score{s.many, before[i], after[i], i < 2}
	}
	return rows
}

func numbers(t *plan.Tally) []int { return []int{t.Errors, t.Warnings, t.Infos, t.NotChecked} }

// Worsening counts what gets worse: "4 findings get worse: 1 warning and 3 infos", or "No finding gets worse".
func Worsening(c *plan.Checks) string {
	all := FindingsThat(c, plan.Worse)
	if len(all) == 0 {
		return "No finding gets worse"
	}
	return quantity(len(all), "finding gets", "findings get") + " worse: " + bySeverity(all)
}

// counted is how many findings there are, and of which rules: "5 errors and 2 warnings (C08, C12)".
func counted(findings []plan.Finding) string {
	codes := make([]string, len(findings))
	for i := range findings {
		codes[i] = findings[i].Code
	}
	slices.Sort(codes)
	return fmt.Sprintf("%s (%s)", bySeverity(findings), strings.Join(slices.Compact(codes), ", "))
}

// bySeverity counts findings: "5 errors, 2 warnings and 1 info".
func bySeverity(findings []plan.Finding) string {
	var counts []string
	for _, s := range severities {
		n := 0
		for i := range findings {
			if findings[i].Severity == s.word {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, quantity(n, s.one, s.many))
		}
	}
	if last := len(counts) - 1; last > 0 {
		return strings.Join(counts[:last], ", ") + " and " + counts[last]
	}
	return strings.Join(counts, "")
}
