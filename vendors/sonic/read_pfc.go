package sonic

import (
	"cmp"

	"github.com/weft-net/weft/qos"
)

// pauseKey is all that decides which priorities a port pauses, and their buffers.
type pauseKey struct {
	enable                 string // pfc_enable
	asymmetric             string // pfc_asym
	groups, queues, pauses string // the maps of classes to groups, and of priorities to queues and to groups
	classes                *classes
	rows                   [qos.NumQueues]pauseRows
	cable, speed           string
}

// pauseRows are the profiles of a priority group and of a queue; empty where none is bound. unclear says why that cannot be told.
type pauseRows struct{ group, queue, unclear string }

// pause is what a port pauses, and its buffers.
type pause struct {
	pfc     qos.PFC
	ingress *qos.Ingress
}

// pauseOf reads what a port pauses, and its buffers.
func (s *shared) pauseOf(p *portRows, c *classes) *pause {
	k := pauseKey{classes: c, cable: p.cable}
	k.enable, _ = p.maps.get("pfc_enable")
	k.asymmetric, _ = p.port.get("pfc_asym")
	k.groups, _ = p.maps.get("tc_to_pg_map")
	k.queues, _ = p.maps.get("pfc_to_queue_map")
	k.pauses, _ = p.maps.get("pfc_to_pg_map")
	k.speed, _ = p.port.get("speed")
	for i := range k.rows {
		r, q := &k.rows[i], qos.Queue(i)
		group := p.groups.at[i]
		if !p.groups.clear() || !p.buffers.clear() {
			r.unclear = p.groups.unclear("BUFFER_PG", q)
			if p.groups.odd == nil && p.groups.clash.Has(q) && !s.dynamic {
				enabled, _ := prioritiesOf(k.enable)
				if latest, made := p.groups.latest(q, enabled); made {
					group, r.unclear = latest, ""
				}
			}
			r.unclear = cmp.Or(r.unclear, p.buffers.unclear("BUFFER_QUEUE", q))
		}
		r.group, _ = group.get("profile")
		r.queue, _ = p.buffers.at[i].get("profile")
	}
	if known, ok := s.pauses.get(&k); ok {
		return known
	}
	unknown := k // on the heap, where the key of a known one needs not be
	r := pauseReader{s: s, k: &unknown, out: &pause{ingress: &qos.Ingress{}}}
	r.read()
	return s.pauses.put(k, r.out)
}

// pauseReader reads one port's.
type pauseReader struct {
	s   *shared
	k   *pauseKey
	out *pause
}

func (r *pauseReader) read() {
	set, ok := prioritiesOf(r.k.enable)
	pfc := &r.out.pfc
	*pfc = qos.PFC{Priorities: qos.Is(set), Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass)}
	switch {
	case !ok:
		r.fail("pfc_enable " + r.k.enable + " is no list of priorities")
		return
	case r.k.asymmetric == "on":
		r.fail("pfc_asym is on: the port obeys PAUSE of every priority")
	case r.k.asymmetric != "" && r.k.asymmetric != "off":
		r.fail("pfc_asym " + r.k.asymmetric + " is nothing that weft understands")
	}
	for _, p := range set.List() {
		r.priority(p)
	}
}

// fail makes unknown what is paused. The first reason counts.
func (r *pauseReader) fail(why string) {
	if set := &r.out.pfc.Priorities; set.State != qos.Unknown {
		*set = qos.NotRead[qos.QueueSet](why, 0)
	}
}

// drop takes a priority away that is not paused although it is switched on. The first reason is told.
func (r *pauseReader) drop(p qos.Queue, why string) {
	set := &r.out.pfc.Priorities
	if set.State == qos.Unknown {
		return
	}
	set.V &^= qos.Queues(p)
	if set.Why == "" {
		set.Why = "PFC is on for priority " + numeral(p) + ", but " + why
	}
}

// priority reads one priority that is switched on.
func (r *pauseReader) priority(p qos.Queue) {
	group, ok := r.numbers(p)
	if !ok {
		return
	}
	rows := &r.k.rows[group]
	if rows.unclear != "" {
		r.fail(rows.unclear)
		r.out.ingress.Buffers[p] = qos.NotRead[qos.Buffer](rows.unclear, 0)
		return
	}
	if !r.classed(p, group) || !r.buffered(p, rows.group) {
		return
	}
	switch name := r.k.rows[p].queue; {
	case name != "":
		r.undropped(p, name)
	case r.s.platform != nil && r.s.platform.profiles.Known():
		r.drop(p, "its queue has no row in BUFFER_QUEUE, and nothing keeps it from dropping")
	}
}

// undropped takes a priority away whose queue has a profile that drops.
func (r *pauseReader) undropped(p qos.Queue, name string) {
	switch b := r.s.buffer(name); {
	case b.why != "":
		r.fail(b.why)
	case !b.neverFull || b.trims:
		r.drop(p, "its queue has BUFFER_PROFILE|"+name+", which drops")
	}
}

// numbers finds the priority group of a priority, and that its queue has its number. Where no map is bound the ASIC derives the
// group of the same number.
func (r *pauseReader) numbers(p qos.Queue) (group qos.Queue, ok bool) {
	if r.k.queues == "" {
		r.fail("no pfc_to_queue_map is bound, and no source says which queue PAUSE then stops")
		return 0, false
	}
	queues := r.s.codeMapOf(pfcQueueMaps, r.k.queues)
	switch q := queues.to[p]; {
	case queues.why != "":
		r.fail(queues.why)
		return 0, false
	case q == none:
		r.drop(p, "MAP_PFC_PRIORITY_TO_QUEUE|"+r.k.queues+" gives it no queue")
		return 0, false
	case qos.Queue(q) != p:
		r.fail("PAUSE of priority " + numeral(p) + " stops queue " + numeral(qos.Queue(q)) + ", and weft knows equal numbers only")
		return 0, false
	}
	if r.k.pauses == "" {
		return p, true
	}
	groups := r.s.codeMapOf(pfcGroupMaps, r.k.pauses)
	switch {
	case groups.why != "":
		r.fail(groups.why)
		return 0, false
	case groups.to[p] == none:
		r.drop(p, "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP|"+r.k.pauses+" gives it no group")
		return 0, false
	}
	return qos.Queue(groups.to[p]), true
}

// classed tells whether the traffic classes of a priority, and no others, are in its group.
func (r *pauseReader) classed(p, group qos.Queue) bool {
	if r.k.groups == "" {
		r.drop(p, "no tc_to_pg_map is bound")
		return false
	}
	groups := r.s.codeMapOf(groupMaps, r.k.groups)
	if groups.why != "" {
		r.fail(groups.why)
		return false
	}
	for class, q := range r.k.classes.queue {
		in := groups.to[class] == int8(group)
		switch {
		case q == none || in == (q == int8(p)):
		case in:
			r.fail("traffic class " + numeral(qos.Queue(class)) + " shares priority group " + numeral(group) + " with others, and is paused with them")
			return false
		default:
			r.drop(p, "traffic class "+numeral(qos.Queue(class))+" is not in priority group "+numeral(group))
			return false
		}
	}
	return true
}

// buffered reads the buffer of a priority's group, and tells whether it is a lossless one.
func (r *pauseReader) buffered(p qos.Queue, profile string) bool {
	to := &r.out.ingress.Buffers[p]
	if profile == "" {
		return r.unbound(p)
	}
	if profile == computed {
		if !r.s.dynamic {
			r.fail("its profile is NULL, which the traditional buffer model does not know")
			*to = qos.NotRead[qos.Buffer]("its profile is NULL, which the traditional buffer model does not know", 0)
			return false
		}
		if r.k.cable == "" {
			r.drop(p, "the port has no cable length, which the switch works its buffer out from")
			return false
		}
		*to = r.s.computedBuffer()
		return true
	}
	b := r.s.buffer(profile)
	switch {
	case b.why != "":
		r.fail(b.why)
		*to = qos.NotRead[qos.Buffer](b.why, b.line)
		return false
	case !b.lossless:
		r.drop(p, "its group has BUFFER_PROFILE|"+profile+", which has no headroom")
		return false
	}
	*to = qos.IsAt(qos.Buffer{Headroom: b.xoff, XOFF: b.static, XON: b.xon, AlphaNum: b.num, AlphaDen: b.den}, b.line)
	if b.made {
		to.State = qos.PlatformDefault
	}
	if b.none {
		to.Why = "xoff is 0"
	}
	return true
}

// unbound reads a group without a row: in the traditional model the switch makes one by the cable.
func (r *pauseReader) unbound(p qos.Queue) bool {
	if r.s.dynamic {
		r.drop(p, "its group has no row in BUFFER_PG")
		return false
	}
	metres, ok := metresOf(r.k.cable)
	switch {
	case r.k.cable == "":
		r.drop(p, "the port has no cable length, without which the switch makes no lossless buffer")
		return false
	case !ok:
		r.fail("the cable length " + r.k.cable + " is nothing that weft understands")
		return false
	case metres == 0:
		r.drop(p, "the port has a cable of 0m, for which the switch makes no lossless buffer")
		return false
	}
	v, listed := r.s.listedBuffer(r.k.speed, metres)
	if !listed {
		r.drop(p, "the switch's table has no line for the speed and a cable of "+r.k.cable)
		return false
	}
	r.out.ingress.Buffers[p] = qos.Default(v)
	return true
}

// listedBuffer is what the switch's table has for a speed and a cable, and whether it may have anything.
func (s *shared) listedBuffer(speed string, metres int) (qos.Buffer, bool) {
	mbps, ok := numberOf(speed, 10_000_000)
	if !ok || s.platform == nil {
		return qos.Buffer{}, true
	}
	table := &s.platform.lookup.V
	line := table.line(qos.BitsPerSecond(mbps)*qos.Mbps, metres)
	if line == nil {
		return qos.Buffer{}, !table.whole
	}
	b := qos.Buffer{Headroom: line.xoff, XON: line.xon}
	if line.alpha < 0 {
		b.AlphaNum, b.AlphaDen = 1, 1<<-line.alpha
	} else {
		b.AlphaNum, b.AlphaDen = 1<<line.alpha, 1
	}
	return b, true
}

// computedBuffer is a buffer that the switch works out, of which the configuration tells the threshold.
func (s *shared) computedBuffer() qos.Value[qos.Buffer] {
	v := qos.Value[qos.Buffer]{State: qos.PlatformDefault}
	for _, r := range s.tables[losslessDefaults].all() {
		alpha, _ := r.get("default_dynamic_th")
		v.V.AlphaNum, v.V.AlphaDen, _ = alphaOfText(alpha)
	}
	return v
}
