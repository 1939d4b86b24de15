package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// chipGroup is a set of groups of switches: they take different commands for the same thing (reference, platform groups).
type chipGroup uint8

// The groups.
const (
	chipV2    chipGroup = 1 << iota // V200, fixed
	chipColor                       // of those the old ones, whose drop profiles have no ecn line
	chipCE128                       // V200, CE12800: ECN has a switch-wide line too
	chipCE168                       // V200, CE16800
	chipA                           // V300
	chipLL                          // of group A the low-latency mode
	chipB
	chipC
)

// Sets that rows of the manual are for.
const (
	onV200     = chipV2 | chipColor | chipCE128 | chipCE168
	onA        = chipA | chipLL
	onAB       = onA | chipB
	onV300     = onAB | chipC
	onLossless = onV200 | onAB
	onDCBX     = onLossless &^ chipLL
	every      = onV200 | onV300
)

// hardware is what the model of a switch decides about the answers.
type hardware struct {
	group chipGroup
	block int // of buffer memory, in bytes; 0 where no source states it
}

// families are the groups by the family of a platform row. A modular V300 switch is taken for one of group A.
var families = map[string]chipGroup{
	"V200-fixed": chipV2, "V200-fixed-color": chipColor, "V200-CE12800": chipCE128, "V200-CE16800": chipCE168,
	"V300-A": chipA, "V300-A-LL": chipLL, "V300-B": chipB, "V300-C": chipC, "V300-modular": chipA,
}

// blocks are the units of buffer memory in bytes (reference 2.3).
var blocks = map[chipGroup]int{chipA: 320, chipLL: 96}

// hardwareOf is what stands behind a platform. Of one that no family is known of the release decides: for V300 it is group A,
// which asks most of what it is told.
func hardwareOf(p vendors.Platform) hardware {
	group := families[p.Family]
	switch {
	case group != 0:
	case strings.HasPrefix(p.Release, "V300"):
		group = chipA
	default:
		group = chipV2
	}
	return hardware{group: group, block: blocks[group]}
}

// is tells whether the switch is of one of the groups.
func (h hardware) is(groups chipGroup) bool { return h.group&groups != 0 }

// The most of something that a switch takes (reference 2.3, 2.4, 2.6, 4).
var (
	mostDropProfiles = map[chipGroup]int{chipCE128: 64, chipA: 63, chipLL: 63, chipB: 16, chipC: 63}
	mostPriorities   = map[chipGroup]int{chipA: 4, chipLL: 4, chipB: 3}
	mostPFCPorts     = map[chipGroup]int{chipB: 127}
	mostGuaranteed   = map[chipGroup]int{chipA: 30, chipLL: 30}
	mostThresholds   = map[chipGroup]int{chipA: 28, chipLL: 28}
	mostHeadrooms    = map[chipGroup]int{chipA: 31, chipLL: 31}
)

// mostETSProfiles counts the default one.
const mostETSProfiles = 8

// limitOf is a limit of the group, or no limit where no source states one.
func (h hardware) limitOf(most map[chipGroup]int) int {
	if limit, ok := most[h.group]; ok {
		return limit
	}
	return 1 << 30
}
