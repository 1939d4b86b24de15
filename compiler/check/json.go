package check

import (
	"encoding/json"
	"io"
	"strconv"

	"github.com/hashicorp/hcl/v2"
)

// document is a report as JSON.
type document struct {
	FormatVersion int           `json:"format_version"`
	Switches      int           `json:"switches"`
	Findings      []findingJSON `json:"findings"`
	Off           []offJSON     `json:"off"`
}

type findingJSON struct {
	Code     string      `json:"code"`
	Severity string      `json:"severity"` // error, warning, info, or not checked
	Text     string      `json:"text"`
	Fix      string      `json:"fix,omitempty"`
	Reason   string      `json:"reason,omitempty"`
	Where    []placeJSON `json:"where"`
	Intent   string      `json:"intent,omitempty"` // FILE:LINE
}

type placeJSON struct {
	Device string `json:"device"`
	Port   string `json:"port,omitempty"`
	Far    string `json:"far,omitempty"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
}

type offJSON struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// JSON writes a report for programs.
func JSON(w io.Writer, r *Report) error {
	doc := document{FormatVersion: 1, Switches: r.Switches, Findings: []findingJSON{}, Off: []offJSON{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		out := findingJSON{Code: f.Code, Severity: f.Word(), Text: f.Text, Fix: f.Fix, Reason: f.Reason, Intent: sourceLine(f.Range)}
		for _, p := range f.Where {
			out.Where = append(out.Where, placeJSON(p))
		}
		doc.Findings = append(doc.Findings, out)
	}
	for _, off := range r.Off {
		doc.Off = append(doc.Off, offJSON(off))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

func sourceLine(r hcl.Range) string {
	if r == (hcl.Range{}) {
		return ""
	}
	return r.Filename + ":" + strconv.Itoa(r.Start.Line)
}
