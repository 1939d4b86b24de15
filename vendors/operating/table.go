package operating

import (
	"iter"
	"strings"
)

// Rows reads the rows under a header that has all the columns, as the cells of these columns. A column that releases print under
// several names is written "Name|Other Name". What comes before the first header is left out; a header that comes again may have its
// columns elsewhere. Lines that only divide are left out, blank ones too. Other lines, such as those of the next table, are rows like
// any other: the caller knows his own by a cell.
func Rows(text string, columns ...string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		var h header
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, " \t\r\n")
			if at := findHeader(line, columns); at != nil {
				h = at
				continue
			}
			if h == nil || divides(line) {
				continue
			}
			if !yield(h.cells(line, len(columns))) {
				return
			}
		}
	}
}

// header is where the columns of a table stand, in the order of the line.
type header []column

type column struct {
	from, to int // the words of the header
	wanted   int // the index of the column among those asked for, or -1
}

// findHeader finds the columns in a line, or gives nil. What is left between those asked for are columns too.
func findHeader(line string, columns []string) header {
	asked := make([]column, 0, len(columns))
	for i, name := range columns {
		from, to := findName(line, name)
		if from < 0 {
			return nil
		}
		asked = append(asked, column{from, to, i})
	}
	var h header
	for at := 0; at < len(line); {
		if line[at] == ' ' {
			at++
			continue
		}
		c := columnAt(line, at, asked)
		h = append(h, c)
		at = c.to
	}
	return h
}

// findName finds one of the names of a column as words of a line.
func findName(line, name string) (from, to int) {
	for name := range strings.SplitSeq(name, "|") {
		for at := 0; ; {
			i := strings.Index(line[at:], name)
			if i < 0 {
				break
			}
			from, to = at+i, at+i+len(name)
			if (from == 0 || line[from-1] == ' ') && (to == len(line) || line[to] == ' ') {
				return from, to
			}
			at = to
		}
	}
	return -1, -1
}

// columnAt is the column that begins at a place: one that was asked for, or the words up to the next one or to a wide gap.
func columnAt(line string, at int, asked []column) column {
	end := len(line)
	for _, c := range asked {
		if c.from == at {
			return c
		}
		if c.from > at {
			end = min(end, c.from)
		}
	}
	words := line[at:end]
	if gap := strings.Index(words, "  "); gap >= 0 {
		words = words[:gap]
	}
	return column{at, at + len(strings.TrimRight(words, " ")), -1}
}

// cells are the words of a row by the columns asked for.
func (h header) cells(line string, count int) []string {
	cells := make([]string, count)
	for at := 0; at < len(line); {
		if line[at] == ' ' {
			at++
			continue
		}
		end := len(line)
		if gap := strings.IndexByte(line[at:], ' '); gap >= 0 {
			end = at + gap
		}
		if i := h[h.under(at, end)].wanted; i >= 0 {
			cells[i] = strings.TrimLeft(cells[i]+" "+line[at:end], " ")
		}
		at = end
	}
	return cells
}

// under is the column that a word stands under: the one in whose header it begins, else the one whose header it overlaps most, else the
// last one that begins before it.
func (h header) under(from, to int) int {
	best, most := 0, 0
	for i, c := range h {
		if from >= c.from && from < c.to {
			return i
		}
		if overlap := min(to, c.to) - max(from, c.from); overlap > most {
			best, most = i, overlap
		}
		if most == 0 && c.from <= from {
			best = i
		}
	}
	return best
}

// divides tells whether a line has nothing but marks.
func divides(line string) bool { return strings.Trim(line, "-=+| \t") == "" }
