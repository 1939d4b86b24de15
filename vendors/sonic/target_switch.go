package sonic

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// setCable gives a port the length of its cable, in the row that the switch has: there is one (1.6). A longer one than asked gives
// more headroom than asked and stays with it; a shorter one goes, for what the switch works out by itself is never known to do.
func (t *targeter) setCable(w *portWork) {
	have, want := w.haveRows.cable, w.wantRows.cable
	if want == "" || have == want || w.held.Has(qos.FacetIngress) && metresIn(have) >= metresIn(want) {
		return
	}
	row := "AZURE"
	if rows := t.have.table(tableCable).all(); len(rows) > 0 {
		row = rows[0].key
	}
	for _, r := range t.have.table(tableCable).all() {
		if r.field(w.name) != nil {
			row = r.key
		}
	}
	t.editRow(rowName{tableCable, row}, []fieldEdit{{w.name, want}}, func(string) bool { return true })
}

// cableOf is the length of a port's cable, whatever row of CABLE_LENGTH says it.
func cableOf(t *table, port string) string {
	for _, r := range t.all() {
		if length, ok := r.get(port); ok {
			return length
		}
	}
	return ""
}

// metresIn is a length such as 40m, 0 where there is none.
func metresIn(length string) int {
	n, _ := strconv.Atoi(strings.TrimSuffix(length, "m"))
	return n
}

// setWatchdog decides a port's row of the watchdog. There is none on a port that pauses nothing (8.2).
func (t *targeter) setWatchdog(w *portWork) {
	have, want := w.haveRows.watch, w.wantRows.watch
	switch {
	case have != nil && want == nil && w.paused == "":
		t.unwatch(w.name)
	case w.held.Has(qos.FacetWatchdog):
	case want == nil && have != nil:
		t.unwatch(w.name)
	default:
		t.editRow(rowName{tableWatchdog, w.name}, editsOf(watch, have, want), func(string) bool { return true })
	}
}

// editsOf are the edits that give a row the wanted values of settings.
func editsOf(settings []setting, have, want *row) (edits []fieldEdit) {
	for i := range settings {
		a, _ := have.get(settings[i].field)
		b, _ := want.get(settings[i].field)
		if a != b {
			edits = append(edits, fieldEdit{settings[i].field, b})
		}
	}
	return edits
}

// unwatch takes a port's row of the watchdog away.
func (t *targeter) unwatch(port string) {
	t.editor().removeRow(tableWatchdog, port)
	t.unwatched = true
}

// setMTU gives a port the size of its largest packet: the field of its row, nothing else of which is weft's. A fragment without the
// table of ports has no place for it.
func (t *targeter) setMTU(w *portWork) {
	want, wanted := w.wantRows.port.get(fieldMTU)
	have, _ := w.haveRows.port.get(fieldMTU)
	if wanted && have != want && !w.held.Has(qos.FacetMTU) && t.have.table(tablePort) != nil {
		t.editor().set(tablePort, w.name, fieldMTU, want)
	}
}

// setSwitch sets what the switch has only once.
func (t *targeter) setSwitch() {
	t.setPoll()
	t.setGlobalMap()
	for _, table := range []string{tableLossless, tablePattern} {
		t.setOnly(table)
	}
}

// setPoll sets how often the watchdog looks.
func (t *targeter) setPoll() {
	want, wanted := t.want.table(tableWatchdog).row(rowWatchdog).get(fieldPoll)
	have, _ := t.have.table(tableWatchdog).row(rowWatchdog).get(fieldPoll)
	if !wanted || have == want || have != "" && !t.unmet.Has(qos.FacetWatchdog) {
		return
	}
	t.editor().set(tableWatchdog, rowWatchdog, fieldPoll, want)
	poll, _ := strconv.Atoi(want)
	for _, r := range t.edit.table(tableWatchdog).all() {
		if r == nil || r.key == rowWatchdog {
			continue
		}
		time, _ := r.get("detection_time")
		if detection, err := strconv.Atoi(time); err == nil && detection < poll {
			t.diags.Errorf(int(r.line), "PFC_WD|GLOBAL would look every %d ms, and %s|%s has detection_time %s, which cannot be less", poll, tableWatchdog, r.key, time)
		}
	}
}

// checkActions refuses to give the watchdog of named ports another action than a port has that is not named, where the switch has one action
// for all (1.7).
func (t *targeter) checkActions() {
	if t.edit == nil || platformOf(t.site.Platform).chip.maker != broadcom {
		return
	}
	changed, action := "", ""
	for port := range t.named {
		was, now := t.havePlain.watch.row(port), t.edit.row(tableWatchdog, port)
		if now != nil && (was == nil || actionIn(was) != actionIn(now)) && (changed == "" || qos.ComparePorts(port, changed) < 0) {
			changed, action = port, actionIn(now)
		}
	}
	for _, r := range t.havePlain.watch.all() {
		if other := actionIn(r); changed != "" && r.key != rowWatchdog && !t.named[r.key] && other != action && t.edit.row(tableWatchdog, r.key) != nil {
			t.diags.Errorf(int(r.line), "%s shall have the watchdog's action %s, and %s|%s has %s: the switch has one action for all ports. Name %s in the intent too, or give pfc_watchdog the action %s",
				changed, action, tableWatchdog, r.key, other, r.key, other)
			return
		}
	}
}

// setGlobalMap sets the map of the switch as a whole, which is for packets that come out of a tunnel (1.4). What ports do says nothing of
// those, so that only a map that says the same stays.
func (t *targeter) setGlobalMap() {
	s := &portMap[0]
	want, wanted := t.want.table(tablePortMap).row(rowGlobal).get(s.field)
	have, _ := t.have.table(tablePortMap).row(rowGlobal).get(s.field)
	if !wanted {
		return
	}
	w := &portWork{name: rowGlobal}
	if value := t.decide(s, w, have, want); value != have {
		t.editRow(rowName{tablePortMap, rowGlobal}, []fieldEdit{{s.field, value}}, knownIn(portMap))
	}
}

// setOnly sets the fields of a table that has one row, under whatever name.
func (t *targeter) setOnly(table string) {
	wants, haves := t.want.table(table).all(), t.have.table(table).all()
	if len(wants) == 0 || len(haves) > 0 && !t.unmet.Has(qos.FacetIngress) {
		return
	}
	key := wants[0].key
	if len(haves) > 0 {
		key = haves[0].key
	}
	have := t.have.table(table).row(key)
	var edits []fieldEdit
	for _, f := range wants[0].fields {
		if had, _ := have.get(f.name); had != f.value {
			edits = append(edits, fieldEdit{f.name, f.value})
		}
	}
	t.editRow(rowName{table, key}, edits, func(string) bool { return true })
}
