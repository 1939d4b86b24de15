package cloudengine

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
		f.fitShape(qos.Queue(q), &queue, key.speed, &n)
		queue.ECN = f.fitECN(qos.Queue(q), queue.ECN, &n)
		queue.Limit = f.fitLimit(qos.Queue(q), queue.Limit, &n)
		out.Queues[q] = queue
	}
	fitting.RankStrict(out, f.class, "D300", &n) // they are served before all that share, wherever they stand
	fitting.Weigh(out, f.class, "D300", &n)
	return out, n
}

// Rates of a shaper are in kbit/s (D300). The committed rate cannot be 0: where none is asked it is what the vendor uses to
// leave sharing to the weights (D300, precautions).
const (
	kbps           qos.BitsPerSecond = 1000
	mostShaped                       = 400_000_000 * kbps
	leastCommitted                   = 64 * kbps
)

// fitShape fits the bounds of a shaper. The command needs both: without an upper one it is line rate.
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
			n.Impossible(field+": min", e.Min.V.String(), "shaping needs an upper bound too, and neither max nor the port's speed is given", "D300")
			return
		}
		e.Max = qos.Is(speed)
		n.ByPlatform(field+": max", "none", speed.String(), "a shaper has an upper bound, and this one is line rate", "D300")
	}
	if !e.Min.Known() {
		e.Min = qos.Is(min(leastCommitted, e.Max.V))
		n.ByPlatform(field+": min", "none", e.Min.V.String(), "a shaper has a committed rate, and so little leaves sharing to the weights", "D300")
	}
	f.fitRate(field+": min", &e.Min, n)
	f.fitRate(field+": max", &e.Max, n)
	if e.Min.V > e.Max.V {
		n.Impossible(field+": min", e.Min.V.String(), "it is more than max, "+e.Max.V.String(), "D300")
	}
}

func (f *fitter) fitRate(field string, rate *qos.Value[qos.BitsPerSecond], n *notes) {
	asked := rate.V
	switch {
	case asked < kbps || asked > mostShaped:
		n.Impossible(field, asked.String(), "a shaper goes from 1 kbps to "+mostShaped.String(), "D300")
	case asked%kbps != 0:
		rate.V = (asked + kbps/2) / kbps * kbps
		n.Rounding(field, asked.String(), rate.V.String(), "a shaper goes in steps of 1 kbps", "D300")
	}
}

// fitECN fits a marking curve: thresholds to whole blocks of buffer.
func (f *fitter) fitECN(q qos.Queue, ecn qos.Value[qos.ECN], n *notes) qos.Value[qos.ECN] {
	if !ecn.Known() || !ecn.V.On && !ecn.V.DropOnly {
		return ecn
	}
	field := f.class(q) + ": ecn"
	v := &ecn.V
	if no := f.row.noECNQueues; v.Marks() && no.V.Has(q) {
		n.Impossible(field, fmt.Sprintf("queue %d", q), fmt.Sprintf("queues %s cannot mark on this family", no.V), no.Source)
	}
	if v.DropOnly && f.lossless.Has(q) {
		n.Impossible(field, "early drop without marking", "the class is lossless, and a drop profile without ecn drops its packets", "D300")
	}
	if v.Probability < 1 || v.Probability > 100 {
		n.Impossible(field+" probability", v.Probability.String(), "it goes from 1 to 100", "D300")
	}
	if v.Min <= 0 || v.Max < v.Min {
		n.Impossible(field, fmt.Sprintf("min %s, max %s", v.Min, v.Max), "both thresholds are more than 0, and min is not more than max", "D300, rule 1")
		return ecn
	}
	if in := f.row.ecnBytes; in.Known() && (v.Min < in.V.least || v.Max > in.V.most) {
		n.Impossible(field, fmt.Sprintf("min %s, max %s", v.Min, v.Max), fmt.Sprintf("thresholds go from %d to %d bytes on this family", in.V.least, in.V.most), in.Source)
		return ecn
	}
	f.wholeBlocks(field+" min", &v.Min, n)
	f.wholeBlocks(field+" max", &v.Max, n)
	return ecn
}

// wholeBlocks rounds a threshold up to whole blocks of buffer, where their size is known, as the switch does with what it is
// given (2.3, 3.4).
func (f *fitter) wholeBlocks(field string, threshold *qos.Bytes, n *notes) {
	cell := f.row.cell
	if !cell.Known() || *threshold%cell.V == 0 {
		return
	}
	asked := *threshold
	*threshold = (asked + cell.V - 1) / cell.V * cell.V
	n.Rounding(field, asked.String(), threshold.String(), fmt.Sprintf("buffers are blocks of %d bytes", cell.V), cell.Source)
}

// fitLimit fits an egress queue limit.
func (f *fitter) fitLimit(q qos.Queue, limit qos.Value[qos.Limit], n *notes) qos.Value[qos.Limit] {
	field := f.class(q) + ": threshold"
	in := f.row.queueLimit
	switch {
	case !limit.Known():
	case limit.V.AlphaDen != 0:
		n.Impossible(field, limit.V.String(), "no source says what factor of the free buffer a dynamic threshold is: give bytes", "D300")
	case !in.Known():
		n.Impossible(field, limit.V.String(), "no source shows a limit in bytes on this family", "D300")
	case limit.V.Bytes <= 0 || limit.V.Bytes > in.V.most:
		n.Impossible(field, limit.V.String(), fmt.Sprintf("a limit is more than 0 and at most %d bytes", in.V.most), in.Source)
	default:
		f.wholeBlocks(field, &limit.V.Bytes, n)
	}
	return limit
}
