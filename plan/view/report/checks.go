package report

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
)

// checksPart is what the rules say of the whole fabric.
type checksPart struct {
	Findings []finding
	Paths    []path
}

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
	for _, f := range c.Findings {
		var devices []string
		for _, place := range f.Where {
			devices = append(devices, place.Device)
		}
		out.Findings = append(out.Findings, finding{
			entry: ix.entry(findingSeverity(f.Change), devices, nil), Finding: f, Sign: changeSigns[f.Change], Places: findingPlaces(f.Where),
		})
	}
	for _, p := range c.Paths {
		severity := "better"
		if p.Change == plan.Breaks {
			severity = "worse"
		}
		switches := slices.Concat(p.From, p.To, []string{p.Hop.Device})
		out.Paths = append(out.Paths, path{
			entry: ix.entry(severity, switches, []string{p.Class}), Path: p, Sign: changeSigns[p.Change],
			FromTo: plan.Ranges(p.From) + " to " + plan.Ranges(p.To), At: placeText(p.Hop),
		})
	}
	return out
}

// findingSeverity is what the filter calls it.
func findingSeverity(change string) string {
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
