package qos

// The phrases that every sentence about behaviour is made of: of what changes, of what is wrong, and of what happens to one packet.

// The phrases without a value in them.
const (
	Unmarked     = "not marked by ECN"
	Shareless    = "no guaranteed share"
	IfPeerAgrees = "where the peer agrees by DCBX"
	IsNotECT     = "a packet that is not ECN-capable is "
	largest      = "the largest packet"
	nothing      = "nothing is lossless"
	unguarded    = " paused without a watchdog"
)

// NothingLossless says that a port has nothing lossless, and why: "nothing is lossless: PFC is on, but no class is no-drop".
func NothingLossless(paused Value[QueueSet]) string {
	switch {
	case paused.V != 0:
		return nothing + ": " + priorities(paused.V) + " paused, and no packet gets there"
	case paused.Why != "":
		return nothing + ": " + paused.Why
	}
	return nothing
}

// Unguarded says that nothing ends a pause: "priority 3 is paused without a watchdog".
func Unguarded(paused QueueSet) string { return priorities(paused) + unguarded }

// Marking says what a queue does to packets when it fills: "ECN marks from 150 KiB to 1500 KiB at 7 %", "not marked by ECN".
func (e ECN) Marking() string {
	switch {
	case e.DropOnly:
		return Unmarked + ": " + e.String()
	case e.On:
		return "ECN marks " + e.String()
	}
	return Unmarked
}

// Does says what happens to packets that are not ECN-capable, after IsNotECT: "dropped between the thresholds of ECN".
func (n NonECT) Does() string {
	return [...]string{"dropped between the thresholds of ECN", "forwarded between the thresholds of ECN"}[n]
}

// Does says what DSCP a packet has in a tunnel: "copied out and dropped".
func (t TunnelDSCP) Does() string {
	return [...]string{"copied out, and back in where the switch does that", "copied out and dropped", "0 on the underlay, which every class then crosses as best effort"}[t]
}

// Does says whether marks survive a tunnel: "tunnels keep the congestion marks of the underlay".
func (t TunnelECN) Does() string {
	return [...]string{"tunnels keep the congestion marks of the underlay", "tunnels lose the congestion marks of the underlay"}[t]
}

// Largest says how large packets can be: "the largest packet of queue 3 (roce) is 9216", or of nothing in particular.
func Largest(of string, b Bytes) string {
	if of != "" {
		of = " of " + of
	}
	return largest + of + " is " + octets(b)
}

// Say puts a value into words, whatever is known about it: its own ones, "not readable: …", or whose rule it is.
func Say[T comparable](v Value[T], words func(T) string) string { return say(v, words) }
