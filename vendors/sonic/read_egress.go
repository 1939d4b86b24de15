package sonic

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// egressRows name the rows that decide what the queues of a port do.
type egressRows struct {
	queues [qos.NumQueues]queueRows
	port   string // the scheduler of the port as a whole
}

// queueRows name the rows of one queue; empty where none is bound. unclear says why that cannot be told.
type queueRows struct{ scheduler, wred, profile, unclear, unclearProfile string }

// egress is what the queues of a port do.
type egress struct {
	egress  *qos.Egress
	assumed assumptions
}

// egressOf reads what the queues of a port do.
func (s *shared) egressOf(p *portRows) *egress {
	var k egressRows
	k.port, _ = p.maps.get("scheduler")
	for i := range k.queues {
		q := &k.queues[i]
		if !p.queues.clear() || !p.buffers.clear() {
			q.unclear = p.queues.unclear("QUEUE", qos.Queue(i))
			q.unclearProfile = p.buffers.unclear("BUFFER_QUEUE", qos.Queue(i))
		}
		q.scheduler, _ = p.queues.at[i].get("scheduler")
		q.wred, _ = p.queues.at[i].get("wred_profile")
		q.profile, _ = p.buffers.at[i].get("profile")
	}
	if e, ok := s.egresses.get(&k); ok {
		return e
	}
	e := &egress{egress: &qos.Egress{}}
	for i := range k.queues {
		s.queue(e, i, &k.queues[i])
	}
	s.portShaper(e.egress, k.port)
	e.strictOrder()
	return s.egresses.put(k, e)
}

// queue reads one queue.
func (s *shared) queue(e *egress, q int, rows *queueRows) {
	out := &e.egress.Queues[q]
	out.Limit = s.limit(rows)
	if rows.unclear != "" {
		out.Schedule, out.ECN = qos.NotRead[qos.Schedule](rows.unclear, 0), qos.NotRead[qos.ECN](rows.unclear, 0)
		return
	}
	var colours assumptions
	out.ECN, colours = s.ecn(rows.wred)
	e.assumed |= colours
	sched := s.scheduler(rows.scheduler)
	out.Schedule, out.Min, out.Max = sched.schedule, sched.min, sched.max
	if out.Schedule.V.Strict {
		out.Schedule.V.Rank = uint8(qos.NumQueues - q)
	}
}

// strictOrder notes whether the order of strict queues counts.
func (e *egress) strictOrder() {
	strict := 0
	for i := range e.egress.Queues {
		if s := &e.egress.Queues[i].Schedule; s.Known() && s.V.Strict {
			strict++
		}
	}
	if strict > 1 {
		e.assumed |= assumedStrict
	}
}

// portShaper reads the scheduler of a port as a whole, whose bounds no queue can tell of.
func (s *shared) portShaper(e *qos.Egress, name string) {
	if name == "" {
		return
	}
	sched := s.scheduler(name)
	if sched.schedule.Known() && sched.min.State == qos.NotApplicable && sched.max.State == qos.NotApplicable {
		return
	}
	for i := range e.Queues {
		e.Queues[i].Max = qos.NotRead[qos.BitsPerSecond]("the port as a whole is shaped by SCHEDULER|"+name, 0)
	}
}

// scheduler is a row of SCHEDULER as read. Its rank is that of the queue that it is bound to.
type scheduler struct {
	schedule qos.Value[qos.Schedule]
	min, max qos.Value[qos.BitsPerSecond]
}

// scheduler reads a scheduler by name; without one the queue is the switch's own.
func (s *shared) scheduler(name string) *scheduler {
	if sched, ok := s.queues[name]; ok {
		return sched
	}
	sched := &scheduler{schedule: qos.Value[qos.Schedule]{State: qos.PlatformDefault, Why: "no scheduler is bound"}}
	if name != "" {
		sched.read(name, s.row(schedulers, name))
	}
	s.queues[name] = sched
	return sched
}

func (s *scheduler) read(name string, r *row) {
	if why := bad("SCHEDULER", name, r); why != "" {
		s.schedule = qos.NotRead[qos.Schedule](why, 0)
		return
	}
	if f := readTables["SCHEDULER"].strange(r); f != nil {
		s.schedule = qos.NotRead[qos.Schedule]("SCHEDULER|"+r.key+" has a field "+f.name+", and the switch refuses such a row", r.lineOf(f))
		return
	}
	s.readType(r)
	packets, _ := r.get("meter_type")
	s.min, s.max = rateOf(r, "cir", packets), rateOf(r, "pir", packets)
}

// readType reads how a queue is served. A type that is not there is WRR, which counts packets.
func (s *scheduler) readType(r *row) {
	kind, weight := r.field("type"), r.field("weight")
	switch {
	case kind == nil || kind.value == "WRR":
		s.schedule = qos.NotRead[qos.Schedule]("SCHEDULER|"+r.key+" shares by WRR, which counts packets and not bytes", lineOf(r, "type"))
	case kind.value == "STRICT":
		s.schedule = qos.IsAt(qos.Schedule{Strict: true}, r.lineOf(kind))
	case kind.value != "DWRR":
		s.schedule = qos.NotRead[qos.Schedule](notValue("SCHEDULER", r, kind), r.lineOf(kind))
	case weight == nil:
		s.schedule = qos.IsAt(shareOf(1), r.lineOf(kind))
	default:
		n, ok := numberOf(weight.value, 100)
		s.schedule = qos.IsAt(shareOf(n), r.lineOf(weight))
		if !ok || n == 0 {
			s.schedule = qos.NotRead[qos.Schedule](notValue("SCHEDULER", r, weight), r.lineOf(weight))
		}
	}
}

// shareOf is the share of a weight. Only the ratio of weights counts.
func shareOf(weight int) qos.Schedule { return qos.Schedule{Share: qos.Permille(weight * 10)} }

// rateOf reads a rate in bytes a second.
func rateOf(r *row, name, meter string) qos.Value[qos.BitsPerSecond] {
	f := r.field(name)
	if f == nil {
		return qos.Value[qos.BitsPerSecond]{}
	}
	n, ok := numberOf(f.value, 1<<59)
	switch {
	case !ok:
		return qos.NotRead[qos.BitsPerSecond](notValue("SCHEDULER", r, f), r.lineOf(f))
	case n == 0:
		return qos.Value[qos.BitsPerSecond]{}
	case meter == "packets":
		return qos.NotRead[qos.BitsPerSecond]("SCHEDULER|"+r.key+" counts packets and not bytes", r.lineOf(f))
	}
	return qos.IsAt(qos.BitsPerSecond(8*n), r.lineOf(f))
}

// mostThresholdRead is the most that the daemon reads of a threshold.
const mostThresholdRead = 1<<31 - 1

// ecn reads a drop profile by name: what it does to green packets.
func (s *shared) ecn(name string) (qos.Value[qos.ECN], assumptions) {
	if name == "" {
		return qos.Is(qos.ECN{}), 0
	}
	r := s.row(wredProfiles, name)
	if why := bad("WRED_PROFILE", name, r); why != "" {
		return qos.NotRead[qos.ECN](why, 0), 0
	}
	if f := readTables["WRED_PROFILE"].strange(r); f != nil {
		return qos.NotRead[qos.ECN]("WRED_PROFILE|"+r.key+" has a field "+f.name+", and the switch refuses such a row", r.lineOf(f)), 0
	}
	green := curveOf(r, "green")
	if yellow, red := curveOf(r, "yellow"), curveOf(r, "red"); green.Equal(yellow) && green.Equal(red) {
		return green, 0
	}
	return green, assumedGreen
}

// curveOf reads what a drop profile does to packets of one colour. Without its enable it does nothing to them, whatever the
// other fields say.
func curveOf(r *row, colour string) qos.Value[qos.ECN] {
	enable := r.field("wred_" + colour + "_enable")
	if enable == nil || enable.value == "false" {
		return qos.Is(qos.ECN{})
	}
	min, max, probability := r.field(colour+"_min_threshold"), r.field(colour+"_max_threshold"), r.field(colour+"_drop_probability")
	if min == nil || max == nil {
		return qos.NotRead[qos.ECN]("WRED_PROFILE|"+r.key+" has no thresholds for "+colour, r.lineOf(enable))
	}
	low, okLow := numberOf(min.value, mostThresholdRead)
	high, okHigh := numberOf(max.value, mostThresholdRead)
	percent, okPercent := 100, true
	if probability != nil {
		percent, okPercent = numberOf(probability.value, 100)
	}
	mode, okMode := r.get("ecn")
	if okLow && okHigh && low > high {
		return qos.NotAllowed[qos.ECN]("WRED_PROFILE|"+r.key+" has "+min.name+" "+min.value+" above "+max.name+" "+max.value, r.lineOf(min))
	}
	if enable.value != "true" || !okLow || !okHigh || !okPercent || okMode && !isECNMode(mode) {
		return qos.NotRead[qos.ECN]("WRED_PROFILE|"+r.key+" has values for "+colour+" that weft does not understand", r.lineOf(min))
	}
	e := qos.ECN{On: marks(mode, colour), Min: qos.Bytes(low), Max: qos.Bytes(high), Probability: qos.Percent(percent)}
	e.DropOnly = !e.On
	return qos.IsAt(e, r.lineOf(min))
}

// marks tells whether an ECN mode marks packets of a colour.
func marks(mode, colour string) bool { return mode == "ecn_all" || strings.Contains(mode, colour) }

// limit reads the limit of a queue, which its buffer profile has.
func (s *shared) limit(rows *queueRows) qos.Value[qos.Limit] {
	switch {
	case rows.unclearProfile != "":
		return qos.NotRead[qos.Limit](rows.unclearProfile, 0)
	case rows.profile == "":
		return qos.Value[qos.Limit]{}
	}
	b := s.buffer(rows.profile)
	switch {
	case b.why != "":
		return qos.NotRead[qos.Limit](b.why, b.line)
	case b.trims:
		return qos.NotRead[qos.Limit]("BUFFER_PROFILE|"+rows.profile+" trims packets, where others drop them", b.line)
	}
	return qos.IsAt(qos.Limit{Bytes: b.static, AlphaNum: b.num, AlphaDen: b.den}, b.line)
}

// numeral is a number in words.
func numeral(q qos.Queue) string { return strconv.Itoa(int(q)) }
