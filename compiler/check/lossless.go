package check

import (
	"fmt"
	"slices"

	"github.com/weft-net/weft/qos"
)

// losslessPaths is C21: every lossless class is lossless on each hop between any two hosts, both ways.
func losslessPaths(j *judge) {
	reasons := map[reason][]*pathFault{}
	var order []reason
	faults := paths(j.net, j.waits)
	for i := range faults {
		f := &faults[i]
		if f.NotChecked {
			j.port(f.port, f.verdict)
			continue
		}
		r := reason{f.Priority, f.Class, f.verdict}
		r.verdict.at, r.verdict.field, r.verdict.far = qos.Origin{}, "", ""
		if reasons[r] == nil {
			order = append(order, r)
		}
		reasons[r] = append(reasons[r], f)
	}
	for _, r := range order {
		for _, s := range sidesOf(reasons[r]) {
			text := r.text(s)
			for _, f := range s.faults {
				f.verdict.text = text
				j.port(f.port, f.verdict)
			}
		}
	}
}

// reason is why hops break the path of a class.
type reason struct {
	priority qos.Queue
	class    string
	verdict  verdict // without its place
}

func (r *reason) text(s *side) string {
	broken, v := "broken", &r.verdict
	if v.weak {
		broken = "weak"
	}
	text := fmt.Sprintf("the lossless path of %s between %s is %s: %s; see %s", queueWord(r.priority, r.class), s.hosts(), broken, v.text, v.rule)
	switch {
	case v.policy == nil:
		return text
	case off(v.policy):
		return text + ", which a policy switches off"
	}
	return text + ", which a policy makes " + v.policy.Severity.V
}

// side are the hosts of some switches and those of others, and the hops that packets between them go over.
type side struct {
	from, to []string
	itself   bool // each of the first, and no second: hosts of one and the same switch
	faults   []*pathFault
}

// hosts names the hosts.
func (s *side) hosts() string {
	switch {
	case s.itself && len(s.from) > 1:
		return "hosts of one switch"
	case s.itself || slices.Equal(s.from, s.to):
		return "hosts of " + qos.PortRanges(s.from)
	}
	return "hosts of " + qos.PortRanges(s.from) + " and hosts of " + qos.PortRanges(s.to)
}
