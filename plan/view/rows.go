package view

import (
	"strings"
	"unicode"

	"github.com/weft-net/weft/plan"
)

// rowsOf is what rows of a table have in common that are shown as one: the key but for the number of the port, and what
// changes in them.
type rowsOf struct{ stem, rest, changes string }

// mergeRows joins rows of ports in which the same changes: "Ethernet0|3" and "Ethernet4|3". Other blocks stay as they are.
func mergeRows(rows []*Line) []*Line {
	ports := map[rowsOf][]string{}
	first := map[rowsOf]*Line{}
	var merged []*Line
	for _, row := range rows {
		port, rest, ok := portRow(row)
		if !ok {
			merged = append(merged, row)
			continue
		}
		key := rowsOf{strings.TrimRightFunc(port, unicode.IsDigit), rest, changes(row)}
		if first[key] == nil {
			first[key] = row
			merged = append(merged, row)
		}
		ports[key] = append(ports[key], port)
	}
	for key, row := range first {
		row.Text = plan.Ranges(ports[key]) + key.rest
		row.rows = len(ports[key])
	}
	return merged
}

// portRow divides the key of a row into a port, letters and a number, and what follows it: "|3".
func portRow(row *Line) (port, rest string, ok bool) {
	port, rest, cut := strings.Cut(row.Text, "|")
	if cut {
		rest = "|" + rest
	}
	stem := strings.TrimRightFunc(port, unicode.IsDigit)
	letters := strings.IndexFunc(stem, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
	return port, rest, len(row.Kids) > 0 && stem != "" && stem != port && letters
}

// changes is the signature of what is in a block.
func changes(l *Line) string {
	var b strings.Builder
	b.WriteByte(l.Op)
	for _, kid := range l.Kids {
		kid.sign(&b)
	}
	return b.String()
}
