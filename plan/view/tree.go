package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Tree is a plan arranged for reading. Every face is made from it.
type Tree struct {
	Plan       *plan.Plan
	Changes    []*Group // worst first
	Unchanged  *Group   // with what is to be said of them; nil when there are none
	Refused    []*Group // by reason
	NotPlanned []*Group // by reason
	Shared     []Note   // what would be told of more than one group
}

// Group is a number of switches of which the same is to be told.
type Group struct {
	Switches   []string // in natural order
	Platforms  []string // "nxos N9K-C9332D-GX2B 10.4(3)", in order
	Reasons    []string // why they are refused or not planned
	Disruption vendors.Disruption
	Weight     int      // of the worst effect
	Today      []Effect // what is wrong now, worst first
	Effects    []Effect // on ports that the intent names, worst first
	Unnamed    []Effect // on ports that it does not name
	Lines      []*Line
	Notes      []Note
	Commands   Count // of the patch
	Undo       Count
	UndoWorst  vendors.Disruption
	// Sample is the first of the switches, for what is shown of one only.
	Sample *plan.Device
}

// Effect is one change of behaviour, or one thing that is wrong now, with the places where that is so.
type Effect struct {
	Kind, Text string
	Weight     int
	Sense      qos.Sense
	Places     []Place
}

// NoteKind says what a note is about.
type NoteKind int

// The kinds of note, in the order in which they are told.
const (
	Gap NoteKind = iota
	Warning
	Deviation
	Unread
	Assumption
	Kept
	Net
)

// Note is something to know about a plan beside what changes.
type Note struct {
	Kind   NoteKind
	Text   string
	Detail string // for who wants to know more
	Places []Place
}

// Place is some ports on some switches of a group. No switches means all of the group, no ports the whole switch.
type Place struct{ Switches, Ports []string }

// Count is a number that may differ between the switches of a group.
type Count struct{ Least, Most int }

// Of arranges a plan.
func Of(p *plan.Plan) *Tree {
	t := &Tree{Plan: p}
	t.Changes = groupBy(p, plan.Change, changeSignature)
	t.Refused = groupBy(p, plan.Refused, func(d *plan.Device, _ []*Line) string { return d.Reason })
	t.NotPlanned = groupBy(p, plan.NotPlanned, func(d *plan.Device, _ []*Line) string { return d.Reason })
	if all := groupBy(p, plan.Unchanged, func(*plan.Device, []*Line) string { return "" }); len(all) > 0 {
		t.Unchanged = all[0]
	}
	slices.SortStableFunc(t.Changes, worstFirst)
	t.shareNotes()
	return t
}

func worstFirst(a, b *Group) int {
	return cmp.Or(
		cmp.Compare(b.Weight, a.Weight),
		cmp.Compare(b.Disruption, a.Disruption),
		cmp.Compare(removals(b.Lines), removals(a.Lines)),
		qos.ComparePorts(a.Switches[0], b.Switches[0]),
	)
}

// changeSignature is equal for switches of which the same is to be told: the same sentences and the same lines, on whatever
// ports.
func changeSignature(d *plan.Device, lines []*Line) string {
	var b strings.Builder
	for _, e := range slices.Concat(d.Behaviour, d.Unnamed) {
		b.WriteString(e.Kind + "\x00" + e.Text + "\x00")
	}
	for _, l := range lines {
		b.WriteString(l.shape)
	}
	return b.String()
}

// groupBy collects the switches with a status by a signature, in order of first switch.
func groupBy(p *plan.Plan, status plan.Status, signature func(*plan.Device, []*Line) string) []*Group {
	bySignature := map[string]*builder{}
	var all []*builder
	for i := range p.Devices {
		d := &p.Devices[i]
		if d.Status != status {
			continue
		}
		lines := linesOf(d.LineDiff)
		key := signature(d, lines)
		b := bySignature[key]
		if b == nil {
			b = newBuilder(d)
			bySignature[key] = b
			all = append(all, b)
		}
		b.add(d, lines)
	}
	groups := make([]*Group, len(all))
	for i, b := range all {
		groups[i] = b.finish()
	}
	return groups
}

// builder collects one group.
type builder struct {
	group   *Group
	today   collector[plan.Fault]
	effects collector[plan.Behaviour]
	unnamed collector[plan.Behaviour]
	notes   collector[Note]
	lines   collector[*Line]
}

func newBuilder(d *plan.Device) *builder {
	g := &Group{Sample: d}
	if d.Reason != "" {
		g.Reasons = strings.Split(d.Reason, "\n")
	}
	return &builder{group: g}
}

func (b *builder) add(d *plan.Device, lines []*Line) {
	g := b.group
	g.Switches = append(g.Switches, d.Name)
	if platform := strings.TrimSpace(d.Vendor + " " + d.Platform + " " + d.Release); !slices.Contains(g.Platforms, platform) {
		g.Platforms = append(g.Platforms, platform)
	}
	disruption, _ := vendors.ParseDisruption(d.Disruption)
	g.Disruption = vendors.MoreDisruptive(g.Disruption, disruption)
	for _, f := range d.Today {
		b.today.add(f.Kind+"\x00"+f.Text, f, d.Name, f.Where)
	}
	for _, e := range d.Behaviour {
		b.effects.add(e.Kind+"\x00"+e.Text, e, d.Name, e.Where)
	}
	for _, e := range d.Unnamed {
		b.unnamed.add(e.Kind+"\x00"+e.Text, e, d.Name, e.Where)
	}
	for _, l := range lines {
		b.lines.add(l.shape, l, d.Name, l.Headers)
	}
	for _, n := range notesOf(d) {
		b.notes.add(n.key(), n, d.Name, n.Places[0].Ports)
	}
	first := len(g.Switches) == 1
	g.Commands.add(commands(d.Steps), first)
	if d.Undo != nil {
		g.Undo.add(commands(d.Undo.Steps), first)
		for _, s := range d.Undo.Steps {
			worst, _ := vendors.ParseDisruption(s.Disruption)
			g.UndoWorst = vendors.MoreDisruptive(g.UndoWorst, worst)
		}
	}
}

func (b *builder) finish() *Group {
	g := b.group
	slices.Sort(g.Platforms)
	all := len(g.Switches)
	g.Today = faults(&b.today, all)
	g.Effects = effects(&b.effects, all)
	g.Unnamed = effects(&b.unnamed, all)
	for _, e := range slices.Concat(g.Effects, g.Unnamed) {
		g.Weight = max(g.Weight, e.Weight)
	}
	g.Notes = finishNotes(&b.notes, all)
	for _, c := range b.lines.items {
		l := *c.what
		l.Places = c.places(all)
		g.Lines = append(g.Lines, &l)
	}
	return g
}

// faults are in order of weight, but those of one place together.
func faults(c *collector[plan.Fault], switches int) []Effect {
	var out []Effect
	for _, item := range c.items {
		f := item.what
		out = append(out, Effect{Kind: f.Kind, Text: f.Text, Weight: f.Weight, Sense: qos.Worse, Places: item.places(switches)})
	}
	slices.SortStableFunc(out, func(a, b Effect) int { return cmp.Compare(b.Weight, a.Weight) })
	byPlace(out)
	return out
}

// effects are in order of weight: first all by which something is lost, then the others, those of one place together.
func effects(c *collector[plan.Behaviour], switches int) []Effect {
	var out []Effect
	for _, item := range c.items {
		b := item.what
		out = append(out, Effect{Kind: b.Kind, Text: b.Text, Weight: b.Weight, Sense: sense(b), Places: item.places(switches)})
	}
	slices.SortStableFunc(out, func(a, b Effect) int {
		return cmp.Or(compareLoss(a, b), cmp.Compare(b.Weight, a.Weight))
	})
	lost := slices.IndexFunc(out, func(e Effect) bool { return e.Sense != qos.Worse })
	byPlace(out[max(lost, 0):])
	return out
}

// sense is the sign of a change. Of a kind that this weft does not know only the weight tells.
func sense(b plan.Behaviour) qos.Sense {
	if k, known := qos.KindOf(b.Kind); known {
		return k.Sense
	}
	if b.Weight > 0 {
		return qos.Changed
	}
	return qos.Better
}

// compareLoss puts what is lost first.
func compareLoss(a, b Effect) int {
	switch {
	case a.Sense == b.Sense:
		return 0
	case a.Sense == qos.Worse:
		return -1
	case b.Sense == qos.Worse:
		return 1
	}
	return 0
}

// byPlace brings together what is so in the same places, in the order in which the places come first.
func byPlace(effects []Effect) {
	first := map[string]int{}
	for i, e := range effects {
		if at := placesText(e.Places); first[at] == 0 {
			first[at] = i + 1
		}
	}
	slices.SortStableFunc(effects, func(a, b Effect) int {
		return cmp.Compare(first[placesText(a.Places)], first[placesText(b.Places)])
	})
}

func (c *Count) add(n int, first bool) {
	if first {
		*c = Count{n, n}
		return
	}
	c.Least, c.Most = min(c.Least, n), max(c.Most, n)
}

func commands(steps []plan.Step) int {
	n := 0
	for _, s := range steps {
		n += len(s.Commands)
	}
	return n
}
