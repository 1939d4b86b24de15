package check

import (
	"io"
	"slices"
	"strings"

	"github.com/weft-net/weft/junit"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// JUnit writes a report for CI systems: a suite for each rule, with a case for each switch. It fails where something is wrong and is
// skipped where the rule could not judge. Files that could not be read are a suite of errors.
func JUnit(w io.Writer, r *Report, unread []Unread) error {
	suites := make([]junit.Suite, 0, 1+len(rules))
	if len(unread) > 0 {
		files := junit.Suite{Name: "Files that could not be read"}
		for _, u := range unread {
			files.Cases = append(files.Cases, junit.Case{Class: "weft", Name: u.Name, File: u.Name, Error: &junit.Problem{Kind: "not read", Message: u.Why, Text: u.Why}})
		}
		suites = append(suites, files)
	}
	for i := range rules {
		rule := &rules[i]
		suite := junit.Suite{Name: rule.Code + ": " + rule.Title}
		said := r.bySwitch(rule.Code)
		for _, name := range r.judgedOr(said) {
			suite.Cases = append(suite.Cases, rule.caseOf(name, said[name], r))
		}
		suites = append(suites, suite)
	}
	return junit.Write(w, suites)
}

// remark is a finding as far as it is about one switch.
type remark struct {
	*Finding
	here []Place
}

// bySwitch is what a rule says of each switch.
func (r *Report) bySwitch(code string) map[string][]remark {
	said := map[string][]remark{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Code != code {
			continue
		}
		for rest := f.Where; len(rest) > 0; {
			n := sameDevice(rest)
			said[rest[0].Device] = append(said[rest[0].Device], remark{f, rest[:n]})
			rest = rest[n:]
		}
	}
	return said
}

// judgedOr are the switches that were judged, and those of which something is said although they were not.
func (r *Report) judgedOr(said map[string][]remark) []string {
	names := slices.Clone(r.Names)
	for name := range said {
		if _, judged := slices.BinarySearchFunc(r.Names, name, qos.ComparePorts); !judged {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, qos.ComparePorts)
	return names
}

// caseOf is one rule on one switch.
func (rule *Rule) caseOf(name string, said []remark, r *Report) junit.Case {
	c := junit.Case{Class: "weft." + rule.Code, Name: name}
	var wrong, unknown, known []string
	for i := range said {
		about := &said[i]
		switch {
		case about.NotChecked:
			unknown = append(unknown, about.line())
		case about.Severity == vendors.Info:
			known = append(known, about.line())
		case wrong == nil:
			c.File, c.Line = about.source()
			fallthrough
		default:
			wrong = append(wrong, about.line())
		}
	}
	off := slices.IndexFunc(r.Off, func(o Off) bool { return o.Code == rule.Code })
	switch {
	case wrong != nil:
		c.Failure = &junit.Problem{Kind: firstWord(wrong[0]), Message: wrong[0], Text: strings.Join(wrong, "\n")}
		known = append(known, unknown...)
	case off >= 0:
		c.Skipped = "off by policy: " + r.Off[off].Reason
	default:
		c.Skipped = strings.Join(unknown, "\n")
	}
	c.Out = strings.Join(known, "\n")
	return c
}

func firstWord(line string) string {
	word, _, _ := strings.Cut(line, ":")
	return word
}

// line is the remark in one line.
func (r *remark) line() string {
	at := (&Finding{Where: r.here}).Places()
	return r.Word() + ": " + at + ": " + strings.TrimPrefix(r.Text, "not checked: ")
}

// source is where the remark is about in the running configuration of the switch, or in the intent.
func (r *remark) source() (file string, line int) {
	if at := r.here[0]; at.File != "" {
		return at.File, at.Line
	}
	return r.Range.Filename, r.Range.Start.Line
}
