package check

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/compiler/check/deadlock"
	"github.com/weft-net/weft/qos"
)

// retagging is how a switch moves packets that bounce to another priority, where it can.
func (b *buffers) retagging(s *Switch, up deadlock.Uplinks) string {
	const keep = "keep packets from bouncing, by valley-free routing"
	switch s.Platform.Vendor {
	case "nxos", "sonic":
		return "this switch has nothing that moves packets to another priority where they bounce: " + keep
	}
	group := b.uplinkGroup(s, up)
	if group == "" {
		return "where the switch can: an uplink group of all its ports upward that moves packets which bounce to the next of these priorities, and after the last to one that is not lossless"
	}
	return keep + "; or have an uplink group of all ports upward, here and on every switch like this one, and pause the priorities of it everywhere: " + group
}

// uplinkGroup is the group of a CloudEngine on V300, as its lines: it moves packets that come back by one of its ports and leave by
// another to the next priority, and after the last to a lossy one. Empty where there are not as many priorities, or the switch is another.
func (b *buffers) uplinkGroup(s *Switch, up deadlock.Uplinks) string {
	if s.Platform.Vendor != "cloudengine" || !strings.HasPrefix(s.Platform.Release, "V300") {
		return ""
	}
	lines := []string{"dcb pfc uplink group bounced"}
	free := s.Platform.Limits.Pausable.V &^ s.paused() &^ qos.Queues(0)
	for _, q := range (b.ringed() & s.paused()).List() {
		from := firstBit(s.pointsOf(q))
		for range b.result.Retag.Priorities {
			if free == 0 || from == 0 {
				return ""
			}
			next := free.List()[0]
			free &^= qos.Queues(next)
			lines = append(lines, fmt.Sprintf("adjust original-dscp %d to priority %d dscp %d", from, next, 8*next))
			from = int(8 * next)
		}
	}
	for _, link := range up.Links {
		for _, end := range b.Links[link].Ends {
			if end.Node == up.Node {
				lines = append(lines, "group-member interface "+end.Port)
			}
		}
	}
	return strings.Join(lines, " / ")
}

// pointsOf are the DSCPs of a queue that some port of a switch pauses.
func (s *Switch) pointsOf(q qos.Queue) (points uint64) {
	for i := range s.Ports {
		if c := classOf(&s.Ports[i]); c != nil && s.Ports[i].Lossless().Has(q) {
			points |= inQueue(c, q)
		}
	}
	return points
}
