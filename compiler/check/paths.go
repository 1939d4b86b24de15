package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// PathFault is why a lossless class is not lossless all the way between some hosts, in one direction or the other.
type PathFault struct {
	Priority qos.Queue // of the class
	Class    string    // what the switches call it; empty where they do not
	// From and To are switches with hosts, in natural order: packets between a host of one of the first and a host of one of the second
	// go over Hop. A switch in both is meant with all others, and with itself where Hop is a port to a host.
	From, To []string
	Hop      Place // the port that is to blame, and what is at the other end
	Host     bool  // which is a host, and no other switch
	Severity vendors.Severity
	// NotChecked tells that the hop cannot be judged. Why says for lack of what.
	NotChecked bool
	Why, Fix   string // without a full stop
}

// Paths tells, for every pair of hosts and every lossless class, whether packets between the two are lossless on each hop, both ways:
// one fault for each class and hop that breaks it, the worst. Packets take the shortest of the paths that the routing of the fabric
// allows. Ports that pause something and are linked to no switch are taken to lead to hosts. The order is by class and place.
func Paths(n *Net) []PathFault {
	n.divide()
	faults := paths(n, n.waitsOnce())
	slices.SortStableFunc(faults, func(a, b pathFault) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), comparePlaces(a.Hop, b.Hop), strings.Compare(a.Why, b.Why), slices.Compare(a.From, b.From))
	})
	list := make([]PathFault, len(faults))
	for i := range faults {
		list[i] = faults[i].PathFault
		if n.secrets != nil {
			list[i].Why = vendors.RedactSentence(list[i].Why, n.secrets)
		}
	}
	return list
}

// pathFault is one with what findings are made of.
type pathFault struct {
	PathFault
	port *Port
	verdict
}

// paths are the faults of all classes. The graph of buffers is made by somebody else.
func paths(n *Net, waits func() *buffers) []pathFault {
	var broken []pathFault
	lanes := n.lanes(waits().result.Tiers)
	for _, l := range lanes {
		f := &faulty{lane: l}
		f.hops(n)
		f.rings(waits())
		broken = append(broken, f.list...)
	}
	if len(broken) == 0 {
		return nil
	}
	return newBetween(n, waits(), lanes).fill(broken)
}

// faulty collects the faults of one class, without the hosts that they are between.
type faulty struct {
	lane *lane
	list []pathFault
}

func (f *faulty) hops(n *Net) {
	for _, hosts := range f.lane.hosts {
		p := &hosts[0]
		at, flaw := worst(passage{lane: f.lane, in: p, points: f.lane.sentAt(p)}, passage{lane: f.lane, out: p, points: f.lane.leaves(p)})
		for i := 0; at != nil && i < len(hosts); i++ {
			f.add(&hosts[i], flaw)
		}
	}
	for _, l := range n.Links {
		at, flaw := worst(passage{f.lane, l.A, l.B, f.lane.leaves(l.A)}, passage{f.lane, l.B, l.A, f.lane.leaves(l.B)})
		if at != nil {
			f.add(at, flaw)
		}
	}
}

// worst is the worst flaw of a hop, both ways, and the port that is to blame; nil where there is none.
func worst(ways ...passage) (at *Port, flaw verdict) {
	for _, f := range flaws {
		for i := range ways {
			p, v := f.find(&ways[i])
			if p == nil {
				continue
			}
			if v = ways[i].lane.follow(f.rule, v); at == nil || worse(v, flaw) {
				at, flaw = p, v
			}
		}
	}
	return at, flaw
}

// follow is a verdict on what another rule has more on. Where a policy lowers that one, or switches it off, the verdict weighs no more.
func (l *lane) follow(rule string, v verdict) verdict {
	policy := policyOf(l.policies, rule)
	v.rule, v.weak = rule, v.severity != vendors.Error
	if policy == nil || v.notChecked {
		return v
	}
	if severity := severityOf(policy); severity > v.severity {
		v.severity, v.policy = severity, policy
	}
	return v
}

func worse(a, b verdict) bool {
	return cmp.Or(compareBools(a.notChecked, b.notChecked), cmp.Compare(a.severity, b.severity)) < 0
}

func (f *faulty) add(p *Port, v verdict) {
	v.far, v.queues, v.dscp = p.far(), qos.Queues(f.lane.priority), f.lane.points
	f.list = append(f.list, pathFault{port: p, verdict: v, PathFault: PathFault{
		Priority: f.lane.priority, Class: f.lane.name, Hop: placeOf(p, v.at.Line, v.far), Host: p.Far == nil,
		Severity: v.severity, NotChecked: v.notChecked, Why: v.text, Fix: v.fix,
	}})
}

// far is what is at the other end of a port: a port, or a host of which something is known.
func (p *Port) far() string {
	switch {
	case p.Far != nil:
		return p.Far.Switch.Name + ":" + p.Far.Name
	case p.NIC != nil:
		return hostPrefix + p.NIC.Name
	}
	return ""
}

// rings adds the hops whose buffers wait for each other in a ring, where nothing else breaks them.
func (f *faulty) rings(b *buffers) {
	broken := map[*Port]bool{}
	for i := range f.list {
		if p := f.list[i].port; f.list[i].Severity == vendors.Error && !f.list[i].NotChecked {
			broken[p], broken[p.Far] = true, true
		}
	}
	for i := range b.result.Graphs {
		g := &b.result.Graphs[i]
		if !g.Priorities.Has(f.lane.priority) {
			continue
		}
		for _, w := range g.Ring {
			p := b.port(b.To(w.Buffer))
			if broken[p] {
				continue
			}
			f.add(p, f.lane.follow("C05", verdict{
				text: "the buffer here is in a ring of buffers that can wait for each other for ever",
				fix:  "keep packets from going up or across after they came down",
			}))
		}
	}
}
