package vendors

import (
	"fmt"
	"strings"
)

// Severity tells an error from a warning and a remark.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
	Info
)

// Diagnostic is one thing a person should know: what is wrong, where, and what would be right.
type Diagnostic struct {
	Severity Severity
	Summary  string   // one line, no full stop
	Detail   string   // what would be right
	Ports    []string // ports concerned
	Field    string   // what in the intent it speaks of, such as "traffic_class roce: queue"
	Line     int      // line of the configuration it speaks of, 0 for none
}

// Diagnostics is a list of them. Functions that return it go on past the first error.
type Diagnostics []Diagnostic

// HasErrors tells whether one of them is an error.
func (ds Diagnostics) HasErrors() bool {
	for _, d := range ds {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Errorf appends an error.
func (ds *Diagnostics) Errorf(line int, format string, args ...any) {
	*ds = append(*ds, Diagnostic{Severity: Error, Line: line, Summary: fmt.Sprintf(format, args...)})
}

// Warnf appends a warning.
func (ds *Diagnostics) Warnf(line int, format string, args ...any) {
	*ds = append(*ds, Diagnostic{Severity: Warning, Line: line, Summary: fmt.Sprintf(format, args...)})
}

// Err folds the errors into one error value, or nil.
func (ds Diagnostics) Err() error {
	var texts []string
	for _, d := range ds {
		if d.Severity == Error {
			texts = append(texts, d.String())
		}
	}
	if texts == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(texts, "; "))
}

// String is the diagnostic on one line.
func (d Diagnostic) String() string {
	var b strings.Builder
	if d.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", d.Line)
	}
	b.WriteString(d.Summary)
	if d.Detail != "" {
		b.WriteString(": " + d.Detail)
	}
	return b.String()
}
