package sonic

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Fingerprint covers every row of the tables that weft reads, with the fields that it reads of them, as the database holds
// them. Neither order nor the way a value is written changes it.
func (SONiC) Fingerprint(c vendors.Config) string {
	var p fingerprint
	d := docOf(c)
	tables := slices.Clone(d.tables)
	slices.SortFunc(tables, func(a, b *table) int { return strings.Compare(a.name, b.name) })
	for _, t := range tables {
		if reads := readTables[t.name]; reads != nil {
			p.table(t, reads)
		}
	}
	sum := sha256.Sum256(p.text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// fingerprint writes a document in the one order that all equal documents have.
type fingerprint struct {
	text   []byte
	rows   []*row
	fields []*field // room to sort in
}

// table writes the rows of a table. An empty one is none.
func (p *fingerprint) table(t *table, reads *readTable) {
	p.rows = append(p.rows[:0], t.rows...)
	slices.SortFunc(p.rows, func(a, b *row) int { return byLength(a.key, b.key) })
	for _, r := range p.rows {
		p.word('|', t.name)
		p.word('|', r.key)
		p.word('\n', r.raw)
		p.row(r, reads)
	}
}

func (p *fingerprint) row(r *row, reads *readTable) {
	p.fields = p.fields[:0]
	for i := range r.fields {
		if f := &r.fields[i]; !reads.partly || reads.reads(f.name) {
			p.fields = append(p.fields, f)
		}
	}
	slices.SortFunc(p.fields, func(a, b *field) int { return byLength(a.name, b.name) })
	for _, f := range p.fields {
		p.word(' ', f.name)
		if f.kind == kindList {
			p.text = append(p.text, '@')
		}
		p.word('\n', f.value)
	}
}

// word writes a word and what ends it. No two lists of words look the same: a byte that ends one is escaped within.
func (p *fingerprint) word(end byte, word string) {
	for i := range len(word) {
		if c := word[i]; c <= ' ' || c == '|' || c == '\\' || c == '@' {
			p.text = append(p.text, '\\')
		}
		p.text = append(p.text, word[i])
	}
	p.text = append(p.text, end)
}

// byLength is an order in which the ports of a switch mostly stand already.
func byLength(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}
