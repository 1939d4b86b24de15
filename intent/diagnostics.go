package intent

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/hashicorp/hcl/v2"
)

// WriteDiagnostics prints diagnostics for a person: each with its source line, the span underlined where color allows it,
// and what to do. files are Intent.Files. A width of 0 does not wrap.
func WriteDiagnostics(w io.Writer, files map[string]*hcl.File, diags hcl.Diagnostics, width uint, color bool) error {
	return hcl.NewDiagnosticTextWriter(w, files, width, color).WriteDiagnostics(diags)
}

// problem is an error at a place. The detail says what would be right.
func problem(at hcl.Range, summary, detail string, args ...any) *hcl.Diagnostic {
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: &at}
}

// warning is a problem that does not stop anything.
func warning(at hcl.Range, summary, detail string, args ...any) *hcl.Diagnostic {
	d := problem(at, summary, detail, args...)
	d.Severity = hcl.DiagWarning
	return d
}

// homeless is a problem that no line of a file is to blame for.
func homeless(summary, detail string, args ...any) *hcl.Diagnostic {
	d := problem(hcl.Range{}, summary, detail, args...)
	d.Subject = nil
	return d
}

// place is how a message names a range: "fabric.hcl:12".
func place(r hcl.Range) string { return fmt.Sprintf("%s:%d", r.Filename, r.Start.Line) }

// tidy puts diagnostics in the order of the files and removes repetitions: a block that is repeated by for_each has one
// source, and is to blame once.
func tidy(diags hcl.Diagnostics) hcl.Diagnostics {
	slices.SortStableFunc(diags, func(a, b *hcl.Diagnostic) int {
		return cmp.Or(compareSubjects(a.Subject, b.Subject), cmp.Compare(a.Summary, b.Summary), cmp.Compare(a.Detail, b.Detail))
	})
	return slices.CompactFunc(diags, func(a, b *hcl.Diagnostic) bool {
		return compareSubjects(a.Subject, b.Subject) == 0 && a.Summary == b.Summary
	})
}

func compareSubjects(a, b *hcl.Range) int {
	if a == nil || b == nil {
		return cmp.Compare(hasRange(a), hasRange(b))
	}
	return cmp.Or(
		cmp.Compare(a.Filename, b.Filename),
		cmp.Compare(a.Start.Byte, b.Start.Byte),
		cmp.Compare(a.End.Byte, b.End.Byte),
	)
}

func hasRange(r *hcl.Range) int {
	if r == nil {
		return 0
	}
	return 1
}
