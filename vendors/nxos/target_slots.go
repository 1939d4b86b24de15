package nxos

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// slot is a setting of an interface that weft decides on: at most one line each.
type slot uint8

// The slots, in the order in which a switch prints their lines.
const (
	slotPFC slot = iota
	slotWatchdog
	slotMTU
	slotClassify
	slotHeadroom
	slotEgress
	numSlots
)

// slots says of each what its line starts with, where portOrder has it, which facet it decides, and whether it returns to
// the default when weft leaves a port (the bindings go by the name of what they bind, the MTU stays).
var slots = [numSlots]struct {
	prefix string
	rank   int
	facet  qos.Facet
	leaves bool
}{
	slotPFC:      {"priority-flow-control mode ", rankPFC, qos.FacetPFC, true},
	slotWatchdog: {"priority-flow-control watch-dog-interval ", rankPFC, qos.FacetWatchdog, true},
	slotMTU:      {"mtu ", rankMTU, qos.FacetMTU, false},
	slotClassify: {"service-policy type qos input ", rankPolicy, qos.FacetClassify, false},
	slotHeadroom: {"service-policy type queuing input ", rankPolicy, qos.FacetIngress, false},
	slotEgress:   {"service-policy type queuing output ", rankPolicy, qos.FacetEgress, false},
}

// slotOf tells which slot a line fills. It is asked of every line: a letter or two tell which slot it can be at all.
func slotOf(text string) (slot, bool) {
	s := slotMTU
	if len(text) > len("service-policy type queuing ") {
		switch pfc, policy, direction := text[len("priority-flow-control ")], text[len("service-policy type q")], text[len("service-policy type queuing ")]; {
		case text[0] == 'p' && pfc == 'm':
			s = slotPFC
		case text[0] == 'p':
			s = slotWatchdog
		case policy == 'o':
			s = slotClassify
		case direction == 'i':
			s = slotHeadroom
		default:
			s = slotEgress
		}
	}
	return s, strings.HasPrefix(text, slots[s].prefix)
}

// slotSet is a set of slots, one bit each.
type slotSet uint8

func (s slotSet) has(i slot) bool { return s>>i&1 == 1 }

// What is decided where: on a bundle the policies and the MTU, on its members what belongs to the link (nxos.md 1.4).
const (
	linkSlots   = slotSet(1<<slotPFC | 1<<slotWatchdog)
	bundleSlots = slotSet(1<<slotMTU | 1<<slotClassify | 1<<slotHeadroom | 1<<slotEgress)
	allSlots    = linkSlots | bundleSlots
)

// filled are the lines of a block by slot.
type filled [numSlots]*conf.Node

func fill(kids []*conf.Node) (f filled) {
	for _, line := range kids {
		if line.Kind != conf.In {
			continue
		}
		if i, ok := slotOf(line.Text); ok {
			f[i] = line
		}
	}
	return f
}

// text is the text of a line, empty for none.
func text(line *conf.Node) string {
	if line == nil {
		return ""
	}
	return line.Text
}

// policy is what a line binds, or nothing.
func policy(line *conf.Node) mqc {
	if line == nil {
		return mqc{}
	}
	o, _ := policyOf(line.Text)
	return o
}

// slotIn finds which of prefixes a line starts with, be it negative; a line that starts with none is a slot of its own.
func slotIn(prefixes []string, line string) string {
	line = strings.TrimPrefix(line, "no ")
	for _, prefix := range prefixes {
		if strings.HasPrefix(line, prefix) {
			return prefix
		}
	}
	return line
}

// isDescription tells a line that does nothing but describe.
func isDescription(line string) bool { return strings.HasPrefix(line, "description ") }
