package nxos

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// egress is what an output queuing policy does.
type egress struct {
	qos.Egress
	kbytes bool // it leans on assumedKbyte
}

// egressOf reads the output queues of a port: its own policy, that of `system qos`, or the built-in one (1.4).
func (x *index) egressOf(l, po *portLines) *egress {
	bundle := &l.output
	if po != nil {
		bundle = &po.output
	}
	b, why := effective(&l.output, bundle, l, po)
	if why == "" && b.name == "" {
		b = x.globals.output
		if x.globals.odd != nil {
			b, why = binding{line: x.globals.odd.Line}, notUnderstood(x.globals.odd)
		}
	}
	if why == "" {
		if e := x.egress.of(b.name, x.readEgress); e != nil {
			return e
		}
		why = "policy-map type queuing " + b.name + " is bound and not defined"
	}
	return x.egress.of(unknownKey(why, b.line), func(string) *egress { return unknownEgress(why, b.line) })
}

func unknownEgress(why string, line int32) *egress {
	e := &egress{}
	for q := range e.Queues {
		e.Queues[q].Schedule = qos.NotRead[qos.Schedule](why, line)
		e.Queues[q].ECN = qos.NotRead[qos.ECN](why, line)
	}
	return e
}

// readEgress reads an output queuing policy, nil when there is no such one.
func (x *index) readEgress(policy string) *egress {
	switch {
	case policy == "default-out-policy" || policy == "" && x.network.four:
		return builtinEgress(4)
	case policy == "default-8q-out-policy" || policy == "":
		return builtinEgress(qos.NumQueues)
	}
	o, ok := x.objects["policy-map type queuing "+policy]
	if !ok {
		return nil
	}
	r := queuingReader{egress: &egress{}}
	four := x.facts.four
	for _, n := range o.kids {
		name := strings.TrimPrefix(n.Text, "class type queuing ")
		q, isFour, ok := x.queueOf("queuing", outputStems, name)
		switch {
		case n.Kind == conf.Out:
		case n.Kind == conf.Odd:
			return unknownEgress(notUnderstood(n), n.Line)
		case !ok:
			return unknownEgress("class "+name+" is no class of the system and not defined", n.Line)
		default:
			four = four || isFour
			r.class(q, n)
		}
	}
	r.finish(four)
	return r.egress
}

// builtinEgress is the policy in force where none is configured: the highest queue is strict, and queue 0 has all that is
// left (1.3).
func builtinEgress(queues int) *egress {
	e := &egress{}
	for q := range queues {
		e.Queues[q].Schedule = qos.BuiltIn(qos.Schedule{})
		e.Queues[q].ECN = qos.Is(qos.ECN{})
	}
	e.Queues[0].Schedule.V.Share = 1000
	e.Queues[queues-1].Schedule.V = qos.Schedule{Strict: true, Rank: 1}
	return e
}

// queuingReader reads the classes of an output queuing policy.
type queuingReader struct {
	*egress
	listed    qos.QueueSet
	ofLink    [qos.NumQueues]int // bandwidth percent
	remaining [qos.NumQueues]int // bandwidth remaining percent
	scheduled [qos.NumQueues]*conf.Node
}

func (r *queuingReader) class(q qos.Queue, class *conf.Node) {
	queue := &r.Queues[q]
	if !r.listed.Has(q) {
		r.listed |= 1 << q
		queue.ECN = qos.Is(qos.ECN{})
	}
	for _, n := range class.Kids {
		if n.Kind == conf.In {
			r.line(q, queue, n)
		}
	}
	for _, n := range class.Kids { // lines of a class have no order: what weft cannot read counts wherever it stands
		switch {
		case n.Kind == conf.Odd:
			unclearQueue(queue, n, notUnderstood(n))
		case n.Kind == conf.In && firstOf(n.Text) == "afd":
			unclearQueue(queue, n, "`"+n.Text+"`: weft does not know fair dropping")
		}
	}
	if again := twice(class.Kids); again != nil {
		unclearQueue(queue, again, saidTwice(again))
	}
}

// unclearQueue makes unknown what a line decides.
func unclearQueue(queue *qos.EgressQueue, n *conf.Node, why string) {
	switch oddWord(viewClassQueuing, n) {
	case "random-detect", "afd":
		queue.ECN = qos.NotRead[qos.ECN](why, n.Line)
	case "shape":
		queue.Min, queue.Max = qos.NotRead[qos.BitsPerSecond](why, n.Line), qos.NotRead[qos.BitsPerSecond](why, n.Line)
	case "queue-limit":
		queue.Limit = qos.NotRead[qos.Limit](why, n.Line)
	default:
		queue.Schedule = qos.NotRead[qos.Schedule](why, n.Line)
	}
}

// line reads a line of a class.
func (r *queuingReader) line(q qos.Queue, queue *qos.EgressQueue, n *conf.Node) {
	f := strings.Fields(n.Text)
	last, _ := strconv.Atoi(f[len(f)-1])
	switch {
	case f[0] == "priority":
		r.schedule(q, qos.Schedule{Strict: true, Rank: uint8(min(last, 255))}, n)
	case f[0] == "bandwidth" && f[1] == "percent":
		r.ofLink[q] = last
		r.schedule(q, qos.Schedule{}, n)
	case f[0] == "bandwidth":
		r.remaining[q] = last
		r.schedule(q, qos.Schedule{}, n)
	case f[0] == "shape":
		queue.Min, queue.Max = readRate(f[2], f[3], n.Line), readRate(f[5], f[6], n.Line)
	case f[0] == "queue-limit":
		queue.Limit = r.limit(f[1:], n.Line)
	case f[0] == "random-detect":
		queue.ECN = r.detect(f[1:], n.Line)
	}
}

// schedule sets a queue's place in the scheduler. A class has one kind of line for it, of which the last counts.
func (r *queuingReader) schedule(q qos.Queue, s qos.Schedule, n *conf.Node) {
	queue, before := &r.Queues[q], r.scheduled[q]
	r.scheduled[q] = n
	if before != nil && (queue.Schedule.State == qos.Unknown || !replaces(n, before)) {
		queue.Schedule = qos.NotRead[qos.Schedule]("a class has more than one of priority, bandwidth percent and bandwidth remaining percent", n.Line)
		return
	}
	queue.Schedule = qos.IsAt(s, n.Line)
}

// overbooked makes unknown the shares of a policy whose `remaining percent` add to more than there is. Whether the switch
// refuses such a policy, no source says.
func (r *queuingReader) overbooked() {
	sum := 0
	for _, percent := range r.remaining {
		sum += percent
	}
	for q := range r.Queues {
		if s := &r.Queues[q].Schedule; sum > 100 && s.Known() && !s.V.Strict {
			*s = qos.NotAllowed[qos.Schedule]("bandwidth remaining percent adds to "+strconv.Itoa(sum)+", and there are 100", s.At.Line)
		}
	}
}

// besidePriority notes of shares of the whole link that they stand beside a priority: what that takes is in none of them, and only
// `bandwidth remaining percent` divides what it leaves.
func (r *queuingReader) besidePriority() {
	strict := false
	for q := range r.Queues {
		strict = strict || r.Queues[q].Schedule.Known() && r.Queues[q].Schedule.V.Strict
	}
	for q, percent := range r.ofLink {
		if s := &r.Queues[q].Schedule; strict && percent > 0 && s.Known() && !s.V.Strict {
			s.Why = "bandwidth percent " + strconv.Itoa(percent) + " is of the whole link, and another class of the policy has a priority level, which is served first: " +
				"bandwidth remaining percent divides what that leaves"
		}
	}
}

// finish divides the bandwidth. A class of the switch that the policy does not list, or gives no line to schedule by, gets what
// the switch decides.
func (r *queuingReader) finish(four bool) {
	queues := qos.NumQueues
	if four {
		queues = 4
	}
	r.overbooked()
	r.besidePriority()
	shares := r.shares()
	for q := range queues {
		queue := &r.Queues[q]
		switch {
		case queue.Schedule.State == qos.NotApplicable:
			queue.Schedule = qos.Value[qos.Schedule]{State: qos.PlatformDefault, Why: "the policy gives the queue neither a priority nor a share"}
		case queue.Schedule.Known() && !queue.Schedule.V.Strict:
			queue.Schedule.V.Share = shares[q]
		}
		if !r.listed.Has(qos.Queue(q)) {
			queue.ECN = qos.Is(qos.ECN{})
		}
	}
}

// shares are in thousandths of what strict queues leave. `bandwidth percent` is taken off first, and `remaining percent`
// divides the rest.
func (r *queuingReader) shares() (shares [qos.NumQueues]qos.Permille) {
	ofLink := 0
	for _, percent := range r.ofLink {
		ofLink += percent
	}
	if ofLink == 0 {
		for q, percent := range r.remaining {
			shares[q] = qos.Permille(10 * min(percent, 1000))
		}
		return shares
	}
	var weights [qos.NumQueues]int
	for q := range weights {
		weights[q] = 100*r.ofLink[q] + max(100-ofLink, 0)*r.remaining[q]
	}
	for q, share := range qos.Shares(weights[:], 1000) {
		shares[q] = qos.Permille(share)
	}
	return shares
}

var rateUnits = map[string]qos.BitsPerSecond{"kbps": 1000, "mbps": qos.Mbps, "gbps": qos.Gbps}

func readRate(number, unit string, line int32) qos.Value[qos.BitsPerSecond] {
	per, ok := rateUnits[unit]
	v, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || v > 1_000_000_000 {
		return qos.NotRead[qos.BitsPerSecond](number+" "+unit+" is no rate in bits per second", line)
	}
	return qos.IsAt(qos.BitsPerSecond(v)*per, line)
}

var sizeUnits = map[string]qos.Bytes{"bytes": 1, "kbytes": 1 << 10, "mbytes": 1 << 20}

// size reads a number of bytes.
func (r *queuingReader) size(number, unit string) (qos.Bytes, bool) {
	per, ok := sizeUnits[unit]
	v, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || v > 1<<40 {
		return 0, false
	}
	r.kbytes = r.kbytes || per > 1
	return qos.Bytes(v) * per, true
}

// limit reads the words after queue-limit. Which table of alpha values a family has, no source says.
func (r *queuingReader) limit(words []string, line int32) qos.Value[qos.Limit] {
	if len(words) == 2 {
		if size, ok := r.size(words[0], words[1]); ok {
			return qos.IsAt(qos.Limit{Bytes: size}, line)
		}
	}
	return qos.NotRead[qos.Limit]("queue-limit "+strings.Join(words, " ")+" is no number of bytes", line)
}

// detect reads the words after random-detect: either
//
//	minimum-threshold N UNIT maximum-threshold N UNIT drop-probability P weight W [cap-average] [ecn]
//	threshold burst-optimized|mesh-optimized [ecn]
//
// With a weight the switch compares an average of the depth, which the model does not know.
func (r *queuingReader) detect(words []string, line int32) qos.Value[qos.ECN] {
	marks := words[len(words)-1] == "ecn"
	curve := qos.ECN{On: marks, DropOnly: !marks}
	if words[0] == "threshold" {
		return qos.Value[qos.ECN]{V: curve, State: qos.PlatformDefault, Why: words[1], At: qos.Origin{Line: line}}
	}
	least, okMin := r.size(words[1], words[2])
	most, okMax := r.size(words[4], words[5])
	probability, err := strconv.ParseUint(words[7], 10, 8)
	switch {
	case !okMin || !okMax:
		return qos.NotRead[qos.ECN]("thresholds in "+words[2]+" and "+words[5]+" are no number of bytes", line)
	case err != nil || probability > 100:
		return qos.NotRead[qos.ECN]("drop-probability "+words[7]+" is no percentage", line)
	case words[9] != "0":
		return qos.NotRead[qos.ECN]("weight "+words[9]+": the average of the depth counts, not the depth", line)
	}
	curve.Min, curve.Max, curve.Probability = least, most, qos.Percent(probability)
	return qos.IsAt(curve, line)
}
