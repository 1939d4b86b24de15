package qos

import (
	"math/bits"
	"strconv"
	"strings"
)

// CodePoints is a set of what can decide a frame's class: DSCPs, PCPs, and "neither". It is comparable.
type CodePoints struct {
	DSCP  uint64 // one bit for each DSCP
	PCP   uint8  // one bit for each PCP
	Other bool   // frames with neither field
}

// Empty tells whether nothing is in the set.
func (s CodePoints) Empty() bool { return s == CodePoints{} }

// Len returns the number of members.
func (s CodePoints) Len() int {
	n := bits.OnesCount64(s.DSCP) + bits.OnesCount8(s.PCP)
	if s.Other {
		n++
	}
	return n
}

func (s CodePoints) and(t CodePoints) CodePoints {
	return CodePoints{s.DSCP & t.DSCP, s.PCP & t.PCP, s.Other && t.Other}
}

func (s CodePoints) or(t CodePoints) CodePoints {
	return CodePoints{s.DSCP | t.DSCP, s.PCP | t.PCP, s.Other || t.Other}
}

func (s CodePoints) without(t CodePoints) CodePoints {
	return CodePoints{s.DSCP &^ t.DSCP, s.PCP &^ t.PCP, s.Other && !t.Other}
}

// String names the members, runs of three or more as ranges: "DSCP 8-15,26 and PCP 3".
func (s CodePoints) String() string {
	var parts []string
	if s.DSCP != 0 {
		parts = append(parts, "DSCP "+runs(s.DSCP))
	}
	if s.PCP != 0 {
		parts = append(parts, "PCP "+runs(uint64(s.PCP)))
	}
	if s.Other {
		parts = append(parts, "frames with neither DSCP nor PCP")
	}
	return strings.Join(parts, " and ")
}

// plural tells whether a sentence about the set needs the plural.
func (s CodePoints) plural() bool { return s.Len() > 1 || s.Other }

// runs lists the bits that are set, runs of three or more as "8-15".
func runs(set uint64) string {
	var b strings.Builder
	for set != 0 {
		first := bits.TrailingZeros64(set)
		last := first + bits.TrailingZeros64(^(set >> first)) - 1
		if last < first+2 {
			last = first
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(first))
		if last > first {
			b.WriteString("-" + strconv.Itoa(last))
		}
		set &^= 1<<last | (1<<last - 1)
	}
	return b.String()
}
