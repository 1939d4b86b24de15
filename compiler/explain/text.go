package explain

import (
	"fmt"
	"io"
	"strings"

	"github.com/weft-net/weft/qos"
)

// Text prints a report for people.
func Text(w io.Writer, r *Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s, by %s: %s\n", r.Device, r.Port, r.By, r.Packet)
	last := ""
	for _, f := range r.Facts {
		subject := f.Subject
		if subject == last {
			subject = ""
		}
		last = f.Subject
		fmt.Fprintf(&b, "\n  %-10s%s\n", subject, f.Text)
		for _, c := range f.Cites {
			fmt.Fprintf(&b, "  %-10s| %s: %s\n", "", c.place(), c.Text)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// place is "classes.hcl:12" or "line 41".
func (c Cite) place() string {
	if c.File == "" {
		return fmt.Sprintf("line %d", c.Line)
	}
	return fmt.Sprintf("%s:%d", c.File, c.Line)
}

// size is a number of bytes as MTUs are written.
func size(b qos.Bytes) string { return fmt.Sprintf("%d bytes", b) }
