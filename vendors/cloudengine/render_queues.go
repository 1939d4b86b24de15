package cloudengine

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

// egressLines is what the template of an interface gets of its queues.
type egressLines struct {
	DRR    string // queues that share, "0 to 5"
	Queues []queueView
}

// queueView is one queue. What is 0 or empty is not written: a weight of 1 is built in.
type queueView struct {
	Queue    int
	Weight   int
	CIR, PIR int64 // kbit/s
	Limit    int64 // bytes
	profile  *ownObject
	ECN      bool
}

// Profile is the name of the queue's drop profile, or empty.
func (q queueView) Profile() string { return nameOf(q.profile) }

func nameOf(o *ownObject) string {
	if o == nil {
		return ""
	}
	return o.name
}

// queuesOf are the lines of a port's queues. Equal ones are one value, however many ports have them.
func (r *renderer) queuesOf(key egressKey, label string) *egressLines {
	lines, done := r.queues[key]
	if !done {
		lines = r.egressLines(key)
		r.queues[key] = lines
	}
	for i := range lines.Queues {
		if o := lines.Queues[i].profile; o != nil {
			o.relabel(label)
		}
	}
	return lines
}

func (r *renderer) egressLines(key egressKey) *egressLines {
	lines := &egressLines{DRR: queueRangesText(sharing(key.asked))}
	for q := range key.asked.Queues {
		e := &key.asked.Queues[q]
		v := queueView{Queue: q}
		if s := e.Schedule; s.Known() && !s.V.Strict {
			if v.Weight = int(s.V.Share) / 10; v.Weight == builtinWeight {
				v.Weight = 0
			}
		}
		if e.Max.Known() {
			v.CIR, v.PIR = int64(e.Min.V/kbps), int64(e.Max.V/kbps)
		}
		if e.Limit.Known() {
			v.Limit = int64(e.Limit.V.Bytes)
		}
		if ecn := e.ECN; ecn.Known() && (ecn.V.On || ecn.V.DropOnly) {
			v.ECN = ecn.V.Marks()
			v.profile = r.curves.of(curve{
				class: qos.Queue(q), speed: fitting.SpeedName(key.speed), min: ecn.V.Min, max: ecn.V.Max, percent: ecn.V.Probability,
				byColour: !v.ECN || !r.row.ecnLine,
			}, itself)
		}
		if v != (queueView{Queue: q}) {
			lines.Queues = append(lines.Queues, v)
		}
	}
	return lines
}

// controlQueues are where the switch puts the packets of its own protocols, and those of other switches.
var controlQueues = qos.Queues(6, 7)

// sharing are the queues that share. With them go queues that no class uses, so that what nobody expects there is not served
// first; those of control packets stay strict, as they are built in. Where no class shares there are none.
func sharing(e *qos.Egress) qos.QueueSet {
	var strict, shared qos.QueueSet
	for q := range e.Queues {
		switch s := e.Queues[q].Schedule; {
		case s.Known() && s.V.Strict:
			strict |= qos.Queues(qos.Queue(q))
		case s.Known():
			shared |= qos.Queues(qos.Queue(q))
		}
	}
	if shared == 0 {
		return 0
	}
	return shared | qos.AllQueues&^strict&^controlQueues
}

// queueRangesText writes queues as the switch prints them: "0 to 2 4".
func queueRangesText(set qos.QueueSet) string {
	var parts []string
	for q := 0; q < qos.NumQueues; q++ {
		if !set.Has(qos.Queue(q)) {
			continue
		}
		first := q
		for q+1 < qos.NumQueues && set.Has(qos.Queue(q+1)) {
			q++
		}
		part := strconv.Itoa(first)
		if q > first {
			part += " to " + strconv.Itoa(q)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

// bufferLines is what the template of an interface gets of its ingress buffers.
type bufferLines struct{ Priorities []bufferView }

// bufferView is one priority, in kbytes. What is 0 is not written. Resume is how far below the threshold a pause ends, or with
// Pair where it ends.
type bufferView struct {
	Priority               int
	Headroom, XOFF, Resume int64
	Pair                   bool
}

// buffersOf are the lines of a port's ingress buffers, nil where all are the switch's own.
func (r *renderer) buffersOf(in *qos.Ingress) *bufferLines {
	if in == nil {
		return nil
	}
	lines, done := r.buffers[in]
	if !done {
		for q, b := range in.Buffers {
			if !b.Known() {
				continue
			}
			if lines == nil {
				lines = &bufferLines{}
			}
			lines.Priorities = append(lines.Priorities, r.bufferView(q, b.V))
		}
		r.buffers[in] = lines
	}
	return lines
}

func (r *renderer) bufferView(q int, b qos.Buffer) bufferView {
	v := bufferView{Priority: q, Headroom: int64(b.Headroom / kib), XOFF: int64(b.XOFF / kib), Pair: r.row.buffers == buffersByPair}
	switch {
	case v.Pair:
		v.Resume = int64(b.XON / kib)
	case b.XON != 0:
		v.Resume = int64((b.XOFF - b.XON) / kib)
	}
	return v
}
