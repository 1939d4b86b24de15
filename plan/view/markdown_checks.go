package view

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/plan"
)

// How much is told of the checks.
const (
	tallies     = iota // how many findings there are, before and after
	fewFindings        // and the first of those that get worse
	allFindings        // and everything
)

// checksMarkdown is what the checks say of the change, at a length.
func checksMarkdown(c *plan.Checks, length int) string {
	worse := FindingsThat(c, plan.Worse)
	text := "| checks | before | after |\n| --- | --- | --- |\n"
	for _, row := range tallyRows(c) {
		text += fmt.Sprintf("| %s | %d | %d |\n", row.name, row.before, row.after)
	}
	text += "\n"
	switch length {
	case tallies:
		return text + quantity(len(worse), "check gets", "checks get") + " worse.\n\n"
	case fewFindings:
		return text + findingList(worse[:min(len(worse), fewEffects)]) + more(len(worse)-fewEffects) + "\n" + pathList(c.Paths, fewEffects)
	}
	return text + findingList(c.Findings) + "\n" + pathList(c.Paths, 0)
}

type tallyRow struct {
	name          string
	before, after int
}

func tallyRows(c *plan.Checks) []tallyRow {
	return []tallyRow{
		{"errors", c.Before.Errors, c.After.Errors},
		{"warnings", c.Before.Warnings, c.After.Warnings},
		{"infos", c.Before.Infos, c.After.Infos},
		{"not checked", c.Before.NotChecked, c.After.NotChecked},
	}
}

// changeWords say what a change does to a finding.
var changeWords = map[string]string{plan.Worse: "**Worse:** ", plan.Stays: "Stays: ", plan.Mended: "Mended: "}

func findingList(findings []plan.Finding) string {
	var b strings.Builder
	for i := range findings {
		f := &findings[i]
		text := fmt.Sprintf("%s %s (%s): %s", f.Code, f.Severity, Places(f.Where), f.Text)
		for _, more := range []struct{ label, text string }{{"", f.Fix}, {"by policy: ", f.Reason}} {
			if more.text != "" {
				text += "; " + more.label + more.text
			}
		}
		b.WriteString("- " + changeWords[f.Change] + prose(text) + "\n")
	}
	return b.String()
}

// pathList are the lossless paths that break or heal; the first of them where most is not 0.
func pathList(paths []plan.Path, most int) string {
	if len(paths) == 0 {
		return ""
	}
	told := paths
	if most > 0 {
		told = paths[:min(most, len(paths))]
	}
	var b strings.Builder
	for i := range told {
		b.WriteString("- " + prose(capital(PathSentence(&told[i]))) + "\n")
	}
	return b.String() + more(len(paths)-len(told)) + "\n"
}
