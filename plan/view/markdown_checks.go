package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
)

// How much is told of the checks.
const (
	tallies     = iota // how many findings there are, before and after
	fewFindings        // and the first errors and warnings that get worse
	allFindings        // and all of them, with everything else folded away
)

// checksMarkdown is what the checks say of the change, at a length.
func checksMarkdown(c *plan.Checks, length int) string {
	var b strings.Builder
	b.WriteString("| checks | before | after |\n| --- | --- | --- |\n")
	for _, row := range Scores(c) {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", row.Name, row.Before, row.After)
	}
	wrong, most := worse(c, false), 0
	if length == fewFindings {
		most = fewEffects
	}
	b.WriteString("\n" + Worsening(c) + ".\n\n")
	if length >= fewFindings {
		b.WriteString(findingList(wrong, most))
		b.WriteString(pathList(PathsThat(c, plan.Breaks), most))
	}
	if rest := others(c); length == allFindings && rest != "" {
		b.WriteString(details("What else the checks say", rest))
	}
	return b.String()
}

// others are the findings that are no reason to stop: infos, what stays and what is mended.
func others(c *plan.Checks) string {
	rest := slices.DeleteFunc(slices.Clone(c.Findings), func(f plan.Finding) bool { return f.Change == plan.Worse && Wrong(&f) })
	return findingList(rest, 0) + pathList(PathsThat(c, plan.Heals), 0)
}

// changeWords say what a change does to a finding.
var changeWords = map[string]string{plan.Worse: "**Worse:** ", plan.Stays: "Stays: ", plan.Mended: "Mended: "}

// findingList writes findings; the first of them where most is not 0.
func findingList(findings []plan.Finding, most int) string {
	told := foremost(findings, most)
	var b strings.Builder
	for i := range told {
		f := &told[i]
		text := fmt.Sprintf("%s %s (%s): %s", f.Code, f.Severity, Places(f.Where), f.Text)
		for _, more := range []struct{ label, text string }{{"", f.Fix}, {"by policy: ", f.Reason}} {
			if more.text != "" {
				text += "; " + more.label + more.text
			}
		}
		b.WriteString("- " + changeWords[f.Change] + prose(text) + "\n")
	}
	return b.String() + more(len(findings)-len(told)) + paragraph(len(findings))
}

// pathList are the lossless paths that break or heal; the first of them where most is not 0.
func pathList(paths []Path, most int) string {
	told := foremost(paths, most)
	var b strings.Builder
	for i := range told {
		b.WriteString("- " + prose(capital(told[i].Sentence())) + "\n")
	}
	return b.String() + more(len(paths)-len(told)) + paragraph(len(paths))
}
