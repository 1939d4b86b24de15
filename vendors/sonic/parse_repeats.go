package sonic

import "strings"

// repeats finds rows of a table whose fields are written like those of an earlier one, byte for byte. They have the same fields,
// so that they need not be read again and are told to be alike at a glance. Rows of ports mostly come in the same order for
// each: after one that is like an earlier one comes one that is like the one after that.
type repeats struct {
	seen  []writtenRow // the rows of the table so far
	index index        // of those that have text, the first of each
	guess int          // which of seen the next row should be like, or none
}

// writtenRow is a row and how its fields are written, from its opening brace to its closing one. It has no text if there is
// something to tell of it, or if its brace stands on another line than its name.
type writtenRow struct {
	row  *row
	text string
}

// start forgets the rows of the table before: in another table the same text may be wrong.
func (p *repeats) start() {
	p.seen, p.guess = p.seen[:0], 0
	p.index.clear()
}

// repeated gives a row the fields of an earlier one, if it is written as expected.
func (p *parser) repeated(r *row) bool {
	if p.guess >= len(p.seen) || p.line != r.line {
		return false
	}
	like := p.seen[p.guess]
	if like.text == "" || !strings.HasPrefix(p.text[p.at:], like.text) {
		return false
	}
	open := int32(p.at + 1)
	r.fields, r.index = like.row.fields, like.row.index
	r.body = body{open, open + like.row.body.last - like.row.body.open}
	p.line += int32(strings.Count(like.text, "\n"))
	p.at += len(like.text)
	p.seen = append(p.seen, writtenRow{r, like.text})
	p.guess++
	return true
}

// wrote notes a row that was read, and expects the next to be like the one after the first that is written as it is.
func (p *parser) wrote(r *row, text string) {
	p.seen = append(p.seen, writtenRow{r, text})
	p.guess = len(p.seen)
	if text == "" {
		return
	}
	hash := hashOf(text)
	if at := p.index.find(hash, func(at int) bool { return p.seen[at].text == text }); at >= 0 {
		p.guess = at + 1
	} else {
		p.index.add(hash, len(p.seen)-1)
	}
}
