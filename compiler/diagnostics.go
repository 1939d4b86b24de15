package compiler

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// problem is an error at a place of the intent.
func problem(at hcl.Range, summary, detail string, args ...any) *hcl.Diagnostic {
	d := homeless(summary, detail, args...)
	if at != (hcl.Range{}) {
		d.Subject = &at
	}
	return d
}

// homeless is an error that no line of the intent is to blame for.
func homeless(summary, detail string, args ...any) *hcl.Diagnostic {
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(detail, args...)}
}

// caution is a warning at a place of the intent.
func caution(at hcl.Range, summary, detail string, args ...any) *hcl.Diagnostic {
	d := problem(at, summary, detail, args...)
	d.Severity = hcl.DiagWarning
	return d
}

// place is how messages name a range: "fabric.hcl:12".
func place(r hcl.Range) string { return fmt.Sprintf("%s:%d", r.Filename, r.Start.Line) }

// sentence is an error's text with a capital letter.
func sentence(err error) string { return capital(err.Error()) }

func capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

// Diagnostics gathers those of several switches. What several have in common is said once, with the switches it concerns.
func Diagnostics(units []*Unit) hcl.Diagnostics {
	g := gathered{at: map[diagnosticKey]int{}}
	for _, u := range units {
		for _, d := range u.Diagnostics {
			g.add(d, u.Device.Name)
		}
	}
	return g.list()
}

// Deviations says as warnings what the platforms do otherwise than asked. What is impossible is an error already.
func Deviations(units []*Unit) hcl.Diagnostics {
	g := gathered{at: map[diagnosticKey]int{}}
	for _, u := range units {
		for _, d := range u.Deviations {
			if d.Kind != vendors.Impossible {
				g.add(deviation(u, d), u.Device.Name)
			}
		}
	}
	return g.list()
}

func deviation(u *Unit, d vendors.Deviation) *hcl.Diagnostic {
	detail := capital(d.Reason)
	if d.Source != "" {
		detail += " (" + d.Source + ")"
	}
	detail += "."
	if d.Accept != "" {
		detail += fmt.Sprintf(" accept = [%q] allows the unconfirmed line.", d.Accept)
	}
	return caution(u.places.find(d.Ports, d.Field), d.Text(), "%s", detail)
}

// gathered are diagnostics by what they say.
type gathered struct {
	entries []entry
	at      map[diagnosticKey]int
}

type entry struct {
	*hcl.Diagnostic
	switches []string
}

type diagnosticKey struct {
	severity        hcl.DiagnosticSeverity
	summary, detail string
	place           hcl.Range
}

func (g *gathered) add(d *hcl.Diagnostic, name string) {
	key := diagnosticKey{severity: d.Severity, summary: d.Summary, detail: d.Detail}
	if d.Subject != nil {
		key.place = *d.Subject
	}
	i, there := g.at[key]
	if !there {
		i = len(g.entries)
		g.at[key] = i
		g.entries = append(g.entries, entry{Diagnostic: d})
	}
	g.entries[i].switches = append(g.entries[i].switches, name)
}

// list are the diagnostics in the order in which they came, with their switches named.
func (g *gathered) list() hcl.Diagnostics {
	var out hcl.Diagnostics
	for _, e := range g.entries {
		d := *e.Diagnostic
		d.Detail = strings.TrimSpace(d.Detail + " Concerns " + qos.PortRanges(e.switches) + ".")
		out = append(out, &d)
	}
	return out
}

// some lists names; of many only the first.
func some(names []string) string {
	const most = 6
	list := strings.Join(names[:min(most, len(names))], ", ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}
