package explain

import "github.com/weft-net/weft/qos"

// egress tells what the packet meets in the queue that it leaves through.
func (t *teller) egress() {
	if t.port.Egress == nil {
		t.add("schedule", t.class("queue"), qos.Origin{}, "not said")
		return
	}
	q := &t.port.Egress.Queues[t.queue]
	tellValue(t, "schedule", t.scheduleField(q), q.Schedule, schedule)
	tellValue(t, "shaping", t.class("min"), q.Min, func(r qos.BitsPerSecond) string { return "at least " + r.String() })
	tellValue(t, "shaping", t.class("max"), q.Max, func(r qos.BitsPerSecond) string { return "at most " + r.String() })
	tellValue(t, "ecn", t.class("ecn"), q.ECN, ecn)
	if q.ECN.Known() && (q.ECN.V.On || q.ECN.V.DropOnly) {
		tellValue(t, "ecn", t.class("ecn"), t.sw.NonECT, nonECT)
	}
	tellValue(t, "limit", t.class("threshold"), q.Limit, func(l qos.Limit) string { return "dropped when the queue is longer than " + l.String() })
}

func (t *teller) scheduleField(q *qos.EgressQueue) string {
	if q.Schedule.V.Strict {
		return t.class("strict")
	}
	return t.class("bandwidth")
}

func schedule(s qos.Schedule) string {
	switch {
	case s.Strict:
		return s.String() + ": served before all queues that share"
	case s.Share == 0:
		return "0 % of what strict queues leave: it may starve"
	}
	return s.String() + " of what strict queues leave"
}

func ecn(e qos.ECN) string {
	switch {
	case e.DropOnly:
		return "no marking: " + e.String()
	case e.On:
		return "marked " + e.String() + " of queue depth"
	}
	return "no marking"
}

func nonECT(n qos.NonECT) string {
	if n == qos.NonECTForward {
		return "if it is not ECN-capable it is left alone there"
	}
	return "if it is not ECN-capable it is dropped there"
}

// mtu tells the largest IP packet that gets through.
func (t *teller) mtu() {
	bytes := func(what string) func(qos.Bytes) string {
		return func(b qos.Bytes) string { return what + " takes IP packets of up to " + size(b) }
	}
	tellValue(t, "mtu", "mtu", t.port.MTU, bytes("the port"))
	if t.port.ClassMTU != nil {
		tellValue(t, "mtu", "mtu", t.port.ClassMTU.MTU[t.queue], bytes("the class"))
	}
}

// tunnel tells what VXLAN does to the packet's marks.
func (t *teller) tunnel() {
	tellValue(t, "vxlan", "vxlan", t.sw.Tunnel.DSCP, tunnelDSCP)
	tellValue(t, "vxlan", "vxlan", t.sw.Tunnel.ECN, func(e qos.TunnelECN) string { return "ECN marks: " + e.String() })
}

func tunnelDSCP(d qos.TunnelDSCP) string {
	if d == qos.TunnelDSCPZero {
		return "the outer header has DSCP 0: the packet crosses the underlay as best effort"
	}
	return "DSCP " + d.String()
}
