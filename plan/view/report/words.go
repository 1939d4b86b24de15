package report

import (
	"fmt"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
)

// words are what a page says otherwise when its plan is read for what is different.
type words struct {
	Page, Worst, Lost, Changes string

	counts   [4]string // of switches that change, do not, are refused and are not planned
	headline func(plan.Summary) string
	footer   func(*view.Tree) string
}

var planWords = words{
	"plan", "Worst disruption", "What is lost", "Changes",
	[4]string{"to change", "unchanged", "refused", "not planned"}, headline, (*view.Tree).Footer,
}

var driftWords = words{
	"drift", "Worst disruption of healing it", "What healing takes away", "What healing changes",
	[4]string{"differ", "as asked", "refused", "not read"}, driftHeadline, (*view.Tree).DriftFooter,
}

func headline(s plan.Summary) string {
	all := s.Change + s.Unchanged + s.Refused + s.NotPlanned
	switch {
	case s.Change == 0 && s.Refused+s.NotPlanned == 0:
		return "No changes"
	case s.Change == 0:
		return "No switch changes"
	case all == 1:
		return "The switch changes"
	case s.Change == all:
		return fmt.Sprintf("All %s switches change", thousands(all))
	case s.Change == 1:
		return fmt.Sprintf("1 of %s switches changes", thousands(all))
	}
	return fmt.Sprintf("%s of %s switches change", thousands(s.Change), thousands(all))
}

func driftHeadline(s plan.Summary) string {
	all := s.Change + s.Unchanged + s.Refused + s.NotPlanned
	switch {
	case s.Change == 0 && s.Refused+s.NotPlanned == 0:
		return "No drift"
	case s.Change == 0:
		return "No drift on switches that could be judged"
	case all == 1:
		return "The switch does not run what the intent asks"
	case s.Change == all:
		return fmt.Sprintf("None of %s switches runs what the intent asks", thousands(all))
	case s.Change == 1:
		return fmt.Sprintf("1 of %s switches does not run what the intent asks", thousands(all))
	}
	return fmt.Sprintf("%s of %s switches do not run what the intent asks", thousands(s.Change), thousands(all))
}
