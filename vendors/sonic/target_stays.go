package sonic

import "strings"

// stays are the rows and fields of a port that left which weft may have written and leaves: they are as on a switch with the stock
// configuration, and the port cannot do without.
func (t *targeter) stays(port string) (list []string) {
	for _, kind := range [...]indexedKind{ofGroupBuffer, ofQueueBuffer} {
		for _, r := range t.ports[port].of(kind) {
			if _, index, _ := strings.Cut(r.row.key, "|"); t.now(rowName{indexed[kind].table, r.row.key}) != nil {
				list = append(list, indexed[kind].table+"|"+index)
			}
		}
	}
	for i := range profileLists {
		if t.now(rowName{profileLists[i].table, port}) != nil {
			list = append(list, profileLists[i].table)
		}
	}
	if length := cableOf(t.have.table(tableCable), port); length != "" {
		list = append(list, tableCable+" "+length)
	}
	if mtu, set := t.have.table(tablePort).row(port).get(fieldMTU); set {
		list = append(list, tablePort+" mtu "+mtu)
	}
	return list
}

// stayOnSwitch are the tables of which weft may have written rows, and that stay when everything else of weft's goes.
var stayOnSwitch = []string{tablePool, tableProfile, tableLossless, tablePattern}

// tellStays lists what stays of the switch as a whole when everything else of weft's goes: what its own template has too.
func (t *targeter) tellStays() {
	if !t.scope.Destroy || t.edit == nil {
		return
	}
	var list []string
	for _, name := range stayOnSwitch {
		for _, r := range t.edit.table(name).all() {
			if r != nil && !derived(r.key) {
				list = append(list, name+"|"+r.key)
			}
		}
	}
	if poll, set := t.edit.row(tableWatchdog, rowWatchdog).get(fieldPoll); set {
		list = append(list, tableWatchdog+"|"+rowWatchdog+" "+fieldPoll+" "+poll)
	}
	if list != nil {
		t.info(nil, "what the switch has once stays, and weft may have written it", strings.Join(list, ", "))
	}
}
