package sonic

// kin remembers the last rows of a table, by their fields, of which something is known. Rows that are written alike have the
// same fields (repeats), so that it is a glance to find one.
type kin struct {
	rows [mostKin]*row
	next int
}

// mostKin is how many rows with different fields a port mostly has in one table, at most.
const mostKin = 8

// find is the place of a row with the same fields, or -1.
func (k *kin) find(r *row) int {
	for i, known := range k.rows {
		if known != nil && len(r.fields) > 0 && len(r.fields) == len(known.fields) && &r.fields[0] == &known.fields[0] {
			return i
		}
	}
	return -1
}

// add remembers a row in the place of the one that was remembered longest ago, and tells the place.
func (k *kin) add(r *row) int {
	at := k.next
	k.rows[at], k.next = r, (at+1)%mostKin
	return at
}
