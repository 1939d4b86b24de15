package sonic

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// portWork is what is decided on one port.
type portWork struct {
	name               string
	keep               qos.FacetSet // facets that are as they shall be
	held               qos.FacetSet // facets that stay as they are
	mapsHeld           qos.FacetSet // of them, those whose maps stay too
	haveRows, wantRows plainRows
	have, want         *indexRows
	paused             string // the priorities that the port shall pause
	// cleans: rows of weft's for queues that nothing reaches any more go. The port goes down for that, so that they stay until
	// it does anyway.
	cleans bool
	// buffered: the priority groups are weft's, and with them the rows of buffers that weft writes.
	buffered bool
}

// portOutcome is what came of a port.
type portOutcome struct {
	portWork
	settled bool // nothing was to be done
	unmet   qos.FacetSet
}

// setPort sets or keeps what decides the behaviour of a port that the intent names.
func (t *targeter) setPort(p *vendors.SitePort) {
	if !t.checkPort(p) {
		return
	}
	w := portWork{
		name: p.Name, keep: t.keepOf(p.Name), have: t.ports[p.Name], want: t.wanted[p.Name],
		haveRows: t.havePlain.of(p.Name), wantRows: t.wantPlain.of(p.Name),
	}
	if t.settledLike(&w) {
		return
	}
	edits, said := t.edits, len(t.diags)+len(t.stale.groups)
	var out portOutcome
	t.kept.begin()
	t.hold(&w)
	w.cleans = t.disturbs(&w)
	t.setPortMap(&w)
	w.buffered = t.buffersOf(&w)
	t.dropOdd(&w)
	for kind := range numIndexed {
		t.setIndexed(kind, &w)
	}
	t.setProfileLists(&w)
	t.setCable(&w)
	t.setWatchdog(&w)
	t.setMTU(&w)
	out.portWork, out.unmet = w, qos.PortFacets&^w.held
	out.settled = edits == t.edits && said == len(t.diags)+len(t.stale.groups)
	t.unmet |= out.unmet
	t.last = out
}

// hold finds the facets that stay. One that a row of weft's decides which gets other fields is set, so that no port goes by what
// another one needs changed. Maps of a port whose classes have other numbers than queues hang together.
func (t *targeter) hold(w *portWork) {
	w.held = w.keep
	if w.held == 0 {
		return
	}
	t.eachBinding(w, func(s *setting, r rowName) {
		if t.mine(r) && t.changes(r) {
			w.held &^= s.facets &^ t.common
		}
	})
	switch whole := w.held&decidesMaps == decidesMaps; {
	case whole:
		w.mapsHeld = decidesMaps
	case t.numbersQueues(w.haveRows.maps):
		w.mapsHeld = w.held & decidesClass
	default:
		w.held &^= decidesMaps
	}
	if w.haveRows.watch != nil && !w.held.Has(qos.FacetPFC) {
		w.held &^= decidesWatch // which is about what is paused
	}
}

// holds tells whether a setting stays as it is.
func (w *portWork) holds(s *setting) bool {
	if s.byMaps {
		return s.facets&^w.mapsHeld == 0
	}
	return s.facets&^w.held == 0
}

// lacks tells whether one of some settings is to be set.
func (w *portWork) lacks(settings []setting) bool {
	for i := range settings {
		if !w.holds(&settings[i]) {
			return true
		}
	}
	return false
}

// eachBinding calls do with every row that the rows of a port name.
func (t *targeter) eachBinding(w *portWork, do func(*setting, rowName)) {
	visit := func(r *row, settings []setting) {
		for i := range settings {
			s := &settings[i]
			value, _ := r.get(s.field)
			s.each(value, func(named rowName) { do(s, named) })
		}
	}
	visit(w.haveRows.maps, portMap)
	for kind := range numIndexed {
		for _, r := range w.have.of(kind) {
			visit(r.row, indexed[kind].settings)
		}
	}
	for i := range profileLists {
		l := &profileLists[i]
		value, _ := w.haveRows.lists[i].get(l.field)
		l.each(value, func(named rowName) { do(&l.setting, named) })
	}
}

// numbersQueues tells whether the classes of a port have the numbers of their queues, as weft's have: then its classes can stay
// while its priority groups are set.
func (t *targeter) numbersQueues(portMap *row) bool {
	queueMap, _ := portMap.get("tc_to_queue_map")
	queues := t.shall(rowName{tableQueues, queueMap})
	for _, s := range []rowName{{tableDSCP, "dscp_to_tc_map"}, {tableDot1p, "dot1p_to_tc_map"}} {
		name, _ := portMap.get(s.key)
		for _, f := range t.shall(rowName{s.table, name}).all() {
			if queue, _ := queues.get(f.value); queue != f.value {
				return false
			}
		}
	}
	return true
}

// verdict tells whether what is bound stays, and what is bound then. A priority that PFC is on for and that is not paused for want of a
// buffer does not stay: the port obeys its peer there, and pauses as soon as there is one.
func (t *targeter) verdict(s *setting, holds bool, have, want string) (stays bool, value string) {
	switch {
	case s.same(have, want):
		return true, have
	case holds && s.field == fieldPFC:
		if left := among(have, want); !s.same(left, have) {
			return false, left
		}
		return true, have
	case holds:
		return true, have
	case have != "" && want != "" && t.doesSame(s, have, want):
		return true, have
	}
	return false, want
}

// decide sets or keeps what is bound: the result is the value that the setting shall have.
func (t *targeter) decide(s *setting, w *portWork, have, want string) string {
	d := decision{s: s, have: have, want: want, holds: w.holds(s) && !w.lost(s, have)}
	for i := range t.decided {
		if known := &t.decided[i]; known.s == s && known.have == have && known.want == want && known.holds == d.holds {
			t.keep(known.keeps, s, w.name)
			return known.value
		}
	}
	d.stays, d.value = t.verdict(s, d.holds, have, want)
	s.each(d.value, func(r rowName) {
		switch {
		case !d.stays || have == want:
			t.use(r, !d.holds)
		case t.mine(r):
			t.use(r, !d.holds) // it does the same once it is as desired
		case d.holds:
			d.keeps = append(d.keeps, r)
		}
	})
	t.keep(d.keeps, s, w.name)
	if len(t.decided) < mostDecided {
		t.decided = append(t.decided, d)
	}
	return d.value
}

// decision is what was decided of a setting. Ports mostly have like ones.
type decision struct {
	s            *setting
	have, want   string
	holds, stays bool
	value        string
	keeps        []rowName // of somebody else
}

// mostDecided is how many decisions are looked through for one like it.
const mostDecided = 48

func (t *targeter) keep(rows []rowName, s *setting, port string) {
	for _, r := range rows {
		t.kept.add(r, keptFacet(s), port)
	}
}

// setPortMap decides the row of PORT_QOS_MAP. Priorities that are watched are among those that are paused.
func (t *targeter) setPortMap(w *portWork) {
	edits := make([]fieldEdit, 0, len(portMap))
	for i := range portMap {
		s := &portMap[i]
		have, _ := w.haveRows.maps.get(s.field)
		want, _ := w.wantRows.maps.get(s.field)
		value := ""
		switch s.field {
		case fieldPFC:
			value = t.decide(s, w, have, want)
			w.paused = value
		case fieldWatched:
			value = watched(w, s, have, want)
		default:
			value = t.decide(s, w, have, want)
		}
		if value != have {
			edits = append(edits, fieldEdit{s.field, value})
		}
	}
	t.editRow(rowName{tablePortMap, w.name}, edits, knownIn(portMap))
}

// watched are the priorities that the watchdog shall watch.
func watched(w *portWork, s *setting, have, want string) string {
	left := among(have, w.paused)
	switch {
	case s.same(have, want), w.holds(s) && w.held.Has(qos.FacetPFC) && s.same(left, have):
		return have
	case w.holds(s) && (want == "" || w.held.Has(qos.FacetPFC)):
		return left
	}
	return want
}

// among is a list without what another one has not.
func among(list, other string) string {
	var both []string
	for _, item := range setOf(list) {
		for _, o := range setOf(other) {
			if item == o {
				both = append(both, item)
			}
		}
	}
	return strings.Join(both, ",")
}

// setProfileLists decides which profiles a port lists.
func (t *targeter) setProfileLists(w *portWork) {
	for i := range profileLists {
		l := &profileLists[i]
		have, _ := w.haveRows.lists[i].get(l.field)
		want, _ := w.wantRows.lists[i].get(l.field)
		if want == "" && !t.namesOwn(&l.setting, have) {
			continue
		}
		if value := t.decide(&l.setting, w, have, want); value != have {
			t.editRow(rowName{l.table, w.name}, []fieldEdit{{l.field, value}}, knownIn([]setting{l.setting}))
		}
	}
}

// namesOwn tells whether a value names a row of weft's.
func (t *targeter) namesOwn(s *setting, value string) (own bool) {
	s.each(value, func(r rowName) { own = own || t.owns(r) })
	return own
}

// disturbs tells whether a port goes down for what is set, or is down: a change to one of its rows in these tables is one.
func (t *targeter) disturbs(w *portWork) bool {
	if status, _ := w.haveRows.port.get("admin_status"); status != "up" {
		return true
	}
	differs := func(s *setting, have, want *row) bool {
		a, _ := have.get(s.field)
		b, _ := want.get(s.field)
		stays, _ := t.verdict(s, w.holds(s), a, b)
		return !stays
	}
	for i := range portMap {
		if differs(&portMap[i], w.haveRows.maps, w.wantRows.maps) {
			return true
		}
	}
	for kind := range numIndexed {
		wants := w.want.of(kind)
		for _, r := range wants {
			for index := r.lo; index <= r.hi; index++ {
				have := at(w.have.of(kind), index)
				for i := range indexed[kind].settings {
					if differs(&indexed[kind].settings[i], have, r.row) {
						return true
					}
				}
			}
		}
	}
	return false
}

// fieldEdit gives a field of a row a value; an empty one takes it away.
type fieldEdit struct{ field, value string }

// editRow makes edits in a row of the running configuration, or makes the row. A row without fields goes.
func (t *targeter) editRow(r rowName, edits []fieldEdit, known func(string) bool) {
	if len(edits) == 0 || !t.may(r, known) {
		return
	}
	e := t.editor()
	for _, edit := range edits {
		if edit.value == "" {
			e.removeField(r.table, r.key, edit.field)
		} else {
			e.set(r.table, r.key, edit.field, edit.value)
		}
	}
	if left := e.row(r.table, r.key); left != nil && len(left.fields) == 0 {
		e.removeRow(r.table, r.key)
	}
}

// knownIn tells the fields of settings.
func knownIn(settings []setting) func(string) bool {
	return func(field string) bool {
		for i := range settings {
			if settings[i].field == field {
				return true
			}
		}
		return false
	}
}
