package check

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// lane is a lossless class of a fabric: a priority that hosts pause, with the code points that its packets have on their way.
type lane struct {
	priority qos.Queue
	name     string    // what the switches call it; empty where they do not
	points   uint64    // the DSCPs that hosts send it with
	hosts    [][]Port  // ports to hosts that take part in it, those alike together
	emits    []emits   // by switch: the DSCPs that its packets leave with
	largest  qos.Bytes // packet of any host
	tunnels  bool      // between hosts, over the links between switches
	tiers    []int     // by switch
	cnp      qos.DSCP  // of congestion notifications, where no host says another
	needs    map[needs]need
	policies []intent.Policy
}

// emits are the DSCPs that packets leave a switch with: to all sides, and up. What came down does not go up again.
type emits struct{ all, up uint64 }

// needs is what the headroom that a port needs depends on.
type needs struct {
	speed  fabric.Speed
	metres float64
	mtu    qos.Bytes
	cell   qos.Bytes
}

// lanes are the lossless classes of a fabric, by priority. The tiers of the switches say which way packets go; without them only hosts are looked at.
func (n *Net) lanes(tiers []int) (list []*lane) {
	var hosts [][]Port
	var paused qos.QueueSet
	for _, s := range n.Switches {
		for some := range s.alike {
			if p := &some[0]; p.toHost() {
				hosts = append(hosts, some)
				paused |= p.Lossless() | p.hostLossless()
			}
		}
	}
	for _, q := range paused.List() {
		l := n.lane(q, hosts, tiers)
		l.policies = n.Policies
		list = append(list, l)
	}
	return list
}

// toHost tells whether a host is taken to be at a port: the intent says so, or it pauses, or means to, and is linked to no switch.
func (p *Port) toHost() bool {
	v := p.PFC.Priorities
	return p.Far == nil && p.Role != "fabric" && (p.Role == "host" || p.NIC != nil || p.Lossless() != 0 || v.State == qos.Unknown || meansToPause(v))
}

// meansToPause tells of a port on which PFC is on and nothing is lossless. Readers say such a contradiction with "but".
func meansToPause(v qos.Value[qos.QueueSet]) bool {
	return v.Known() && v.V == 0 && strings.Contains(v.Why, ", but ")
}

// hostLossless are the priorities that the host at a port is said to pause.
func (p *Port) hostLossless() qos.QueueSet {
	if p.NIC == nil || !p.NIC.PFC.Known() {
		return 0
	}
	return p.NIC.PFC.V
}

// lane is the class of one priority.
func (n *Net) lane(q qos.Queue, hosts [][]Port, tiers []int) *lane {
	l := &lane{priority: q, tiers: tiers, cnp: n.cnp(), emits: make([]emits, len(n.Switches)), needs: map[needs]need{}}
	l.points = l.pointsOf(hosts)
	for _, some := range hosts {
		if p := &some[0]; l.has(p) {
			l.hosts = append(l.hosts, some)
			l.largest = max(l.largest, largestOf(p))
			l.tunnels = l.tunnels || p.Switch.VXLAN
		}
	}
	for _, s := range n.Switches {
		if l.name == "" {
			l.name = s.QoS.Names[q]
		}
	}
	if tiers != nil {
		l.spread()
	}
	return l
}

// largestOf is the largest packet of the host at a port.
func largestOf(p *Port) qos.Bytes {
	switch {
	case p.NIC != nil && p.NIC.MTU.Known():
		return p.NIC.MTU.V
	case p.MTU.Known():
		return p.MTU.V
	}
	return 0
}

// vxlanOverhead is what a tunnel adds to a packet over IPv4. Over IPv6 it is 20 bytes more.
const vxlanOverhead = 50

// largestAt is the largest packet that arrives at a port, and what the text says of it.
func (l *lane) largestAt(p *Port) (qos.Bytes, string) {
	if p.Far != nil && l.tunnels {
		return l.largest + vxlanOverhead, fmt.Sprintf("hosts send up to %d, to which tunnels add %d", l.largest, vxlanOverhead)
	}
	return l.largest, fmt.Sprintf("hosts send up to %d", l.largest)
}

// pointsOf are the DSCPs that hosts send the class with: of those that are in its queue where hosts pause it, the ones that are so on
// most switches; where switches have nothing in common, all.
func (l *lane) pointsOf(hosts [][]Port) (points uint64) {
	var count [qos.NumDSCP]int
	switches := 0
	for len(hosts) > 0 {
		n := 1
		for n < len(hosts) && hosts[n][0].Switch == hosts[0][0].Switch {
			n++
		}
		all := l.pointsAt(hosts[:n])
		if all != 0 {
			switches++
		}
		for ; all != 0; all &= all - 1 {
			count[bits.TrailingZeros64(all)]++
		}
		hosts = hosts[n:]
	}
	var any uint64
	for d, on := range count {
		if on > 0 {
			any |= 1 << d
		}
		if 2*on > switches {
			points |= 1 << d
		}
	}
	if points == 0 {
		return any
	}
	return points
}

// pointsAt are the DSCPs that some ports of a switch have in the queue of the class. A host that is said to send another has that one.
func (l *lane) pointsAt(hosts [][]Port) (points uint64) {
	for _, some := range hosts {
		p := &some[0]
		c := classOf(p)
		if c == nil || !p.Lossless().Has(l.priority) {
			continue
		}
		at := inQueue(c, l.priority)
		if own := p.roce(); own&at != 0 {
			at = own
		}
		points |= at
	}
	return points
}

// inQueue are the DSCPs of a queue.
func inQueue(c *qos.Classify, q qos.Queue) (points uint64) {
	for d, in := range c.DSCP {
		if in == q {
			points |= 1 << d
		}
	}
	return points &^ c.Unlisted
}

// roce is the DSCP that the host at a port is said to send RoCE with, as a set.
func (p *Port) roce() uint64 {
	if p.NIC == nil || !p.NIC.RoCEDSCP.Known() {
		return 0
	}
	return 1 << p.NIC.RoCEDSCP.V
}

// has tells whether the host at a port takes part in the class: one of the two pauses it or means to, or what the class is sent with is
// lossless there by another priority.
func (l *lane) has(p *Port) bool {
	v := p.PFC.Priorities
	if (p.Lossless() | p.hostLossless()).Has(l.priority) || v.State == qos.Unknown || meansToPause(v) {
		return true
	}
	c := classOf(p)
	return c != nil && slicesAny(l.points&^c.Unlisted, func(d int) bool { return p.Lossless().Has(c.DSCP[d]) })
}

// slicesAny tells whether something holds of a member of a set of DSCPs.
func slicesAny(points uint64, holds func(d int) bool) bool {
	for ; points != 0; points &= points - 1 {
		if holds(bits.TrailingZeros64(points)) {
			return true
		}
	}
	return false
}

// spread follows the packets of the class from their hosts through the fabric, until no switch has more of them.
func (l *lane) spread() {
	var queue []*Switch
	enter := func(p *Port, points uint64, rises bool) {
		have := &l.emits[p.Switch.index]
		more := emits{all: l.through(p, points)}
		if rises {
			more.up = more.all
		}
		if more.all&^have.all|more.up&^have.up != 0 {
			have.all, have.up = have.all|more.all, have.up|more.up
			queue = append(queue, p.Switch)
		}
	}
	for _, some := range l.hosts {
		enter(&some[0], l.sentAt(&some[0]), true)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for i := range queue[0].Ports {
			if p := &queue[0].Ports[i]; p.Far != nil {
				enter(p.Far, l.leaves(p), l.rises(p))
			}
		}
	}
}

// rises tells whether a port leads up.
func (l *lane) rises(p *Port) bool { return l.tiers[p.Far.Switch.index] > l.tiers[p.Switch.index] }

// leaves are the DSCPs that packets leave by a port with.
func (l *lane) leaves(p *Port) uint64 {
	if p.Far != nil && l.rises(p) {
		return l.emits[p.Switch.index].up
	}
	return l.emits[p.Switch.index].all
}

// through are the DSCPs that those packets leave a switch with which arrive at a port of it and are in the queue of the class there.
func (l *lane) through(p *Port, points uint64) uint64 {
	if c := classOf(p); c != nil {
		points &= inQueue(c, l.priority) | c.Unlisted
	}
	return rewritten(p.Classify, points)
}

// sentAt are the DSCPs that the host at a port sends the class with.
func (l *lane) sentAt(p *Port) uint64 {
	if own := p.roce(); own != 0 && p.hostLossless()&^qos.Queues(l.priority) == 0 {
		return own // it is the only class of the host
	}
	return l.points
}

// rewritten are the DSCPs that packets leave with which arrive with others.
func rewritten(c *qos.Classify, points uint64) (out uint64) {
	if c == nil {
		return points
	}
	for ; points != 0; points &= points - 1 {
		d := bits.TrailingZeros64(points)
		if r := c.RewriteDSCP[d]; r != qos.Keep {
			d = int(r)
		}
		out |= 1 << d
	}
	return out
}
