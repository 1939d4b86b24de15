package report

import (
	"slices"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
	"github.com/weft-net/weft/qos"
)

// checksPart is what the rules say of the whole fabric.
type checksPart struct {
	Groups    []findings // what gets worse first
	Paths     []path
	MorePaths int // that have no room on the page
}

// findings are those that a change does the same to.
type findings struct {
	Title string
	List  []finding
	More  int // that have no room on the page
	Open  bool
}

// How many findings of a group, and paths, the page has room for.
const (
	mostFindings = 300
	mostPaths    = 200
)

type finding struct {
	entry
	plan.Finding
	Sign, Places string
}

type path struct {
	entry
	view.Path
	Sign, At string
}

// changeSigns are the signs of what a change does to a finding or a path.
var changeSigns = map[string]string{plan.Worse: "!", plan.Stays: "=", plan.Mended: "+", plan.Breaks: "✕", plan.Heals: "✓"}

func checksOf(c *plan.Checks, ix *index) *checksPart {
	if c == nil {
		return nil
	}
	out := &checksPart{}
	for _, change := range []string{plan.Worse, plan.Stays, plan.Mended} {
		if g := findingsOf(c, change, ix); len(g.List) > 0 {
			out.Groups = append(out.Groups, g)
		}
	}
	paths := slices.Concat(view.PathsThat(c, plan.Breaks), view.PathsThat(c, plan.Heals))
	out.MorePaths = max(0, len(paths)-mostPaths)
	for _, p := range paths[:len(paths)-out.MorePaths] {
		out.Paths = append(out.Paths, pathOf(p, ix))
	}
	return out
}

// findingTitles head the findings by what the change does to them.
var findingTitles = map[string]string{plan.Worse: "Gets worse", plan.Stays: "Stays as it is", plan.Mended: "Is mended"}

// findingsOf are the findings that a change does something to.
func findingsOf(c *plan.Checks, change string, ix *index) findings {
	g := findings{Title: findingTitles[change], Open: change == plan.Worse}
	for _, f := range c.Findings {
		switch {
		case f.Change != change:
		case len(g.List) == mostFindings:
			g.More++
		default:
			g.List = append(g.List, findingOf(f, ix))
		}
	}
	return g
}

func findingOf(f plan.Finding, ix *index) finding {
	devices := make([]string, len(f.Where))
	for i, place := range f.Where {
		devices[i] = place.Device
	}
	return finding{entry: ix.entry(findingGrade(f.Change), devices, nil), Finding: f, Sign: changeSigns[f.Change], Places: view.AllPlaces(f.Where)}
}

func pathOf(p view.Path, ix *index) path {
	grade := senseOf(qos.Better).word
	if p.Change == plan.Breaks {
		grade = senseOf(qos.Worse).word
	}
	return path{
		entry: ix.entry(grade, p.Switches(), []string{p.Class}), Path: p, Sign: changeSigns[p.Change], At: view.AllPlaces(p.Where),
	}
}

// findingGrade is what the filter calls it.
func findingGrade(change string) string {
	switch change {
	case plan.Worse:
		return "worse"
	case plan.Mended:
		return "better"
	}
	return "stays"
}
