package sonic

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Fingerprint covers every row of the tables that weft reads, with the fields that it reads of them, as the database holds
// them. Neither order nor the way a value is written changes it.
func (SONiC) Fingerprint(c vendors.Config) string {
	d := docOf(c)
	p := fingerprint{text: make([]byte, 0, len(d.text))}
	tables := slices.Clone(d.tables)
	slices.SortFunc(tables, func(a, b *table) int { return strings.Compare(a.name, b.name) })
	for _, t := range tables {
		if reads := readTables[t.name]; reads != nil && len(t.rows) > 0 { // an empty table is none
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

func (p *fingerprint) table(t *table, reads *readTable) {
	p.rows = append(p.rows[:0], t.rows...)
	if byKey := func(a, b *row) int { return byLength(a.key, b.key) }; !slices.IsSortedFunc(p.rows, byKey) {
		slices.SortFunc(p.rows, byKey)
	}
	p.word(t.name)
	p.number(len(p.rows))
	for _, r := range p.rows {
		p.row(r, reads)
	}
}

func (p *fingerprint) row(r *row, reads *readTable) {
	p.fields = p.fields[:0]
	for i := range r.fields {
		if f := &r.fields[i]; !reads.partly || reads.rule(f.name) != nil {
			p.fields = append(p.fields, f)
		}
	}
	if len(p.fields) > 1 {
		slices.SortFunc(p.fields, func(a, b *field) int { return byLength(a.name, b.name) })
	}
	p.word(r.key)
	p.word(r.raw)
	p.number(len(p.fields))
	for _, f := range p.fields {
		p.word(f.name)
		p.word(f.value)
		p.number(len(f.list)) // 0 for a text
	}
}

// word writes a word with its length before it, so that no two lists of words look the same.
func (p *fingerprint) word(word string) {
	p.number(len(word))
	p.text = append(p.text, word...)
}

func (p *fingerprint) number(n int) { p.text = binary.AppendUvarint(p.text, uint64(n)) }

// byLength is an order in which the ports of a switch mostly stand already.
func byLength(a, b string) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}
