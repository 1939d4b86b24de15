package sonic

import "github.com/weft-net/weft/vendors"

// patches are the steps that make changes: one patch, or two where the watchdog's action is one for the whole switch and becomes
// another. While a port has a row with the old action, the switch refuses the new one (1.7); so the rows go first, and come again.
// No steps means that patches cannot do it: with its last row the table goes, and no patch makes it.
func (v SONiC) patches(from vendors.Config, changes []vendors.Change, site vendors.Site) []vendors.Step {
	first, then := []vendors.Change(nil), changes
	if platformOf(site.Platform).chip.maker == broadcom {
		first, then = reactions(changes)
	}
	if first == nil {
		return v.writing(from, changes)
	}
	e := newEditor(docOf(from))
	for _, edit := range editsIn(first) {
		e.removeRow(edit.table, edit.from.key)
	}
	between := e.doc()
	if len(between.table(tableWatchdog).all()) == 0 {
		return nil
	}
	off := v.patch(from, first)
	off.Text += "; the watchdog's action is one for the whole switch, which takes another only while no port has the old one"
	return append([]vendors.Step{off}, v.writing(configOf(between), then)...)
}

// reactions divides changes of the watchdog's rows in two when they bring another action than rows that go or change have: those go
// first, and then comes what is to come. first is nil when there are none.
func reactions(changes []vendors.Change) (first, then []vendors.Change) {
	action := ""
	for _, e := range editsIn(changes) {
		if watches(e.table, e.now) {
			action = actionIn(e.now)
		}
	}
	for i := range changes {
		e := changes[i].Body.(*rowEdit)
		if action == "" || !watches(e.table, e.from) || actionIn(e.from) == action {
			then = append(then, changes[i])
			continue
		}
		goes := changes[i]
		goes.Body = &rowEdit{table: e.table, from: e.from, place: e.place}
		first = append(first, goes)
		if e.now != nil {
			comes := changes[i]
			comes.Body = &rowEdit{table: e.table, now: e.now, place: e.place}
			then = append(then, comes)
		}
	}
	return first, then
}

// watches tells whether a row is the watchdog's of a port.
func watches(table string, r *row) bool {
	return table == tableWatchdog && r != nil && r.key != rowWatchdog
}

// actionIn is what the watchdog does on a port: the daemon's default is to drop.
func actionIn(r *row) string {
	if action, said := r.get("action"); said {
		return action
	}
	return "drop"
}
