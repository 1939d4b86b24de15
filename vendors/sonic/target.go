package sonic

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Target is the whole running configuration as it shall be: weft's own rows as desired, rows of the named ports set or kept
// facet by facet, ports that left cleaned, and every other row as it was. When nothing is to change it is running itself.
// desired may be nil for none.
//
// A binding changes only where what is bound does something else than wanted: since a port goes down when one of its rows
// changes, a row that does the same under another name stays bound. Where weft would have to change a row with a field that it
// does not know, that is an error with the line.
func (SONiC) Target(running, desired vendors.Config, site vendors.Site, scope vendors.Scope) (vendors.Config, []vendors.Kept, vendors.Diagnostics) {
	t := newTargeter(running, desired, site, scope)
	t.checkAdopted()
	t.checkLists()
	t.checkAsymmetric()
	for i := range t.site.Ports {
		t.setPort(&t.site.Ports[i])
	}
	t.setSwitch()
	t.tellBundles()
	t.leavePorts()
	t.checkActions()
	t.setObjects()
	t.removeObjects()
	t.checkModel()
	t.checkLossless()
	t.tellRows()
	t.tellStays()
	if t.edit == nil {
		return running, t.kept.list, t.diags
	}
	return configOf(t.edit.doc()), t.kept.list, t.diags
}

// targeter builds a target. What it has found so far and what it edits are apart: have stays the running configuration.
type targeter struct {
	site  vendors.Site
	scope vendors.Scope
	own   string // what the names of weft's rows start with

	have, want *document
	edit       *editor // nil until something changes
	ports      map[string]*indexRows
	ownsPorts  bool // ports are not those of the document any more
	wanted     map[string]*indexRows
	havePlain  plainTables
	wantPlain  plainTables

	named   map[string]bool // the ports of the intent
	common  qos.FacetSet    // what every named port keeps
	unmet   qos.FacetSet    // what is set on some port
	adopted map[rowName]bool
	// used are the desired rows that something names. The value tells whether its fields have to be as desired: an adopted one
	// whose behaviour is kept everywhere is left alone.
	used     map[rowName]bool
	members  map[string]*row     // of bundles, by port; nil until asked
	decided  []decision          // of settings, to be found again
	alike    map[[2]rowName]bool // pairs that were asked about: a bound row, and the one that shall be
	changing map[rowName]bool    // weft's rows that were asked about, and whether they get other fields

	last      portOutcome // of the port before
	edits     int         // how often something was edited
	unwatched bool        // a port's row of the watchdog went
	stale     leavers     // ports with rows of weft's that nothing needs, by what they name
	parted    leavers     // ports that are not named and get rows of their own, by the row that they had together with others
	kept      keptList
	diags     vendors.Diagnostics
}

func newTargeter(running, desired vendors.Config, site vendors.Site, scope vendors.Scope) *targeter {
	want := newEditor(nil).doc()
	if desired == nil || scope.Destroy {
		site.Ports, site.Adopt = nil, nil
	} else {
		want = docOf(desired)
	}
	t := &targeter{
		site: site, scope: scope, own: site.Prefix + "-", have: docOf(running), want: want,
		adopted: map[rowName]bool{}, used: map[rowName]bool{}, alike: map[[2]rowName]bool{}, changing: map[rowName]bool{},
		named: make(map[string]bool, len(site.Ports)), common: qos.AllFacets,
	}
	for i := range site.Ports {
		t.named[site.Ports[i].Name] = true
		t.common &= t.keepOf(site.Ports[i].Name)
	}
	if t.want.table(tablePortMap).row(rowGlobal) != nil {
		t.named[rowGlobal] = true // which is no port that left
	}
	t.ports, t.wanted = t.have.targetPorts(), t.want.targetPorts()
	t.havePlain, t.wantPlain = plainTablesOf(t.have), plainTablesOf(t.want)
	return t
}

// owns tells whether a row is weft's by its name.
func (t *targeter) owns(r rowName) bool { return strings.HasPrefix(r.key, t.own) }

// mine tells whether a row is weft's, or was handed to it.
func (t *targeter) mine(r rowName) bool { return t.owns(r) || t.adopted[r] }

// use notes that a desired row is needed.
func (t *targeter) use(r rowName, asDesired bool) { t.used[r] = t.used[r] || asDesired }

// editor is the editor of the target, made when the first change needs it.
func (t *targeter) editor() *editor {
	t.edits++
	if t.edit == nil {
		t.edit = newEditor(t.have)
	}
	return t.edit
}

// now is a row of the target so far.
func (t *targeter) now(r rowName) *row {
	if t.edit == nil {
		return t.have.table(r.table).row(r.key)
	}
	return t.edit.row(r.table, r.key)
}

// shall is what a row holds once the target is done: of a row of weft's or one it was handed, what is desired.
func (t *targeter) shall(r rowName) *row {
	if t.mine(r) {
		if want := t.want.table(r.table).row(r.key); want != nil {
			return want
		}
	}
	return t.have.table(r.table).row(r.key)
}

// keepOf are the facets of a port that are as they shall be, and may stay so.
func (t *targeter) keepOf(port string) qos.FacetSet {
	if t.scope.TakeOver {
		return 0
	}
	return t.scope.Keep[port]
}

// tellRows says which rows that were for several ports are divided, and which of weft's stay although nothing needs them.
func (t *targeter) tellRows() {
	for _, group := range t.parted.groups {
		t.info(group.ports, "not named, and in "+group.what+" with ports that are", "it goes on to have the same, in a row of its own")
	}
	for _, group := range t.stale.groups {
		t.info(group.ports, "queues that nothing reaches stay bound to "+group.what,
			"taking that off takes the ports down: it goes when they go down for something else")
	}
}

// info adds a remark about ports.
func (t *targeter) info(ports []string, summary, detail string) {
	t.diags = append(t.diags, vendors.Diagnostic{Severity: vendors.Info, Summary: summary, Detail: detail, Ports: ports})
}

// may tells whether a row of the running configuration may be changed: not when it is no row of fields, or has one that weft
// does not know. That is an error with the line.
func (t *targeter) may(r rowName, known func(field string) bool) bool {
	have := t.have.table(r.table).row(r.key)
	if have == nil {
		return true
	}
	if have.raw != "" {
		t.diags.Errorf(int(have.line), "%s would have to change, and it is no row of fields", r)
		return false
	}
	for i := range have.fields {
		if f := &have.fields[i]; !known(f.name) {
			t.diags.Errorf(int(have.lineOf(f)), "%s would have to change, and %q in it is not understood", r, f.name)
			return false
		}
	}
	return true
}
