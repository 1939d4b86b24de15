package check

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// bundlesAlike looks at the members of each bundle: pauses and buffers are those of members, and a flow can be on any.
func (j *judge) bundlesAlike(s *Switch) {
	first := map[string]*Port{}
	members := map[string][]*Port{}
	var order []string
	for i := range s.Ports {
		p := &s.Ports[i]
		if p.LAG == "" {
			continue
		}
		if first[p.LAG] == nil {
			first[p.LAG] = p
			order = append(order, p.LAG)
		}
		members[p.LAG] = append(members[p.LAG], p)
	}
	for _, name := range order {
		for _, p := range members[name] {
			if v := membersDiffer(name, first[name], p); v.text != "" {
				j.port(first[name], v)
				j.port(p, v)
			}
		}
	}
}

// membersDiffer compares a member of a bundle with the first.
func membersDiffer(name string, first, p *Port) (v verdict) {
	v = verdict{field: "traffic_class", at: p.PFC.Priorities.At, fix: "configure the members of a bundle alike"}
	a, b := first.PFC.Priorities, p.PFC.Priorities
	switch {
	case a.Known() && b.Known() && a.V != b.V:
		v.text = fmt.Sprintf("members of %s pause priorities %s and %s: it hangs on the member that a flow is on whether it is lossless", name, a.V, b.V)
	case first.Lossless() == 0:
	case first.Speed != 0 && p.Speed != 0 && first.Speed != p.Speed:
		v.severity, v.text = vendors.Warning, fmt.Sprintf("members of %s are of %s and %s", name, first.Speed, p.Speed)
	default:
		for _, q := range first.Lossless().List() {
			if x, y := first.buffer(q), p.buffer(q); x.State == qos.Known && y.State == qos.Known && x.V != y.V {
				v.severity, v.text = vendors.Warning, fmt.Sprintf("members of %s buffer %s in different ways: %s; %s", name, p.Switch.class(q), x.V, y.V)
			}
		}
	}
	return v
}
