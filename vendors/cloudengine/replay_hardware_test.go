package cloudengine

import (
	"testing"

	"github.com/weft-net/weft/vendors"
)

// membersOfGroups is the table of groups and members at the head of the reference, apart from the platform rows.
var membersOfGroups = map[chipGroup]map[string][]string{
	chipV2:    {"V200R020C10": {"CE6850", "CE6855", "CE6857", "CE6860EI", "CE6863", "CE6865", "CE6865EI", "CE6870", "CE6875", "CE6880", "CE8850", "CE8850EI", "CE8860", "CE8861"}},
	chipA:     {"V300R023C00": {"CE6855-48XS8CQ", "CE6863E-48S8CQ", "CE6885", "CE6885-T", "CE6885-SAN", "CE8851-32CQ4BQ", "CE8855", "CE16800", "CE9800"}},
	chipB:     {"V300R023C00": {"CE6860-SAN", "CE6860-HAM", "CE6866", "CE6866K", "CE8850-SAN", "CE8850-HAM", "CE8851K", "CE8851-32CQ8DQ-P"}},
	chipC:     {"V300R023C00": {"CE6820H", "CE6820H-K", "CE6820S", "CE6863H", "CE6863H-K", "CE6881H", "CE6881H-K"}},
	chipCE128: {"V200R020C10": {"CE12800"}}, chipCE168: {"V200R020C10": {"CE16800"}}, chipColor: {"V200R020C10": {"CE6863-48S6CQ"}},
}

// TestEveryModelIsOfItsGroup: the family that a platform row gives a switch leads to the commands that the reference gives it.
func TestEveryModelIsOfItsGroup(t *testing.T) {
	for group, releases := range membersOfGroups {
		for release, models := range releases {
			for _, model := range models {
				p, err := New().Platform(model, release)
				if err != nil {
					t.Errorf("%s with %s: %v", model, release, err)
				} else if got := hardwareOf(p).group; got != group {
					t.Errorf("%s with %s is of group %b, not %b", model, release, got, group)
				}
			}
		}
	}
}

// TestEveryFamilyHasItsGroup: no platform row is of a family that the model of the device does not know, but the generic one.
func TestEveryFamilyHasItsGroup(t *testing.T) {
	for _, model := range New().Models() {
		for _, release := range []string{"V200R020C10", "V300R023C00"} {
			p, err := New().Platform(model, release)
			if _, known := families[p.Family]; err == nil && !known && p.Family != "generic" {
				t.Errorf("%s is of the family %s, which has no group", model, p.Family)
			}
		}
	}
}

func TestAnUnknownFamilyIsTakenForItsRelease(t *testing.T) {
	for release, want := range map[string]chipGroup{"V300R023C00": chipA, "V200R020C10": chipV2, "": chipV2} {
		if got := hardwareOf(vendors.Platform{Family: "generic", Release: release}).group; got != want {
			t.Errorf("%q is of group %b, not %b", release, got, want)
		}
	}
}
