package sonic

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Start gives the steps that set what Render wrote on a switch of which nothing else is known: row by row, so that rows of others
// stay. What the switch has from its own template, its pools and stock profiles, is not among them. plainest is a switch with
// those and its ports alone.
func (SONiC) Start(desired vendors.Config, site vendors.Site) (plainest vendors.Config, steps []vendors.Step) {
	d := docOf(desired)
	var ops []Operation
	for _, t := range d.tables {
		if t.name == tablePort {
			continue
		}
		for _, r := range t.all() {
			if t.name == tableWatchdog && r.key == rowWatchdog {
				poll, _ := r.get(fieldPoll)
				steps = append(steps, watchdogStep(poll))
			} else if !stockRow(t.name, r.key, site.Prefix) {
				ops = append(ops, rowOperations(t.name, r)...)
			}
		}
	}
	if ops != nil {
		steps = append(steps, vendors.Step{Commands: []string{patchOf(ops)}})
	}
	return configOf(plain(d, site)), steps
}

// stockRow tells whether a row of a rendered configuration is of the switch's own template.
func stockRow(table, key, prefix string) bool {
	return table == tablePool || table == tableProfile && !strings.HasPrefix(key, prefix+"-")
}

// rowOperations set a row: as a whole, or field by field where ports that are not named have a part in it.
func rowOperations(table string, r *row) []Operation {
	if table != tableCable {
		return []Operation{{[]string{table, r.key}, rowValue(r)}}
	}
	ops := make([]Operation, len(r.fields))
	for i := range r.fields {
		ops[i] = Operation{[]string{table, r.key, r.fields[i].name}, fieldValue(&r.fields[i])}
	}
	return ops
}

// plain is the database of a switch with the named ports and what a rendered configuration takes for given.
func plain(desired *document, site vendors.Site) *document {
	e := newEditor(nil)
	e.set("DEVICE_METADATA", "localhost", "hwsku", site.Platform.Model)
	if platformOf(site.Platform).chip.dynamic {
		e.set("DEVICE_METADATA", "localhost", "buffer_model", "dynamic")
	}
	for i := range site.Ports {
		p := &site.Ports[i]
		e.set(tablePort, p.Name, "lanes", strconv.Itoa(i+1))
		e.set(tablePort, p.Name, "speed", strconv.FormatInt(int64(p.SpeedBps/qos.Mbps), 10))
		if mtu, set := desired.table(tablePort).row(p.Name).get("mtu"); set {
			e.set(tablePort, p.Name, "mtu", mtu)
		}
		e.set(tablePort, p.Name, "admin_status", "up")
	}
	for _, t := range desired.tables {
		for _, r := range t.all() {
			for i := range r.fields {
				switch f := &r.fields[i]; {
				case stockRow(t.name, r.key, site.Prefix):
					e.set(t.name, r.key, f.name, f.value)
				case t.name == tableCable:
					e.set(t.name, r.key, f.name, noCable)
				}
			}
		}
	}
	return e.doc()
}

// noCable is the length of the cable of a port that none was told for, as the stock templates say it.
const noCable = "0m"
