package view

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/weft-net/weft/apply"
)

// formatVersion is the version of the documents for programs. It grows when a reader of the old form would misread the new one.
const formatVersion = 1

// document is what a run did, as docs/run.schema.json describes it.
type document struct {
	FormatVersion int `json:"format_version"`
	apply.Report
}

// documentOf has [] where the report has no list.
func documentOf(r *apply.Report) document {
	d := document{formatVersion, *r}
	list(&d.Switches)
	return d
}

// JSON writes a report for programs.
func JSON(w io.Writer, r *apply.Report) error { return indented(w, documentOf(r)) }

// runsDocument is what runs there were, as docs/runs.schema.json describes it.
type runsDocument struct {
	FormatVersion int             `json:"format_version"`
	Runs          []apply.RunInfo `json:"runs"`
}

// RunsJSON writes the runs on record for programs.
func RunsJSON(w io.Writer, runs []apply.RunInfo) error {
	d := runsDocument{formatVersion, append([]apply.RunInfo{}, runs...)}
	for i := range d.Runs {
		list(&d.Runs[i].Switches)
		list(&d.Runs[i].Open)
		list(&d.Runs[i].Waiting)
	}
	return indented(w, d)
}

// list makes a nil list an empty one.
func list[T any](s *[]T) {
	if *s == nil {
		*s = []T{}
	}
}

func indented(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}
