package sonic

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// editVerb is what an edit does to a table, a row or a field.
type editVerb uint8

const (
	rowComes editVerb = 1 << iota
	rowGoes
	fieldComes
	fieldGoes
	fieldChanges
	tableGoes
)

// patchRule is something that the configuration updater lets a patch do in one of the tables that it watches over (5.3). What no
// rule allows there it refuses.
type patchRule struct {
	table        string
	since, until string // the releases, both included; empty for the first and the last
	verbs        editVerb
	keys         []string // of the rows; none for any but PFC_WD|GLOBAL
	fields       []string // none for any
	digit        bool     // the row's name has a digit in it
	notOn        []string // classes of ASICs on which it does not hold
	unlisted     bool     // it holds for switches, too, that the updater does not know
}

// classTeralynx is what the updater calls Marvell's switches.
const classTeralynx = "marvell-teralynx"

// fieldVerbs are those of a single field.
const fieldVerbs = fieldComes | fieldGoes | fieldChanges

var greens = []string{"green_min_threshold", "green_max_threshold", "green_drop_probability"}

// patchRules are the rules for all releases. A row cannot come into a table that is not there, except where makesTable says so.
var patchRules = []patchRule{
	{table: tableWatchdog, verbs: rowComes | rowGoes | fieldVerbs},
	{table: tableWatchdog, verbs: fieldComes | fieldChanges, keys: []string{rowWatchdog}, fields: []string{fieldPoll}},
	{table: tableWatchdog, verbs: tableGoes},

	{table: tablePool, until: "202505", verbs: fieldChanges, keys: []string{"ingress_lossless_pool"}, fields: []string{"size", "xoff"}, notOn: []string{"td2"}},
	{table: tablePool, until: "202505", verbs: fieldChanges, keys: []string{"egress_lossy_pool"}, fields: []string{"size"}, notOn: []string{"td2"}},

	{table: tableProfile, until: "202505", verbs: fieldChanges, fields: []string{"dynamic_th"}, digit: true},
	{table: tableProfile, until: "202505", verbs: fieldChanges, fields: []string{"xoff"}, digit: true, notOn: []string{"td2"}},
	{table: tableProfile, since: "202511", verbs: rowComes | rowGoes, unlisted: true},
	{table: tableProfile, since: "202511", verbs: fieldChanges, fields: []string{"dynamic_th"}},
	{table: tableProfile, since: "202511", verbs: fieldChanges, fields: []string{"xoff"}, notOn: []string{"td2", classTeralynx}},

	{table: tableWRED, until: "202411", verbs: fieldChanges, keys: []string{"AZURE_LOSSLESS"}, fields: greens},
	{table: tableWRED, since: "202505", until: "202505", verbs: fieldChanges, fields: greens},
	{table: tableWRED, since: "202511", verbs: rowComes | rowGoes | fieldVerbs | tableGoes, unlisted: true},
}

// unmodelled are the tables and the fields of PORT_QOS_MAP that no patch can hold, since a release has no model for them. A switch
// that has one refuses every patch if it is a field (8.1).
var unmodelled = []struct{ table, field, until string }{
	{table: tableTags},
	{table: tableMarks, until: "202405"},
	{table: tablePortMap, field: "tc_to_dscp_map", until: "202405"},
	{table: tablePortMap, field: "tc_to_dot1p_map"},
	{table: tablePortMap, field: "dscp_to_fc_map"},
	{table: tablePortMap, field: "exp_to_fc_map"},
	{table: tablePortMap, field: "mpls_tc_to_tc_map"},
}

// updater is what weft knows about the configuration updater of one switch.
type updater struct {
	branch string // of the release
	class  string // of the ASIC, empty for a switch that the updater does not list
}

// updaterOf is the updater of a switch that runs a configuration. What it lets a patch do goes by the HWSKU that it runs as, and by the
// ASIC where that is of Cisco or Marvell.
func updaterOf(d *document, p vendors.Platform) updater {
	sku, ok := d.table("DEVICE_METADATA").row("localhost").get("hwsku")
	if !ok {
		sku = p.Model
	}
	branch, _, _ := strings.Cut(p.Release, ".")
	switch chip := platformOf(p).chip; {
	case chip == &chipCisco:
		return updater{branch, "cisco-8000"}
	case chip == &chipTeralynx && branch >= "202511":
		return updater{branch, classTeralynx}
	}
	return updater{branch, updaterClass(sku, branch)}
}

// within tells whether a release is among those of a rule.
func (u *updater) within(since, until string) bool {
	return u.branch >= since && (until == "" || u.branch <= until)
}

// refusals are the edits that a patch cannot make, in words.
func (u *updater) refusals(from *document, edits []*rowEdit) (list []string) {
	for _, same := range byTable(edits) {
		in := from.table(same[0].table)
		empties := allGo(in, same)
		if empties && u.permits(rowName{table: in.name}, tableGoes, "") {
			continue
		}
		before := len(list)
		for _, e := range same {
			if !u.allows(in, e) {
				list = append(list, e.words())
			}
		}
		if empties && watchedOver(in.name) && len(list) == before {
			list = append(list, "delete the last row of "+in.name)
		}
	}
	return list
}

// late are the ports whose new length of a cable the switch would not look at: up to 202411 the buffer manager of the traditional
// model does so only when the speed or the state of the port changes (2).
func (u *updater) late(from *document, edits []*rowEdit) (ports []string) {
	if model, _ := from.table("DEVICE_METADATA").row("localhost").get("buffer_model"); !u.within("", "202411") || model == "dynamic" {
		return nil
	}
	flaps := flapping(from, edits)
	for _, e := range edits {
		if e.table != tableCable || e.from == nil || e.now == nil {
			continue
		}
		for _, port := range cabled(e.from, e.now) {
			paused, _ := from.table(tablePortMap).row(port).get(fieldPFC)
			if e.from.field(port) != nil && paused != "" && !slices.Contains(flaps, port) {
				ports = append(ports, port)
			}
		}
	}
	return ports
}

// words say what an edit does: "add WRED_PROFILE|WEFT-ecn-roce-100G".
func (e *rowEdit) words() string {
	switch name := (rowName{e.table, e.key()}).String(); {
	case e.from == nil:
		return "add " + name
	case e.now == nil:
		return "delete " + name
	default:
		return "change " + name
	}
}

// allows tells whether a patch can make an edit of a row of a table.
func (u *updater) allows(in *table, e *rowEdit) bool {
	for i := range unmodelled {
		if m := &unmodelled[i]; m.table == e.table && m.field == "" && u.within("", m.until) {
			return false
		}
	}
	if !watchedOver(e.table) {
		return true
	}
	name := rowName{e.table, e.key()}
	switch {
	case e.from == nil && in == nil:
		return e.table == tableWRED && u.permits(name, rowComes, "")
	case e.from == nil:
		return u.permits(name, rowComes, "")
	case e.now == nil:
		return u.permits(name, rowGoes, "")
	}
	less, more := fieldEdits(e)
	for _, f := range less {
		if !u.permits(name, fieldGoes, f.name) {
			return false
		}
	}
	for _, f := range more {
		verb := fieldChanges
		if e.from.field(f.name) == nil {
			verb = fieldComes
		}
		if !u.permits(name, verb, f.name) {
			return false
		}
	}
	return true
}

// watchedOver tells whether the updater has rules for a table.
func watchedOver(table string) bool {
	return slices.ContainsFunc(patchRules, func(r patchRule) bool { return r.table == table })
}

// permits tells whether one of the rules allows something.
func (u *updater) permits(name rowName, verb editVerb, field string) bool {
	for i := range patchRules {
		r := &patchRules[i]
		switch {
		case r.table != name.table || r.verbs&verb == 0 || !u.within(r.since, r.until):
		case u.class == "" && !r.unlisted, slices.Contains(r.notOn, u.class):
		case r.keys == nil && r.table == tableWatchdog && name.key == rowWatchdog:
		case r.keys != nil && !slices.Contains(r.keys, name.key):
		case r.fields != nil && !slices.Contains(r.fields, field):
		case r.digit && !strings.ContainsAny(name.key, "0123456789"):
		default:
			return true
		}
	}
	return false
}

// balks says why the updater of a switch that runs a configuration refuses every patch; empty when it does not.
func (u *updater) balks(d *document) string {
	for i := range indexed {
		for _, r := range d.table(indexed[i].table).all() {
			if list, _, _ := strings.Cut(r.key, "|"); strings.IndexByte(list, ',') >= 0 {
				return indexed[i].table + "|" + r.key + " is for several ports"
			}
		}
	}
	for _, r := range d.table(tablePortMap).all() {
		for i := range unmodelled {
			m := &unmodelled[i]
			if m.table == tablePortMap && u.within("", m.until) && r.field(m.field) != nil {
				return tablePortMap + "|" + r.key + " has " + m.field
			}
		}
	}
	return ""
}
