package sonic

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// leavePorts cleans the ports that name a row of weft's and that the intent names no more: those fields go, and with maps of
// weft's what is paused and watched by them. Packet size, the length of the cable, and rows that name the switch's own buffer
// profiles stay.
func (t *targeter) leavePorts() {
	var left, staying leavers
	for _, port := range t.boundPorts() {
		if !t.named[port] {
			left.add(port, t.leave(port))
			staying.add(port, t.stays(port))
		}
	}
	for _, group := range left.groups {
		t.info(group.ports, "no longer of the intent", "these rows and fields go: "+group.what)
	}
	for _, group := range staying.groups {
		t.info(group.ports, "no longer of the intent", "these stay, as the switch has them or needs them: "+group.what)
	}
	t.endWatchdog()
}

// boundPorts are the ports with a row that names one of weft's, and that the intent does not name, in natural order.
func (t *targeter) boundPorts() []string {
	var ports []string
	for table, settings := range naming {
		last, named := "", false
		for _, r := range t.have.table(table).all() {
			list, _, _ := strings.Cut(r.key, "|")
			if list != last {
				last, named = list, t.named[list]
			}
			if !named && t.bindsOwn(settings, r) {
				ports = append(ports, strings.Split(list, ",")...)
			}
		}
	}
	slices.SortFunc(ports, qos.ComparePorts)
	return slices.Compact(ports)
}

// bindsOwn tells whether a row names one of weft's.
func (t *targeter) bindsOwn(settings []setting, r *row) bool {
	for i := range settings {
		value, _ := r.get(settings[i].field)
		if strings.Contains(value, t.own) && t.namesOwn(&settings[i], value) {
			return true
		}
	}
	return false
}

// leave cleans one port and says what went.
func (t *targeter) leave(port string) (gone []string) {
	row := t.have.table(tablePortMap).row(port)
	edits := t.ownFields(portMap, row)
	mapped := slices.ContainsFunc(edits, func(e fieldEdit) bool { return e.field != "scheduler" })
	if mapped {
		for _, f := range []string{fieldPFC, fieldWatched} {
			if row.field(f) != nil {
				edits = append(edits, fieldEdit{f, ""})
			}
		}
		if t.have.table(tableWatchdog).row(port) != nil {
			t.unwatch(port)
			gone = append(gone, tableWatchdog)
		}
	}
	if len(edits) == len(row.all()) && row != nil {
		gone = append(gone, tablePortMap)
	} else {
		for _, e := range edits {
			gone = append(gone, tablePortMap+" "+e.field)
		}
	}
	t.editRow(rowName{tablePortMap, port}, edits, func(string) bool { return true })
	for kind := range numIndexed {
		gone = append(gone, t.leaveIndexed(kind, port, mapped)...)
	}
	for i := range profileLists {
		r := rowName{profileLists[i].table, port}
		if edits := t.ownFields([]setting{profileLists[i].setting}, t.now(r)); edits != nil {
			t.editRow(r, edits, func(string) bool { return true })
			gone = append(gone, r.table)
		}
	}
	return gone
}

// ownFields are the edits that take away the fields of a row that name one of weft's.
func (t *targeter) ownFields(settings []setting, r *row) (edits []fieldEdit) {
	for i := range settings {
		if value, _ := r.get(settings[i].field); t.namesOwn(&settings[i], value) {
			edits = append(edits, fieldEdit{settings[i].field, ""})
		}
	}
	return edits
}

// leaveIndexed takes from the rows of a port what is weft's, and with PFC the priority groups whose buffers the switch works out.
func (t *targeter) leaveIndexed(kind indexedKind, port string, unpaused bool) (gone []string) {
	w := &portWork{name: port, have: t.ports[port], cleans: true}
	if !unpaused {
		w.held, w.mapsHeld = qos.AllFacets, qos.AllFacets
	}
	var shall cells
	changed := false
	for index := range shall {
		if have := at(w.have.of(kind), index); have != nil {
			shall[index] = t.cellOf(kind, w, index, have, nil)
			if shall[index].changed {
				changed = true
				gone = append(gone, keyOf(indexed[kind].table, index, index))
			}
		}
	}
	if changed {
		t.regroup(kind, w, &shall)
	}
	return gone
}

// endWatchdog takes the watchdog's table away with the last port that is watched: GLOBAL cannot go otherwise, and watches nothing.
func (t *targeter) endWatchdog() {
	if !t.unwatched {
		return
	}
	left := 0
	for _, r := range t.edit.table(tableWatchdog).all() {
		if r != nil && r.key != rowWatchdog {
			left++
		}
	}
	if left == 0 && t.edit.table(tableWatchdog) != nil {
		t.edit.removeTable(tableWatchdog)
	}
}

// leavers are the ports that were cleaned, grouped by what went.
type leavers struct{ groups []leaveGroup }

type leaveGroup struct {
	what  string
	ports []string
}

func (l *leavers) add(port string, gone []string) {
	if len(gone) == 0 {
		return
	}
	what := strings.Join(gone, ", ")
	i := slices.IndexFunc(l.groups, func(g leaveGroup) bool { return g.what == what })
	if i < 0 {
		i = len(l.groups)
		l.groups = append(l.groups, leaveGroup{what: what})
	}
	l.groups[i].ports = append(l.groups[i].ports, port)
}
