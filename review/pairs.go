package review

import (
	"regexp"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/vendors"
)

// pairs says which findings of two moments are the same, place by place. A rule that finds the same at a place says it in the same
// words, but for quantities. What it finds there in other words instead, no more severe, is what was wrong there before in another
// form: a cable whose ends disagree otherwise than before is not one cable more that is wrong.
type pairs struct {
	before, after [][]*mark // of each finding, of each of its places
}

// mark is what one finding says of one place.
type mark struct {
	shape    string
	severity vendors.Severity
	paired   bool
}

// site is one place that one rule speaks of.
type site struct{ code, device, port, far string }

func siteOf(f *check.Finding, p check.Place) site { return site{f.Code, p.Device, p.Port, p.Far} }

// pairing pairs findings before with findings after: the same ones first, then those that turned into others.
func pairing(before, after []check.Finding) *pairs {
	p := &pairs{before: marks(before), after: marks(after)}
	had := map[site][]*mark{}
	for i := range before {
		if f := &before[i]; !f.NotChecked {
			for k, place := range f.Where {
				had[siteOf(f, place)] = append(had[siteOf(f, place)], p.before[i][k])
			}
		}
	}
	for _, pair := range []func(a *mark, before []*mark){pairSame, pairOther, outgrow} {
		for i := range after {
			if f := &after[i]; !f.NotChecked {
				for k, place := range f.Where {
					pair(p.after[i][k], had[siteOf(f, place)])
				}
			}
		}
	}
	return p
}

func marks(findings []check.Finding) [][]*mark {
	all := make([][]*mark, len(findings))
	for i := range findings {
		f := &findings[i]
		said := shape(f.Text)
		all[i] = make([]*mark, len(f.Where))
		for k := range f.Where {
			all[i][k] = &mark{shape: said, severity: f.Severity}
		}
	}
	return all
}

// pairSame pairs a mark with the first one before it that says the same, no less severe.
func pairSame(a *mark, before []*mark) {
	for _, b := range before {
		if !a.paired && !b.paired && a.shape == b.shape && a.severity >= b.severity {
			a.paired, b.paired = true, true
		}
	}
}

// pairOther pairs it with the first that is left, no less severe, whatever it says.
func pairOther(a *mark, before []*mark) {
	for _, b := range before {
		if !a.paired && !b.paired && a.severity >= b.severity {
			a.paired, b.paired = true, true
		}
	}
}

// outgrow takes the first that says the same, less severe: that one is not mended, it got worse.
func outgrow(a *mark, before []*mark) {
	for _, b := range before {
		if !a.paired && !b.paired && a.shape == b.shape {
			b.paired = true
			return
		}
	}
}

// with are the places of a finding whose marks are paired, or are not. What was not checked counts as paired: it is not wrong.
func with(f *check.Finding, marks []*mark, paired bool) (where []check.Place) {
	for i, place := range f.Where {
		if (marks[i].paired || f.NotChecked) == paired {
			where = append(where, place)
		}
	}
	return where
}

// quantity is a number with a unit in a sentence. Numbers without one name things: a DSCP, a queue, a port.
var quantity = regexp.MustCompile(`\b[0-9][0-9,.]*(?: ?(?:B|KiB|MiB|GiB|bytes|m|km|times|[KMGT]?bps|switch|switches|ports?)\b| ?%)|\b(?:[0-9.]+(?:ns|us|µs|ms|s|m|h))+\b`)

// shape is what a sentence says, whatever its quantities are: "needs 151,552 B" and "needs 90,112 B" tell of the same.
func shape(text string) string {
	return quantity.ReplaceAllString(text, "#")
}
