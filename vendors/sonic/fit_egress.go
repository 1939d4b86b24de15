package sonic

import (
	"fmt"
	"math/bits"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

// The sources of what schedulers, drop profiles and buffer profiles take.
const (
	srcScheduler = "sonic-yang-models: sonic-scheduler.yang"
	srcWRED      = "sonic-swss: orchagent/qosorch.cpp, sonic-yang-models: sonic-wred-profile.yang"
	srcProfile   = "sonic-yang-models: sonic-buffer-profile.yang"
)

// egressKey is what decides the egress of a port.
type egressKey struct {
	asked    *qos.Egress
	speed    qos.BitsPerSecond
	lossless qos.QueueSet
}

// fitEgress fits scheduling, shaping, marking and limits.
func (f *fitter) fitEgress(key egressKey) (*qos.Egress, notes) {
	var n notes
	out := &qos.Egress{}
	for i := range key.asked.Queues {
		q, queue := qos.Queue(i), key.asked.Queues[i]
		if queue == (qos.EgressQueue{}) {
			continue
		}
		f.fitShape(q, &queue, key.speed, &n)
		queue.ECN = f.fitECN(q, queue.ECN, key.lossless, &n)
		queue.Limit = f.fitLimit(q, queue.Limit, key.lossless, &n)
		out.Queues[q] = queue
	}
	fitting.RankStrict(out, f.class, srcScheduler, &n) // they are served before all that share, wherever they stand
	fitting.Weigh(out, f.class, srcScheduler, &n)
	return out, n
}

// rateStep is the unit of a scheduler's rates: bytes per second.
const rateStep qos.BitsPerSecond = 8

// fitShape fits the bounds of a shaper. An upper one needs a lower one above 0: where none is asked it is one byte a second,
// which leaves sharing to the weights.
func (f *fitter) fitShape(q qos.Queue, e *qos.EgressQueue, speed qos.BitsPerSecond, n *notes) {
	field := f.class(q)
	if e.Min.Known() && e.Min.V == 0 {
		e.Min = qos.Value[qos.BitsPerSecond]{} // a guarantee of nothing is none
	}
	if !fitting.WithinSpeed(field, e, speed, n) {
		return
	}
	fitRate(field+": min", &e.Min, n)
	fitRate(field+": max", &e.Max, n)
	if !e.Max.Known() {
		return
	}
	if !e.Min.Known() {
		e.Min = qos.Is(rateStep)
		n.ByPlatform(field+": min", "none", e.Min.V.String(), "an upper bound needs a guarantee above 0, and so little leaves sharing to the weights", srcScheduler)
	}
	if e.Min.V > e.Max.V {
		n.Impossible(field+": min", e.Min.V.String(), "it is more than max, "+e.Max.V.String(), srcScheduler)
	}
}

func fitRate(field string, rate *qos.Value[qos.BitsPerSecond], n *notes) {
	if !rate.Known() || rate.V%rateStep == 0 && rate.V > 0 {
		return
	}
	asked := rate.V
	if asked < rateStep {
		n.Impossible(field, asked.String(), "the least a scheduler does is one byte a second", srcScheduler)
		return
	}
	rate.V = asked / rateStep * rateStep
	n.Rounding(field, asked.String(), rate.V.String(), "rates are in bytes a second", srcScheduler)
}

// mostThreshold is the most that the daemon reads of a drop profile's thresholds.
const mostThreshold qos.Bytes = 1<<31 - 1

// fitECN checks a marking curve. Thresholds are written in bytes, and the upper one is above the lower.
func (f *fitter) fitECN(q qos.Queue, ecn qos.Value[qos.ECN], lossless qos.QueueSet, n *notes) qos.Value[qos.ECN] {
	if !ecn.Known() || !ecn.V.On && !ecn.V.DropOnly {
		return ecn
	}
	field := f.class(q) + ": ecn"
	v := &ecn.V
	if v.Min <= 0 || v.Max < v.Min || v.Max > mostThreshold {
		n.Impossible(field, fmt.Sprintf("min %s, max %s", v.Min, v.Max), fmt.Sprintf("thresholds go from 1 to %d bytes, and min is not more than max", mostThreshold), srcWRED)
	} else if v.Min == v.Max {
		v.Min--
		n.Rounding(field+" min", fmt.Sprintf("%d bytes", v.Max), fmt.Sprintf("%d bytes", v.Min), "min is less than max", srcWRED)
	}
	if pool := f.row.pool(egressLosslessPool); pool != nil && v.Max > pool.size {
		n.Impossible(field+" max", fmt.Sprintf("%d bytes", v.Max), fmt.Sprintf("the pool of the queue has %d bytes", pool.size), f.row.pools.Source)
	}
	if v.Probability < 1 || v.Probability > 100 {
		n.Impossible(field+" probability", fmt.Sprintf("%d %%", v.Probability), "it goes from 1 to 100", srcWRED)
	}
	if v.DropOnly && lossless.Has(q) {
		n.Impossible(field, "early drop without marking", "the class is lossless, and a profile without ecn drops its packets", srcWRED)
	}
	return ecn
}

// fitLimit fits an egress queue limit, which is a buffer profile of the class's own.
func (f *fitter) fitLimit(q qos.Queue, limit qos.Value[qos.Limit], lossless qos.QueueSet, n *notes) qos.Value[qos.Limit] {
	field := f.class(q) + ": threshold"
	switch {
	case !limit.Known():
	case lossless.Has(q):
		n.ByPlatform(field, limit.V.String(), "none", "the egress profile of a lossless queue cannot drop", srcProfile)
		limit = qos.Value[qos.Limit]{}
	case !f.row.profiles.Known():
		n.Impossible(field, limit.V.String(), "no source states the buffer pools and profiles of this platform, that a limit would have to go with", srcProfile)
	case limit.V.AlphaDen != 0:
		fitAlpha(field, &limit.V.AlphaNum, &limit.V.AlphaDen, n)
	default:
		f.fitLimitBytes(field, limit.V, n)
	}
	return limit
}

// fitLimitBytes checks a limit in bytes. In the dynamic model a threshold is of the kind of its pool.
func (f *fitter) fitLimitBytes(field string, limit qos.Limit, n *notes) {
	pool := f.row.pool(f.row.profiles.V.lossy().pool)
	switch {
	case f.row.chip.dynamic && !pool.static:
		n.Impossible(field, limit.String(), "the pool of lossy queues is dynamic, and so is the threshold of a queue in it: give alpha", srcProfile)
	case limit.Bytes <= 0 || pool.size != 0 && limit.Bytes > pool.size:
		n.Impossible(field, limit.String(), fmt.Sprintf("a limit is more than 0, and the pool has %d bytes", pool.size), f.row.pools.Source)
	}
}

// The least and the most power of two that a dynamic threshold can be.
const (
	leastAlpha = -8
	mostAlpha  = 7
)

// fitAlpha rounds a factor down to a power of two.
func fitAlpha(field string, num, den *uint16, n *notes) {
	asked := qos.Limit{AlphaNum: *num, AlphaDen: *den}
	power, ok := powerOfTwo(*num, *den)
	if !ok || power < leastAlpha || power > mostAlpha {
		n.Impossible(field, asked.String(), "a dynamic threshold is a power of two from 1/256 to 128", srcProfile)
		return
	}
	*num, *den = alphaOf(power)
	if uint32(asked.AlphaNum)*uint32(*den) != uint32(*num)*uint32(asked.AlphaDen) {
		got := qos.Limit{AlphaNum: *num, AlphaDen: *den}
		n.Rounding(field, asked.String(), got.String(), "a dynamic threshold is a power of two", srcProfile)
	}
}

// powerOfTwo is the exponent of the greatest power of two that is not more than a fraction.
func powerOfTwo(num, den uint16) (power int, ok bool) {
	if num == 0 || den == 0 {
		return 0, false
	}
	power = bits.Len16(num) - bits.Len16(den)
	if power >= 0 && uint32(num) < uint32(den)<<power || power < 0 && uint32(num)<<-power < uint32(den) {
		power--
	}
	return power, true
}

// alphaOf is two to a power as a fraction.
func alphaOf(power int) (num, den uint16) {
	if power < 0 {
		return 1, 1 << -power
	}
	return 1 << power, 1
}
