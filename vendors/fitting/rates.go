package fitting

import "github.com/weft-net/weft/qos"

// WithinSpeed bounds the rates of a shaper by the speed of its port, where that is known: an upper bound beyond it bounds
// nothing and becomes line rate. A guarantee beyond it cannot be kept: then it returns false. field is what the class is called.
func WithinSpeed(field string, e *qos.EgressQueue, speed qos.BitsPerSecond, n *Notes) bool {
	if speed == 0 {
		return true
	}
	if e.Max.Known() && e.Max.V > speed {
		n.Rounding(field+": max", e.Max.V.String(), speed.String(), "the port is no faster", "line rate")
		e.Max.V = speed
	}
	if e.Min.Known() && e.Min.V > speed {
		n.Impossible(field+": min", e.Min.V.String(), "the port is no faster than "+speed.String(), "line rate")
		return false
	}
	return true
}
