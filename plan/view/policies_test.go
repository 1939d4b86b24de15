package view

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
)

// ruled is a plan without changes, of which rules of the house say something.
func ruled(severity string) *plan.Plan {
	return &plan.Plan{Policies: []plan.Policy{
		{Code: "TOGETHER", Severity: severity, Switches: []string{"spine1", "spine2"}, Text: "2 switches change", Reason: "each carries", Intent: "house.hcl:3"},
		{Code: "HOURS", Severity: "error", Text: "recarve waits", Hours: &plan.Hours{When: []string{"Mon 00:00-06:00"}, Zone: "UTC"}, Reason: "<b>by day</b>", Intent: "house.hcl:9"},
	}}
}

func TestPoliciesComeFirst(t *testing.T) {
	const forbids = `Rules of the house forbid this plan:
  TOGETHER error:
      ! 2 switches change
        By policy: each carries (house.hcl:3).
  HOURS error:
      ~ recarve waits
        By policy: <b>by day</b> (house.hcl:9).

`
	warns := strings.NewReplacer("forbid this", "on this", "TOGETHER error:\n      !", "TOGETHER warning:\n      ~").Replace(forbids)
	for severity, want := range map[string]string{"error": forbids, "warning": warns} {
		var out strings.Builder
		if err := Text(&out, Of(ruled(severity)), Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: got\n%s", severity, out.String())
		}
	}
}

// TestPoliciesInMarkdown: where there is no room for more, the codes are there.
func TestPoliciesInMarkdown(t *testing.T) {
	for room, want := range map[int]string{
		60_000: "**Rules of the house forbid this plan**:\n\n- TOGETHER error: 2 switches change. By policy: each carries (house.hcl:3)\n- HOURS error: recarve waits. " +
			"By policy: &lt;b&gt;by day&lt;/b&gt; (house.hcl:9)\n",
		200: "**Rules of the house forbid this plan** (HOURS, TOGETHER).\n",
	} {
		var out strings.Builder
		if err := Markdown(&out, Of(ruled("error")), MarkdownOptions{MaxBytes: room}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("with room for %d:\n%s", room, out.String())
		}
	}
}
