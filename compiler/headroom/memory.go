package headroom

import "github.com/weft-net/weft/qos"

// Alpha is a dynamic-threshold factor: a queue may hold alpha times what is free.
type Alpha struct {
	Num, Den int64
}

// AlphaOfPower is 2 to a power, as SONiC's dynamic_th gives it (-8 to 8).
func AlphaOfPower(power int) Alpha {
	if power < 0 {
		return Alpha{1, 1 << -power}
	}
	return Alpha{1 << power, 1}
}

// AlphaOfMLX5 is the factor of an alpha code of mlx5, from 1: 2 to the power of code - 1, over 128.
func AlphaOfMLX5(code int) Alpha { return AlphaOfPower(code - 8) }

// Threshold is what each of n equally loaded queues may hold of a shared memory when all of them are at their limit,
// rounded down.
func (a Alpha) Threshold(shared qos.Bytes, n int) qos.Bytes {
	return qos.Bytes(a.Num * int64(shared) / (a.Den + int64(n)*a.Num))
}

// Demand is the headroom that a number of lossless queues ask of one memory.
type Demand struct {
	Queues int
	Total  qos.Bytes
	Max    qos.Bytes // of one queue
}

// Add counts queues with the same headroom each.
func (d *Demand) Add(queues int, each qos.Bytes) {
	d.Queues += queues
	d.Total += qos.Bytes(queues) * each
	d.Max = max(d.Max, each)
}

// Oversubscription is how many times a pool is promised: above 1 not all queues can use their headroom at once.
func (d Demand) Oversubscription(pool qos.Bytes) float64 { return float64(d.Total) / float64(pool) }

// Safe is the number of queues that a pool serves at once, whichever they are.
func (d Demand) Safe(pool qos.Bytes) int {
	if d.Max == 0 {
		return d.Queues
	}
	return min(d.Queues, int(pool/d.Max))
}
