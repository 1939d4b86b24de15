package qos

// FaultKind is one row of the table of faults: a stable code, how bad such a fault is, and what it means.
type FaultKind struct {
	Code    string
	Weight  int // larger is worse
	Meaning string
}

// faultKind is the index of a row, the worst first.
type faultKind uint8

const (
	nothingLossless faultKind = iota
	controlLossless
	losslessEarly
	losslessStrict
	losslessStarved
	losslessUnmarked
	controlShares
	classMTUSmall
	unwatched
	starved
	builtinStrict
)

// faultKinds is every kind of fault. Among equal weights the earlier one is printed first.
var faultKinds = [...]FaultKind{
	nothingLossless:  {"nothing-lossless", 100, "traffic shall be lossless, and none is"},
	controlLossless:  {"control-lossless", 95, "PFC can hold up routing protocols and congestion notifications"},
	losslessEarly:    {"lossless-drops-early", 90, "traffic that is lossless, or shall be, is dropped early instead of being marked"},
	losslessStrict:   {"strict-and-lossless", 85, "a queue is lossless and served before all others, which it can starve"},
	losslessStarved:  {"lossless-starved", 80, "traffic that is lossless, or shall be, has no guaranteed share"},
	losslessUnmarked: {"lossless-no-ecn", 75, "traffic that is lossless, or shall be, gets no congestion marks: only PFC slows it down"},
	controlShares:    {"control-shares", 70, "routing protocols and congestion notifications share a queue, or bandwidth without a guarantee, with data"},
	classMTUSmall:    {"class-mtu-small", 60, "classes drop packets of a size that shall pass"},
	unwatched:        {"no-watchdog", 55, "nothing ends a pause that a peer never lifts"},
	starved:          {"starved", 50, "traffic has no guaranteed share"},
	builtinStrict:    {"default-strict", 40, "the built-in policy serves a queue before all others, without a cap"},
}

// FaultKinds returns the table of faults, worst first.
func FaultKinds() []FaultKind { return faultKinds[:] }
