package sonic

import "strings"

// tellWider warns of what is no port and goes by a row that changes: tunnels, and the queues of the CPU. What those do is not
// compared.
func (t *targeter) tellWider(changed rowName) {
	t.tellUsers(changed, tableTunnel, "")
	t.tellUsers(changed, tableQueue, "CPU|")
}

// tellUsers warns of the rows of a table whose keys start with something and that name a row that changes.
func (t *targeter) tellUsers(changed rowName, table, start string) {
	for _, user := range t.have.table(table).all() {
		if !strings.HasPrefix(user.key, start) {
			continue
		}
		for i := range naming[table] {
			s := &naming[table][i]
			value, _ := user.get(s.field)
			s.each(value, func(named rowName) {
				if named == changed {
					t.diags.Warnf(int(lineOf(user, s.field)), "%s goes by %s too, which changes: weft does not compare what that does there", rowName{table, user.key}, changed)
				}
			})
		}
	}
}
