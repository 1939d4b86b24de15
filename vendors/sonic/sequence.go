package sonic

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Sequence turns ordered changes into steps. Mostly all of it is one patch, since the switch sorts what it is sent; before it the
// watchdog's own command where there is no watchdog yet, which no patch can make (5.3). Where the release or the HWSKU lets no
// patch make one of the changes, all of them are one full load: the database is put together, and the services start anew with it.
func (v SONiC) Sequence(from vendors.Config, ordered []vendors.Change, site vendors.Site) []vendors.Step {
	if len(ordered) == 0 {
		return nil
	}
	u := updaterOf(docOf(from), site.Platform)
	if why := u.balks(docOf(from)); why != "" {
		return []vendors.Step{v.load(from, ordered, "the switch refuses every patch: "+why)}
	}
	first, rest, base := startWatchdog(from, ordered)
	refused := u.refusals(docOf(base), editsIn(rest))
	if refused != nil {
		return []vendors.Step{v.load(from, ordered, "no patch can "+some(refused))}
	}
	if late := u.late(docOf(base), editsIn(rest)); late != nil {
		return []vendors.Step{v.load(from, ordered, "up to 202411 a port that stays up keeps the headroom of its old cable: "+some(late))}
	}
	if len(rest) == 0 {
		return first
	}
	patches := v.patches(base, rest, site)
	if patches == nil {
		return []vendors.Step{v.load(from, ordered, "no patch makes the table PFC_WD again once its last row went")}
	}
	return append(first, patches...)
}

// editsIn are the edits of changes.
func editsIn(changes []vendors.Change) []*rowEdit {
	edits := make([]*rowEdit, len(changes))
	for i := range changes {
		edits[i] = changes[i].Body.(*rowEdit)
	}
	return edits
}

// some puts the first things of a list into words, and how many more there are.
func some(list []string) string {
	const few = 3
	if len(list) <= few {
		return strings.Join(list, ", ")
	}
	return strings.Join(list[:few], ", ") + " and " + strconv.Itoa(len(list)-few) + " more"
}

// startWatchdog takes the row PFC_WD|GLOBAL, if it comes, out of the changes: a command makes it. base is the configuration
// after that.
func startWatchdog(from vendors.Config, ordered []vendors.Change) (steps []vendors.Step, rest []vendors.Change, base vendors.Config) {
	i := slices.IndexFunc(ordered, func(c vendors.Change) bool {
		e := c.Body.(*rowEdit)
		return e.table == tableWatchdog && e.from == nil && e.now.key == rowWatchdog && len(e.now.fields) == 1
	})
	if i < 0 {
		return nil, ordered, from
	}
	poll, _ := ordered[i].Body.(*rowEdit).now.get(fieldPoll)
	e := newEditor(docOf(from))
	e.set(tableWatchdog, rowWatchdog, fieldPoll, poll)
	return []vendors.Step{watchdogStep(poll)}, slices.Delete(slices.Clone(ordered), i, i+1), configOf(e.doc())
}

// watchdogStep is the command of the watchdog that sets how often it looks.
func watchdogStep(poll string) vendors.Step {
	return vendors.Step{
		Commands: []string{"pfcwd interval " + poll},
		Text:     "the watchdog's own command makes PFC_WD|GLOBAL, which no patch can",
	}
}

// patch is the step of one patch.
func (v SONiC) patch(from vendors.Config, ordered []vendors.Change) vendors.Step {
	ops := v.Operations(from, ordered)
	edits := editsIn(ordered)
	s := vendors.Step{Commands: []string{patchOf(ops)}, Text: "one patch: " + summary(edits)}
	if ports := flapping(docOf(from), edits); ports != nil {
		s.Disruption, s.Ports = vendors.Flap, ports
		s.Seconds = len(edits)*secondsPerWrite + len(ports)*2*secondsPerWrite
		s.Text += "; the updater takes " + counted(len(ports), "port") + " down and up for it"
		return s
	}
	s.Disruption, s.Ports = recarve(ordered)
	return s
}

// recarve tells whether changes make the switch divide its buffers anew, and for which ports; none are all.
func recarve(ordered []vendors.Change) (d vendors.Disruption, ports []string) {
	whole := false
	for i := range ordered {
		c := &ordered[i]
		if !slices.Contains(recarving, c.Body.(*rowEdit).table) {
			continue
		}
		d = vendors.Recarve
		whole = whole || c.Ports == nil
		ports = append(ports, c.Ports...)
	}
	if whole {
		return d, nil
	}
	slices.SortFunc(ports, qos.ComparePorts)
	return d, slices.Compact(ports)
}

// secondsPerWrite is how long the updater waits after each row that it writes (5.2).
const secondsPerWrite = 1

// recarving are the tables that the switch divides its buffers by.
var recarving = []string{tablePool, tableProfile, tableCable, tableLossless, tablePattern}

// critical are the tables whose rows the updater changes only while their port is down (5.2).
var critical = []string{tablePortMap, tableQueue, tableBufferPG, tableBufferQueue, tableIngressList, tableEgressList}

// flapping are the ports that the updater takes down and up: those that are up and have a row in one of the critical tables that
// changes.
func flapping(d *document, edits []*rowEdit) (ports []string) {
	up := d.table(tablePort)
	last := ""
	for _, e := range edits {
		port, _, _ := strings.Cut(e.key(), "|")
		if port == last || !slices.Contains(critical, e.table) {
			continue
		}
		last = port
		if status, _ := up.row(port).get("admin_status"); status == "up" {
			ports = append(ports, port)
		}
	}
	slices.SortFunc(ports, qos.ComparePorts)
	return slices.Compact(ports)
}

// Load gives the changes as a full load, which the updater has no say in.
func (v SONiC) Load(from vendors.Config, ordered []vendors.Change, _ vendors.Site, why string) []vendors.Step {
	return []vendors.Step{v.load(from, ordered, "no patch can be made of it: "+why)}
}

// load is the step of a full load.
func (v SONiC) load(from vendors.Config, ordered []vendors.Change, why string) vendors.Step {
	return vendors.Step{
		Commands:   []string{loadCommand(patchOf(v.Operations(from, ordered)))},
		Disruption: vendors.Reload,
		Text:       "full load: " + summary(editsIn(ordered)) + "; " + why,
	}
}

// summary counts rows by table: "64 rows of QUEUE, 3 of SCHEDULER".
func summary(edits []*rowEdit) string {
	var parts []string
	for _, same := range byTable(edits) {
		text := strconv.Itoa(len(same)) + " of " + same[0].table
		if parts == nil {
			text = counted(len(same), "row") + " of " + same[0].table
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// counted puts a number of things into words.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}
