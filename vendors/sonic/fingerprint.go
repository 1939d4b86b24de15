package sonic

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Fingerprint covers every row of the tables that weft reads, with the fields that it reads of them, as the database holds
// them. Neither order nor the way a value is written changes it.
func (SONiC) Fingerprint(c vendors.Config) string {
	d := docOf(c)
	p := fingerprint{sum: sha256.New(), text: make([]byte, 0, 2*mostWaiting)}
	tables := slices.Clone(d.tables)
	slices.SortFunc(tables, func(a, b *table) int { return strings.Compare(a.name, b.name) })
	for _, t := range tables {
		if reads := readTables[t.name]; reads != nil && len(t.rows) > 0 { // an empty table is none
			p.table(t, reads)
		}
	}
	p.sum.Write(p.text)
	return "sha256:" + hex.EncodeToString(p.sum.Sum(nil))
}

// mostWaiting is how much text waits before it goes into the sum.
const mostWaiting = 4096

// fingerprint writes a document in the one order that all equal documents have.
type fingerprint struct {
	sum   hash.Hash
	text  []byte // that is not in the sum yet
	rows  []*row // room to sort in
	last  *row   // the row before, of the same table
	order []int  // of those of its fields that are read
	kin   kin
	words [mostKin][]byte // of each of kin, after its key
}

func (p *fingerprint) table(t *table, reads *readTable) {
	p.rows = append(p.rows[:0], t.rows...)
	if byKey := func(a, b *row) int { return byLength(a.key, b.key) }; !slices.IsSortedFunc(p.rows, byKey) {
		slices.SortFunc(p.rows, byKey)
	}
	p.word(t.name)
	p.number(len(p.rows))
	p.last, p.kin = nil, kin{}
	for _, r := range p.rows {
		p.row(r, reads)
	}
}

func (p *fingerprint) row(r *row, reads *readTable) {
	p.word(r.key)
	if at := p.kin.find(r); at >= 0 {
		p.text = append(p.text, p.words[at]...)
	} else {
		from := len(p.text)
		p.fields(r, reads)
		at = p.kin.add(r)
		p.words[at] = append(p.words[at][:0], p.text[from:]...)
	}
	if len(p.text) > mostWaiting {
		p.sum.Write(p.text)
		p.text = p.text[:0]
	}
}

// fields writes a row but for its key.
func (p *fingerprint) fields(r *row, reads *readTable) {
	if p.last == nil || !sameNames(p.last.fields, r.fields) {
		p.sort(r, reads)
	}
	p.last = r
	p.word(r.raw)
	p.number(len(p.order))
	for _, at := range p.order {
		f := &r.fields[at]
		p.word(f.name)
		p.word(f.value)
		p.number(len(f.list)) // 0 for a text
	}
}

// sort finds the order of a row's fields.
func (p *fingerprint) sort(r *row, reads *readTable) {
	p.order = p.order[:0]
	for i := range r.fields {
		if !reads.partly || reads.rule(r.fields[i].name) != nil {
			p.order = append(p.order, i)
		}
	}
	slices.SortFunc(p.order, func(a, b int) int { return byLength(r.fields[a].name, r.fields[b].name) })
}

// sameNames tells whether fields have the same names in the same order.
func sameNames(a, b []field) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].name != b[i].name {
			return false
		}
	}
	return true
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
