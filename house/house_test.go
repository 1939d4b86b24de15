package house

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
)

// fabric is an intent of three leaves and two spines with some policies.
func fabric(t *testing.T, policies string) *intent.Intent {
	t.Helper()
	dir := t.TempDir()
	text := `fabric "pod1" { prefix = "WEFT" }
traffic_class "best_effort" {
  default   = true
  bandwidth = 100
}
device "node" {
  for_each = { leaf1 = "leaf", leaf2 = "leaf", leaf10 = "leaf", spine1 = "spine", spine2 = "spine" }
  name     = each.key
  role     = each.value
  vendor   = "nxos"
  platform = "N9K-C9332D-GX2B"
  release  = "10.4(3)"
}
` + policies
	if err := os.WriteFile(filepath.Join(dir, "main.hcl"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	in, diags := intent.Load(dir, intent.Options{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return in
}

// changes is a plan that does so much to switches; one of which nothing is said stays as it is.
func changes(disruptions ...string) *plan.Plan {
	p := &plan.Plan{Devices: []plan.Device{{Name: "leaf2", Status: plan.Refused, Disruption: "reload"}, {Name: "gone", Status: plan.Unchanged, Disruption: "none"}}}
	for _, d := range disruptions {
		name, does, _ := strings.Cut(d, " ")
		p.Devices = append(p.Devices, plan.Device{Name: name, Status: plan.Change, Disruption: does})
	}
	return p
}

// rule is a policy block of severity error.
func rule(code, body string) string {
	return "policy \"" + code + "\" {\n  severity = \"error\"\n  reason = \"so it is here\"\n" + body + "\n}\n"
}

func TestJudge(t *testing.T) {
	night := `max_disruption = "loss"
hours = ["Mon-Fri 22:00-05:00"]
zone = "Europe/Berlin"`
	for name, c := range map[string]struct {
		policies string
		plan     *plan.Plan
		want     []string // severity, switches and text of each
	}{
		"as many as may":       {rule("MAX-SWITCHES", "limit = 2"), changes("leaf1 none", "spine1 none"), nil},
		"more than may":        {rule("MAX-SWITCHES", "limit = 1"), changes("leaf10 none", "leaf1 none"), []string{"error leaf1 leaf10: 2 switches change in one plan (leaf1,10), and at most 1 may"}},
		"none may":             {rule("MAX-SWITCHES", "limit = 0"), changes("leaf1 none"), []string{"error leaf1: 1 switch changes in one plan (leaf1), and at most 0 may"}},
		"one of a role":        {rule("TOGETHER", `role = "spine"`), changes("leaf1 none", "leaf10 none", "spine1 none"), nil},
		"both of a role":       {rule("TOGETHER", `role = "spine"`), changes("spine2 none", "spine1 none"), []string{"error spine1 spine2: 2 switches change in one plan (spine1-2), and of the role spine at most 1 may"}},
		"of names":             {rule("TOGETHER", `switches = ["leaf1", "spine*"]`), changes("spine1 none", "leaf1 none", "leaf10 none"), []string{"error leaf1 spine1: 2 switches change in one plan (leaf1,spine1), and of leaf1, spine* at most 1 may"}},
		"two of names":         {rule("TOGETHER", "limit = 2\nswitches = [\"leaf?\", \"spine1\"]"), changes("spine1 none", "leaf1 none", "leaf10 none"), nil},
		"what does no more":    {rule("HOURS", night), changes("leaf1 loss"), nil},
		"what waits":           {rule("HOURS", night), changes("leaf1 loss", "spine1 recarve"), []string{"error spine1: recarve on spine1 is only applied Mon-Fri 22:00-05:00 Europe/Berlin [Mon-Fri 22:00-05:00 Europe/Berlin]"}},
		"what waits for ever":  {rule("HOURS", "hours = []\nzone = \"UTC\""), changes("leaf1 loss"), []string{"error leaf1: loss on leaf1 is never applied [ UTC]"}},
		"a rule that is off":   {strings.Replace(rule("MAX-SWITCHES", "limit = 0"), `"error"`, `"off"`, 1), changes("leaf1 none"), nil},
		"other policies":       {rule("C01", ""), changes("leaf1 reload"), nil},
		"errors before others": {strings.Replace(rule("HOURS", night), `"error"`, `"warning"`, 1) + rule("MAX-SWITCHES", "limit = 0"), changes("leaf1 flap"), []string{"error leaf1: 1 switch changes in one plan (leaf1), and at most 0 may", "warning leaf1: flap on leaf1 is only applied Mon-Fri 22:00-05:00 Europe/Berlin [Mon-Fri 22:00-05:00 Europe/Berlin]"}},
	} {
		var got []string
		for _, p := range Judge(fabric(t, c.policies), c.plan) {
			text := p.Severity + " " + strings.Join(p.Switches, " ") + ": " + p.Text
			if p.Hours != nil {
				text += " [" + strings.Join(p.Hours.When, ", ") + " " + p.Hours.Zone + "]"
			}
			if p.Reason != "so it is here" || !strings.Contains(p.Intent, "main.hcl:") {
				t.Errorf("%s: by %q at %q", name, p.Reason, p.Intent)
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestBroken: the hours are those of the zone, whatever the zone of the clock, in summer and in winter.
func TestBroken(t *testing.T) {
	in := fabric(t, rule("HOURS", "hours = [\"Mon-Fri 22:00-05:00\", \"Sun 12:00-24:00\"]\nzone = \"Europe/Berlin\""))
	p := changes("spine1 recarve")
	for at, open := range map[string]bool{
		"2026-11-30T20:59:00Z": false, // Monday, an hour behind Berlin
		"2026-11-30T21:00:00Z": true,
		"2026-12-01T03:59:00Z": true,
		"2026-12-01T04:00:00Z": false,
		"2026-12-05T03:00:00Z": true, // Saturday, of the hours that began on Friday
		"2026-12-05T22:00:00Z": false,
		"2026-12-06T11:00:00Z": true, // Sunday noon
		"2026-12-06T22:59:00Z": true,
		"2026-12-06T23:00:00Z": false, // Monday morning, of hours that begin on Monday night
		"2026-07-06T20:00:00Z": true,  // Monday, two hours behind Berlin
		"2026-07-06T19:59:00Z": false,
	} {
		clock, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		for _, zone := range []*time.Location{time.UTC, time.FixedZone("far", 13*3600)} {
			if broken := Broken(in, p, clock.In(zone)); (len(broken) == 0) != open {
				t.Errorf("at %s: %+v", at, broken)
			}
		}
	}
	clock := time.Date(2026, 12, 1, 9, 30, 0, 0, time.UTC)
	if got := Broken(in, p, clock); len(got) != 1 || !strings.HasSuffix(got[0].Text, "Europe/Berlin, and it is Tue 10:30 there") {
		t.Errorf("got %+v", got)
	}
	if got := Broken(fabric(t, rule("HOURS", "hours = []\nzone = \"UTC\"")+rule("MAX-SWITCHES", "limit = 0")), p, clock); len(got) != 2 || strings.Contains(got[0].Text, "there") {
		t.Errorf("got %+v", got)
	}
}

// TestManyNames: a sentence stays one.
func TestManyNames(t *testing.T) {
	p := changes()
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		p.Devices = append(p.Devices, plan.Device{Name: name, Status: plan.Change, Disruption: "none"})
	}
	got := Judge(fabric(t, rule("MAX-SWITCHES", "limit = 1")), p)
	if want := "8 switches change in one plan (a, b, c, d, e, f and 2 more), and at most 1 may"; len(got) != 1 || got[0].Text != want || len(got[0].Switches) != 8 {
		t.Errorf("got %+v", got)
	}
}

// TestDocumented: the policies of docs/policy.md are ones.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```hcl\n")
	example, _, _ := strings.Cut(rest, "```")
	var codes []string
	for _, p := range Judge(fabric(t, strings.ReplaceAll(example, "limit    = 20", "limit = 2")), changes("leaf1 none", "spine1 recarve", "spine2 none")) {
		codes = append(codes, p.Code)
	}
	if want := []string{"HOURS", "MAX-SWITCHES", "TOGETHER"}; !slices.Equal(codes, want) {
		t.Errorf("got %v, want %v", codes, want)
	}
}
