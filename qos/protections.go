package qos

import (
	"slices"
	"strconv"
	"strings"
)

// noQueue is the class of a code point whose classification is not known.
const noQueue = Queue(255)

// numPoints counts the code points that Protections judge: every DSCP, every PCP, and frames with neither.
const numPoints = NumDSCP + NumPCP + 1

// Protections are what a port promises to each code point: a class, losslessness, bandwidth, ECN. What is not known is no
// promise.
// They are immutable; a Guard makes them.
type Protections struct {
	class    [numPoints]Queue
	lossless CodePoints // the class is paused, by force or as the peer agrees
	forced   CodePoints // the class is paused whatever the peer says
	served   CodePoints // the queue has a share, or is strict
	ecn      CodePoints // the queue marks
	judged   bool       // classification and PFC are both known
	byTag    bool       // PFC goes by the priority in the tag, whatever the class
	first    precedence
	rules    []Rule
	ruled    []Rule // those that send packets to a paused queue
}

// precedence is the field that decides in a tagged IP packet.
type precedence uint8

const (
	byNothing precedence = iota // no field decides anything
	byDSCP
	byPCP
	byEither
	byUnknown
)

// Guard makes the Protections of ports. Ports that share their facets, now or in an earlier state of the switch, share the
// result. It is used by one goroutine.
type Guard struct {
	known memo[guardKey, *Protections]
	// listed takes the code points that are listed for known although others are not (Classify.Unlisted).
	listed bool
}

type guardKey struct {
	classify *Classify
	egress   *Egress
	paused   QueueSet
	known    bool // paused is known
	forced   bool
	byTag    bool
}

// NewGuard returns a Guard that knows no port yet.
func NewGuard() *Guard { return &Guard{} }

// Of returns the protections of a port.
func (g *Guard) Of(p *Port) *Protections {
	key := guardKey{classify: p.Classify, egress: p.Egress, forced: !p.PFC.Negotiated.Known() || !p.PFC.Negotiated.V}
	key.byTag = p.PFC.Key.Known() && p.PFC.Key.V == PFCByPCP
	if p.PFC.Priorities.Known() {
		key.paused, key.known = p.PFC.Priorities.V, true
	}
	if found, ok := g.known.get(key); ok {
		return found
	}
	return g.known.put(key, key.protections(g.listed))
}

func (k guardKey) protections(listed bool) *Protections {
	p := &Protections{first: byUnknown}
	for i := range p.class {
		p.class[i] = noQueue
	}
	c := k.classify
	if c == nil || c.Trust.State == Unknown && (c.Unlisted == 0 || !listed) {
		return p
	}
	effective := canonicalClassify(*c, AllQueues)
	copy(p.class[:], effective.DSCP[:])
	copy(p.class[NumDSCP:], effective.PCP[:])
	p.class[numPoints-1] = effective.Other
	for d := range NumDSCP {
		if c.Unlisted>>d&1 == 1 {
			p.class[d] = noQueue
		}
	}
	p.first, p.rules, p.judged = effective.precedence(), c.Rules, k.known
	p.lossless, p.byTag = p.in(k.paused), k.byTag
	p.ruled = k.ruled()
	if k.forced {
		p.forced = p.lossless
	}
	p.served = p.in(k.egress.serving())
	p.ecn = p.in(k.egress.marking())
	return p
}

// ruled are the rules that send packets to a queue which is paused. One that leaves packets in their class names the queue of all
// that nothing else is said of, and chooses none.
func (k guardKey) ruled() (rules []Rule) {
	for _, r := range k.classify.Rules {
		if k.paused.Has(r.Queue) && r.Queue != k.classify.Other {
			rules = append(rules, r)
		}
	}
	return rules
}

// precedence is that of a canonical classification.
func (c *Classify) precedence() precedence {
	if !c.Trust.Known() {
		return byUnknown
	}
	switch c.Trust.V {
	case TrustNone:
		return byNothing
	case TrustPCP:
		return byPCP
	case TrustMixed:
		return byEither
	}
	return byDSCP
}

// marking returns the queues known to mark.
func (e *Egress) marking() QueueSet {
	var set QueueSet
	if e == nil {
		return set
	}
	for q := range e.Queues {
		if ecn := &e.Queues[q].ECN; ecn.Known() && ecn.V.Marks() {
			set |= 1 << q
		}
	}
	return set
}

// serving returns the queues known to get a turn whatever the others do.
func (e *Egress) serving() QueueSet {
	var set QueueSet
	if e == nil {
		return set
	}
	for q := range e.Queues {
		if s := &e.Queues[q].Schedule; s.Known() && (s.V.Strict || s.V.Share > 0) {
			set |= 1 << q
		}
	}
	return set
}

// in returns the code points whose class is in the set.
func (p *Protections) in(set QueueSet) CodePoints {
	var points CodePoints
	for i, q := range p.class {
		if q < NumQueues && set.Has(q) {
			points = points.or(point(i))
		}
	}
	return points
}

// point is the set of the one code point at an index of class.
func point(i int) CodePoints {
	switch {
	case i < NumDSCP:
		return CodePoints{DSCP: 1 << i}
	case i < NumDSCP+NumPCP:
		return CodePoints{PCP: 1 << (i - NumDSCP)}
	}
	return CodePoints{Other: true}
}

// Loss is what a state in the middle of a change lacks although the states before and after both have it. The zero Loss is
// none. It is comparable, so that equal losses of many ports can be counted together.
type Loss struct {
	Class     CodePoints // in neither the class they come from nor the one they go to
	Lossless  CodePoints
	Bandwidth CodePoints // in a queue that has no share and is not strict
	ECN       CodePoints
	Order     bool // tagged IP packets are decided by neither the field of before nor that of after
	Rules     bool // a classification rule of both is missing

	now *Protections
}

// None tells whether nothing is lost.
func (l Loss) None() bool { return l == Loss{} }

// Lost compares a state in the middle of a change with the ones before and after.
func Lost(before, now, after *Protections) Loss {
	if now == before || now == after {
		return Loss{}
	}
	loss := Loss{
		Class:     misplaced(before, now, after),
		Lossless:  before.lossless.and(after.lossless).without(now.lossless),
		Bandwidth: before.served.and(after.served).without(now.served),
		ECN:       before.ecn.and(after.ecn).without(now.ecn),
		Order:     disordered(before.first, now.first, after.first),
		Rules:     ruleMissing(before, now, after),
	}
	loss.Lossless = loss.Lossless.or(before.forced.and(after.forced).without(now.forced))
	if loss != (Loss{}) {
		loss.now = now
	}
	return loss
}

// misplaced returns the code points that are in a class of neither side. A side that does not know a class allows any.
func misplaced(before, now, after *Protections) CodePoints {
	var points CodePoints
	if now.class == before.class || now.class == after.class {
		return points
	}
	for i, q := range now.class {
		b, a := before.class[i], after.class[i]
		if q != b && q != a && b != noQueue && a != noQueue {
			points = points.or(point(i))
		}
	}
	return points
}

func disordered(before, now, after precedence) bool {
	return now != before && now != after && now != byNothing && before != byUnknown && after != byUnknown
}

func ruleMissing(before, now, after *Protections) bool {
	for _, r := range before.rules {
		if slices.ContainsFunc(after.rules, r.equal) && !slices.ContainsFunc(now.rules, r.equal) {
			return true
		}
	}
	return false
}

// String says what is lost: "DSCP 26 is in queue 0 for a moment".
func (l Loss) String() string {
	var parts []string
	if l.now != nil {
		for q, points := range l.now.byQueue(l.Class) {
			if !points.Empty() {
				parts = append(parts, sentence(points, "is in ", "are in ")+queueWord(q))
			}
		}
	}
	if !l.Lossless.Empty() {
		parts = append(parts, sentence(l.Lossless, "is lossy", "are lossy"))
	}
	if !l.Bandwidth.Empty() {
		parts = append(parts, sentence(l.Bandwidth, "has no bandwidth", "have no bandwidth"))
	}
	if !l.ECN.Empty() {
		parts = append(parts, sentence(l.ECN, "has no ECN", "have no ECN"))
	}
	if l.Order {
		parts = append(parts, "tagged IP packets are classed by another field")
	}
	if l.Rules {
		parts = append(parts, "classification rules are missing")
	}
	if parts == nil {
		return "nothing is lost"
	}
	return strings.Join(parts, ", ") + " for a moment"
}

// byQueue divides code points by their class; the last are those whose class is not known.
func (p *Protections) byQueue(points CodePoints) [NumQueues + 1]CodePoints {
	var split [NumQueues + 1]CodePoints
	for i, q := range p.class {
		if at := point(i); !at.and(points).Empty() {
			q = min(q, NumQueues)
			split[q] = split[q].or(at)
		}
	}
	return split
}

// queueWord names a queue by its index in byQueue.
func queueWord(q int) string {
	if q == NumQueues {
		return "a queue that cannot be read"
	}
	return "queue " + strconv.Itoa(q)
}

// sentence puts a verb after code points, in the right number.
func sentence(points CodePoints, singular, plural string) string {
	if points.plural() {
		return points.String() + " " + plural
	}
	return points.String() + " " + singular
}
