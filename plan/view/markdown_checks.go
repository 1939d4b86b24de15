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
	fewFindings        // and the first of those that get worse
	allFindings        // and everything
)

// checksMarkdown is what the checks say of the change, at a length.
func checksMarkdown(c *plan.Checks, length int) string {
	worse := slices.DeleteFunc(slices.Clone(c.Findings), func(f plan.Finding) bool { return f.Change != plan.Worse })
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

// changeWords say what a change does to a finding or a path.
var changeWords = map[string]string{
	plan.Worse: "**Worse:** ", plan.Stays: "Stays: ", plan.Mended: "Mended: ", plan.Breaks: "**Breaks:** ", plan.Heals: "Heals: ",
}

func findingList(findings []plan.Finding) string {
	var b strings.Builder
	for i := range findings {
		f := &findings[i]
		fmt.Fprintf(&b, "- %s%s %s (%s): %s", changeWords[f.Change], prose(f.Code), f.Severity, prose(findingPlaces(f.Where)), prose(f.Text))
		if f.Fix != "" {
			b.WriteString("; " + prose(f.Fix))
		}
		b.WriteString("\n")
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
		p := &told[i]
		fmt.Fprintf(&b, "- %sthe lossless path of %s from %s to %s", changeWords[p.Change], prose(p.Class), prose(few(p.From)), prose(few(p.To)))
		if at := findingPlaces([]plan.Place{p.Hop}); at != "" {
			b.WriteString(" at " + prose(at))
		}
		b.WriteString(": " + prose(p.Why) + "\n")
	}
	return b.String() + more(len(paths)-len(told)) + "\n"
}

// findingPlaces names the first places of a finding: "leaf1: Ethernet1/1-30", "leaf1: Ethernet1/31 - spine1:Ethernet1/1".
func findingPlaces(where []plan.Place) string {
	texts := make([]string, 0, fewPlaces+1)
	for _, p := range where[:min(fewPlaces, len(where))] {
		text := p.Device
		if len(p.Ports) > 0 {
			text += ": " + plan.Ranges(p.Ports)
		}
		if p.Far != "" {
			text += " - " + p.Far
		}
		texts = append(texts, text)
	}
	if n := len(where) - fewPlaces; n > 0 {
		texts = append(texts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(texts, "; ")
}
