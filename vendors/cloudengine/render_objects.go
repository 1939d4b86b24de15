package cloudengine

import (
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// ownObject is one domain or profile that weft defines, for every port that behaves so.
type ownObject struct {
	identity any // what it says; comparable
	label    string
	labelled bool
	name     string

	layer2, routed bool // of a domain: some of its ports are
}

// relabel gives an object the least of its ports' labels.
func (o *ownObject) relabel(label string) {
	if !o.labelled || label < o.label {
		o.label, o.labelled = label, true
	}
}

// ownVariants are the different objects of one role, in the order of the first port that needs each.
type ownVariants[K comparable] struct {
	byKey map[K]*ownObject
	list  []*ownObject
}

// of returns the object for a key. Keys that say the same share one.
func (v *ownVariants[K]) of(key K, identity func(K) any) *ownObject {
	o, seen := v.byKey[key]
	if !seen {
		o = v.share(identity(key))
		if v.byKey == nil {
			v.byKey = map[K]*ownObject{}
		}
		v.byKey[key] = o
	}
	return o
}

func (v *ownVariants[K]) share(identity any) *ownObject {
	for _, o := range v.list {
		if o.identity == identity {
			return o
		}
	}
	o := &ownObject{identity: identity}
	v.list = append(v.list, o)
	return o
}

// domainContent is what a classification says.
type domainContent struct {
	trust   qos.Trust
	dscp    [qos.NumDSCP]qos.Queue
	pcp     [qos.NumPCP]qos.Queue
	outDSCP [qos.NumQueues]int8 // Keep where nothing is rewritten
	outPCP  [qos.NumQueues]int8
}

func domainOf(c *qos.Classify) any {
	d := domainContent{trust: c.Trust.V, dscp: c.DSCP, pcp: c.PCP, outPCP: c.RewritePCP}
	rewrites := rewritesDSCP(c)
	for q := range d.outDSCP {
		d.outDSCP[q] = qos.Keep
		if rewrites {
			d.outDSCP[q], _ = leavesAs(c, qos.Queue(q))
		}
	}
	return d
}

// pfcContent is what a PFC profile says: which priorities pause, and how they are watched.
type pfcContent struct {
	set             qos.QueueSet
	watched         bool
	detect, restore time.Duration
	escalate        qos.Escalation
}

func pfcContentOf(p *qos.Port) pfcContent {
	w := &p.Watchdog
	c := pfcContent{set: p.PFC.Priorities.V, watched: w.On.V}
	if c.watched {
		c.detect, c.restore, c.escalate = w.Detect.V, w.Restore.V, w.Escalate.V
	}
	return c
}

// curve is what a drop profile is for and says.
type curve struct {
	class    qos.Queue
	speed    string
	min, max qos.Bytes
	percent  qos.Percent
	byColour bool // thresholds of the colours, not of ECN
}

func itself[K comparable](key K) any { return key }

// survey finds the objects that the ports need.
func (r *renderer) survey() {
	r.uses = make([]portObjects, len(r.fitted.Ports))
	r.queues, r.buffers = map[egressKey]*egressLines{}, map[*qos.Ingress]*bufferLines{}
	for i := range r.fitted.Ports {
		p, at := &r.fitted.Ports[i], &r.ports[i]
		r.uses[i] = r.objectsOf(p, at)
	}
}

func (r *renderer) objectsOf(p *qos.Port, at *vendors.SitePort) (u portObjects) {
	if p.Classify != nil {
		u.domain = r.domains.of(p.Classify, domainOf)
		u.domain.relabel(p.Label)
		u.domain.routed = u.domain.routed || at.Routed
		u.domain.layer2 = u.domain.layer2 || !at.Routed
	}
	if p.PFC.Priorities.V != 0 {
		u.profile = r.profiles.of(pfcContentOf(p), itself)
		u.profile.relabel(p.Labels.PFC)
	}
	if p.Egress != nil {
		u.queues = r.queuesOf(egressKey{p.Egress, at.SpeedBps}, p.Labels.Egress)
	}
	return u
}

// nameObjects gives every object its name. Names depend on what an object is for, so that an edit of what it says keeps the
// name.
func (r *renderer) nameObjects() {
	n := fitting.Namer{}
	for _, o := range r.domains.list {
		o.name = n.Unique(o.identity, r.site.Prefix, roleClassify, fitting.NamePart(o.label))
	}
	for _, o := range r.profiles.list {
		o.name = n.Unique(o.identity, r.site.Prefix, rolePFC, fitting.NamePart(o.label))
	}
	for _, o := range r.curves.list {
		c := o.identity.(curve)
		o.name = n.Unique(c, r.site.Prefix, roleECN, r.classPart(c.class), c.speed, fitting.NamePart(o.label))
	}
}
