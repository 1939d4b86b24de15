package nxos

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

// egressKey is what decides the egress of a port.
type egressKey struct {
	asked *qos.Egress
	speed qos.BitsPerSecond
}

// fitEgress fits scheduling, shaping and marking.
func (f *fitter) fitEgress(key egressKey) (*qos.Egress, notes) {
	var n notes
	out := &qos.Egress{}
	for q := range key.asked.Queues {
		queue := key.asked.Queues[q]
		if queue == (qos.EgressQueue{}) {
			continue
		}
		f.fitQueueNumber(qos.Queue(q), &n)
		f.fitShape(qos.Queue(q), &queue, key.speed, &n)
		f.fitECN(qos.Queue(q), queue.ECN, &n)
		queue.Limit = f.fitLimit(qos.Queue(q), queue.Limit, &n)
		out.Queues[q] = queue
	}
	f.fitStrict(out, &n)
	f.fitShares(out, &n)
	return out, n
}

// fitStrict checks that the strict queues are the highest-numbered ones, served from the top, and ranks them so. A queue
// above them that nothing uses does not count: Render gives it a priority level too.
func (f *fitter) fitStrict(e *qos.Egress, n *notes) {
	lowest := lowestStrict(e)
	rank, above := uint8(0), uint8(0)
	for q := qos.NumQueues - 1; q >= lowest; q-- {
		s := &e.Queues[q].Schedule
		switch {
		case s.Known() && s.V.Strict:
			if s.V.Rank <= above {
				n.Impossible(f.class(qos.Queue(q))+": strict", fmt.Sprintf("before queues above %d", q), "of two strict queues the higher number is served first", "S-QUE")
			}
			above = s.V.Rank
			rank++
			s.V.Rank = rank
		case s.Known() || f.reach.Has(qos.Queue(q)):
			n.Impossible(f.class(qos.Queue(lowest))+": strict", fmt.Sprintf("strict queue %d", lowest),
				fmt.Sprintf("strict queues must be the highest-numbered ones, and queue %d above it (%s) shares bandwidth", q, f.class(qos.Queue(q))), "S-QUE")
		}
	}
}

// lowestStrict is the lowest strict queue, or the number of queues when none is.
func lowestStrict(e *qos.Egress) int {
	for q := range e.Queues {
		if s := e.Queues[q].Schedule; s.Known() && s.V.Strict {
			return q
		}
	}
	return qos.NumQueues
}

// fitShares makes the shares whole percentages that add to 100.
func (f *fitter) fitShares(e *qos.Egress, n *notes) {
	s := fitting.SharesOf(e)
	if s.Sum == 0 {
		if s.Queues != 0 {
			n.Impossible("bandwidth", "0 % for every class that is not strict", "bandwidth remaining percent has to add to 100", "S-CHKPT")
		}
		return
	}
	percents := qos.Shares(s.Of[:], 100)
	for _, q := range s.Queues.List() {
		if percents[q]*s.Sum != s.Of[q]*100 {
			n.Rounding(f.class(q)+": bandwidth", s.Text(q), fmt.Sprintf("%d %%", percents[q]), "a share is a whole percentage, and all add to 100", "S-TFN")
		}
		e.Queues[q].Schedule.V.Share = qos.Permille(percents[q] * 10)
	}
}

// fitShape rounds the bounds of a shaper to its step. The command needs both bounds: what is not asked is 0 and line rate.
func (f *fitter) fitShape(q qos.Queue, e *qos.EgressQueue, speed qos.BitsPerSecond, n *notes) {
	if !e.Min.Known() && !e.Max.Known() {
		return
	}
	field := f.class(q)
	if !fitting.WithinSpeed(field, e, speed, n) {
		return
	}
	if !e.Max.Known() {
		if speed == 0 {
			n.Impossible(field+": min", e.Min.V.String(), "shape needs an upper bound too, and neither max nor the port's speed is given", "S-ZB")
			return
		}
		e.Max = qos.Is(speed)
	}
	if !e.Min.Known() {
		e.Min = qos.Is[qos.BitsPerSecond](0)
	}
	f.fitRate(field+": min", &e.Min, n)
	f.fitRate(field+": max", &e.Max, n)
	if e.Min.V > e.Max.V {
		n.Impossible(field+": min", e.Min.V.String(), "it is more than max, "+e.Max.V.String(), "S-ZB")
	}
}

func (f *fitter) fitRate(field string, rate *qos.Value[qos.BitsPerSecond], n *notes) {
	step, source := qos.Mbps, "S-ZB"
	if f.row.shapeStep.Known() {
		step, source = f.row.shapeStep.V, f.row.shapeStep.Source
	}
	asked := rate.V
	switch {
	case asked%step == 0:
	case asked < step:
		n.Impossible(field, asked.String(), "the least a shaper does is "+step.String(), source)
	default:
		rate.V = (asked + step/2) / step * step
		n.Rounding(field, asked.String(), rate.V.String(), "shapers go in steps of "+step.String(), source)
	}
}

// fitECN checks a marking curve. Thresholds are written in bytes, so none is rounded.
func (f *fitter) fitECN(q qos.Queue, ecn qos.Value[qos.ECN], n *notes) {
	if !ecn.Known() || !ecn.V.On && !ecn.V.DropOnly {
		return
	}
	field := f.class(q) + ": ecn"
	if v := ecn.V; v.Min <= 0 || v.Max < v.Min {
		n.Impossible(field, fmt.Sprintf("min %s, max %s", v.Min, v.Max), "both thresholds are more than 0, and min is not more than max", "S-CMD-R")
	}
	if most := f.row.buffer; most.Known() && ecn.V.Max > most.V {
		n.Impossible(field+" max", fmt.Sprintf("%d bytes", ecn.V.Max), fmt.Sprintf("the most anyone says the whole switch has is %d bytes", most.V), most.Source)
	}
	if p := ecn.V.Probability; p < 1 || p > 100 {
		n.Impossible(field+" probability", fmt.Sprintf("%d %%", p), "it goes from 1 to 100", "S-CMD-R")
	}
	if ecn.V.DropOnly && f.noDrop.Has(q) {
		n.Impossible(field, "early drop without marking", "the class is lossless, and random-detect without ecn drops its packets", "S-CMD-R")
	}
}

// fitLimit fits an egress queue limit.
func (f *fitter) fitLimit(q qos.Queue, limit qos.Value[qos.Limit], n *notes) qos.Value[qos.Limit] {
	field := f.class(q) + ": threshold"
	switch {
	case !limit.Known():
	case f.noDrop.Has(q):
		n.ByPlatform(field, limitText(limit.V), "none", "a queue limit has no meaning on a no-drop queue", "S-CMD-Q")
		limit = qos.Value[qos.Limit]{}
	case limit.V.AlphaDen != 0:
		n.Impossible(field, limitText(limit.V), "there are three tables of alpha values, and no source says which one this family uses: give bytes", "S-CMD-Q")
	case limit.V.Bytes <= 0:
		n.Impossible(field, limitText(limit.V), "a limit is more than 0", "S-CMD-Q")
	case f.row.buffer.Known() && limit.V.Bytes > f.row.buffer.V:
		n.Impossible(field, fmt.Sprintf("%d bytes", limit.V.Bytes), fmt.Sprintf("the most anyone says the whole switch has is %d bytes", f.row.buffer.V), f.row.buffer.Source)
	}
	return limit
}

func limitText(l qos.Limit) string {
	if l.AlphaDen != 0 {
		return fmt.Sprintf("alpha %d/%d", l.AlphaNum, l.AlphaDen)
	}
	return l.Bytes.String()
}
