package view

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// checks tells what the rules of docs/checks say of the whole fabric: what gets worse first, then in short what is mended and what stays
// wrong. Of infos, of what could not be checked, and of each path that breaks, it tells only when everything is asked for.
func (p *printer) checks(t *Tree) {
	c := t.Plan.Checks
	if c == nil {
		return
	}
	p.findings("This change makes the fabric worse:", p.paint.red, worse(c, p.options.Verbose), p.paths(c, plan.Breaks))
	p.findings("Stays wrong:", p.paint.bold, p.staying(c), nil)
	if text := Mends(c); text != "" {
		p.prose(0, "", text, p.paint.bold)
		p.line("")
	}
	if p.options.Verbose {
		p.findings("Mended:", p.paint.bold, FindingsThat(c, plan.Mended), p.paths(c, plan.Heals))
	}
}

// paths are told one by one when everything is asked for: a finding tells of them together.
func (p *printer) paths(c *plan.Checks, change string) []Path {
	if !p.options.Verbose {
		return nil
	}
	return PathsThat(c, change)
}

// leftOut writes LeftOut.
func (p *printer) leftOut(t *Tree) {
	if text := LeftOut(t.Plan); text != "" {
		p.prose(0, "", text, plain)
		p.line("")
	}
}

// LeftOut names the switches that the plan leaves out, which the rules on the whole fabric judge as they stand; empty when there are none.
func LeftOut(p *plan.Plan) string {
	if p.Fabric == nil || p.Checks == nil {
		return ""
	}
	var names []string
	for _, s := range p.Fabric.Switches {
		if Find(p, s.Name) == nil {
			names = append(names, s.Name)
		}
	}
	if names == nil {
		return ""
	}
	return "Not in this plan, and judged by the checks of the whole fabric as they stand: " + plan.Ranges(names) + "."
}

// worse are the findings that get worse.
func worse(c *plan.Checks, all bool) []plan.Finding {
	return slices.DeleteFunc(FindingsThat(c, plan.Worse), func(f plan.Finding) bool { return !all && !Wrong(&f) })
}

// staying are the errors that stay, or all that does.
func (p *printer) staying(c *plan.Checks) []plan.Finding {
	return slices.DeleteFunc(FindingsThat(c, plan.Stays), func(f plan.Finding) bool { return !p.options.Verbose && f.Severity != "error" })
}

// findings writes findings and paths under a title.
func (p *printer) findings(title string, color func(string) string, findings []plan.Finding, paths []Path) {
	if len(findings)+len(paths) == 0 {
		return
	}
	p.prose(0, "", title, color)
	for i := range findings {
		f := &findings[i]
		p.prose(2, "", f.Code+" "+f.Severity+" "+placesOf(f.Where, p.options.Verbose)+":", plain)
		sign, color := p.paint.sign(senseOf(f))
		p.prose(6, sign, f.Text, color)
		if f.Fix != "" && p.options.Verbose {
			p.prose(8, "", capital(f.Fix)+".", plain)
		}
		if f.Reason != "" {
			p.prose(8, "", "By policy: "+f.Reason+".", plain)
		}
	}
	for i := range paths {
		p.prose(2, "", paths[i].Sentence(), plain)
	}
	p.line("")
}

// senseOf is the sign of a finding: wrong, mended, or neither.
func senseOf(f *plan.Finding) qos.Sense {
	switch {
	case f.Change == plan.Mended:
		return qos.Better
	case Wrong(f):
		return qos.Worse
	}
	return qos.Follows
}

// Wrong tells whether a finding is of something wrong: an error or a warning.
func Wrong(f *plan.Finding) bool { return f.Severity == "error" || f.Severity == "warning" }

// FindingsThat are the findings that get worse, stay or are mended, as the word says.
func FindingsThat(c *plan.Checks, change string) []plan.Finding {
	return slices.DeleteFunc(slices.Clone(c.Findings), func(f plan.Finding) bool { return f.Change != change })
}

// Mends says in short which infos come up, what is mended, and which warnings stay: "The fabric as a whole: 1 info (C10) gets worse (-v
// shows); 5 errors and 2 warnings (C08, C12) mended; 1 warning (C11) as before (-v shows)." It is empty where there is nothing to say.
func Mends(c *plan.Checks) string {
	var parts []string
	infos := slices.DeleteFunc(FindingsThat(c, plan.Worse), func(f plan.Finding) bool { return Wrong(&f) })
	if n := len(infos); n > 0 {
		parts = append(parts, counted(infos)+map[bool]string{true: " gets", false: " get"}[n == 1]+" worse (-v shows)")
	}
	mended := slices.DeleteFunc(FindingsThat(c, plan.Mended), func(f plan.Finding) bool { return !Wrong(&f) })
	if len(mended) > 0 {
		parts = append(parts, counted(mended)+" mended")
	}
	stays := slices.DeleteFunc(FindingsThat(c, plan.Stays), func(f plan.Finding) bool { return f.Severity != "warning" })
	if len(stays) > 0 {
		parts = append(parts, counted(stays)+" as before (-v shows)")
	}
	if parts == nil {
		return ""
	}
	return "The fabric as a whole: " + strings.Join(parts, "; ") + "."
}

// Places names where a finding is, as every face does; of very many places only the first, and all their switches.
func Places(where []plan.Place) string { return placesOf(where, false) }

// AllPlaces names all of them.
func AllPlaces(where []plan.Place) string { return placesOf(where, true) }

func placesOf(where []plan.Place, all bool) string {
	list := make([]qos.Place, len(where))
	for i, p := range where {
		list[i] = qos.Place{Switch: p.Device, Ports: p.Ports, Far: p.Far}
	}
	return qos.Places(list, all)
}
