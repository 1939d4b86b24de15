package check

import (
	"fmt"

	"github.com/weft-net/weft/compiler/headroom"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// marksFirst is C03: a lossless queue marks packets before the queues that feed it are paused.
func marksFirst(j *judge) {
	var tightest [qos.NumQueues]margin
	for _, s := range j.net.Switches {
		fastest := fastestPort(s)
		j.eachOf(s, func(p *Port) {
			for _, q := range p.Lossless().List() {
				tightest[q].take(j.marking(p, q, fastest))
			}
		})
	}
	for _, m := range tightest {
		if m.text != "" {
			j.prove("proved", m.text)
		}
	}
	j.faults(map[string]vendors.Severity{"lossless-no-ecn": vendors.Warning, "lossless-drops-early": vendors.Error})
}

// margin is by how much a queue marks before it is paused, in words.
type margin struct {
	left qos.Bytes
	text string // empty where it does not, or nobody knows
}

// take keeps the narrower of two.
func (m *margin) take(other margin) {
	if other.text != "" && (m.text == "" || other.left < m.left) {
		*m = other
	}
}

// fastestPort is the speed of the fastest port of a switch.
func fastestPort(s *Switch) (most qos.BitsPerSecond) {
	for i := range s.Ports {
		most = max(most, qos.BitsPerSecond(s.Ports[i].Speed))
	}
	return most
}

// marking compares the marking curve of an egress queue with the filling at which an ingress queue is paused. A queue of m senders
// holds, at a depth K, at least K/m of one of them: of a single one where a port is faster than this one, else of two.
// What it gives is empty unless the whole curve is below that.
func (j *judge) marking(p *Port, q qos.Queue, fastest qos.BitsPerSecond) (left margin) {
	e := p.queue(q)
	if e == nil || !j.curve(p, q, e.ECN) {
		return left
	}
	curve := e.ECN.V
	pause, missing := pauseOf(p, q)
	if missing != "" {
		j.port(p, notChecked(marksBefore+": "+missing))
		return left
	}
	feeders := qos.Bytes(2)
	if fastest > qos.BitsPerSecond(p.Speed) {
		feeders = 1
	}
	v := verdict{field: p.Switch.field(q, "ecn"), at: e.ECN.At, queues: qos.Queues(q)}
	switch {
	case curve.Min/feeders >= pause.at(curve.Min):
		v.text = fmt.Sprintf("%s is paused before it marks: Kmin %s / %d is not less than XOFF at %s", p.Switch.class(q), octets(curve.Min), feeders, pause.text(curve.Min)) +
			pause.forms(p.Switch)
		v.fix = "lower min, or pause later: marks slow senders down without holding up everybody else"
	case curve.Max/feeders >= pause.at(curve.Max):
		v.severity = vendors.Warning
		v.text = fmt.Sprintf("%s can be paused before it marks every packet: Kmin %s / %d is below XOFF at %s, and Kmax %s / %d is not below XOFF at %s", p.Switch.class(q),
			octets(curve.Min), feeders, pause.text(curve.Min), octets(curve.Max), feeders, pause.text(curve.Max)) + pause.forms(p.Switch)
		v.fix = "lower max, or pause later"
	default:
		return margin{left: pause.at(curve.Max) - curve.Max/feeders, text: fmt.Sprintf("%s marks before it is paused, nearest at %s:%s: Kmin %s / %d < XOFF at %s, Kmax %s / %d < XOFF at %s",
			p.Switch.class(q), p.Switch.Name, p.Name, octets(curve.Min), feeders, pause.text(curve.Min), octets(curve.Max), feeders, pause.text(curve.Max))}
	}
	j.port(p, v)
	return left
}

// leastKmin is the packet that a queue shall hold unmarked: one that marks below it marks an RDMA packet of 4 KiB that waits alone.
const leastKmin qos.Bytes = 4200

// curve judges a marking curve by itself, and tells whether there is one to compare.
func (j *judge) curve(p *Port, q qos.Queue, ecn qos.Value[qos.ECN]) bool {
	v := verdict{}
	switch e := ecn.V; {
	case ecn.State == qos.Unknown:
		v = unreadable(marksBefore+": what "+p.Switch.class(q)+" marks is not readable", ecn)
	case ecn.State == qos.PlatformDefault && e.Marks():
		v = notChecked(fmt.Sprintf("%s: %s marks by thresholds of the switch's own%s", marksBefore, p.Switch.class(q), inBrackets(ecn.Why)))
	case !ecn.Known() || !e.Marks():
		return false // faults say so
	case e.Min > e.Max:
		v.text = fmt.Sprintf("the marking curve of %s is upside down: Kmin %s is above Kmax %s", p.Switch.class(q), octets(e.Min), octets(e.Max))
		v.fix = "give min the lower of the two"
	case e.Min < leastKmin:
		v.severity = vendors.Warning
		v.text = fmt.Sprintf("%s marks as soon as one packet waits: Kmin %s is less than the %s of an RDMA packet with its headers", p.Switch.class(q), octets(e.Min), octets(leastKmin))
		v.fix = "raise min: marks that do not tell of a queue slow everybody down"
	default:
		return true
	}
	v.field, v.at, v.queues = p.Switch.field(q, "ecn"), ecn.At, qos.Queues(q)
	j.port(p, v)
	return ecn.Known() && ecn.V.Min <= ecn.V.Max
}

// marksBefore is what C03 asks.
const marksBefore = "whether lossless queues mark before they pause"

func inBrackets(why string) string {
	if why == "" {
		return ""
	}
	return " (" + why + ")"
}

// pausing is the filling at which an ingress queue is paused: fixed, or a part of what is free.
type pausing struct {
	fixed  qos.Bytes
	alpha  headroom.Alpha
	shared qos.Bytes
}

// pauseOf finds it; missing says what is not known.
func pauseOf(p *Port, q qos.Queue) (pause pausing, missing string) {
	b := p.buffer(q)
	switch {
	case b.State == qos.Unknown:
		return pausing{}, b.Why
	case b.V.AlphaDen == 0 && b.V.XOFF == 0:
		return pausing{}, "at which filling " + p.Switch.model() + " pauses is not known"
	case b.V.AlphaDen == 0:
		return pausing{fixed: b.V.XOFF}, ""
	}
	shared := sharedBuffer(p.Switch)
	if shared <= 0 {
		return pausing{}, "no buffer data for " + p.Switch.model()
	}
	return pausing{alpha: headroom.Alpha{Num: int64(b.V.AlphaNum), Den: int64(b.V.AlphaDen)}, shared: shared}, ""
}

// sharedBuffer is what lossless queues share at most, found once; 0 where no source says it.
func sharedBuffer(s *Switch) qos.Bytes {
	if s.shared == nil {
		shared := findShared(s)
		s.shared = &shared
	}
	return *s.shared
}

func findShared(s *Switch) qos.Bytes {
	m := s.Platform.Memory
	switch {
	case m.Shared.Known():
		return m.Shared.Bytes
	case m.Size.Known() && m.Size.Quality == vendors.Stated:
		return m.Size.Bytes - demandOf(s).Total
	}
	return 0
}

// at is the filling at which the queue is paused while others hold so much.
func (p pausing) at(held qos.Bytes) qos.Bytes {
	if p.fixed != 0 {
		return p.fixed
	}
	return max(qos.Bytes(p.alpha.Num*int64(p.shared-held)/p.alpha.Den), 0)
}

func (p pausing) text(held qos.Bytes) string {
	if p.fixed != 0 {
		return octets(p.fixed)
	}
	return fmt.Sprintf("%d/%d × (%s − %s) = %s", p.alpha.Num, p.alpha.Den, octets(p.shared), octets(held), octets(p.at(held)))
}

// MostKmin is what marking thresholds stay below by the general form: so many egress queues hot at once just below it, all their bytes
// from one ingress queue, which is paused at alpha times what is free. With all eight queues of every port it is the strict form of DCQCN.
func MostKmin(shared qos.Bytes, alpha headroom.Alpha, queues int) qos.Bytes {
	return qos.Bytes(alpha.Num * int64(shared) / (int64(queues) * (alpha.Num + alpha.Den)))
}

// forms are the bounds of the other forms, for a switch whose lossless queues are all hot at once.
func (p pausing) forms(s *Switch) string {
	if p.fixed != 0 {
		return ""
	}
	lossless := 0
	for i := range s.Ports {
		lossless += s.Ports[i].Lossless().Len()
	}
	return fmt.Sprintf("; whatever is hot at once, Kmin stays below %s (the general form, for %s) or %s (the strict form, for every queue of %s)",
		octets(MostKmin(p.shared, p.alpha, lossless)), plural(lossless, "lossless queue"),
		octets(MostKmin(p.shared, p.alpha, qos.NumQueues*len(s.Ports))), plural(len(s.Ports), "port"))
}
