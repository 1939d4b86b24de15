package sonic

import (
	"strings"

	"github.com/weft-net/weft/qos"
)

// wholeRows are the tables with one row for each port, and what their rows decide.
var wholeRows = [...]struct {
	table  string
	facets qos.FacetSet
}{
	{tablePortMap, decidesMaps | decidesQueues | decidesWatch}, {tableWatchdog, decidesWatch},
	{tableIngressList, decidesRoom}, {tableEgressList, decidesQueues},
}

// checkLists refuses rows for several ports that would have to change in tables of which no source says what such rows do: only those
// of queues and priority groups are divided (4.5).
func (t *targeter) checkLists() {
	for i := range wholeRows {
		w := &wholeRows[i]
		for _, r := range t.have.table(w.table).all() {
			if strings.IndexByte(r.key, ',') < 0 {
				continue
			}
			for port := range strings.SplitSeq(r.key, ",") {
				if t.named[port] && (w.facets&^t.keepOf(port) != 0 || t.obeysMore(r, port)) {
					t.diags.Errorf(int(r.line), "%s|%s is for several ports, and something is to change on %s: give each port a row of its own first", w.table, r.key, port)
					break
				}
			}
		}
	}
}

// obeysMore tells whether a row switches PFC on for more than a port shall pause: that goes although all that is asked is paused.
func (t *targeter) obeysMore(r *row, port string) bool {
	have, _ := r.get(fieldPFC)
	want, _ := t.want.table(tablePortMap).row(port).get(fieldPFC)
	return len(setOf(among(have, want))) < len(setOf(have))
}
