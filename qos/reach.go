package qos

// AllQueues is the set of every queue.
const AllQueues = QueueSet(1<<NumQueues - 1)

// Reach returns the queues that something can get into: those that the classification of any port sends to, and queue 0,
// which takes what nothing else does. A port whose classification the model says nothing about may send anywhere.
func Reach(s *Switch) QueueSet {
	var r reacher
	for i := range s.Ports {
		r.add(&s.Ports[i])
	}
	return r.set | Queues(0)
}

// reachAt is Reach over the ports with these indexes; -1 is none.
func reachAt(ports []Port, at []int) QueueSet {
	var r reacher
	for _, i := range at {
		if i >= 0 {
			r.add(&ports[i])
		}
	}
	return r.set | Queues(0)
}

// reacher collects the reach of ports. Ports in a row mostly share their classification.
type reacher struct {
	set  QueueSet
	last *Classify
}

func (r *reacher) add(p *Port) {
	if r.last == nil || p.Classify != r.last {
		r.set |= p.Classify.Reach()
		r.last = p.Classify
	}
}

// Reach returns the queues that a classification sends to. Nil may send to all of them.
func (c *Classify) Reach() QueueSet {
	if c == nil {
		return AllQueues
	}
	reach := Queues(c.Other)
	if c.readsDSCP() {
		for _, q := range c.DSCP {
			reach |= 1 << q
		}
	}
	if c.readsPCP() {
		for _, q := range c.PCP {
			reach |= 1 << q
		}
	}
	for i := range c.Rules {
		reach |= 1 << c.Rules[i].Queue
	}
	return reach
}

// readsDSCP tells whether the DSCP table has a say. When the trust is not known both tables are taken as they stand.
func (c *Classify) readsDSCP() bool {
	return !c.Trust.Known() || c.Trust.V != TrustNone && c.Trust.V != TrustPCP
}

// readsPCP tells whether the PCP table has a say.
func (c *Classify) readsPCP() bool {
	return !c.Trust.Known() || c.Trust.V != TrustNone && c.Trust.V != TrustDSCP
}
