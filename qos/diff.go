package qos

import (
	"cmp"
	"maps"
	"slices"
)

// Difference is one thing that two switches do differently, in words, on all ports where it is the same.
type Difference struct {
	Kind   string // a code of Kinds
	Facet  Facet
	Ports  []string // in natural order; none for the switch as a whole
	Before string
	After  string
	Text   string // a sentence: "DSCP 26 turns lossy"
	Weight int    // larger is worse; 0 for an improvement
}

// Diff says what changes in behaviour from before to after, worst first. It is empty exactly when they are Equal. Like
// Equal it compares canonical forms, for the queues that something reaches on either switch.
func Diff(before, after *Switch) []Difference {
	return DiffPorts(before, after, func(string) bool { return true })
}

// DiffPorts is Diff told for some of the ports only. A queue counts when traffic of any port of the switches gets into it.
func DiffPorts(before, after *Switch, of func(port string) bool) []Difference {
	d := newDiffer(before, after)
	d.emit(d.switchChanges(before, after), "")
	i, j := 0, 0
	for i < len(before.Ports) || j < len(after.Ports) {
		switch order := nextPort(before.Ports[i:], after.Ports[j:]); {
		case order < 0:
			if of(before.Ports[i].Name) {
				d.emit(isGone, before.Ports[i].Name)
			}
			i++
		case order > 0:
			if of(after.Ports[j].Name) {
				d.emit(isNew, after.Ports[j].Name)
			}
			j++
		default:
			if of(before.Ports[i].Name) {
				d.port(&before.Ports[i], &after.Ports[j])
			}
			i, j = i+1, j+1
		}
	}
	return d.sorted()
}

// nextPort compares the next ports of two lists, both in natural order. The end of a list comes after every port.
func nextPort(before, after []Port) int {
	switch {
	case len(before) == 0:
		return 1
	case len(after) == 0:
		return -1
	}
	return ComparePorts(before[0].Name, after[0].Name)
}

var (
	isGone = []change{{kind: portGone, before: "present", after: "absent", text: "the port is gone"}}
	isNew  = []change{{kind: portNew, before: "absent", after: "present", text: "the port is new"}}
)

// change is a difference without its ports.
type change struct {
	kind   kind
	facet  Facet
	before string
	after  string
	text   string
}

// group is a change on all ports where it is the same.
type group struct {
	change
	ports []string
}

// differ collects changes. What a pair of shared facets gives is found once.
type differ struct {
	canon  *canon
	guard  *Guard
	names  [NumQueues]string
	groups map[change]*group

	classify memo[pair[Classify], []*group]
	egress   memo[pair[Egress], []*group]
	ingress  memo[pair[Ingress], []*group]
	classMTU memo[pair[ClassMTU], []*group]
	lossless memo[pair[Protections], losslessness]
	last     valued
}

func newDiffer(before, after *Switch) *differ {
	d := &differ{
		canon:  newCanon(Reach(before) | Reach(after)),
		guard:  NewGuard(),
		names:  after.Names,
		groups: map[change]*group{},
	}
	for q, name := range before.Names {
		if d.names[q] == "" {
			d.names[q] = name
		}
	}
	return d
}

// port adds what differs on one port.
func (d *differ) port(before, after *Port) {
	name := before.Name
	told := d.losslessness(d.guard.Of(before), d.guard.Of(after), name)
	pairs(d, &d.classify, d.canon.classifyOf(before.Classify), d.canon.classifyOf(after.Classify), name, d.classifyChanges)
	pairs(d, &d.egress, d.canon.egressOf(before.Egress), d.canon.egressOf(after.Egress), name, d.egressChanges)
	pairs(d, &d.ingress, d.canon.ingressOf(before.Ingress), d.canon.ingressOf(after.Ingress), name, d.ingressChanges)
	pairs(d, &d.classMTU, d.canon.classMTUOf(before.ClassMTU), d.canon.classMTUOf(after.ClassMTU), name, d.classMTUChanges)
	d.values(before, after, told)
}

// values adds what differs in values, which ports do not share. Ports in a row mostly have the same.
func (d *differ) values(before, after *Port, told QueueSet) {
	l := &d.last
	if l.before == nil || l.told != told || !l.before.sameValues(before) || !l.after.sameValues(after) {
		*l = valued{before, after, told, d.group(d.valueChanges(before, after, told))}
	}
	for _, g := range l.groups {
		g.ports = append(g.ports, before.Name)
	}
}

// valued is what the values of a port gave.
type valued struct {
	before, after *Port
	told          QueueSet
	groups        []*group
}

func (d *differ) valueChanges(before, after *Port, told QueueSet) []change {
	var changes []change
	if !before.PFC.same(&after.PFC) {
		changes = pfcChanges(canonicalPFC(before.PFC, d.canon.reach), canonicalPFC(after.PFC, d.canon.reach), told)
	}
	if !before.Watchdog.sameValues(&after.Watchdog) {
		changes = append(changes, watchdogChanges(canonicalWatchdog(before.Watchdog), canonicalWatchdog(after.Watchdog))...)
	}
	return append(changes, portValueChanges(before, after)...)
}

// sameValues tells whether the values of two ports, wherever they come from, are to the last word the same.
func (p *Port) sameValues(o *Port) bool {
	return p.PFC.Priorities.sameAs(&o.PFC.Priorities) && p.PFC.Negotiated.sameAs(&o.PFC.Negotiated) && p.PFC.Key.sameAs(&o.PFC.Key) &&
		p.Watchdog.sameValues(&o.Watchdog) && p.MTU.sameAs(&o.MTU) && p.DCBX.sameAs(&o.DCBX)
}

func (w *Watchdog) sameValues(o *Watchdog) bool {
	return w.On.sameAs(&o.On) && w.Action.sameAs(&o.Action) && w.Detect.sameAs(&o.Detect) && w.Restore.sameAs(&o.Restore) &&
		w.Poll.sameAs(&o.Poll) && w.Escalate.sameAs(&o.Escalate)
}

func (v *Value[T]) sameAs(o *Value[T]) bool {
	return v.V == o.V && v.State == o.State && v.Why == o.Why
}

// pairs adds a port to what differs between two shared facets.
func pairs[T any](d *differ, m *memo[pair[T], []*group], before, after *T, port string, changes func(before, after *T) []change) {
	if before == after {
		return
	}
	p := pair[T]{before, after}
	found, ok := m.get(p)
	if !ok {
		found = m.put(p, d.group(changes(before, after)))
	}
	for _, g := range found {
		g.ports = append(g.ports, port)
	}
}

// emit adds changes of one port, or of the switch when port is empty.
func (d *differ) emit(changes []change, port string) {
	for _, g := range d.group(changes) {
		if port != "" {
			g.ports = append(g.ports, port)
		}
	}
}

// group finds the groups that changes belong to. What two rules with one match both say is said once.
func (d *differ) group(changes []change) []*group {
	found := make([]*group, 0, len(changes))
	for _, c := range changes {
		g := d.groups[c]
		if g == nil {
			g = &group{change: c}
			d.groups[c] = g
		}
		if !slices.Contains(found, g) {
			found = append(found, g)
		}
	}
	return found
}

func (d *differ) sorted() []Difference {
	groups := slices.SortedFunc(maps.Values(d.groups), func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), ComparePorts(a.text, b.text), cmp.Compare(a.before, b.before),
			cmp.Compare(a.after, b.after), cmp.Compare(a.facet, b.facet))
	})
	list := make([]Difference, len(groups))
	for i, g := range groups {
		row := &kinds[g.kind]
		list[i] = Difference{Kind: row.Code, Facet: g.facet, Ports: g.ports, Before: g.before, After: g.after, Text: g.text,
			Weight: row.Weight}
	}
	return list
}

// described is the change of a facet that only one side describes, or nil when both do.
func described(f Facet, before, after bool) []change {
	words := func(there bool) string {
		if there {
			return "described"
		}
		return "not described"
	}
	if before == after {
		return nil
	}
	c := change{kind: partChanged, facet: f, before: words(before), after: words(after)}
	c.text = f.String() + ": " + c.after + " (was " + c.before + ")"
	return []change{c}
}

// value is the change of one value: by sentence when both are known, in general words otherwise; nil when they are equal.
// k is the kind of a change from or to a value that is not simply known.
func value[T comparable](f Facet, k kind, subject string, before, after Value[T], words func(T) string,
	sentence func(before, after T) (kind, string)) []change {
	if before.Equal(after) {
		return nil
	}
	c := change{kind: k, facet: f, before: say(before, words), after: say(after, words)}
	c.text = subject + " is " + c.after + " (was " + c.before + ")"
	switch {
	case before.Known() && after.Known() && sentence != nil:
		c.kind, c.text = sentence(before.V, after.V)
	case after.State == Unknown && before.State != Unknown:
		c.kind = notReadable
	case before.State == Unknown && after.State != Unknown:
		c.kind = readableNow
	}
	return []change{c}
}
