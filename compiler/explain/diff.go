package explain

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Diff is a packet's way before and after a change.
type Diff struct {
	Device  string  `json:"device"`
	Port    string  `json:"port"`
	Packet  string  `json:"packet"`
	Before  *Report `json:"before"`
	After   *Report `json:"after"`
	Changed []Row   `json:"changed"`
}

// Row is what changes of one subject.
type Row struct {
	Subject string   `json:"subject"`
	Before  []string `json:"before"`
	After   []string `json:"after"`
}

// Between compares two reports of one packet.
func Between(before, after *Report) *Diff {
	d := &Diff{Device: after.Device, Port: after.Port, Packet: after.Packet, Before: before, After: after, Changed: []Row{}}
	for _, subject := range d.subjects() {
		was, is := factsOn(before, subject), factsOn(after, subject)
		row := Row{subject, texts(without(was, is)), texts(without(is, was))}
		if len(row.Before)+len(row.After) > 0 {
			d.Changed = append(d.Changed, row)
		}
	}
	return d
}

// subjects are those of both reports, in the order of the way: each that only the first has stands behind what it follows there.
func (d *Diff) subjects() (list []string) {
	for _, f := range d.After.Facts {
		if !slices.Contains(list, f.Subject) {
			list = append(list, f.Subject)
		}
	}
	at := 0
	for _, f := range d.Before.Facts {
		if i := slices.Index(list, f.Subject); i >= 0 {
			at = i + 1
			continue
		}
		list = slices.Insert(list, at, f.Subject)
		at++
	}
	return list
}

func factsOn(r *Report, subject string) (facts []*Fact) {
	for i := range r.Facts {
		if r.Facts[i].Subject == subject {
			facts = append(facts, &r.Facts[i])
		}
	}
	return facts
}

// without are the facts of a list that another one does not tell.
func without(list, other []*Fact) (rest []*Fact) {
	for _, f := range list {
		if !slices.ContainsFunc(other, func(o *Fact) bool { return o.Text == f.Text }) {
			rest = append(rest, f)
		}
	}
	return rest
}

func texts(facts []*Fact) []string {
	list := make([]string, len(facts))
	for i, f := range facts {
		list[i] = f.Text
	}
	return list
}

// DiffText prints a packet's way before and after for people. What changes has a sign: "-" before, "+" after.
func DiffText(w io.Writer, d *Diff) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s\n- by %s\n+ by %s\n", d.Device, d.Port, d.Packet, d.Before.By, d.After.By)
	for _, subject := range d.subjects() {
		was, is := factsOn(d.Before, subject), factsOn(d.After, subject)
		goes, comes := without(was, is), without(is, was)
		b.WriteByte('\n')
		for _, side := range []struct {
			sign  string
			facts []*Fact
		}{{"- ", goes}, {"+ ", comes}, {"  ", without(is, comes)}} {
			for _, f := range side.facts {
				f.write(&b, subject, side.sign)
			}
		}
	}
	if len(d.Changed) == 0 {
		b.WriteString("\nNothing changes for this packet.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// DiffJSON prints it for programs, as docs/explain-diff.schema.json describes it.
func DiffJSON(w io.Writer, d *Diff) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(diffDocument{1, d})
}

// diffDocument is a Diff with its version, which grows when a reader of the old form would misread the new one.
type diffDocument struct {
	FormatVersion int `json:"format_version"`
	*Diff
}
