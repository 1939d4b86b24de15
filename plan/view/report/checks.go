package report

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
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
	plan.Path
	Sign, FromTo, At string
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
	paths := joined(c.Paths)
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
	return finding{entry: ix.entry(findingGrade(f.Change), devices, nil), Finding: f, Sign: changeSigns[f.Change], Places: findingPlaces(f.Where)}
}

func pathOf(p plan.Path, ix *index) path {
	grade := senseOf(qos.Better).word
	if p.Change == plan.Breaks {
		grade = senseOf(qos.Worse).word
	}
	switches := slices.Concat(p.From, p.To, []string{p.Hop.Device})
	return path{
		entry: ix.entry(grade, switches, []string{p.Class}), Path: p, Sign: changeSigns[p.Change],
		FromTo: plan.Ranges(p.From) + " to " + plan.Ranges(p.To), At: placeText(p.Hop),
	}
}

// joined makes one of paths that differ in nothing but the port at which they break or heal.
func joined(paths []plan.Path) []plan.Path {
	at := map[string]int{}
	var out []plan.Path
	for _, p := range paths {
		key := strings.Join([]string{p.Change, p.Class, p.Why, p.Hop.Device, p.Hop.Far, plan.Ranges(p.From), plan.Ranges(p.To)}, "\x00")
		if i, known := at[key]; known {
			out[i].Hop.Ports = slices.Concat(out[i].Hop.Ports, p.Hop.Ports)
			continue
		}
		at[key] = len(out)
		out = append(out, p)
	}
	return out
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

func placeText(p plan.Place) string {
	text := p.Device
	if len(p.Ports) > 0 {
		text += ": " + plan.Ranges(p.Ports)
	}
	if p.Far != "" {
		text += " towards " + p.Far
	}
	return text
}

// mostPlaces is how many places of a finding are written out.
const mostPlaces = 12

// findingPlaces joins switches with the same ports, and cuts a list that nobody would read.
func findingPlaces(places []plan.Place) string {
	type alike struct{ ports, far string }
	devices := map[alike][]string{}
	var order []alike
	for _, p := range places {
		key := alike{plan.Ranges(p.Ports), p.Far}
		if devices[key] == nil {
			order = append(order, key)
		}
		devices[key] = append(devices[key], p.Device)
	}
	var texts []string
	for _, key := range order[:min(len(order), mostPlaces)] {
		text := plan.Ranges(devices[key])
		if key.ports != "" {
			text += ": " + key.ports
		}
		if key.far != "" {
			text += " towards " + key.far
		}
		texts = append(texts, text)
	}
	if more := len(order) - mostPlaces; more > 0 {
		texts = append(texts, "and "+plural(more, "more place", "more places")+" in the plan file")
	}
	return strings.Join(texts, "; ")
}
