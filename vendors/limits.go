package vendors

import (
	"time"

	"github.com/weft-net/weft/qos"
)

// Limits are what a switch can pause, mark and watch.
type Limits struct {
	Pausable        Bound[qos.QueueSet] // priorities that PFC can pause
	Lossless        Bound[int]          // of them at once, on the whole switch
	Unmarked        Bound[qos.QueueSet] // queues that ECN cannot mark
	Detect, Restore Bound[Span]         // times of the PFC watchdog
	OwnHeadroom     Bound[qos.Bytes]    // of a lossless priority that no line gives any
	OwnCable        Bound[int]          // metres of the longest cable that such headroom is for
}

// Span is from the least to the most, both included.
type Span struct{ Least, Most time.Duration }

// Bound is one limit with what it is worth. The zero Bound is not known.
type Bound[T any] struct {
	V       T
	Quality Quality
	Source  string
}

// Known tells whether any source gives the limit.
func (b Bound[T]) Known() bool { return b.Source != "" }
