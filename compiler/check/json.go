package check

import (
	"encoding/json"
	"io"
	"math/bits"
	"strconv"

	"github.com/hashicorp/hcl/v2"
)

// document is a report as JSON.
type document struct {
	FormatVersion int              `json:"format_version"`
	Switches      int              `json:"switches"`
	Diagnostics   []diagnosticJSON `json:"diagnostics"`
	Findings      []findingJSON    `json:"findings"`
	Proofs        []proofJSON      `json:"proofs"`
	Off           []offJSON        `json:"off"`
}

// diagnosticJSON is what is wrong with an intent by itself.
type diagnosticJSON struct {
	Severity string `json:"severity"` // error or warning
	Summary  string `json:"summary"`
	Detail   string `json:"detail,omitempty"`
	Intent   string `json:"intent,omitempty"` // FILE:LINE
}

type findingJSON struct {
	Code     string      `json:"code"`
	Severity string      `json:"severity"` // error, warning, info, or not checked
	Text     string      `json:"text"`
	Fix      string      `json:"fix,omitempty"`
	Reason   string      `json:"reason,omitempty"`
	Queues   []int       `json:"queues,omitempty"` // and DSCP: the packets that it is about, all where both are missing
	DSCP     []int       `json:"dscp,omitempty"`
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

// proofJSON is what a rule proved, or tried without an end.
type proofJSON struct {
	Code   string `json:"code"`
	Result string `json:"result"` // proved or tried
	Text   string `json:"text"`
}

type offJSON struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// JSON writes a report for programs, with what is wrong with the intent by itself. Of an intent that cannot be read there is no report.
func JSON(w io.Writer, r *Report, said hcl.Diagnostics) error {
	doc := document{FormatVersion: 1, Diagnostics: diagnosticsOf(said), Findings: []findingJSON{}, Proofs: []proofJSON{}, Off: []offJSON{}}
	if r != nil {
		doc.add(r)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

func (doc *document) add(r *Report) {
	doc.Switches = r.Switches
	for i := range r.Findings {
		f := &r.Findings[i]
		out := findingJSON{Code: f.Code, Severity: f.Word(), Text: f.Text, Fix: f.Fix, Reason: f.Reason, Queues: numbers(uint64(f.Queues)), DSCP: numbers(f.DSCP), Intent: sourceLine(f.Range)}
		for _, p := range f.Where {
			out.Where = append(out.Where, placeJSON(p))
		}
		doc.Findings = append(doc.Findings, out)
	}
	for _, p := range r.Proofs {
		doc.Proofs = append(doc.Proofs, proofJSON{p.Code, p.Word, p.Text})
	}
	for _, off := range r.Off {
		doc.Off = append(doc.Off, offJSON(off))
	}
}

// numbers are the bits of a set.
func numbers(set uint64) (list []int) {
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return list
}

func diagnosticsOf(said hcl.Diagnostics) []diagnosticJSON {
	list := make([]diagnosticJSON, 0, len(said))
	for _, d := range said {
		out := diagnosticJSON{Severity: "error", Summary: d.Summary, Detail: d.Detail}
		if d.Severity != hcl.DiagError {
			out.Severity = "warning"
		}
		if d.Subject != nil {
			out.Intent = sourceLine(*d.Subject)
		}
		list = append(list, out)
	}
	return list
}

func sourceLine(r hcl.Range) string {
	if r == (hcl.Range{}) {
		return ""
	}
	return r.Filename + ":" + strconv.Itoa(r.Start.Line)
}
