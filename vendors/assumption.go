package vendors

import "slices"

// Assumption is a behaviour that no source confirms, with every reading that would matter, the assumed one first.
type Assumption struct {
	ID       string // "nxos.match-merge"
	Question string
	Readings []string
	Source   string
}

// Chosen are the ids of the assumptions of a table whose bits are set, the first of the table the lowest; sorted.
func Chosen(table []Assumption, bits uint64) []string {
	var ids []string
	for i := range table {
		if bits>>i&1 == 1 {
			ids = append(ids, table[i].ID)
		}
	}
	slices.Sort(ids)
	return ids
}
