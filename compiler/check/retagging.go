package check

import (
	"strings"

	"github.com/weft-net/weft/compiler/check/deadlock"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// retagging is how a switch moves packets that bounce to another priority, where it can.
func (b *buffers) retagging(s *Switch, up deadlock.Uplinks) string {
	const keep = "keep packets from bouncing, by valley-free routing"
	var lines []string
	v, _ := vendors.Lookup(s.Platform.Vendor) // nil where nobody says whose switch it is
	if bouncer, can := v.(vendors.Bouncer); can {
		if moves := b.moves(s); moves != nil {
			lines = bouncer.Bounce(s.Platform, b.portsUp(up), moves)
		}
	}
	if lines == nil {
		return keep + ": nothing is known of this switch that moves packets to another priority where they bounce"
	}
	return keep + "; or have an uplink group of all ports upward, here and on every switch like this one, and pause the priorities of it everywhere: " + strings.Join(lines, " / ")
}

// moves are what packets of the lossless classes with a ring become at each bounce: they get priorities that are free, the last of them
// lossy. None where there are not as many.
func (b *buffers) moves(s *Switch) (moves []vendors.Move) {
	free := s.Platform.Limits.Pausable.V &^ s.paused() &^ qos.Queues(0)
	for _, q := range (b.ringed() & s.paused()).List() {
		points := s.pointsOf(q)
		if points == 0 {
			return nil
		}
		from := qos.DSCP(firstBit(points))
		for range b.result.Retag.Priorities {
			if free == 0 {
				return nil
			}
			next := free.List()[0]
			free &^= qos.Queues(next)
			moves = append(moves, vendors.Move{From: from, Priority: next, DSCP: qos.DSCP(8 * next)})
			from = qos.DSCP(8 * next)
		}
	}
	return moves
}

// portsUp are the ports of a switch that links upward are at.
func (b *buffers) portsUp(up deadlock.Uplinks) (ports []string) {
	for _, link := range up.Links {
		for _, end := range b.Links[link].Ends {
			if end.Node == up.Node {
				ports = append(ports, end.Port)
			}
		}
	}
	return ports
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
