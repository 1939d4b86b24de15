package sarif

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/docs/checks"
	"github.com/weft-net/weft/vendors"
)

const (
	schema = "https://json.schemastore.org/sarif-2.1.0.json"
	home   = "https://github.com/weft-net/weft"
	pages  = home + "/blob/main/docs/checks/"
)

// root is the base of relative paths: the directory of the repository, which its readers know.
const root = "%SRCROOT%"

// intentID is the rule of what is wrong with an intent by itself: its language, and what its platforms cannot do.
const intentID = "INTENT"

// Input is what there is to say.
type Input struct {
	Version string // of weft
	// Root is the directory of the repository, which paths in the log are relative to. Dir is that of the intent, which the paths of
	// its files are relative to, and Work the one to which those of running configurations are. All three are absolute.
	Root, Dir, Work string

	Files       map[string]*hcl.File // of the intent, for columns
	Diagnostics hcl.Diagnostics      // errors and warnings about the intent
	Report      *check.Report        // nil where the intent is so broken that no rule was asked
	Suppressed  []check.Finding      // of rules that are off, with the reason of the policy
	Anywhere    hcl.Range            // where to put what no line of the intent is to blame for
	Unread      []check.Unread       // files that could not be read, by their names
}

// Write writes one log with one run. The same input gives the same bytes.
func Write(w io.Writer, in Input) error {
	p := &printer{in: in, index: map[string]int{}, told: map[string]int{}}
	p.run = run{
		Tool:        tool{driver{Name: "weft", Version: in.Version, URI: home, Rules: p.rules()}},
		Invocations: []invocation{p.invocation()},
		ColumnKind:  "unicodeCodePoints", Results: []result{},
	}
	for _, d := range in.Diagnostics {
		p.diagnostic(d)
	}
	if in.Report != nil {
		for i := range in.Report.Findings {
			p.finding(&in.Report.Findings[i], nil)
		}
	}
	for i := range in.Suppressed {
		f := &in.Suppressed[i]
		p.finding(f, []suppression{{Kind: "inSource", Justification: f.Reason}})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(sarifLog{Schema: schema, Version: "2.1.0", Runs: []run{p.run}}); err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return nil
}

type printer struct {
	in    Input
	run   run
	index map[string]int // of rules
	told  map[string]int // how often the same was said
}

// invocation is how it went, with the files that could not be read.
func (p *printer) invocation() invocation {
	i := invocation{Successful: p.in.Report != nil && len(p.in.Unread) == 0}
	for _, u := range p.in.Unread {
		at := &physicalLocation{Artifact: p.artifact(p.in.Work, u.Name), Region: firstLine()}
		i.Notifications = append(i.Notifications, notification{
			Level: "error", Message: message{"The file could not be read: " + u.Why + "."}, Locations: []location{{Physical: at}},
		})
	}
	return i
}

// levels are what the standard calls severities.
var levels = map[vendors.Severity]string{vendors.Error: "error", vendors.Warning: "warning", vendors.Info: "note"}

// rules describes every rule, whether or not it found anything.
func (p *printer) rules() []descriptor {
	list := []descriptor{{
		ID: intentID, Name: "ValidIntent", Short: message{"The intent is valid, and its platforms can do it."},
		Full: message{intentHelp}, Help: &help{Text: intentHelp, Markdown: intentHelp}, HelpURI: home + "/blob/main/docs/language.md",
		Configuration: configuration{"error"},
	}}
	for _, rule := range check.Rules() {
		d := descriptor{
			ID: rule.Code, Name: pascal(rule.Title), Short: message{capital(rule.Title) + "."},
			Configuration: configuration{levels[rule.Severity]}, Properties: &bag{Tags: []string{"qos", rule.Subject}},
		}
		if page := checks.Page(rule.Code); page != "" {
			d.Full = message{opening(page)}
			d.Help, d.HelpURI = &help{Text: page, Markdown: page}, pages+rule.Code+".md"
		}
		list = append(list, d)
	}
	for i := range list {
		p.index[list[i].ID] = i
	}
	return list
}

// intentHelp is what is wrong where the intent is.
const intentHelp = "Weft reads the intent by the rules of its language and compiles it for the platform of every switch. " +
	"What it cannot read, or a platform cannot do, is reported at its line, with what would be right."

// opening is the first paragraph of what a page says that the rule wants, on one line.
func opening(page string) string {
	_, what, _ := strings.Cut(page, "## What\n")
	first, _, _ := strings.Cut(strings.TrimSpace(what), "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

// pascal makes a name of a title: "both ends of a cable agree" is "BothEndsOfACableAgree".
func pascal(title string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(capital(word))
	}
	return b.String()
}

func capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

// diagnostic adds what is wrong with the intent by itself.
func (p *printer) diagnostic(d *hcl.Diagnostic) {
	level, text := "error", d.Summary
	if d.Severity != hcl.DiagError {
		level = "warning"
	}
	if d.Detail != "" {
		text = strings.TrimSuffix(d.Summary, ".") + ". " + d.Detail
	}
	at := p.in.Anywhere
	if d.Subject != nil {
		at = *d.Subject
	}
	p.run.Results = append(p.run.Results, result{
		RuleID: intentID, RuleIndex: p.index[intentID], Kind: "fail", Level: level, Message: message{text},
		Locations: p.locations(at, nil), Fingerprints: p.fingerprint(intentID, at.Filename, text), Suppressions: []suppression{},
	})
}

// finding adds what a rule says. What it could not judge is open, and has no level, as the standard wants it.
func (p *printer) finding(f *check.Finding, suppressed []suppression) {
	r := result{
		RuleID: f.Code, RuleIndex: p.index[f.Code], Kind: "fail", Level: levels[f.Severity],
		Message: message{sentences(f)}, Locations: p.locations(f.Range, f.Where),
		Fingerprints: p.fingerprint(f.Code, f.Word(), f.Text), Suppressions: []suppression{},
	}
	switch {
	case suppressed != nil:
		r.Suppressions = suppressed
	case f.Reason != "":
		r.Properties = &bag{Policy: f.Reason}
	}
	if f.NotChecked {
		r.Kind, r.Level = "open", "none"
	}
	p.run.Results = append(p.run.Results, r)
}

// sentences is all that a finding says.
func sentences(f *check.Finding) string {
	text := capital(f.Text) + ". On " + f.Places() + "."
	if f.Fix != "" {
		text += " " + capital(f.Fix) + "."
	}
	return text
}
