package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// Places of the ways to schedule in schedulers.
const (
	byPQ = iota
	byDRR
	byLPQ
	byWFQ
)

// egress reads the queues of a port.
func (r *portReader) egress() {
	e := &qos.Egress{}
	r.out.Egress = e
	if n := r.own.unclear(qos.FacetEgress); n != nil {
		for q := range e.Queues {
			e.Queues[q].Schedule = qos.NotRead[qos.Schedule](notUnderstood(n), n.Line)
			e.Queues[q].ECN = qos.NotRead[qos.ECN](notUnderstood(n), n.Line)
		}
		return
	}
	if profile, n := r.own.last("dcb ets enable "); n != nil {
		r.ets(e, profile, n.Line)
	} else {
		r.schedule(e)
		r.shape(e)
	}
	r.congestion(e)
	r.limits(e)
}

// schedule reads the scheduler: all queues are strict, the higher before the lower, but for those that share what is left in
// proportion to their weights, and those that are served after them (2.5).
func (r *portReader) schedule(e *qos.Egress) {
	sets, named, at := r.scheduled()
	shared := sets[byDRR] | sets[byWFQ]
	for q := range e.Queues {
		s := &e.Queues[q].Schedule
		switch queue := qos.Queue(q); {
		case sets[byDRR] != 0 && sets[byWFQ].Has(queue):
			*s = qos.NotRead[qos.Schedule]("no source says how drr and wfq share", at[q])
		case shared.Has(queue):
			*s = r.weight(q, at[q])
		case sets[byLPQ].Has(queue) && shared != 0:
			*s = qos.NotRead[qos.Schedule]("the queue is served after those that share, and weft knows no such place", at[q])
		case sets[byLPQ].Has(queue):
			*s = qos.IsAt(qos.Schedule{Strict: true, Rank: uint8(2*qos.NumQueues - q)}, at[q])
		default:
			*s = placed(named.Has(queue), qos.Schedule{Strict: true, Rank: uint8(qos.NumQueues - q)}, at[q])
		}
	}
}

// placed is the place of a queue that a line gives it, or the switch by itself.
func placed(byLine bool, s qos.Schedule, at int32) qos.Value[qos.Schedule] {
	if !byLine {
		return qos.BuiltIn(s)
	}
	return qos.IsAt(s, at)
}

// scheduled is which queues are scheduled how, those that a line says it of, and that line.
func (r *portReader) scheduled() (sets [4]qos.QueueSet, named qos.QueueSet, at [qos.NumQueues]int32) {
	sets[byPQ] = qos.AllQueues
	for _, n := range r.own.all("qos ") {
		words := wordsOf(n.Text)[1:]
		line, ok := schedulersOf(words)
		if !ok {
			continue
		}
		these := line[byPQ] | line[byDRR] | line[byLPQ] | line[byWFQ]
		for i := range sets {
			sets[i] = sets[i]&^these | line[i]
		}
		for _, q := range these.List() {
			at[q] = n.Line
		}
		named |= these
	}
	return sets, named, at
}

// weight is the share of a queue: its weight, which is 1 where no line sets it.
func (r *portReader) weight(q int, at int32) qos.Value[qos.Schedule] {
	for _, kind := range []string{"drr", "wfq"} {
		if words, n := r.own.last("qos queue " + queueName(q) + " " + kind + " weight "); n != nil {
			return qos.IsAt(qos.Schedule{Share: qos.Permille(numberOf(words))}, n.Line)
		}
	}
	return qos.IsAt(qos.Schedule{Share: 1}, at)
}

func queueName(q int) string { return string(rune('0' + q)) }

// shape reads the rates of queues. Without a peak rate the committed one is both.
func (r *portReader) shape(e *qos.Egress) {
	for q := range e.Queues {
		queue := &e.Queues[q]
		if words, n := r.own.last("qos queue " + queueName(q) + " shaping "); n != nil {
			queue.Min, queue.Max = rates(wordsOf(words), speedOf(r.name), n.Line)
		}
	}
	for _, n := range r.own.all("qos lr ") {
		if strings.HasSuffix(n.Text, " inbound") {
			continue
		}
		for q := range e.Queues {
			e.Queues[q].Max = qos.NotRead[qos.BitsPerSecond]("`"+n.Text+"` bounds the port as a whole, which weft does not know", n.Line)
		}
	}
}

// rates reads cir N UNIT [pir N UNIT] or percent cir N [pir N]. Bursts are left to the switch.
func rates(words []string, speed qos.BitsPerSecond, line int32) (least, most qos.Value[qos.BitsPerSecond]) {
	percent := words[0] == "percent"
	if percent && speed == 0 {
		why := qos.NotRead[qos.BitsPerSecond]("the name of the port does not say its speed, of which this is a part", line)
		return why, why
	}
	if percent {
		words = words[1:]
	}
	for len(words) > 0 && words[0] != "cbs" {
		rate := qos.IsAt(qos.BitsPerSecond(numberOf(words[1])), line)
		used := 2
		if percent {
			rate.V = speed / 100 * rate.V
		} else {
			rate.V *= rateUnits[words[2]]
			used = 3
		}
		if words[0] == "cir" {
			least = rate
		}
		most = rate
		words = words[used:]
	}
	return least, most
}

// speedOf is the speed in the name of a port: 100GE1/0/1. Without a number it is one gigabit.
func speedOf(port string) qos.BitsPerSecond {
	number, _, _ := strings.Cut(port, "GE")
	switch {
	case number == "":
		return qos.Gbps
	case isNumber(number):
		return qos.BitsPerSecond(numberOf(number)) * qos.Gbps
	}
	return 0
}

// limits reads the buffer of each queue.
func (r *portReader) limits(e *qos.Egress) {
	_, burst := r.own.last("qos burst-mode ")
	if burst == nil {
		burst = r.x.shared.burst
	}
	for q := range e.Queues {
		limit := &e.Queues[q].Limit
		words, n := r.own.last("qos buffer queue " + queueName(q) + " shared-threshold ")
		switch f := wordsOf(words); {
		case n != nil && f[0] == "static":
			*limit = qos.IsAt(qos.Limit{Bytes: r.x.facts.cells(r.size(f[1], f[2]))}, n.Line)
		case n != nil:
			*limit = qos.NotRead[qos.Limit]("`"+n.Text+"`: no source says what factor of the free buffer that is", n.Line)
		case burst != nil:
			*limit = qos.NotRead[qos.Limit]("`"+burst.Text+"` sets the buffers of queues in a way that weft does not know", burst.Line)
		}
	}
}

// congestion reads what each queue marks and drops early.
func (r *portReader) congestion(e *qos.Egress) {
	for q := range e.Queues {
		e.Queues[q].ECN = r.ecn(q)
	}
}

func (r *portReader) ecn(q int) qos.Value[qos.ECN] {
	s := r.x.shared
	start := "qos queue " + queueName(q)
	profile, wred := r.own.last(start + " wred ")
	marks := r.own.find(start + " ecn")
	switch feature := s.adaptive[q]; {
	case feature != nil && r.adapts(feature, marks):
		return qos.NotRead[qos.ECN]("`"+feature.Text+"` sets the thresholds of the queue while it runs", feature.Line)
	case wred == nil && marks != nil:
		return qos.NotAllowed[qos.ECN]("`"+marks.Text+"` marks by the thresholds of a profile, and none is bound", marks.Line)
	case wred == nil && s.ecnAll != nil:
		return qos.Value[qos.ECN]{
			V: qos.ECN{On: true}, State: qos.PlatformDefault, Why: "`qos ecn enable` marks by built-in thresholds", At: qos.Origin{Line: s.ecnAll.Line},
		}
	case wred == nil:
		return qos.Is(qos.ECN{})
	}
	return r.drops(profile, marks != nil && (!r.x.facts.switchECN || s.ecn != nil), wred.Line)
}

// adapts tells whether a queue that is assigned to a feature is under it: AI-ECN holds for every port, the others where the port
// enables them.
func (r *portReader) adapts(feature, marks *conf.Node) bool {
	return feature.Text == "ai-ecn" && marks == nil || r.own.find(feature.Text+" enable") != nil
}
