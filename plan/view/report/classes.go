package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// classesPart is what the queues do before and after.
type classesPart struct {
	Treatments []treatment
	More       int // that have no room on the page
}

// mostTreatments is how many different ways to treat traffic the page draws.
const mostTreatments = 40

// treatment is what the queues do on ports alike, of all switches where it is the same.
type treatment struct {
	entry
	Where string
	All   string // of the places, where Where has not all
	Ports int
	Open  bool
	Cards []classCard
	Same  []string // classes of which nothing changes
}

// classCard is one class before and after.
type classCard struct {
	Name    string
	Queue   int
	Facts   []fact
	Share   *shares
	Curve   *curves
	Buffers *buffers

	weight int // of what changes: losslessness before marking before all else
}

// Named tells whether the class has a name beside the number of its queue.
func (c *classCard) Named() bool { return !strings.HasPrefix(c.Name, queueWord) }

// fact is one property in words. One that stays has no Before, and one that is told by what is gained and lost has none either.
type fact struct {
	Name, Before, After string
	Changes             bool
}

// spot is a treatment that is being collected.
type spot struct {
	queues   []plan.ClassQueue
	switches []string
	places   collectedPlaces
	ports    int
}

func classesOf(p *plan.Plan, ix *index) classesPart {
	byKey := map[string]*spot{}
	var all []*spot
	for i := range p.Devices {
		d := &p.Devices[i]
		for j := range d.Classes {
			c := &d.Classes[j]
			key := keyOf(c.Queues)
			s := byKey[key]
			if s == nil {
				s = &spot{queues: c.Queues}
				byKey[key] = s
				all = append(all, s)
			}
			s.switches = append(s.switches, d.Name)
			s.places.add(d.Name, c.Ports)
			s.ports += len(c.Ports)
		}
	}
	slices.SortStableFunc(all, func(a, b *spot) int {
		return cmp.Or(cmp.Compare(b.loses(), a.loses()), cmp.Compare(b.ports, a.ports))
	})
	part := classesPart{More: max(0, len(all)-mostTreatments)}
	for i, s := range all[:len(all)-part.More] {
		part.Treatments = append(part.Treatments, s.treatment(ix, i == 0))
	}
	return part
}

// keyOf is equal for queues that do the same. A struct without cycles has JSON.
func keyOf(queues []plan.ClassQueue) string {
	text, err := json.Marshal(queues)
	if err != nil {
		return fmt.Sprint(err)
	}
	return string(text)
}

// loses counts the classes that are not paused or marked any more.
func (s *spot) loses() int {
	n := 0
	for i := range s.queues {
		q := &s.queues[i]
		if q.Before != nil && (paused(q.Before) && !paused(&q.After) || marks(q.Before) && !marks(&q.After)) {
			n++
		}
	}
	return n
}

func paused(d *plan.QueueDoes) bool { return d.PFC != nil && d.PFC.On }
func marks(d *plan.QueueDoes) bool  { return d.ECN != nil && d.ECN.Does == "marks" }

func (s *spot) treatment(ix *index, open bool) treatment {
	t := treatment{Ports: s.ports, Open: open}
	t.Where, t.All = shortened(s.places.String())
	var changing []string
	for i := range s.queues {
		q := &s.queues[i]
		name := className(q)
		if q.Before == nil {
			t.Same = append(t.Same, fmt.Sprintf("%s (queue %d)", name, q.Queue))
			continue
		}
		changing = append(changing, name)
		t.Cards = append(t.Cards, classCardOf(name, q))
	}
	slices.SortStableFunc(t.Cards, func(a, b classCard) int { return cmp.Compare(b.weight, a.weight) })
	severity := senseOf(qos.Changed).word
	if s.loses() > 0 {
		severity = senseOf(qos.Worse).word
	}
	t.entry = ix.entry(severity, s.switches, changing)
	return t
}

func classCardOf(name string, q *plan.ClassQueue) classCard {
	b, a := q.Before, &q.After
	c := classCard{Name: name, Queue: q.Queue}
	c.traffic(b.Traffic, a.Traffic)
	if c.fact("PFC", pauseWords(b.PFC), pauseWords(a.PFC)) {
		c.weight += 2
	}
	if c.fact("ECN", curveWords(b.ECN), curveWords(a.ECN)) {
		c.Curve = curvesOf(b.ECN, a.ECN)
		c.weight++
	}
	if c.fact("Scheduler", scheduleWords(b.Schedule), scheduleWords(a.Schedule)) {
		c.Share = sharesOf(b.Schedule, a.Schedule)
	}
	c.fact("Min rate", rateWords(b.Min), rateWords(a.Min))
	c.fact("Max rate", rateWords(b.Max), rateWords(a.Max))
	if c.fact("Buffer", bufferWords(b.Buffer), bufferWords(a.Buffer)) {
		c.Buffers = buffersOf(b.Buffer, a.Buffer)
	}
	c.fact("Largest packet", sizeWords(b.MTU), sizeWords(a.MTU))
	c.fact("Largest packet of the port", sizeWords(b.PortMTU), sizeWords(a.PortMTU))
	return c
}

// longList is how many characters of traffic may stand on both sides of an arrow.
const longList = 32

// traffic tells what gets into the queue; of long lists only what they gain and lose.
func (c *classCard) traffic(before, after *plan.Traffic) {
	was, is := trafficWords(before), trafficWords(after)
	if was == is || before == nil || after == nil || len(was)+len(is) < 2*longList || was == nothing || is == nothing {
		c.fact("Traffic", was, is)
		return
	}
	b, a := pointsOf(before), pointsOf(after)
	both := qos.CodePoints{DSCP: b.DSCP & a.DSCP, PCP: b.PCP & a.PCP, Other: b.Other && a.Other}
	var texts []string
	if gained := lessPoints(a, both); !gained.Empty() {
		texts = append(texts, "gains "+gained.String())
	}
	if lost := lessPoints(b, both); !lost.Empty() {
		texts = append(texts, "loses "+lost.String())
	}
	if texts == nil { // what differs are rules beyond code points
		c.fact("Traffic", was, is)
		return
	}
	c.Facts = append(c.Facts, fact{Name: "Traffic", After: strings.Join(texts, "; "), Changes: true})
}

func lessPoints(a, b qos.CodePoints) qos.CodePoints {
	return qos.CodePoints{DSCP: a.DSCP &^ b.DSCP, PCP: a.PCP &^ b.PCP, Other: a.Other && !b.Other}
}

// What is said of a property that nothing is said of, and of a queue that nothing gets into.
const (
	notSet  = "not set"
	nothing = "nothing"
)

// fact adds a property, unless nothing is said of it on either side, and tells whether it changes.
func (c *classCard) fact(name, before, after string) (changes bool) {
	switch {
	case before == notSet && after == notSet:
	case before == after:
		c.Facts = append(c.Facts, fact{Name: name, After: after})
	default:
		c.Facts = append(c.Facts, fact{name, before, after, true})
		return true
	}
	return false
}

// knownWords says what is known of a figure that is not simply known.
func knownWords(t plan.Told, words string) string {
	switch t.Known {
	case plan.KnownDevice:
		return "by the device" + inBrackets(cmp.Or(t.Why, words))
	case plan.KnownNot:
		return "unknown" + inBrackets(t.Why)
	}
	return words
}

func inBrackets(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

func trafficWords(t *plan.Traffic) string {
	if t == nil {
		return notSet
	}
	var texts []string
	if text := pointsOf(t).String(); text != "" {
		texts = append(texts, text)
	}
	texts = append(texts, t.Rules...)
	return knownWords(t.Told, cmp.Or(strings.Join(texts, "; "), nothing))
}

func pointsOf(t *plan.Traffic) qos.CodePoints {
	points := qos.CodePoints{Other: t.Other}
	for _, d := range t.DSCP {
		points.DSCP |= 1 << d
	}
	for _, p := range t.PCP {
		points.PCP |= 1 << p
	}
	return points
}

func scheduleWords(s *plan.Schedule) string {
	switch {
	case s == nil:
		return notSet
	case s.Rank > 0:
		return knownWords(s.Told, fmt.Sprintf("strict priority %d", s.Rank))
	case s.Known != plan.KnownYes && s.Share == 0:
		return knownWords(s.Told, "")
	}
	return knownWords(s.Told, qos.Permille(s.Share).String())
}

func rateWords(r *plan.Rate) string {
	switch {
	case r == nil:
		return notSet
	case r.Known != plan.KnownYes && r.BitsPerSecond == 0:
		return knownWords(r.Told, "")
	}
	return knownWords(r.Told, qos.BitsPerSecond(r.BitsPerSecond).String())
}

func sizeWords(s *plan.Size) string {
	switch {
	case s == nil:
		return notSet
	case s.Known != plan.KnownYes && s.Bytes == 0:
		return knownWords(s.Told, "")
	}
	return knownWords(s.Told, fmt.Sprintf("%d bytes", s.Bytes))
}

func curveWords(c *plan.Curve) string {
	switch {
	case c == nil:
		return notSet
	case c.Does == "nothing" && c.Known == plan.KnownYes:
		return "off"
	case c.Max == 0:
		return knownWords(c.Told, "")
	}
	return knownWords(c.Told, fmt.Sprintf("%s from %s to %s at %d\u00a0%%", c.Does, qos.Bytes(c.Min), qos.Bytes(c.Max), c.Probability))
}

func pauseWords(p *plan.Pause) string {
	switch {
	case p == nil:
		return notSet
	case p.Known == plan.KnownNot:
		return knownWords(p.Told, "")
	case !p.On:
		return "off"
	}
	text := "on: lossless"
	if p.Key != qos.PFCByClass.String() {
		text += ", by " + strings.ToUpper(p.Key)
	}
	if p.Negotiated {
		text += ", if the peer agrees"
	}
	return knownWords(p.Told, text)
}

func bufferWords(b *plan.Buffer) string {
	if b == nil {
		return notSet
	}
	var parts []string
	add := func(label string, n int) {
		if n > 0 {
			parts = append(parts, label+" "+qos.Bytes(n).String())
		}
	}
	add("headroom", b.Headroom)
	add("XOFF at", b.XOFF)
	if b.Alpha != "" {
		parts = append(parts, "XOFF by alpha "+b.Alpha)
	}
	add("XON at", b.XON)
	if parts == nil && b.Known == plan.KnownYes {
		return "no headroom"
	}
	return knownWords(b.Told, strings.Join(parts, ", "))
}

// mostPlaces is how many places a title has.
const mostPlaces = 12

// collectedPlaces joins switches on which the ports are the same.
type collectedPlaces struct {
	ports    []string
	switches map[string][]string
}

func (c *collectedPlaces) add(device string, ports []string) {
	text := plan.Ranges(ports)
	if c.switches[text] == nil {
		if c.switches == nil {
			c.switches = map[string][]string{}
		}
		c.ports = append(c.ports, text)
	}
	c.switches[text] = append(c.switches[text], device)
}

func (c *collectedPlaces) String() string {
	var texts []string
	for _, ports := range c.ports[:min(len(c.ports), mostPlaces)] {
		texts = append(texts, plan.Ranges(c.switches[ports])+": "+ports)
	}
	if more := len(c.ports) - mostPlaces; more > 0 {
		texts = append(texts, "and "+plural(more, "more place", "more places"))
	}
	return strings.Join(texts, "; ")
}
