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
	tellValue(t, "ecn", t.class("ecn"), q.ECN, qos.ECN.Marking)
	if q.ECN.Known() && (q.ECN.V.On || q.ECN.V.DropOnly) {
		tellValue(t, "ecn", t.class("ecn"), t.sw.NonECT, func(n qos.NonECT) string { return qos.IsNotECT + n.Does() })
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
		return qos.Shareless + ": 0 % of what strict queues leave"
	}
	return s.String() + " of what strict queues leave"
}

// mtu tells the largest IP packet that gets through.
func (t *teller) mtu() {
	of := func(what string) func(qos.Bytes) string {
		return func(b qos.Bytes) string { return qos.Largest(what, b) }
	}
	tellValue(t, "mtu", "mtu", t.port.MTU, of(""))
	if t.port.ClassMTU != nil {
		tellValue(t, "mtu", "mtu", t.port.ClassMTU.MTU[t.queue], of(t.queueName(t.queue)))
	}
}

// tunnel tells what VXLAN does to the packet's marks.
func (t *teller) tunnel() {
	tellValue(t, "vxlan", "vxlan", t.sw.Tunnel.DSCP, func(d qos.TunnelDSCP) string { return "DSCP of tunnels is " + d.Does() })
	tellValue(t, "vxlan", "vxlan", t.sw.Tunnel.ECN, qos.TunnelECN.Does)
}
