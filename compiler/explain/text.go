package explain

import (
	"fmt"
	"io"
	"strings"
)

// Text prints a report for people.
func Text(w io.Writer, r *Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s, by %s: %s\n", r.Device, r.Port, r.By, r.Packet)
	last := ""
	for i := range r.Facts {
		f := &r.Facts[i]
		subject := f.Subject
		if subject == last {
			subject = ""
		}
		last = f.Subject
		b.WriteByte('\n')
		f.write(&b, subject, "  ")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// write writes a fact with its lines and what the rules find, behind a sign.
func (f *Fact) write(b *strings.Builder, subject, sign string) {
	fmt.Fprintf(b, "%s%-10s%s\n", sign, subject, f.Text)
	for _, c := range f.Cites {
		fmt.Fprintf(b, "%s%-10s| %s: %s\n", sign, "", c.place(), c.Text)
	}
	for _, c := range f.Checks {
		fmt.Fprintf(b, "%s%-10s%s %s: %s\n", sign, "", c.Code, c.Severity, c.Text)
	}
}

// place is "classes.hcl:12" or "line 41".
func (c Cite) place() string {
	if c.File == "" {
		return fmt.Sprintf("line %d", c.Line)
	}
	return fmt.Sprintf("%s:%d", c.File, c.Line)
}
