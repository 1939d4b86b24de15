package view

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
)

// TestOneCount: every face counts what gets worse alike, and calls it by the same words.
func TestOneCount(t *testing.T) {
	p := judged()
	p.Checks.After = plan.Tally{Errors: 2, Warnings: 1, Infos: 4, NotChecked: 1}
	const want = "3 findings get worse: 1 error, 1 warning and 1 info"
	if got := Worsening(p.Checks); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	markdown := checksMarkdown(p.Checks, allFindings)
	for _, words := range []string{"\n" + want + ".\n", "| infos | 0 | 4 |"} {
		if !strings.Contains(markdown, words) {
			t.Errorf("no %q in the Markdown:\n%s", words, markdown)
		}
	}
	if got := faceOf(t, p, Options{}); !strings.Contains(got, "1 info (C10) gets worse (-v shows)") {
		t.Errorf("the text says nothing of the info:\n%s", got)
	}
	if got := Worsening(&plan.Checks{}); got != "No finding gets worse" {
		t.Errorf("got %s", got)
	}
}
