package explain

import (
	"encoding/json"
	"io"
)

// document is a report as docs/explain.schema.json describes it. Its version grows when a reader of the old form would misread the
// new one.
type document struct {
	FormatVersion int `json:"format_version"`
	*Report
}

// JSON prints a report for programs.
func JSON(w io.Writer, r *Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(document{1, r})
}
