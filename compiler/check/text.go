package check

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/wrapping"
)

// severityWords are what texts call severities.
var severityWords = [...]string{vendors.Error: "error", vendors.Warning: "warning", vendors.Info: "info"}

// Word is the severity of a finding, or that it was not checked.
func (f *Finding) Word() string {
	if f.NotChecked {
		return "not checked"
	}
	return severityWords[f.Severity]
}

// Places names where a finding is, as every face does.
func (f *Finding) Places() string {
	list := make([]qos.Place, len(f.Where))
	for i, p := range f.Where {
		list[i] = qos.Place{Switch: p.Device, Far: p.Far}
		if p.Port != "" {
			list[i].Ports = []string{p.Port}
		}
	}
	return qos.Places(list, false)
}

// sameDevice is how many places at the front are of one switch.
func sameDevice(places []Place) int {
	for i := range places {
		if places[i].Device != places[0].Device {
			return i
		}
	}
	return len(places)
}

// hostPrefix begins the name of what is at the other end of a port where that is a host.
const hostPrefix = qos.HostPrefix

// some lists words; of many only the first.
func some(names []string) string {
	const most = 6
	list := strings.Join(names[:min(most, len(names))], "; ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// line is where in a running configuration the first place that says so has it: "leaf1.cfg:12".
func (f *Finding) line() string {
	i := slices.IndexFunc(f.Where, func(p Place) bool { return p.Line > 0 })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", f.Where[i].File, f.Where[i].Line)
}

// Text writes findings as people read them, worst first, wrapped to a width; 0 wraps nothing.
func Text(w io.Writer, r *Report, width int) error {
	var b strings.Builder
	say := func(first string, hang int, text string) { b.WriteString(wrapping.Text(text, first, hang, width)) }
	for i := range r.Findings {
		f := &r.Findings[i]
		say(f.Code+" "+f.Word()+"  ", 4, f.Places())
		say("    ", 4, upper(strings.TrimPrefix(f.Text, "not checked: "), true)+".")
		for _, more := range []struct{ label, text string }{{"", f.Fix}, {"See ", f.line()}, {"By policy: ", f.Reason}} {
			if more.text != "" {
				say("    ", 4, more.label+upper(more.text, more.label == "")+".")
			}
		}
	}
	for _, p := range r.Proofs {
		say(p.Code+" "+p.Word+"  ", 4, p.Text+".")
	}
	for _, off := range r.Off {
		say("", 4, off.Code+" is off by policy: "+off.Reason+".")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func upper(text string, first bool) string {
	if first {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}

// Summary counts what was found: "2 errors, 1 warning, 3 not checked".
func (r *Report) Summary() string {
	var counts [4]int
	for i := range r.Findings {
		f := &r.Findings[i]
		at := int(f.Severity)
		if f.NotChecked {
			at = 3
		}
		counts[at]++
	}
	return fmt.Sprintf("%s, %s, %s, %d not checked", plural(counts[0], "error"), plural(counts[1], "warning"), plural(counts[2], "info"), counts[3])
}

// Diagnostics are the errors and warnings with their places in the intent.
func (r *Report) Diagnostics() hcl.Diagnostics {
	var list hcl.Diagnostics
	for _, f := range r.Wrong() {
		d := &hcl.Diagnostic{Severity: hcl.DiagError, Summary: f.Code + ": " + f.Title()}
		if f.Severity != vendors.Error {
			d.Severity = hcl.DiagWarning
		}
		d.Detail = upper(f.Text, true) + ". On " + f.Places() + "."
		if f.Fix != "" {
			d.Detail += " " + upper(f.Fix, true) + "."
		}
		if line := f.line(); line != "" {
			d.Detail += " See " + line + "."
		}
		if f.Reason != "" {
			d.Detail += " A policy makes this " + severityWords[f.Severity] + ": " + f.Reason + "."
		}
		if f.Range != (hcl.Range{}) {
			d.Subject = f.Range.Ptr()
		}
		list = append(list, d)
	}
	return list
}

// Title is what the rule wants.
func (f *Finding) Title() string {
	for i := range rules {
		if rules[i].Code == f.Code {
			return rules[i].Title
		}
	}
	return ""
}
