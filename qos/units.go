package qos

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// NumQueues is the number of traffic classes, queues and PFC priorities of the model. A platform may have fewer.
const NumQueues = 8

// NumDSCP and NumPCP are the sizes of the two code point spaces.
const (
	NumDSCP = 64
	NumPCP  = 8
)

// Queue is one number for a traffic class, its queue, its qos-group and, if it is lossless, its PFC priority (0 to 7).
type Queue uint8

// DSCP is an IP code point, 0 to 63. PCP is an 802.1p priority, 0 to 7.
type (
	DSCP uint8
	PCP  uint8
)

// Bytes counts octets. MTUs, thresholds, buffers and headroom are all Bytes.
type Bytes int64

// Permille is a share in thousandths. Percent is an integer percentage.
type (
	Permille uint16
	Percent  uint8
)

// BitsPerSecond is a rate on the wire.
type BitsPerSecond int64

// Rates that texts and tables use.
const (
	Mbps BitsPerSecond = 1_000_000
	Gbps               = 1000 * Mbps
)

// String prints a size in the largest unit that keeps it exact.
func (b Bytes) String() string {
	switch {
	case b >= 1<<20 && b%(1<<20) == 0:
		return strconv.FormatInt(int64(b>>20), 10) + " MiB"
	case b >= 1<<10 && b%(1<<10) == 0:
		return strconv.FormatInt(int64(b>>10), 10) + " KiB"
	}
	return strconv.FormatInt(int64(b), 10) + " B"
}

// String prints a rate in the largest unit that keeps it exact.
func (r BitsPerSecond) String() string {
	switch {
	case r >= Gbps && r%Gbps == 0:
		return strconv.FormatInt(int64(r/Gbps), 10) + " Gbps"
	case r >= Mbps && r%Mbps == 0:
		return strconv.FormatInt(int64(r/Mbps), 10) + " Mbps"
	}
	return strconv.FormatInt(int64(r), 10) + " bps"
}

// String prints a share as a percentage, with one decimal where it has one.
func (p Permille) String() string {
	if p%10 == 0 {
		return strconv.Itoa(int(p/10)) + " %"
	}
	return fmt.Sprintf("%d.%d %%", p/10, p%10)
}

// QueueSet is a set of queues or priorities, one bit each.
type QueueSet uint8

// Queues returns the set of the given queues.
func Queues(queues ...Queue) QueueSet {
	var s QueueSet
	for _, q := range queues {
		s |= 1 << q
	}
	return s
}

// Has tells whether q is in the set.
func (s QueueSet) Has(q Queue) bool { return s>>q&1 == 1 }

// Len returns the number of members.
func (s QueueSet) Len() int { return bits.OnesCount8(uint8(s)) }

// List returns the members in ascending order.
func (s QueueSet) List() []Queue {
	list := make([]Queue, 0, s.Len())
	for q := Queue(0); q < NumQueues; q++ {
		if s.Has(q) {
			list = append(list, q)
		}
	}
	return list
}

// String prints the members as "3,4", or "none".
func (s QueueSet) String() string {
	if s == 0 {
		return "none"
	}
	var b strings.Builder
	for i, q := range s.List() {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('0' + byte(q))
	}
	return b.String()
}
